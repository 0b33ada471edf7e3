/** When this device heard of each move at its tables, so that a page that is loaded again can say it. */
import { store, stored } from '../storage'
import type { Played } from './types'

type Seen = { table: string; viewer: string; lines: Played[] }
const MOST = 6 // tables and eyes that are remembered, the newest first

const all = (): Seen[] => stored<Seen[]>('seen', []).filter((one) => Array.isArray(one?.lines))
const isOf = (table: string, viewer: string) => (one: Seen) => one.table === table && one.viewer === viewer

export const seenBefore = (table: string, viewer: string): Played[] =>
  all().find(isOf(table, viewer))?.lines ?? []

/** Everything else comes from the server again. */
export function rememberSeen(table: string, viewer: string, log: Played[]): void {
  const mine = isOf(table, viewer)
  const lines = log.map(({ entry: { seat, action }, time }) => ({
    entry: { seat, action, outcomes: [] },
    ...(time ? { time } : {}),
  }))
  store('seen', [{ table, viewer, lines }, ...all().filter((one) => !mine(one))].slice(0, MOST))
}
