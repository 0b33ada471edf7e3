/** The sheet of all cards: what it can be narrowed down to. */
import type { Deck, Prophecy, Temple } from '../state/deck'

export type Wish = { god: string; kind: string; colour: string; levels: number; words: string }
export const ANYTHING: Wish = { god: '', kind: '', colour: '', levels: 0, words: '' }

export const godsOf = (deck: Deck): string[] => [
  ...new Set(Object.values(deck.prophecies).map((card) => card.colour)),
]
/** The kinds of cards in this deck; temples are one of them. */
export const kindsOf = (deck: Deck): string[] => [
  ...new Set(Object.values(deck.prophecies).map((card) => card.kind)),
  'temple',
]
export const levelsOf = (deck: Deck): number[] =>
  [...new Set(Object.values(deck.prophecies).map((card) => Object.keys(card.levels).length))].sort()

/** The colours that a card names: of pieces that it asks for, or that it wants to be absent. */
export const named = (text: string): string => [...new Set(text.match(/[RGBYK]/g) ?? [])].join('')

export function prophecies(deck: Deck, wish: Wish): Prophecy[] {
  if (wish.kind === 'temple') return []
  return Object.values(deck.prophecies).filter(
    (card) =>
      (!wish.god || card.colour === wish.god) &&
      (!wish.kind || card.kind === wish.kind) &&
      (!wish.colour || named(card.pattern).includes(wish.colour)) &&
      (!wish.levels || Object.keys(card.levels).length === wish.levels) &&
      has(card.id, wish),
  )
}

export function temples(deck: Deck, wish: Wish): Temple[] {
  if ((wish.kind && wish.kind !== 'temple') || wish.levels || wish.god) return []
  return Object.values(deck.temples).filter(
    (card) => (!wish.colour || goalColours(card).includes(wish.colour)) && has(card.id, wish),
  )
}

const goalColours = (card: Temple): string =>
  card.goals
    .filter((goal) => /^(without|equal):/.test(goal))
    .map((goal) => named(goal.split(':')[1] ?? ''))
    .join('')
const has = (id: string, wish: Wish): boolean => id.toLowerCase().startsWith(wish.words.trim().toLowerCase())

/** A card of the card game that the rulebook does not name is reconstructed (RULES 9). */
export const isReconstructed = (deck: Deck, card: Prophecy): boolean =>
  deck.game === 'card' && (card as { named_in?: string | null }).named_in !== 'rulebook'
