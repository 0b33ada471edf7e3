/** What comes after a card was laid and nothing more is gained with it (RULES 5.2, 5.3). */
import type { Deck } from '../state/deck'
import type { CardView } from './types'

export type Onward = 'to_next' | 'to_tail' | 'turn' | 'finish'

export function afterGains(view: CardView, deck: Deck): Onward {
  const { coatl } = view.players[view.seat - 1]!
  if (coatl.endsWith(')')) return 'finish'
  if (coatl.startsWith('(')) return 'to_tail'
  return view.plays + 1 < (deck.data.deal?.plays_per_turn ?? 2) ? 'to_next' : 'turn'
}
