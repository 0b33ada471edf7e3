/** How a game ended, ready to be shown: the best first, each with its coatls and cards. */
import { isBoard } from '../log/facts'
import type { Info, View } from '../live/types'

export type CoatlResult = { pieces: string; cards: { card: string; level?: number; points?: number }[]; points: number | null; closed: boolean }
export type Standing = { seat: number; name: string; points: number; place: number; won: boolean; coatls: CoatlResult[]; extra: number }

export function standings(info: Info, view: View, names: string[], worth: number[] = []): Standing[] {
  const points = info.result?.points as number[] | undefined
  if (!points || !info.result) return []
  const { winners } = info.result
  const seats = points.map((sum, i) => {
    const coatls = coatlsOf(view, i, worth)
    const shown = coatls.reduce((all, coatl) => all + (coatl.points ?? 0), 0)
    return { seat: i + 1, name: names[i] ?? '', points: sum, won: winners.includes(i + 1), coatls, extra: isBoard(view) ? sum - shown : 0 }
  })
  seats.sort((a, b) => Number(b.won) - Number(a.won) || b.points - a.points)
  return seats.map((one) => ({ ...one, place: one.won ? 1 : 1 + seats.filter((other) => other.won || other.points > one.points).length }))
}

/** The coatls of a player; an automaton of the board game has none, its played cards stand instead. */
function coatlsOf(view: View, i: number, worth: number[]): CoatlResult[] {
  if (!isBoard(view)) {
    const player = view.players[i]!
    return [{ pieces: player.coatl, closed: true, points: null, cards: player.prophecies.map((card, j) => ({ card, level: player.levels[j]!, points: worth[player.levels[j]!] })) }]
  }
  const player = view.players[i]
  if (!player) return [{ pieces: '', closed: true, points: null, cards: Object.entries(view.adam?.pile ?? {}).flatMap(([card, count]) => Array<{ card: string }>(count).fill({ card })) }]
  return player.coatls.map((coatl) => ({ pieces: coatl.pieces, closed: coatl.closed, points: coatl.closed ? coatl.points : 0, cards: [...coatl.cards, ...(coatl.temple ? [coatl.temple] : [])].map((card) => ({ card })) }))
}
