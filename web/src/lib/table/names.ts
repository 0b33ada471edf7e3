/** How people and bots are called at a table. */
import type { Suffix } from '../i18n/keys'
import { t } from '../i18n/messages.svelte'
import type { Info, Seat } from '../state/types'
import { policyName } from './bots.svelte'

export const LEVELS = ['novice', 'apprentice', 'artisan', 'astronomer', 'priest', 'high-priest'] as const

export function botName(bot: string): string {
  const policy = policyName(bot)
  return policy === null
    ? t(`common.bot_${bot.replace('-', '_') as Exclude<Suffix<'common.bot_'>, 'policy'>}`)
    : t('common.bot_policy', { name: policy })
}

/** ADAM, CARL or CARL 2.0 as the rulebooks of a language call them. */
export const automatonName = (name: string): string =>
  t(`common.automaton_${name.toLowerCase().replace(/\W/g, '') as Suffix<'common.automaton_'>}`)

/** The name at each seat; bots of one kind are told apart by a number. */
export function namesOf(info: Info): string[] {
  const plain = info.seats.map(nameOf)
  return plain.map((name, i) => {
    const twins = plain.flatMap((other, j) => (other === name && name ? [j] : []))
    return twins.length > 1 && info.seats[i]!.kind === 'bot' ? `${name} ${twins.indexOf(i) + 1}` : name
  })
}

const nameOf = (seat: Seat): string =>
  seat.kind === 'bot' && seat.bot
    ? botName(seat.bot)
    : seat.kind === 'automaton'
      ? automatonName(seat.name)
      : seat.kind === 'open'
        ? t('table.open_seat')
        : seat.kind === 'invited'
          ? t('table.invited_seat')
          : seat.name || t('home.nameless') // it was erased
