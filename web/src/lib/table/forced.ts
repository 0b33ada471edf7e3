/** What the page plays by itself, because there is nothing to decide. */
import { afterGains } from '../card/onward'
import type { Deck } from '../state/deck'
import { isBoard, type View } from '../state/types'

const FORCED = ['done', 'pass']

/** One way to go on, and no way back that is still open. */
const isForced = ({ legal, can_undo }: View): boolean =>
  legal.length === 1 && FORCED.includes(legal[0]!) && !can_undo

/**
 * Nothing to do but `done`, behind which the turn goes on and nothing is revealed: it is taken back together with the step
 * before it. A `done` that ends the turn is left to the player, since it ends the way back, too.
 */
export function goesWithoutSaying(view: View, deck: Deck): boolean {
  if (view.legal.length !== 1 || view.legal[0] !== 'done' || !view.can_undo) return false
  if (!isBoard(view)) return ['to_next', 'to_tail'].includes(afterGains(view, deck))
  const closed = view.players[view.seat - 1]!.coatls.filter((one) => one.closed).length
  const endsTheGame = view.options.solo && closed + 1 === deck.coatls // RULES 4.5
  return view.pending === 'finish' && !endsTheGame
}

export const playsItself = (view: View, deck: Deck): boolean =>
  isForced(view) || goesWithoutSaying(view, deck)
