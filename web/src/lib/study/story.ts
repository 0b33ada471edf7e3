/** A game to look back on: its moves, and the table after each of them. */
import { shelf, sorted, type Deck, type Sent } from '../live/deck'
import type { Entry, GameName, Info, View } from '../live/types'
import { request } from '../net/api'
import { tokenOf } from '../net/seats'
import { automatonName, namesOf } from '../room/names'

export type Eyes = number | 'all' | null
export type Result = { points: number[]; winners: number[] }
export type Story = {
  game: GameName; names: string[]; players: number; entries: Entry[]; result: Result | null; deck: Deck
  /** The whole record as text, if it may be had: it can be seen with anybody's eyes. */
  record: string | null
  /** With whose eyes one may look. */
  eyes: Eyes[]
  view: (step: number, eyes: Eyes) => Promise<View>
}
type Told = { game: GameName; players: string[]; options: Record<string, unknown>; deck: Sent | null; result: Result | null; entries: Entry[]; first: number; views: View[] }
type RecordData = { actions: Entry[]; options: Record<string, unknown> }
type State = { seat: number | null; info: Info; entries: Entry[] }

const PACK = 40 // views asked for at once

const automaton = (game: GameName, options: Record<string, unknown>): string[] =>
  options.solo ? [automatonName(game === 'board' ? 'ADAM' : options.opponent === 'carl2' ? 'CARL 2.0' : 'CARL')] : []

/** A record that somebody has: everything can be seen. */
export async function ofRecord(record: string): Promise<Story> {
  const packs = new Map<string, Promise<Told>>()
  const pack = (number: number, eyes: Eyes): Promise<Told> => {
    const key = `${eyes} ${number}`
    const found = packs.get(key) ?? request<Told>('/replay', { record, seat: eyes, first: number * PACK, last: number * PACK + PACK - 1 })
    packs.set(key, found)
    found.catch(() => packs.delete(key))
    return found
  }
  const told = await pack(0, 'all')
  const deck = told.deck ? sorted(told.game, told.deck) : await shelf({ game: told.game })
  return {
    game: told.game, names: [...told.players, ...automaton(told.game, told.options)], players: told.players.length, entries: told.entries, result: told.result, deck, record,
    eyes: ['all', ...told.players.map((_, i) => i + 1), null],
    view: async (step, eyes) => {
      const part = await pack(Math.floor(step / PACK), eyes)
      return part.views[step - part.first]!
    },
  }
}

/** A table of this server: all of it once the game is over, before that what one's own seats saw. */
export async function ofTable(table: string): Promise<Story> {
  const token = tokenOf(table) ?? undefined
  const states = await request<State[]>(`/tables/${table}`, undefined, token)
  const info = states[0]!.info, own = states.map((state) => state.seat)
  const at = (path: string, eyes: Eyes) => request<never>(`/tables/${table}/${path}${eyes === null ? '' : `${path.includes('?') ? '&' : '?'}seat=${eyes}`}`, undefined, token)
  const record = await at('record', own[0]!) as RecordData
  const told = states[0]!.entries.length === record.actions.length ? states[0]!.entries : record.actions // with the steps of automata
  if (info.status === 'over') return { ...(await ofRecord(JSON.stringify(record))), names: namesOf(info) }
  const views = new Map<string, Promise<{ view: View }>>()
  return {
    game: info.game, names: namesOf(info), players: Number(record.options.players ?? 1), entries: told, result: null, deck: await shelf(info), record: null, eyes: own,
    view: async (step, eyes) => {
      const key = `${eyes} ${step}`
      const found = views.get(key) ?? (at(`replay?step=${step}`, eyes) as Promise<{ view: View }>)
      views.set(key, found)
      found.catch(() => views.delete(key))
      return (await found).view
    },
  }
}

/** The step at which the turn of a step begins; the set-up is step 0. Moves of one seat in a row are a turn. */
export function turnStart(entries: Entry[], step: number): number {
  let start = step
  while (start > 1 && entries[start - 2]?.seat === entries[start - 1]?.seat) start -= 1
  return start
}
export const previousTurn = (entries: Entry[], step: number): number => {
  const start = turnStart(entries, step)
  return start < step ? start : turnStart(entries, Math.max(0, step - 1))
}
export const nextTurn = (entries: Entry[], step: number): number => {
  let next = step + 1
  while (next < entries.length && next > 1 && entries[next - 1]?.seat === entries[step - 1]?.seat) next += 1
  return Math.min(entries.length, next)
}

/** Moves in a row of one seat, for the list: `[first step, last step]`. */
export function turnsOf(entries: Entry[]): { seat: number; steps: number[] }[] {
  const turns: { seat: number; steps: number[] }[] = []
  entries.forEach((entry, i) => {
    if (turns.at(-1)?.seat === entry.seat) turns.at(-1)!.steps.push(i + 1)
    else turns.push({ seat: entry.seat, steps: [i + 1] })
  })
  return turns
}

/** What a link says: `?step=12&seat=1`. Whatever cannot be read is left out. */
export function readLink(search: string): { step: number | null; eyes: Eyes | undefined } {
  const asked = new URLSearchParams(search)
  const step = asked.get('step') ?? '', seat = asked.get('seat') ?? ''
  return { step: /^\d{1,5}$/.test(step) ? Number(step) : null, eyes: /^[1-4]$/.test(seat) ? Number(seat) : seat === 'all' ? 'all' : seat === 'none' ? null : undefined }
}
export const writeLink = (step: number, eyes: Eyes): string => `?step=${step}&seat=${eyes ?? 'none'}`
