/** What went wrong, in the chosen language: by its code, else in the server's own words. */
import { has, t } from './words.svelte'

type Fault = { code?: unknown; message?: unknown; allowed?: unknown }

export const keyOf = (code: string): string => code.replaceAll('.', '_').replaceAll('-', '_')

/** A sentence for anything that was thrown. What has no code did not come from the server: it was not reached. */
export function errorWords(why: unknown): string {
  const { code, message } = (why ?? {}) as Fault
  if (typeof code !== 'string') return t('errors.unreachable')
  if (has(`errors.${keyOf(code)}`)) return t(`errors.${keyOf(code)}`)
  if (code.startsWith('record.')) return t('errors.record')
  return typeof message === 'string' && message ? message : t('errors.unknown', { code })
}
