/** Makes a table and goes there. */
import type { GameName } from '../state/types'
import { makeTable } from '../net/api'
import { identity } from '../net/identity'
import { keepToken } from '../net/seats'
import { go } from '../router.svelte'
import { t } from '../i18n/messages.svelte'
import { cardsBefore } from './deckfile'
import { ownName } from './person'
import { plannedBefore, wishOf, type Plan, type Way } from './plan'

/** How the host is called: by the own name, else in plain words. */
export const hostName = (way: Way): string =>
  ownName() || (way === 'friends' || way === 'device' ? t('home.nameless') : t('home.player'))

export async function createTable(wish: Record<string, unknown>): Promise<void> {
  const made = await makeTable({ identity: identity(), ...wish })
  keepToken(made.table, made.token, made.invites)
  go(`/t/${made.table}`)
}

/** The same as the last time, without a question; of another game or with other options if they are named. */
export function createAsBefore(
  way: Way,
  { game, options = {} }: { game?: GameName; options?: Plan['options'] } = {},
): Promise<void> {
  const before = plannedBefore(way)
  const plan = { ...before, game: game ?? before.game, options: { ...before.options, ...options } }
  return createTable(wishOf(way, plan, hostName(way), cardsBefore(way, plan.game)))
}
