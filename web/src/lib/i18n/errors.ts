/** What went wrong, in the chosen language: by its code, else in the server's own words. */
import { hasMessage, t } from './messages.svelte'

type Fault = { code?: unknown; message?: unknown; allowed?: unknown }

export const errorKey = (code: string): string => code.replaceAll('.', '_').replaceAll('-', '_')

/** A sentence for anything that was thrown. What has no code did not come from the server: it was not reached. */
export function errorText(why: unknown): string {
  const { code, message } = (why ?? {}) as Fault
  if (typeof code !== 'string') return t('errors.unreachable')
  const key = `errors.${errorKey(code)}` as const
  if (hasMessage(key)) return t(key, { code })
  if (code.startsWith('record.')) return t('errors.record')
  return typeof message === 'string' && message ? message : t('errors.unknown', { code })
}
