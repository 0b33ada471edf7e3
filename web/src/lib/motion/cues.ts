/** Which sound goes with what happens. */
import type { Played, Step } from '../state/types'
import type { Sound } from '../ui/sound'

const MOVES: Record<string, Sound> = {
  take: 'take',
  pick: 'take',
  start: 'place',
  extend: 'place',
  beside: 'place',
  over: 'place',
  head: 'place',
  tail: 'place',
  keep: 'card',
  choose: 'card',
  discard: 'card',
  temple: 'card',
  future: 'card',
  priest: 'card',
  raise: 'gain',
  fulfil: 'gain',
  steal: 'gain',
}
const STEPS: Record<string, Sound> = {
  found: 'take',
  placed: 'place',
  wasted: 'loss',
  discarded: 'loss',
  played: 'gain',
  drew: 'card',
  favourites: 'card',
  action: 'card',
  raised: 'gain',
  stolen: 'loss',
  fulfilled: 'gain',
}

/** `own` are the seats of this device: what is taken from them is a loss. */
export function soundOfMove({ entry, effects = {} }: Played, own: readonly number[]): Sound[] {
  if (effects.closed || effects.final?.length) return ['finish']
  if (effects.falls?.length || (effects.victim && own.includes(effects.victim))) return ['loss']
  const sound = MOVES[entry.action.split(' ')[0] ?? '']
  return sound ? [sound] : []
}

export const soundOfStep = (step: Step): Sound[] => {
  const sound = STEPS[step.kind]
  return sound ? [sound] : []
}
