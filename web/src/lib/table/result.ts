/** How a game ended, ready to be shown: the best first, each with what brought its points (docs/server.md, Points). */
import type { Info } from '../state/types'

type Result = NonNullable<Info['result']>
export type Report = Result['seats'][number]
export type Scored = Report['coatls'][number]
export type CardPoints = Scored['cards'][string]
export type Standing = Report & { seat: number; name: string; place: number; won: boolean }

export function standings(
  { result }: { result: Pick<Result, 'winners' | 'seats'> | null },
  names: string[],
): Standing[] {
  if (!result) return []
  const rows = result.seats.map((report, i) => ({
    ...report,
    seat: i + 1,
    name: names[i] ?? '',
    won: result.winners.includes(i + 1),
  }))
  rows.sort((a, b) => Number(b.won) - Number(a.won) || b.points - a.points)
  return rows.map((row) => ({
    ...row,
    place: row.won ? 1 : 1 + rows.filter((other) => other.won || other.points > row.points).length,
  }))
}
