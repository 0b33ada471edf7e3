/** Where the cells of the supply lie on its round board. */
import type { Kind } from '../art/pieces'
import type { SupplyView } from './types'

/** A cell with its middle, in hundredths of the board. */
export type Cell = { cell: string; kind: Kind; content: string | null; x: number; y: number }

const OUTER = 34.2
const INNER = 15.4

/** A point on a ring; angles are degrees, clockwise from above. */
const at = (angle: number, radius: number) => ({
  x: 50 + radius * Math.cos(((angle - 90) * Math.PI) / 180),
  y: 50 + radius * Math.sin(((angle - 90) * Math.PI) / 180),
})

const ring = (kind: Kind, contents: (string | null)[], first: number, step: number, radius: number): Cell[] =>
  contents.map((content, i) => ({ content, kind, cell: `${kind}${i + 1}`, ...at(first + i * step, radius) }))

/** Clockwise, in the order in which ADAM looks: 1 to 6, then 7 to 10 with heads and tails by turns. */
export function cellsOf({ bodies, heads, tails }: Pick<SupplyView, 'bodies' | 'heads' | 'tails'>): Cell[] {
  const [head, tail] = [ring('head', heads, -45, 180, INNER), ring('tail', tails, 45, 180, INNER)]
  return [...ring('body', bodies, 0, 60, OUTER), ...head.flatMap((one, i) => [one, tail[i]!])]
}
