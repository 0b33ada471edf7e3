/** Actions as data: the verb of an action and what it speaks of. The one place of the pages that reads the notation (rules, section 2). */
import type { Colour, Kind, Shade } from './art/pieces'
import type { GameName } from './state/types'

export type Side = 'left' | 'right'
export type Place = 'body' | 'head' | 'tail' | 'row' | 'deck' | 'pile'
/** Parts that the verb does not speak of are missing. */
export type Action = {
  verb: string
  card?: string // `?` if the viewer did not see which
  colours?: string // of the pieces, or of a feather as it lies
  piece?: Kind | 'feather' // what kind of piece these are
  side?: Side // of a coatl
  place?: Place // an open place of the board game
  number?: number // of that place
  coatl?: number
  seat?: number // of another player
}
type Parts = Omit<Action, 'verb'>
type Reader = (...words: string[]) => Parts

const card: Reader = (name) => ({ card: name })
const place: Reader = (word = '') => {
  if (word === 'deck') return { place: 'deck' }
  const found = /^(body|head|tail|row|pile)(\d)$/.exec(word)
  return found ? { place: found[1] as Place, number: Number(found[2]) } : { card: word }
}
const cell: Reader = (word) => {
  const found = place(word!)
  return { ...found, piece: found.place as Kind }
}
const pieces: Reader = (...words) => ({
  piece: words.length === 2 ? (words[0] as Kind) : 'body',
  colours: words.at(-1),
})
const ENDS: Record<string, Parts> = {
  left: { piece: 'body', side: 'left' },
  right: { piece: 'body', side: 'right' },
  head: { piece: 'head', side: 'left' },
  tail: { piece: 'tail', side: 'right' },
}
const extension: Reader = (coatl, end, colours) => ({ coatl: Number(coatl), ...ENDS[end ?? ''], colours })
const atCoatl: Reader = (name, coatl) => ({ card: name, coatl: Number(coatl) })
const robbery: Reader = (seat, colours) => ({ seat: Number(seat), piece: 'body', colours })
const feather: Reader = (colours, side) => ({
  piece: 'feather',
  colours,
  ...(side ? { side: side as Side } : {}),
})
const nothing: Reader = () => ({})

const READERS: Record<GameName, Record<string, Reader>> = {
  board: {
    keep: card,
    take: cell,
    choose: place,
    start: pieces,
    extend: extension,
    fulfil: atCoatl,
    temple: place,
    pick: pieces,
    discard: card,
    priest: place,
    steal: robbery,
  },
  card: {
    start: feather,
    beside: feather,
    over: feather,
    discard: feather,
    raise: card,
    fulfil: card,
    steal: card,
    head: (colours) => ({ piece: 'head', colours, side: 'left' }),
    tail: (colours) => ({ piece: 'tail', colours, side: 'right' }),
  },
}

/** The parts of an action; of one that a newer server knows, only the verb. */
export function readAction(game: GameName, text: string): Action {
  const [verb = '', ...words] = text.split(' ')
  return { verb, ...(READERS[game][verb] ?? nothing)(...words) }
}

/** The pieces that an action speaks of, one by one. */
export const piecesOf = ({
  piece = 'body',
  colours = '',
}: Action): { kind: Kind; colour: Shade & Colour }[] =>
  [...colours].map((colour) => ({
    kind: piece === 'feather' ? 'body' : piece,
    colour: colour as Shade & Colour,
  }))
