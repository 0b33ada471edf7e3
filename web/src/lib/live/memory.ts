/** What this device has seen at its tables, so that a page that is loaded again can tell it: the server keeps places, not what lay there. */
import { keep, kept } from '../kept'
import type { Played } from './types'

type Seen = { table: string; viewer: string; lines: Played[] }
const MOST = 6 // tables and eyes that are remembered, the newest first

const all = (): Seen[] => kept<Seen[]>('seen', []).filter((one) => Array.isArray(one?.lines))
const isOf = (table: string, viewer: string) => (one: Seen) => one.table === table && one.viewer === viewer

export const seenBefore = (table: string, viewer: string): Played[] => all().find(isOf(table, viewer))?.lines ?? []

/** Steps of automata come from the server again. */
export function rememberSeen(table: string, viewer: string, log: Played[]): void {
  const mine = isOf(table, viewer)
  const lines = log.map(({ entry: { seat, action }, facts, time }) => ({ entry: { seat, action, outcomes: [] }, ...(facts ? { facts } : {}), ...(time ? { time } : {}) }))
  keep('seen', [{ table, viewer, lines }, ...all().filter((one) => !mine(one))].slice(0, MOST))
}
