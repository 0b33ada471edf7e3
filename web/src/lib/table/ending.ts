/** The end has begun: what that means for a seat, in words (RULES 4.3, 5.3). */
import { isBoard } from '../state/types'
import type { Progress, View } from '../state/types'
import { t } from '../i18n/messages.svelte'

export type Ending = { title: string; text: string }

export function endingWords(
  view: View,
  progress: Progress,
  seat: number | null,
  names: string[],
): Ending | null {
  if (!progress.turns.length) return null
  if (!isBoard(view)) return { title: t('table.last_round'), text: t('table.last_round_text') }
  const name = names[(view.ender ?? 0) - 1] ?? ''
  return {
    title: view.ending === 'third-coatl' ? t('table.end_third', { name }) : t('table.end_bodies'),
    text: seat === null ? t('table.end_watch', { n: progress.remaining }) : forSeat(progress, seat),
  }
}

function forSeat(progress: Progress, seat: number): string {
  const turns = progress.turns[seat - 1]
  if (!turns) return t('table.end_none')
  return progress.actions[seat - 1] === 2 ? t('table.end_two') : t('table.end_turns', { n: turns })
}
