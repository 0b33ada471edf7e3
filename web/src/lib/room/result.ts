/** How a game ended, ready to be shown: the best first, each with what brought its points (docs/server.md, Points). */
import type { Info } from '../live/types'

export type CardPoints = { times: number; level: number; points: number; where: [number, number][]; goals: { goal: string; met: boolean; words: string }[]; why: string }
export type Scored = { coatl: string; closed: boolean; total: number; cards: Record<string, CardPoints>; notes: string[] }
export type Report = { points: number; coatls: Scored[]; consolation: number; pile: Record<string, { count: number; points: number }> }
export type Standing = Report & { seat: number; name: string; place: number; won: boolean }

export function standings({ result }: Pick<Info, 'result'>, names: string[]): Standing[] {
  if (!result) return []
  const rows = (result.seats as Report[]).map((report, i) => ({ ...report, seat: i + 1, name: names[i] ?? '', won: result.winners.includes(i + 1) }))
  rows.sort((a, b) => Number(b.won) - Number(a.won) || b.points - a.points)
  return rows.map((row) => ({ ...row, place: row.won ? 1 : 1 + rows.filter((other) => other.won || other.points > row.points).length }))
}
