/** The lines of the log, with what was taken back left out. */
import type { Entry, Played } from './types'

type Told = Entry & { steps?: Played['steps']; by?: string }

/** The log from the entries that the server tells; what was seen before (facts, times) is kept for the same lines. */
export function logFrom(entries: Told[], before: Played[]): Played[] {
  let lines: Played[] = []
  for (const { steps, by, what, ...entry } of entries) {
    if (entry.action === 'undo') lines = withUndo(lines, entry.seat) ?? lines
    else lines.push({ entry, ...(steps ? { steps } : {}), ...(by ? { by } : {}), ...(what ? { what } : {}) })
  }
  return lines.map((line, i) => (isSame(line, before[i]) ? { ...before[i]!, ...line } : line))
}

const isSame = (one: Played, other: Played | undefined) => one.entry.seat === other?.entry.seat && one.entry.action === other.entry.action

/** The log after a seat took its last step back; null if there is none. */
export function withUndo(log: Played[], seat: number): Played[] | null {
  const last = log.map((one) => one.entry.seat).lastIndexOf(seat)
  return last < 0 ? null : log.filter((_, i) => i !== last)
}
