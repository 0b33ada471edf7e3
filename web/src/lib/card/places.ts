/** Which places of the table a line of the log speaks of: what lights up when one points at it. */
import type { Played } from '../live/types'

/** `card:B1` a prophecy, `feather:2:5` what the fifth action of the second player laid, `hand:2`, `side:2`, `deck:feathers`. */
export function placesOf(played: Played, log: readonly Played[]): string[] {
  const { action, seat } = played.entry
  const told = (played.steps ?? []).flatMap((step) => (step.card ? [`card:${step.card}`] : []))
  const [verb = '', what = ''] = action.split(' ')
  if (['raise', 'fulfil', 'steal'].includes(verb)) return [`card:${what}`]
  if (verb === 'discard') return [`hand:${seat}`, 'deck:feathers']
  const number = log.filter((one) => one.entry.seat === seat).findIndex((one) => one.entry === played.entry)
  return ['start', 'beside', 'over', 'head', 'tail'].includes(verb) ? [`feather:${seat}:${number}`] : [`side:${seat}`, ...told]
}
