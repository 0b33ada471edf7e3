/** The cards of a game, by their names. */
import { request } from '../net/api'
import { tokenOf } from '../net/seats'
import type { components } from '../net/schema.gen'
import type { GameName } from './types'

type Schemas = components['schemas']

export type Prophecy = {
  id: string
  colour: string
  kind: 'sequence' | 'count' | 'multiset'
  pattern: string
  levels: Record<string, number>
  copies?: number
  set?: string
}
export type Temple = { id: string; goals: string[]; points: number[]; set?: string }
export type Deck = {
  game: GameName
  prophecies: Record<string, Prophecy>
  temples: Record<string, Temple>
  /** How many prophecies are kept in the set-up of the board game. */
  keeps?: { people: number; solo: number }
  /** How many coatls a player of the board game may have. */
  coatls?: number
  /** What only the card game has. */
  data: Partial<CardDeck>
}
type CardDeck = Schemas['CardDeck']
export type Sent = Schemas['BoardDeck'] | CardDeck
const isCardDeck = (sent: Sent): sent is CardDeck => 'feather' in sent
const named = <One extends { id: string }>(all: One[]) => Object.fromEntries(all.map((one) => [one.id, one]))

const kept = new Map<string, Promise<Deck>>()

/** The printed cards of a game, or those of a table that brought its own: there perhaps only who plays may look. */
export function loadDeck(wanted: { game: GameName; id?: string; own_deck?: boolean }): Promise<Deck> {
  const table = wanted.own_deck ? wanted.id : undefined
  const path = table ? `/tables/${table}/cards` : `/cards/${wanted.game}`
  const found =
    kept.get(path) ??
    request<Sent>(path, undefined, (table && tokenOf(table)) || undefined).then((sent) =>
      sorted(wanted.game, sent),
    )
  kept.set(path, found)
  found.catch(() => kept.delete(path))
  return found
}

export function sorted(game: GameName, sent: Sent): Deck {
  if (!isCardDeck(sent)) {
    const people = sent.player.kept_prophecies
    return {
      game,
      prophecies: named(sent.prophecy),
      temples: named(sent.temple),
      keeps: { people, solo: sent.adam?.human_kept ?? people },
      coatls: sent.player.coatls,
      data: {},
    }
  }
  const levels = Object.fromEntries(
    sent.levels.points.map((points, level) => [level, points] as const).slice(1),
  )
  const { points } = sent.temple_points
  return {
    game,
    prophecies: named(sent.prophecy.map((one) => ({ ...one, kind: 'sequence' as const, levels }))),
    temples: named(sent.temple.map((one) => ({ ...one, points }))),
    data: sent,
  }
}
