/** Makes a table and goes there. */
import { makeTable } from '../net/api'
import { keepToken } from '../net/seats'
import { go } from '../router.svelte'
import { keep, kept } from '../kept'
import { t } from '../words/words.svelte'
import { cleanName } from './names'
import type { Way } from './wish'

export const ownName = (): string => cleanName(kept<string>('name', ''))
export const rememberName = (name: string): void => keep('name', cleanName(name))
/** How the host is called: by the own name, else in plain words. */
export const hostName = (way: Way): string => ownName() || (way === 'friends' || way === 'device' ? t('home.nameless') : t('home.player'))

export async function start(wish: Record<string, unknown>): Promise<void> {
  const made = await makeTable(wish)
  keepToken(made.table, made.token, made.invites)
  go(`/t/${made.table}`)
}
