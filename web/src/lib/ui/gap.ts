/** Where something can stand without covering what one acts on or is told. */
export type Box = { x: number; y: number; width: number; height: number }
type Point = { x: number; y: number }
export type Taken = Box & { weight: number }

const STEP = 10 // pixels between two places that are tried
const EDGE = 8

const shared = (from: number, length: number, other: number, otherLength: number): number =>
  Math.max(0, Math.min(from + length, other + otherLength) - Math.max(from, other))

function covered({ x, y, width, height }: Box, taken: Taken[], enough: number): number {
  let sum = 0
  for (const one of taken) {
    sum += one.weight * shared(x, width, one.x, one.width) * shared(y, height, one.y, one.height)
    if (sum > enough) break
  }
  return sum
}

function* steps(first: number, last: number, wanted: number): Generator<number> {
  yield Math.min(Math.max(wanted, first), Math.max(first, last))
  for (let at = first; at < last; at += STEP) yield at
  yield last
}

/** The place nearest to where it would stand at which a box covers nothing of what is taken; if there is none, the least. */
export function gapFor(wanted: Box, taken: Taken[], area: { width: number; height: number }): Point {
  const { width, height } = wanted
  let best = { x: wanted.x, y: wanted.y, away: 0, cost: covered(wanted, taken, Infinity) }
  if (!best.cost) return best
  for (const y of steps(EDGE, area.height - height - EDGE, wanted.y))
    for (const x of steps(EDGE, area.width - width - EDGE, wanted.x)) {
      const away = Math.hypot(x - wanted.x, y - wanted.y)
      if (!best.cost && away >= best.away) continue
      const cost = covered({ x, y, width, height }, taken, best.cost)
      if (cost < best.cost || (cost === best.cost && away < best.away)) best = { x, y, away, cost }
    }
  return best
}

/** What one acts on or is told; what stands at the head of the page can be missed for a moment, one's own work cannot. */
const TAKEN: [selector: string, weight: number][] = [
  ['[data-table] [data-fly], [data-spot], [data-drop], .story, .carl, [data-table] header > *', 1],
  ['button, a, input, select, summary', 1],
  ['.own .coatl [data-fly]', 4],
  ['.dock, [data-card].pinned, [data-card]:focus, [data-card]:hover', 50],
  ['.head a, .head button, .head select, .seats li', 0.25],
]

/** Where all of this is on the screen; the dock counts as a whole. */
export function takenPlaces(): Taken[] {
  const weights = new Map<HTMLElement, number>()
  for (const [selector, weight] of TAKEN)
    for (const one of document.querySelectorAll<HTMLElement>(selector))
      if (one.matches('.dock') || !one.closest('.dock')) weights.set(one, weight)
  return [...weights].flatMap(([one, weight]) => {
    const { x, y, width, height, bottom } = one.getBoundingClientRect()
    return width > 1 && height > 1 && bottom > 0 && y < innerHeight ? [{ x, y, width, height, weight }] : []
  })
}
