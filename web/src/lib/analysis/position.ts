/** A position laid out by hand. All of it stands in the link, so that it can be sent. */
import type { GameName } from '../state/types'

export type Begun = { pieces: string; cards: string[] }
export type BoardPosition = { pieces: string[]; coatls: Begun[]; cards: string[]; temples: string[] }
export type CardPosition = {
  coatl: string
  hand: string[]
  own: string[]
  middle: string[]
  theirs: string[]
  temple: string | null
  second: boolean
}
export type Position = { game: GameName; board: BoardPosition; card: CardPosition }

export const MOST = { pieces: 12, cards: 5, laid: 4, temples: 3, coatls: 2, hand: 4, own: 12, middle: 3 }
const CARD = /^[A-Z]{1,3}\d{1,3}$/
const HELD = /^[A-Z]{1,3}\d{1,3}(:[0-3])?$/
const PAIR = /^[RGBYK]{2}$/
const ROW = /^\(?[RGBYK^]{0,80}\)?$/

export const nothing = (): Position => ({
  game: 'board',
  board: { pieces: [], coatls: [], cards: [], temples: [] },
  card: { coatl: '', hand: [], own: [], middle: [], theirs: [], temple: null, second: false },
})
/** Something to look at for those who come without a link. */
export const example = (game: GameName): Position => ({
  game,
  board: {
    pieces: ['(B', 'B', 'Y', 'Y', 'R)'],
    coatls: [{ pieces: 'GRR', cards: [] }],
    cards: ['Y4', 'K5'],
    temples: ['T3'],
  },
  card: {
    coatl: 'KR^YK',
    hand: ['RG', 'BY', 'RK'],
    own: ['B10:1', 'B1'],
    middle: ['P10', 'B6'],
    theirs: ['G3:1'],
    temple: 'T4',
    second: false,
  },
})

const list = (text: string | null, sign: RegExp, most: number): string[] =>
  (text ?? '')
    .toUpperCase()
    .split(',')
    .filter((word) => sign.test(word))
    .slice(0, most)

/** Pieces in notation, one by one: `(B BYY R)` is a head, three segments and a tail. */
export const piecesIn = (text: string): string[] =>
  (text.toUpperCase().match(/\([RGBYK]|[RGBYK]\)|[RGBYK]/g) ?? []).slice(0, MOST.pieces)

export function writeLink({ game, board, card }: Position): string {
  const said = new URLSearchParams({ game })
  const say = (name: string, words: string[]) => {
    if (words.length) said.set(name, words.join(','))
  }
  if (game === 'board') {
    if (board.pieces.length) said.set('pieces', board.pieces.join(' '))
    for (const coatl of board.coatls) said.append('coatl', [coatl.pieces, ...coatl.cards].join(','))
    say('cards', board.cards)
    say('temples', board.temples)
  } else {
    if (card.coatl) said.set('coatl', card.coatl)
    for (const name of ['hand', 'own', 'middle', 'theirs'] as const) say(name, card[name])
    if (card.temple) said.set('temple', card.temple)
    if (card.second) said.set('second', '1')
  }
  return `?${said}`
}

/** The position of a link; what cannot be read is left out. Null if the link says nothing. */
export function readLink(search: string): Position | null {
  const said = new URLSearchParams(search)
  if (![...said.keys()].length) return null
  const position = nothing()
  position.game = said.get('game') === 'card' ? 'card' : 'board'
  if (position.game === 'board') position.board = readBoard(said)
  else position.card = readCard(said)
  return position
}

function readBoard(said: URLSearchParams): BoardPosition {
  const coatls = said
    .getAll('coatl')
    .slice(0, MOST.coatls)
    .map((text) => {
      const [pieces = '', ...cards] = text.toUpperCase().split(',')
      return {
        pieces: ROW.test(pieces) ? pieces.replaceAll('^', '') : '',
        cards: cards.filter((card) => CARD.test(card)).slice(0, MOST.laid),
      }
    })
  return {
    pieces: piecesIn(said.get('pieces') ?? ''),
    coatls,
    cards: list(said.get('cards'), CARD, MOST.cards),
    temples: list(said.get('temples'), CARD, MOST.temples),
  }
}

function readCard(said: URLSearchParams): CardPosition {
  const coatl = (said.get('coatl') ?? '').toUpperCase()
  const temple = (said.get('temple') ?? '').toUpperCase()
  return {
    coatl: ROW.test(coatl) ? coatl : '',
    hand: list(said.get('hand'), PAIR, MOST.hand),
    own: list(said.get('own'), HELD, MOST.own),
    middle: list(said.get('middle'), CARD, MOST.middle),
    theirs: list(said.get('theirs'), HELD, MOST.own),
    temple: CARD.test(temple) ? temple : null,
    second: said.get('second') === '1',
  }
}

/** A coatl with one piece more: heads go to the left, tails to the right, segments where one says. */
export function grown(row: string, piece: string, side: 'left' | 'right'): string {
  const head = row.startsWith('(')
  const tail = row.endsWith(')')
  const middle = row.replace(/[()]/g, '')
  if (piece.startsWith('(')) return head ? row : `(${piece[1]}${middle}${tail ? ')' : ''}`
  if (piece.endsWith(')')) return tail ? row : `${head ? '(' : ''}${middle}${piece[0]})`
  if (side === 'left') return head ? row : `${piece}${row}`
  return tail ? row : `${row}${piece}`
}

/** A coatl as somebody writes it: ends that stand elsewhere are left out. */
export const tidy = (text: string): string =>
  text
    .toUpperCase()
    .replace(/\s/g, '')
    .replace(/(?!^)\(|\)(?!$)/g, '')
    .replace(/(^\(?|\^)\^+/g, '$1')

/** Signs that no coatl has, each once, as they were written: they are named, never dropped. */
export const strangeIn = (text: string): string[] => [
  ...new Set(text.toUpperCase().match(/[^RGBYK^()\s]/gu) ?? []),
]

/** A part, counted from 0, on another one or not: card game. An end of the coatl lies on nothing. */
export function stackedAt(row: string, at: number): string {
  const parts = row.replace(/[()]/g, '').match(/[RGBYK]\^?/g) ?? []
  const isEnd = (i: number) =>
    (row.startsWith('(') && i === 0) || (row.endsWith(')') && i === parts.length - 1)
  const turned = parts.map((part, i) =>
    i !== at || isEnd(i) ? part : part.length > 1 ? part[0]! : `${part}^`,
  )
  return `${row.startsWith('(') ? '(' : ''}${turned.join('')}${row.endsWith(')') ? ')' : ''}`
}

/** A coatl without one of its pieces, counted from 0. */
export function without(row: string, at: number): string {
  const head = row.startsWith('(') && at !== 0
  const parts = row.replace(/[()]/g, '').match(/[RGBYK]\^?/g) ?? []
  const tail = row.endsWith(')') && at !== parts.length - 1
  const rest = parts.filter((_, i) => i !== at).join('')
  return rest ? `${head ? '(' : ''}${rest}${tail ? ')' : ''}` : ''
}

/** What the solver of the board game is asked. */
export const boardQuestion = (board: BoardPosition, ask: string): Record<string, unknown> => ({
  ask,
  pieces: board.pieces.join(' '),
  cards: board.cards,
  temples: board.temples,
  coatls: board.coatls.filter((coatl) => coatl.pieces),
})
export const cardQuestion = (card: CardPosition): Record<string, unknown> => ({ ...card })
