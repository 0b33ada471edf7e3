/** What a seat has before it at one moment of a game, as a position to analyse. */
import type { BoardView, PlayerView as BoardPlayer } from '../board/types'
import type { CardView, PlayerView as CardPlayer } from '../card/types'
import { seatingFrom } from '../card/seating'
import { isBoard, type View } from '../state/types'
import { MOST, nothing, type BoardPosition, type CardPosition, type Position } from './position'

/** The position of a seat; null if there is nothing to decide any more, or its hand is hidden. */
export function positionOf(view: View, seat: number): Position | null {
  const player = view.players[seat - 1]
  if (!player || view.pending === 'over' || player.hand.includes('?')) return null
  return isBoard(view)
    ? { ...nothing(), game: 'board', board: ofBoard(view, view.players[seat - 1]!) }
    : { ...nothing(), game: 'card', card: ofCard(view, view.players[seat - 1]!, seat) }
}

function ofBoard({ temples }: BoardView, player: BoardPlayer): BoardPosition {
  const bodies = [...player.bodies].filter((colour) => colour !== '*') // gold is never built with (RULES 4.6)
  const tops = temples.filter((card): card is string => !!card)
  return {
    pieces: [
      ...[...player.heads].map((head) => `(${head}`),
      ...bodies,
      ...[...player.tails].map((tail) => `${tail})`),
    ],
    coatls: player.coatls
      .filter((coatl) => !coatl.closed)
      .map(({ pieces, cards }) => ({ pieces, cards: [...cards] })),
    cards: [...player.hand],
    temples: [...player.temples, ...tops].slice(0, MOST.temples),
  }
}

function ofCard(view: CardView, player: CardPlayer, seat: number): CardPosition {
  const held = (one: CardPlayer, most = 3) =>
    one.prophecies.flatMap((card, i) => (one.levels[i]! <= most ? [`${card}:${one.levels[i]}`] : []))
  const neighbours = seatingFrom(seat, view.players.length).neighbours
  const unprotected = 2 // the highest level that can be stolen (RULES 5.2)
  return {
    coatl: player.coatl,
    hand: [...player.hand],
    own: held(player),
    middle: view.middle.filter((card): card is string => !!card),
    theirs: neighbours.flatMap((other) => held(view.players[other - 1]!, unprotected)),
    temple: view.temple,
    second: view.seat === seat && view.plays === 1,
  }
}
