/** Who won, in a sentence, seen from this device. */
import { t } from '../i18n/messages.svelte'
import type { Standing } from './result'

/** The own place of who has not won; nothing for who watches, or where several share the device. */
export function placeText(rows: Standing[], own: number[]): string {
  const row = own.length === 1 ? rows.find(({ seat }) => seat === own[0]) : undefined
  if (!row || row.won) return ''
  const points = t('table.points', { n: row.points })
  return t('table.own_place', { place: row.place, players: rows.length, points })
}

/** Points decide nothing if the others have resigned. */
export function winnerText(rows: Standing[], own: number[], resigned = false): string {
  const winners = rows.filter((row) => row.won)
  const first = winners[0]
  if (!first) return t('table.over')
  if (resigned)
    return own.length === 1 && own[0] === first.seat
      ? t('table.win_own_plain')
      : t('table.win_plain', { name: first.name })
  if (winners.length > 1)
    return t('table.win_shared', { names: winners.map((row) => row.name).join(', '), n: first.points })
  return own.length === 1 && own[0] === first.seat
    ? t('table.win_own', { n: first.points })
    : t('table.win', { name: first.name, n: first.points })
}
