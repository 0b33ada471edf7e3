/** Which places of the table a line of the log speaks of: what lights up when one points at it. */
import type { Played } from '../state/types'
import { readAction } from '../notation'

/** `card:B1` a prophecy, `feather:2:5` what the fifth action of the second player laid, `hand:2`, `side:2`, `deck:feathers`. */
export function placesOf(played: Played, log: readonly Played[]): string[] {
  const { action, seat } = played.entry
  const ofSteps = (played.steps ?? []).flatMap((step) => (step.card ? [`card:${step.card}`] : []))
  const { verb, card } = readAction('card', action)
  if (card) return [`card:${card}`]
  if (verb === 'discard') return [`hand:${seat}`, 'deck:feathers']
  const number = log.filter((one) => one.entry.seat === seat).findIndex((one) => one.entry === played.entry)
  return ['start', 'beside', 'over', 'head', 'tail'].includes(verb)
    ? [`feather:${seat}:${number}`]
    : [`side:${seat}`, ...ofSteps]
}
