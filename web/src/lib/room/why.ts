/** What is asked of the server to explain the coatls of a view (docs/server.md, `POST /api/score/GAME`). */
import { isBoard } from '../log/facts'
import type { View } from '../live/types'

export type Asked = { coatl: string; cards: string[]; levels?: Record<string, number> }

export function questions(view: View): { seat: number; asked: Asked[] }[] {
  if (isBoard(view)) return view.players.map((player, i) => ({ seat: i + 1, asked: player.coatls.map((one) => ({ coatl: one.pieces, cards: [...one.cards, ...(one.temple ? [one.temple] : [])] })) }))
  return view.players.map((player, i) => ({
    seat: i + 1,
    asked: player.coatl ? [{ coatl: player.coatl, cards: [...player.prophecies, ...(view.temple ? [view.temple] : [])], levels: Object.fromEntries(player.prophecies.map((card, j) => [card, player.levels[j]!])) }] : [],
  }))
}
