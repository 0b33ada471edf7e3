/** A sentence in fragments, so that names, cards and pieces in it can be drawn. */
import type { Key, Suffix, ValuesArgument } from '../i18n/keys'
import { t } from '../i18n/messages.svelte'

/** `shaped`: the sentence itself does not say that it is a head or a tail. */
export type Pieces = {
  kind: 'pieces'
  colours: string
  part: 'body' | 'head' | 'tail' | 'feather'
  shaped?: boolean
}
export type Fragment =
  | { kind: 'text'; text: string }
  | { kind: 'name'; seat: number; text: string }
  | { kind: 'card'; card: string }
  | { kind: 'coatl'; pieces: string }
  | Pieces
export type Values = Record<string, string | number | Fragment | undefined>

const OPEN = '\uE000'
const SHUT = '\uE001' // private signs that no text of ours holds

/** The message with its values; fragments among them stay what they are. */
export const fragments = <K extends Key>(
  key: K,
  ...[values]: ValuesArgument<K, Fragment | undefined>
): Fragment[] => sentence(key, values as Values)

/** The same for a key that is known only when it is needed: its values are not checked. */
export function sentence(key: Key, values: Values = {}): Fragment[] {
  const kept: Fragment[] = []
  const plain: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue
    plain[name] = typeof value === 'object' ? `${OPEN}${kept.push(value) - 1}${SHUT}` : value
  }
  return t(key, plain as never)
    .split(OPEN)
    .flatMap((piece, i) => {
      if (i === 0) return text(piece)
      const [number, rest = ''] = piece.split(SHUT)
      return [kept[Number(number)]!, ...text(rest)]
    })
}

const text = (words: string): Fragment[] => (words ? [{ kind: 'text', text: words }] : [])

/** The same for those who listen: every fragment in words. */
export const plainText = (sentence: Fragment[]): string =>
  sentence
    .map((fragment) =>
      fragment.kind === 'text' || fragment.kind === 'name'
        ? fragment.text
        : fragment.kind === 'card'
          ? fragment.card
          : fragment.kind === 'coatl'
            ? fragment.pieces
            : piecesText(fragment),
    )
    .join('')

export const piecesText = ({ colours, part, shaped }: Pieces): string =>
  [...colours]
    .map((letter) =>
      shaped && part !== 'body'
        ? t(`board.piece_${part as 'head' | 'tail'}`, {
            colour: t(`board.colour_${letter as Suffix<'board.colour_'>}`),
          })
        : t(`log.colour_${letter === '*' ? 'gold' : (letter as Suffix<'log.colour_'>)}`),
    )
    .join(' + ')
