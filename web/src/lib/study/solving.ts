/** What the solver tells (docs/server.md). */
export type Solution = {
  points: number; steps: string[]; unique: boolean
  coatls: { number: number; was: string; coatl: string; laid: string[]; cards: string[]; temple: string | null; points: number; reasons: Record<string, string> }[]
  alternatives: { points: number; steps: string[]; coatls: string[] }[]
}
export type Turn = {
  points: number; before: number; final: boolean; steps: { action: string; reasons: string[] }[]
  reveals: Record<string, { chance: number; points: number }>; alternatives: Turn[]
}
export type Help = { action: string; what: string; points: number; promise: number; steps: string[] }
export type Standing = { times: number; level: number; points: number; where: [number, number][]; why: string }
export type Scored = { coatl: string; total: number; cards: Record<string, Standing>; notes: string[] }

/** The pieces, from 1, that count for a card. */
export const counted = (standing: Standing | undefined): Set<number> =>
  new Set((standing?.where ?? []).flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => from + i)))
