/** A game to look back on: its moves, and the table after each of them. */
import { loadDeck, sorted, type Deck, type Sent } from '../state/deck'
import type { Entry, GameName, Info, Progress, View } from '../state/types'
import { request } from '../net/api'
import { tokenOf } from '../net/seats'
import { automatonName, namesOf } from '../table/names'

export type Viewer = number | 'all' | null
export type Result = { points: number[]; winners: number[] }
/** The table at one moment. */
export type Moment = { view: View; progress: Progress }
export type Replay = {
  game: GameName
  names: string[]
  players: number
  entries: Entry[]
  result: Result | null
  deck: Deck
  /** Whether a position of it can be analysed: the game is over, with the printed cards. */
  analysable: boolean
  /** The whole record as text, if it may be had: it can be seen by anybody. */
  record: string | null
  /** As whom one may look. */
  viewers: Viewer[]
  /** The seats of this device. */
  own: number[]
  moment: (step: number, viewer: Viewer) => Promise<Moment>
}
type ReplayPack = {
  game: GameName
  players: string[]
  options: Info['options']
  deck: Sent | null
  result: Result | null
  entries: Entry[]
  first: number
  views: View[]
  progress: Progress[]
}
type RecordData = { actions: Entry[]; options: Record<string, unknown> }
type State = { seat: number | null; info: Info; entries: Entry[] }

const PACK = 40 // views asked for at once

const automaton = (game: GameName, options: Record<string, unknown>): string[] =>
  options.solo
    ? [automatonName(game === 'board' ? 'ADAM' : options.opponent === 'carl2' ? 'CARL 2.0' : 'CARL')]
    : []

/** A record that somebody has: everything can be seen. */
export async function ofRecord(record: string): Promise<Replay> {
  const packs = new Map<string, Promise<ReplayPack>>()
  const pack = (number: number, viewer: Viewer): Promise<ReplayPack> => {
    const key = `${viewer} ${number}`
    const found =
      packs.get(key) ??
      request<ReplayPack>('/replay', {
        record,
        seat: viewer,
        first: number * PACK,
        last: number * PACK + PACK - 1,
      })
    packs.set(key, found)
    found.catch(() => packs.delete(key))
    return found
  }
  const first = await pack(0, 'all')
  const deck = first.deck ? sorted(first.game, first.deck) : await loadDeck({ game: first.game })
  return {
    game: first.game,
    names: [...first.players, ...automaton(first.game, first.options)],
    players: first.players.length,
    entries: first.entries,
    result: first.result,
    deck,
    analysable: !first.deck,
    record,
    viewers: ['all', ...first.players.map((_, i) => i + 1), null],
    own: [],
    moment: async (step, viewer) => {
      const part = await pack(Math.floor(step / PACK), viewer)
      const place = step - part.first
      return { view: part.views[place]!, progress: part.progress[place]! }
    },
  }
}

/** A table of this server: all of it once the game is over, before that what one's own seats saw. */
export async function ofTable(table: string): Promise<Replay> {
  const token = tokenOf(table) ?? undefined
  const states = await request<State[]>(`/tables/${table}`, undefined, token)
  const info = states[0]!.info
  const own = states.map((state) => state.seat)
  const seats = own.filter((seat) => seat !== null)
  const at = (path: string, viewer: Viewer) =>
    request<never>(
      `/tables/${table}/${path}${viewer === null ? '' : `${path.includes('?') ? '&' : '?'}seat=${viewer}`}`,
      undefined,
      token,
    )
  const record = (await at('record', own[0]!)) as RecordData
  const entries = states[0]!.entries.length === record.actions.length ? states[0]!.entries : record.actions // with the steps of automata
  if (info.status === 'over')
    return { ...(await ofRecord(JSON.stringify(record))), names: namesOf(info), own: seats }
  const moments = new Map<string, Promise<Moment>>()
  return {
    game: info.game,
    names: namesOf(info),
    players: Number(record.options.players ?? 1),
    entries,
    result: null,
    deck: await loadDeck(info),
    analysable: false,
    record: null,
    viewers: own,
    own: seats,
    moment: (step, viewer) => {
      const key = `${viewer} ${step}`
      const found = moments.get(key) ?? (at(`replay?step=${step}`, viewer) as Promise<Moment>)
      moments.set(key, found)
      found.catch(() => moments.delete(key))
      return found
    },
  }
}

/** The last step up to this one that says something (`told` has each step's words); the set-up is step 0. */
export function lastTold(told: readonly unknown[], step: number): number {
  let at = step
  while (at > 0 && !told[at - 1]) at -= 1
  return at
}
/** The first step behind this one that says something, or the end. */
export function nextTold(told: readonly unknown[], step: number): number {
  const next = told.findIndex((words, i) => i >= step && words)
  return next < 0 ? told.length : next + 1
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

/**
 * What a link says: `?step=12&seat=1&review`, `&practice=3` for a mistake of the set that is practised. Whatever cannot
 * be read is left out.
 */
export function readLink(search: string): {
  step: number | null
  viewer: Viewer | undefined
  review: boolean
  practice: number | null
} {
  const asked = new URLSearchParams(search)
  const step = asked.get('step') ?? ''
  const seat = asked.get('seat') ?? ''
  const practice = asked.get('practice') ?? ''
  return {
    step: /^\d{1,5}$/.test(step) ? Number(step) : null,
    viewer: /^[1-4]$/.test(seat) ? Number(seat) : seat === 'all' ? 'all' : seat === 'none' ? null : undefined,
    review: asked.has('review'),
    practice: /^\d{1,4}$/.test(practice) ? Number(practice) : null,
  }
}
export const writeLink = (
  step: number,
  viewer: Viewer,
  review = false,
  practice: number | null = null,
): string =>
  `?step=${step}&seat=${viewer ?? 'none'}${review ? '&review' : ''}${practice === null ? '' : `&practice=${practice}`}`
