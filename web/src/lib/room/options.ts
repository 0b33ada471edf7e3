/** The options of a table in a few words, those that differ from the plain game. */
import { t } from '../words/words.svelte'
import type { Info } from '../live/types'

export function optionWords({ options, clock, own_deck }: Pick<Info, 'options' | 'clock' | 'own_deck'>): string[] {
  const told: string[] = []
  if (options.opponent) told.push(t(`home.opponent_${String(options.opponent)}`))
  if (options.manner) told.push(t(`home.manner_${String(options.manner)}`))
  if (options.tokens === false && !options.solo) told.push(t('home.without_tokens'))
  if (options.promo) told.push(t('home.promo'))
  if (options.fewer_bodies) told.push(t('home.bodies_fewer'))
  if (options.golden_feathers) told.push(t('home.bodies_golden'))
  const hard = options.difficulties as number[] | undefined
  if (hard?.length) told.push(t('home.hard', { list: hard.join(', ') }))
  if (own_deck) told.push(t('home.own_deck'))
  if (clock) told.push(t('home.clocked', { move: spanWords(clock.move), reserve: spanWords(clock.reserve) }))
  return told
}

/** Seconds as people say them. */
function spanWords(seconds: number): string {
  if (seconds >= 86400) return t('home.days', { n: Math.round(seconds / 86400) })
  if (seconds >= 120 || seconds === 60) return t('home.minutes', { n: Math.round(seconds / 60) })
  return t('home.seconds', { n: Math.round(seconds) })
}
