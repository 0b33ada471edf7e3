/** The cards of a game, by their names. */
import { request } from '../net/api'
import { tokenOf } from '../net/seats'
import type { GameName } from './types'

export type Prophecy = { id: string; colour: string; kind: 'sequence' | 'count' | 'multiset'; pattern: string; levels: Record<string, number>; copies?: number; set?: string }
export type Temple = { id: string; goals: string[]; points: number[]; set?: string }
export type Deck = { game: GameName; prophecies: Record<string, Prophecy>; temples: Record<string, Temple>; data: Record<string, never> }
export type Sent = { prophecy: Prophecy[]; temple: Temple[]; levels?: { points: number[] }; temple_points?: { points: number[] } }

const kept = new Map<string, Promise<Deck>>()

/** The printed cards of a game, or those of a table that brought its own: there perhaps only who plays may look. */
export function shelf(wanted: { game: GameName; id?: string; own_deck?: boolean }): Promise<Deck> {
  const table = wanted.own_deck ? wanted.id : undefined
  const path = table ? `/tables/${table}/cards` : `/cards/${wanted.game}`
  const found = kept.get(path) ?? request<Sent>(path, undefined, (table && tokenOf(table)) || undefined).then((sent) => sorted(wanted.game, sent))
  kept.set(path, found)
  found.catch(() => kept.delete(path))
  return found
}

export function sorted(game: GameName, sent: Sent): Deck {
  const levels = sent.levels ? Object.fromEntries(sent.levels.points.map((points, level) => [level, points]).slice(1)) : {}
  const named = <One extends { id: string }>(all: One[]) => Object.fromEntries(all.map((one) => [one.id, one]))
  return {
    game,
    prophecies: named(sent.prophecy.map((one) => ({ ...one, kind: one.kind ?? ('sequence' as const), levels: one.levels ?? levels }))),
    temples: named(sent.temple.map((one) => ({ ...one, points: one.points ?? sent.temple_points?.points ?? [] }))),
    data: sent as never,
  }
}
