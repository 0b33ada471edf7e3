/** How people and bots are called at a table. */
import { t } from '../words/words.svelte'
import type { Info, Seat } from '../live/types'

export const LEVELS = ['novice', 'artisan', 'priest', 'high-priest'] as const
export const LONGEST_NAME = 40
const BLANK = /[\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]/gu // letters that show nothing

/** A name that the server accepts: one line, visible, no towers of accents, not too long. Empty if nothing is left. */
export function cleanName(text: string): string {
  const tidy = text.normalize('NFC').replace(/[\p{C}"]/gu, '').replace(BLANK, '').replace(/\s+/gu, ' ').replace(/(^|\s)\p{M}+/gu, '$1').replace(/(\p{M}{3})\p{M}+/gu, '$1').trim()
  return [...tidy].slice(0, LONGEST_NAME).join('').trim()
}

export const botName = (bot: string): string => t(`common.bot_${bot.replace('-', '_')}`)

/** ADAM, CARL or CARL 2.0 as the rulebooks of a language call them. */
export const automatonName = (name: string): string => t(`common.automaton_${name.toLowerCase().replace(/\W/g, '')}`)

/** The name at each seat; bots of one kind are told apart by a number. */
export function namesOf(info: Info): string[] {
  const plain = info.seats.map(nameOf)
  return plain.map((name, i) => {
    const twins = plain.flatMap((other, j) => (other === name && name ? [j] : []))
    return twins.length > 1 && info.seats[i]!.kind === 'bot' ? `${name} ${twins.indexOf(i) + 1}` : name
  })
}

const nameOf = (seat: Seat): string =>
  seat.kind === 'bot' && seat.bot ? botName(seat.bot) : seat.kind === 'automaton' ? automatonName(seat.name) : seat.kind === 'open' ? t('table.open_seat') : seat.kind === 'invited' ? t('table.invited_seat') : seat.name
