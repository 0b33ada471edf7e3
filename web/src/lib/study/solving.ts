/** What the solver tells (docs/server.md). */
import type { CardPoints, Scored } from '../room/result'
import type { Change } from '../room/hints'

export type Solution = {
  points: number; steps: string[]; unique: boolean
  coatls: { number: number; was: string; coatl: string; laid: string[]; cards: string[]; temple: string | null; points: number; scored: Scored }[]
  alternatives: { points: number; steps: string[]; coatls: string[] }[]
}
export type Turn = {
  points: number; before: number; final: boolean; steps: { action: string; changes?: Change[] }[]
  reveals: Record<string, { chance: number; points: number }>; alternatives: Turn[]
}
export type Help = { action: string; what: string; points: number; promise: number; steps: string[] }

/** The pieces, from 1, that count for a card. */
export const counted = (standing: CardPoints | undefined): Set<number> =>
  new Set((standing?.where ?? []).flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => from + i)))
