/** One card for every sign that the cards of a game have, so that none is left unexplained. */
import type { Deck, Prophecy, Temple } from '../state/deck'

/** The signs of a prophecy: what its tokens are besides colours, how it is counted. */
export function signsOf({ kind, pattern }: Pick<Prophecy, 'kind' | 'pattern'>): string[] {
  if (kind && kind !== 'sequence') return [kind]
  const found = pattern.split(' ').map((token) => token.replace(/[RGBYK]+/, 'X').replace(/^\[X\]/, '[X]'))
  return [...new Set(found)]
}

const signsOfTemple = ({ goals }: Temple): string[] =>
  goals.map((goal) => /^[a-z_]+(?:[<>]=)?/.exec(goal)?.[0] ?? goal)

/** The first cards, in the order of the deck, that have a sign which none before has. */
function firsts<Card>(cards: Card[], signs: (card: Card) => string[]): Card[] {
  const known = new Set<string>()
  return cards.filter((card) => {
    const fresh = signs(card).some((sign) => !known.has(sign))
    if (fresh) signs(card).forEach((sign) => known.add(sign))
    return fresh
  })
}

export const prophecySamples = (deck: Deck): Prophecy[] => firsts(Object.values(deck.prophecies), signsOf)
export const templeSamples = (deck: Deck): Temple[] => firsts(Object.values(deck.temples), signsOfTemple)
