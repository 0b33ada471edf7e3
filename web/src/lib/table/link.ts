/** What the address of a table carries behind `#`: the token of a seat, or an invitation. */
import { isToken, keepToken, tokenOf } from '../net/seats'
import { place } from '../router.svelte'
import { note } from '../ui/notes.svelte'
import { t } from '../i18n/messages.svelte'

const carried = (name: string): string | null => new URLSearchParams(place.hash.slice(1)).get(name)

/** The invitation in the address, if there is one. */
export const invitation = (): string | undefined => carried('invite') ?? undefined

/** Keeps the token of a personal link and takes it out of the address. Nobody loses a seat by a link that somebody sent. */
export function takeToken(table: string): void {
  const given = carried('token')
  if (!given) return
  const own = tokenOf(table)
  history.replaceState(null, '', location.pathname)
  if (!isToken(given)) note(t('common.brokenlink_text'), 'trouble')
  else if (!own || own === given || confirm(t('table.personal_other'))) keepToken(table, given)
}
