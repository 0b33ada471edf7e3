/** What decided a game, in a sentence: the facts are the server's (RULES 4.4, 5.4). */
import type { Suffix } from '../i18n/keys'
import { t } from '../i18n/messages.svelte'
import type { Result } from '../state/types'

export type Tie = Pick<Result, 'points' | 'decided' | 'details'>

/** With equal points: the tie-breaker, and its numbers for those who were equal. Null if the points decided. */
export function tieText({ points, decided, details }: Tie, names: string[]): string | null {
  if (decided === 'points') return null
  const words = t(`table.decided_${decided.replaceAll(' ', '_') as Suffix<'table.decided_'>}`)
  const numbers = details[decided]
  if (!numbers) return words
  const best = Math.max(...points)
  const equal = points.flatMap((own, i) => (own === best ? [`${names[i] ?? ''} ${numbers[i]}`] : []))
  return t('common.labelled', { label: words.replace(/\.$/, ''), text: `${equal.join(', ')}.` })
}
