/** What a line of play would put on the table: pieces and cards at a coatl, pieces on one's board. It knows notation, no rule. */
import type { Part } from '../art/pieces'
import { readAction, type Action } from '../notation'
import type { BoardView, CoatlView } from './types'

/** A coatl after a line of play: `left` pieces of it are new on the left, behind them lie those that are there already. */
export type Grown = { pieces: string; left: number; cards: string[] }
type Around = { count: number; current?: number | null; piles?: readonly (string | null)[] }
export const NEW_COATL: CoatlView = { pieces: '', cards: [], temple: null, closed: false, points: 0 }

const sign = ({ piece, colours = '' }: Action): string =>
  piece === 'head' ? `(${colours}` : piece === 'tail' ? `${colours})` : colours

/**
 * `count` coatls are there already: what is started gets the next number. A temple goes to the coatl of the steps before
 * it, or to the one that is being finished (`current`); `piles` are the temples on top of the piles.
 */
export function grownBy(
  pieces: string,
  number: number,
  steps: readonly string[],
  { count, current = null, piles = [] }: Around,
): Grown {
  const grown: Grown = { pieces, left: 0, cards: [] }
  let newest = count
  let there = current
  for (const action of steps.map((step) => readAction('board', step))) {
    there = action.verb === 'start' ? ++newest : (action.coatl ?? there)
    if (there !== number) continue
    const temple = action.place === 'pile' ? piles[(action.number ?? 0) - 1] : action.card
    if (action.verb === 'fulfil' && action.card) grown.cards.push(action.card)
    else if (action.verb === 'temple' && temple) grown.cards.push(temple)
    else if (action.verb === 'extend' && action.side === 'left') {
      grown.pieces = sign(action) + grown.pieces
      grown.left += 1
    } else if (action.verb === 'start' || action.verb === 'extend') grown.pieces += sign(action)
  }
  return grown
}

/** The number of the coatl that a line of play starts. */
export const startedBy = (steps: readonly string[], count: number): number | null =>
  steps.some((step) => readAction('board', step).verb === 'start') ? count + 1 : null

/** The pieces that the first step takes onto one's board. */
export function takenBy(steps: readonly string[], supply: BoardView['supply'] | undefined): Part[] {
  const { verb, place, number = 0, piece, colours } = readAction('board', steps[0] ?? '')
  const kind = piece === 'head' || piece === 'tail' ? piece : 'body'
  const cells = { body: supply?.bodies, head: supply?.heads, tail: supply?.tails }
  const taken =
    verb === 'take' ? cells[place as keyof typeof cells]?.[number - 1] : verb === 'pick' ? colours : ''
  return [...(taken ?? '')].map((colour) => ({ kind, colour }) as Part)
}
