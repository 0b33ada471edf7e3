/** The end has begun: what that means for a seat, in words (RULES 4.3, 5.3). */
import { isBoard } from '../log/facts'
import type { BoardView } from '../board/types'
import type { View } from '../live/types'
import { t } from '../words/words.svelte'

export type Ending = { title: string; text: string }

export function endingWords(view: View, seat: number | null, names: string[]): Ending | null {
  if (view.pending === 'over') return null
  if (!isBoard(view)) return view.round === view.rounds ? { title: t('table.last_round'), text: t('table.last_round_text') } : null
  if (!view.ending) return null
  const name = names[(view.ender ?? 0) - 1] ?? ''
  const title = view.ending === 'third-coatl' ? t('table.end_third', { name }) : t('table.end_bodies')
  return { title, text: seat === null ? t('table.end_watch', { n: (view.turns_left ?? 0) + 1 }) : forSeat(view, seat) }
}

/** How many turns a seat still has, the present one included. */
export function turnsFor(view: Pick<BoardView, 'seat' | 'turns_left' | 'options'>, seat: number): number {
  const { players } = view.options
  return Array.from({ length: (view.turns_left ?? 0) + 1 }, (_, i) => ((view.seat - 1 + i) % players) + 1).filter((one) => one === seat).length
}

function forSeat(view: BoardView, seat: number): string {
  const turns = turnsFor(view, seat)
  if (!turns) return t('table.end_none')
  const order = (one: number) => (one - view.options.first + view.options.players) % view.options.players
  const two = view.ending === 'third-coatl' && view.ender !== null && order(seat) > order(view.ender)
  return two ? t('table.end_two') : t('table.end_turns', { n: turns })
}
