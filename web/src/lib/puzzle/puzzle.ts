/** Puzzles: which one, and what this device remembers of them. */
import { store, stored } from '../storage'
import type { components } from '../net/schema.gen'
import type { GameName } from '../state/types'

type Schemas = components['schemas']
type Answered = 'best' | 'solved' | 'hint' | 'solution'

export const LEVELS = ['easy', 'medium', 'hard'] as const
export type Level = (typeof LEVELS)[number]
export const GAMES = ['board', 'card'] as const
export type Which = { game: GameName; level: Level; seed: string }
export type Hint = Schemas['PuzzleHint']
/** Fields that are not there belong to other questions. */
export type PuzzleState = Omit<Schemas['PuzzleState'], Answered> &
  Partial<Pick<Schemas['PuzzleState'], Answered>>
export type Memory = { steps: string[]; solved: boolean; shown: boolean; hints: number }

const MOST = 60 // puzzles remembered
const SEED = /^[0-9A-Za-z-]{1,40}$/
/** Puzzles of the board game have the names that they had when there were no others. */
const nameOf = ({ game, level, seed }: Which) => `${game === 'board' ? '' : `${game}/`}${level}/${seed}`
export const pathOf = ({ game, level, seed }: Which): string => `/puzzles/${level}/${seed}?game=${game}`

/** The puzzle of the day has the day as its seed, as it is here. */
export const today = (now = new Date()): string =>
  `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, '0')}-${String(now.getDate()).padStart(2, '0')}`
export function dayOf(seed: string): Date | null {
  const day = new Date(`${seed}T12:00`)
  return today(day) === seed ? day : null
}

export function readLink(search: string, level: Level = 'medium', game: GameName = 'board'): Which {
  const said = new URLSearchParams(search)
  const asked = said.get('level') as Level
  const played = said.get('game') as GameName
  const seed = said.get('seed') ?? ''
  return {
    game: GAMES.includes(played) ? played : seed ? 'board' : game, // links of before name no game
    level: LEVELS.includes(asked) ? asked : level,
    seed: SEED.test(seed) ? seed : today(),
  }
}
export const writeLink = ({ game, level, seed }: Which): string => `?game=${game}&level=${level}&seed=${seed}`
export const fresh = (): string =>
  [...crypto.getRandomValues(new Uint8Array(3))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

export const remembered = (which: Which): Memory =>
  stored<Record<string, Memory>>('puzzles', {})[nameOf(which)] ?? {
    steps: [],
    solved: false,
    shown: false,
    hints: 0,
  }
export function remember(which: Which, memory: Memory): void {
  const { [nameOf(which)]: _, ...others } = stored<Record<string, Memory>>('puzzles', {})
  store('puzzles', Object.fromEntries([...Object.entries(others), [nameOf(which), memory]].slice(-MOST)))
}
/** How many were solved without looking at the solution. */
export const solvedCount = (): number =>
  Object.values(stored<Record<string, Memory>>('puzzles', {})).filter((one) => one.solved && !one.shown)
    .length

/** Puzzles solved one after the other without giving up, and the most that there were. */
export type Streak = { now: number; best: number }
export const streak = (): Streak => stored<Streak>('puzzles.streak', { now: 0, best: 0 })
export function noteStreak(solved: boolean): void {
  const { now, best } = streak()
  const next = solved ? now + 1 : 0
  store('puzzles.streak', { now: next, best: Math.max(best, next) })
}
