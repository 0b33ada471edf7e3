/** A legal action as a gesture: what is picked up where, and where it is put down. Places are words with slashes (places.ts). */
import type { Kind, Part, Shade } from '../art/pieces'
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
type Reader = (words: string[], seat: number, coatl: number | null) => Spot

const SIDES: Record<string, { end: string; kind: Kind }> = {
  left: { end: 'left', kind: 'body' }, right: { end: 'right', kind: 'body' }, head: { end: 'left', kind: 'head' }, tail: { end: 'right', kind: 'tail' },
}
const piece = (seat: number, part: Part) => `piece/${seat}/${part.kind}/${part.colour}`
const partOf = (words: string[]): Part => ({ kind: words.length === 3 ? (words[1] as Kind) : 'body', colour: words.at(-1) as Shade })
const pileOf = (word: string) => `pile/${word.slice(4)}`

const readers: Record<string, Reader> = {
  keep: ([, card], seat) => ({ from: `card/${seat}/${card}`, to: `kept/${seat}`, direct: true }),
  take: ([, cell], seat) => ({ from: `cell/${cell}`, to: `board/${seat}`, direct: true }),
  choose: ([, from], seat) => ({ from: from === 'deck' ? 'deck' : `row/${from!.slice(3)}`, to: `hand/${seat}`, direct: true }),
  start: (words, seat) => ({ part: partOf(words), from: piece(seat, partOf(words)), to: `coatl/${seat}/new` }),
  extend: ([, coatl, side, colour], seat) => {
    const { end, kind } = SIDES[side!]!, part = { kind, colour: colour as Shade }
    return { part, from: piece(seat, part), to: `coatl/${seat}/${coatl}/${end}` }
  },
  fulfil: ([, card, coatl], seat) => ({ from: `card/${seat}/${card}`, to: `coatl/${seat}/${coatl}` }),
  temple: ([, card], seat, coatl) => {
    const to = `coatl/${seat}/${coatl}`
    return card!.startsWith('pile') ? { from: pileOf(card!), to, direct: true } : { from: `temple/${seat}/${card}`, to }
  },
  pick: (_, seat) => ({ from: `token/${seat}/pick`, to: `board/${seat}`, token: true }),
  future: (_, seat) => ({ from: `token/${seat}/future`, to: 'row', direct: true, token: true }),
  discard: ([, card], seat) => ({ from: `card/${seat}/${card}`, to: 'discards', direct: true }),
  priest: ([, pile], seat) => ({ from: pileOf(pile!), to: `hand/${seat}`, direct: true, token: true }),
  steal: ([, victim], seat) => ({ from: `piece/${seat}/body/*`, to: `board/${victim}` }),
}

/** The gesture of an action of a seat; null for those that have no place: done, pass, adam. */
export function moveOf(action: string, seat: number, coatl: number | null = null): Move | null {
  const words = action.split(' '), kind = words[0]!
  const spot = readers[kind]?.(words, seat, coatl)
  return spot ? { action, kind, direct: false, token: false, ...spot } : null
}

/** All gestures that are open; the priest's token can be pressed too, and then one of the piles. */
export function movesOf(view: Pick<BoardView, 'legal' | 'coatl'>, seat: number): Move[] {
  const moves = view.legal.flatMap((action) => moveOf(action, seat, view.coatl) ?? [])
  const priests = moves.filter((move) => move.kind === 'priest').map((move) => ({ ...move, from: `token/${seat}/priest`, to: move.from, direct: false }))
  return [...moves, ...priests]
}
