/** A sentence in bits, so that names, cards and pieces in it can be drawn. */
import { t } from '../words/words.svelte'

/** `shaped`: the sentence itself does not say that it is a head or a tail. */
export type Pieces = { kind: 'pieces'; colours: string; part: 'body' | 'head' | 'tail' | 'feather'; shaped?: boolean }
export type Bit =
  | { kind: 'text'; text: string }
  | { kind: 'name'; seat: number; text: string }
  | { kind: 'card'; card: string }
  | { kind: 'coatl'; pieces: string }
  | Pieces
export type Values = Record<string, string | number | Bit | undefined>

const OPEN = '\uE000', SHUT = '\uE001' // private signs that no text of ours holds

/** The message with its values; bits among them stay what they are. */
export function bits(key: string, values: Values = {}): Bit[] {
  const kept: Bit[] = []
  const plain: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue
    plain[name] = typeof value === 'object' ? `${OPEN}${kept.push(value) - 1}${SHUT}` : value
  }
  return t(key, plain).split(OPEN).flatMap((piece, i) => {
    if (i === 0) return text(piece)
    const [number, rest = ''] = piece.split(SHUT)
    return [kept[Number(number)]!, ...text(rest)]
  })
}

const text = (words: string): Bit[] => (words ? [{ kind: 'text', text: words }] : [])

/** The same for those who listen: every bit in words. */
export const spoken = (sentence: Bit[]): string =>
  sentence.map((bit) => (bit.kind === 'text' || bit.kind === 'name' ? bit.text : bit.kind === 'card' ? bit.card : bit.kind === 'coatl' ? bit.pieces : piecesInWords(bit))).join('')

export const piecesInWords = ({ colours, part, shaped }: Pieces): string =>
  [...colours].map((letter) => (shaped && part !== 'body' ? t(`board.piece_${part}`, { colour: t(`board.colour_${letter}`) }) : t(`log.colour_${letter === '*' ? 'gold' : letter}`))).join(' + ')
