/**
 * When each part of an automaton's turn is shown: steps in, a timeline out; it knows no clock and no page.
 * A beat is what is shown at once: first its places light up and its words are there, then the table changes.
 */
import type { Step } from '../state/types'

/** `at`: when it begins; `change`: when the table looks as after its steps; both in milliseconds from the start. */
export type Beat = { steps: Step[]; at: number; change: number; length: number }
export type Timeline = { beats: Beat[]; end: number }

export const LONGEST = 6000 // milliseconds for a whole turn, unless somebody asks for a calmer pace
const REFILL = 450 // what the turn leaves open is filled again
const LIT = 0.45 // of a beat, before anything moves
const USUAL = 800
/** How long a beat is, by its first step: as long as its words and its way need. */
const LENGTHS: Record<string, number> = {
  missed: 700,
  found: 1100,
  played: 1400,
  drew: 850,
  stolen: 1000,
  skipped: 600,
}
/** Steps that belong to the beat before: the pieces of a played card, all that one cell gives. */
const FOLLOWS: Record<string, string[]> = {
  moved: ['played', 'moved', 'spent'],
  spent: ['played', 'moved', 'spent'],
  placed: ['placed', 'wasted'],
  wasted: ['placed', 'wasted'],
  drew: ['drew'],
  skipped: ['skipped'],
}

/** Steps that are shown at once. */
export function grouped(steps: readonly Step[]): Step[][] {
  const groups: Step[][] = []
  for (const step of steps) {
    const before = groups.at(-1)
    if (before && FOLLOWS[step.kind]?.includes(before.at(-1)!.kind)) before.push(step)
    else groups.push([step])
  }
  return groups
}

/** The timeline of a turn; `pace` stretches it (2 is half as fast), and a turn that is too long is shown faster. */
export function timeline(steps: readonly Step[], pace = 1): Timeline {
  const groups = grouped(steps)
  const lengths = groups.map(([first]) => LENGTHS[first!.kind] ?? USUAL)
  const whole = lengths.reduce((sum, length) => sum + length, REFILL)
  const factor = pace * Math.min(1, LONGEST / whole)
  let at = 0
  const beats = groups.map((steps, i) => {
    const length = lengths[i]! * factor
    const beat = { steps, at, change: at + length * LIT, length }
    at += length
    return beat
  })
  return { beats, end: at + REFILL * factor }
}
