/** What the end that has begun means for a seat (RULES 4.3). */
import type { BoardView } from './types'

/** How many turns the seat still has, the present one included, and how many actions its last one holds. */
export function lastTurns(view: BoardView, seat: number): { turns: number; actions: number } {
  const { players, first } = view.options
  const coming = Array.from({ length: (view.turns_left ?? 0) + 1 }, (_, i) => ((view.seat - 1 + i) % players) + 1)
  const order = (one: number) => (one - first + players) % players
  const later = view.ending === 'third-coatl' && view.ender !== null && order(seat) > order(view.ender)
  return { turns: coming.filter((one) => one === seat && one !== view.ender).length, actions: later ? 2 : 1 }
}
