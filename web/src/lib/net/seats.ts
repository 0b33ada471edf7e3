/** The tokens of this device, by table; without storage they live as long as the page. */
import { forget, store, stored } from '../storage'

/** A table at which somebody of this device sits, for "go on where you were". */
export type Known = {
  table: string
  token: string
  since: number
  invites?: Record<string, string>
  over?: boolean
}
const MOST = 40 // tables that are remembered

const all = () =>
  stored<Known[]>('seats', []).filter(
    (one) => typeof one?.token === 'string' && typeof one.table === 'string',
  )

export function keepToken(table: string, token: string, invites = invitesOf(table)): void {
  store(
    'seats',
    atMost(MOST, [
      { table, token, since: Date.now(), invites },
      ...all().filter((one) => one.table !== table),
    ]),
  )
}

/** A game that is over goes before one that is on. */
function atMost(most: number, list: Known[]): Known[] {
  const over = list
    .filter((one) => one.over)
    .reverse()
    .slice(0, Math.max(0, list.length - most))
  return list.filter((one) => !over.includes(one)).slice(0, most)
}

export function markOver(table: string): void {
  if (all().some((one) => one.table === table && !one.over))
    store(
      'seats',
      all().map((one) => (one.table === table ? { ...one, over: true } : one)),
    )
}

/** Whether a text can be a token at all (docs/server.md). */
export const isToken = (text: string): boolean => /^[\w-]{32,128}$/.test(text)

export const tokenOf = (table: string): string | null =>
  all().find((one) => one.table === table)?.token ?? null

/** The secrets of the seats to which the host of this device invites, by seat. */
export const invitesOf = (table: string): Record<string, string> =>
  all().find((one) => one.table === table)?.invites ?? {}

export function forgetToken(table: string): void {
  const rest = all().filter((one) => one.table !== table)
  if (rest.length) store('seats', rest)
  else forget('seats')
}

/** All tables of which this device has a seat, the newest first. */
export const allKnown = (): Known[] => all()

/** The tables of this device whose game is not over, as far as it knows, the newest first. */
export const known = (): Known[] => all().filter((one) => !one.over)
