/** A legal action as a gesture: what is picked up where, and where it is put down. Places are words with slashes (places.ts). */
import type { Part } from '../art/pieces'
import { piecesOf, readAction, type Action } from '../notation'
import type { BoardView } from './types'

export type Move = {
  action: string
  kind: string // the first word of the action
  from: string
  to: string
  direct: boolean // one press says it all; there is no place to choose
  token: boolean // gives up a sacrifice token, so it is asked again
  part?: Part
}
type Spot = Pick<Move, 'from' | 'to'> & Partial<Move>
type Gesture = (action: Action, seat: number, coatl: number | null) => Spot

const part = (action: Action): Part => piecesOf(action)[0]!
const inHand = (action: Action, seat: number) => `piece/${seat}/${action.piece}/${action.colours}`

const GESTURES: Record<string, Gesture> = {
  keep: ({ card }, seat) => ({ from: `card/${seat}/${card}`, to: `kept/${seat}`, direct: true }),
  take: ({ place, number }, seat) => ({ from: `cell/${place}${number}`, to: `board/${seat}`, direct: true }),
  choose: ({ place, number }, seat) => ({
    from: place === 'deck' ? 'deck' : `row/${number}`,
    to: `hand/${seat}`,
    direct: true,
  }),
  start: (action, seat) => ({ part: part(action), from: inHand(action, seat), to: `coatl/${seat}/new` }),
  extend: (action, seat) => ({
    part: part(action),
    from: inHand(action, seat),
    to: `coatl/${seat}/${action.coatl}/${action.side}`,
  }),
  fulfil: ({ card, coatl }, seat) => ({ from: `card/${seat}/${card}`, to: `coatl/${seat}/${coatl}` }),
  temple: ({ card, number }, seat, coatl) => {
    const to = `coatl/${seat}/${coatl}`
    return card ? { from: `temple/${seat}/${card}`, to } : { from: `pile/${number}`, to, direct: true }
  },
  pick: (_, seat) => ({ from: `token/${seat}/pick`, to: `board/${seat}`, token: true }),
  future: (_, seat) => ({ from: `token/${seat}/future`, to: 'row', direct: true, token: true }),
  discard: ({ card }, seat) => ({ from: `card/${seat}/${card}`, to: 'discards', direct: true }),
  priest: ({ number }, seat) => ({ from: `pile/${number}`, to: `hand/${seat}`, direct: true, token: true }),
  steal: (action, seat) => ({ from: `piece/${seat}/body/*`, to: `board/${action.seat}` }),
}

/** The gesture of an action of a seat; null for those that have no place: done, pass, adam. */
export function moveOf(text: string, seat: number, coatl: number | null = null): Move | null {
  const action = readAction('board', text)
  const spot = GESTURES[action.verb]?.(action, seat, coatl)
  return spot ? { action: text, kind: action.verb, direct: false, token: false, ...spot } : null
}

/** All gestures that are open; the priest's token can be pressed too, and then one of the piles. */
export function movesOf(view: Pick<BoardView, 'legal' | 'coatl'>, seat: number): Move[] {
  const moves = view.legal.flatMap((action) => moveOf(action, seat, view.coatl) ?? [])
  const priests = moves
    .filter((move) => move.kind === 'priest')
    .map((move) => ({ ...move, from: `token/${seat}/priest`, to: move.from, direct: false }))
  return [...moves, ...priests]
}
