/** What is asked of the server to explain the coatls of a view (docs/server.md, `POST /api/score/GAME`), and what needs no asking. */
import type { Deck } from '../state/deck'
import { isBoard } from '../state/types'
import type { View } from '../state/types'
import type { CardPoints, Scored } from './result'

export type Asked = { coatl: string; cards: string[]; levels?: Record<string, number> }
/** `own`: cards that count without a coatl, as an automaton has them. */
export type Explained = { seat: number; asked: Asked[]; own?: Scored }

const cardPoints = (points: number, level: number, times: number): CardPoints => ({
  points,
  level,
  times,
  where: [],
  next: null,
  goals: [],
  why: '',
  kind: '',
  pattern: '',
})
const without = (cards: Record<string, CardPoints>): Scored => ({
  coatl: '',
  closed: true,
  total: Object.values(cards).reduce((sum, card) => sum + card.points, 0),
  cards,
  notes: [],
})

/** The automaton of the board game scores each card that it has played at its highest level (RULES 4.5). */
function pileOf(pile: Record<string, number>, deck: Deck): Scored {
  const worth = (card: string) => Math.max(0, ...Object.values(deck.prophecies[card]?.levels ?? {}))
  return without(
    Object.fromEntries(Object.entries(pile).map(([card, n]) => [card, cardPoints(n * worth(card), 0, n)])),
  )
}

export function scoreRequests(view: View, deck: Deck): Explained[] {
  if (isBoard(view))
    return [
      ...view.players.map((player, i) => ({
        seat: i + 1,
        asked: player.coatls.map((one) => ({
          coatl: one.pieces,
          cards: [...one.cards, ...(one.temple ? [one.temple] : [])],
        })),
      })),
      ...(view.adam ? [{ seat: 2, asked: [], own: pileOf(view.adam.pile, deck) }] : []),
    ]
  return view.players.map((player, i) => {
    const levels = Object.fromEntries(player.prophecies.map((card, j) => [card, player.levels[j]!]))
    if (player.coatl) {
      const cards = [...player.prophecies, ...(view.temple ? [view.temple] : [])]
      return { seat: i + 1, asked: [{ coatl: player.coatl, cards, levels }] }
    }
    const worth = (card: string) => deck.prophecies[card]?.levels[levels[card]!] ?? 0
    const cards = player.prophecies.map((card) => [card, cardPoints(worth(card), levels[card]!, 0)])
    return { seat: i + 1, asked: [], own: without(Object.fromEntries(cards)) }
  })
}
