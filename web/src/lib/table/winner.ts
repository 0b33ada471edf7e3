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
  const others = winners.filter((row) => own.length !== 1 || row.seat !== own[0])
  const n = winners[0]?.points
  if (n === undefined) return t('table.over')
  const isOwn = others.length < winners.length
  const names = others.map((row) => row.name).join(', ')
  if (resigned) return isOwn ? t('table.win_own_plain') : t('table.win_plain', { name: names })
  if (winners.length > 1)
    return isOwn ? t('table.win_shared_own', { names, n }) : t('table.win_shared', { names, n })
  return isOwn ? t('table.win_own', { n }) : t('table.win', { name: names, n })
}
