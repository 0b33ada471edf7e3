/** The lines of the log, with what was taken back left out. */
import type { Effects, Entry, Played } from './types'

type EntryFacts = Entry & { by?: string }
const BESIDE = new Set(['seat', 'action', 'outcomes', 'steps', 'by']) // fields that are no effects

/** A line of the log from an entry and what the server says of it, there or beside it. */
export function lineOf(entry: Entry, facts: Partial<EntryFacts>): Played {
  const { steps, by } = facts
  const effects: Effects = Object.fromEntries(Object.entries(facts).filter(([name]) => !BESIDE.has(name)))
  return { entry, effects, ...(steps ? { steps } : {}), ...(by ? { by } : {}) }
}

/** The log from the entries that the server tells; the times that are known are kept for the same lines. */
export function logFrom(entries: EntryFacts[], before: Played[]): Played[] {
  let lines: Played[] = []
  for (const entry of entries) {
    if (entry.action === 'undo') lines = withUndo(lines, entry.seat) ?? lines
    else lines.push(lineOf(entry, entry))
  }
  return lines.map((line, i) => (isSame(line, before[i]) ? { ...before[i]!, ...line } : line))
}

const isSame = (one: Played, other: Played | undefined) =>
  one.entry.seat === other?.entry.seat && one.entry.action === other.entry.action

/** The log after a seat took its last step back; null if there is none. */
export function withUndo(log: Played[], seat: number): Played[] | null {
  const last = log.map((one) => one.entry.seat).lastIndexOf(seat)
  return last < 0 ? null : log.filter((_, i) => i !== last)
}

/** What others have taken from a seat since it played last: it must not go unseen among all that they did. */
export function theftsFrom(seat: number, log: readonly Played[]): Played[] {
  const last = log.map(({ entry }) => entry.seat).lastIndexOf(seat)
  return log
    .slice(last + 1)
    .filter(({ effects }) => effects?.victim === seat)
    .map(({ entry }) => ({ entry, effects: { victim: seat } })) // on which level it lies now is seen there
}
