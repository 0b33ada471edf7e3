import { expect, test } from 'vitest'
import type { Deck } from '../state/deck'
import { ANYTHING, godsOf, isReconstructed, kindsOf, levelsOf, prophecies, temples } from './filter'

const deck = {
  game: 'card',
  prophecies: {
    R1: { id: 'R1', colour: 'red', kind: 'count', pattern: 'Y', levels: { 3: 2, 4: 3 } },
    K1: {
      id: 'K1',
      colour: 'black',
      kind: 'sequence',
      pattern: '!Y Y Y !Y',
      levels: { 1: 2 },
      named_in: 'rulebook',
    },
    B7: { id: 'B7', colour: 'blue', kind: 'sequence', pattern: 'R B', levels: { 1: 1 } },
  },
  temples: {
    T1: { id: 'T1', goals: ['without:R', 'length:9'], points: [3, 7] },
    T2: { id: 'T2', goals: ['gods:blue'], points: [3, 7] },
  },
} as unknown as Deck
const ids = (wish: object) =>
  [...prophecies(deck, { ...ANYTHING, ...wish }), ...temples(deck, { ...ANYTHING, ...wish })].map(
    (card) => card.id,
  )

test('without a wish all cards are shown', () => expect(ids({})).toEqual(['R1', 'K1', 'B7', 'T1', 'T2']))
test('by god, kind, colour, levels and name', () => {
  expect(ids({ god: 'red' })).toEqual(['R1'])
  expect(ids({ kind: 'sequence' })).toEqual(['K1', 'B7'])
  expect(ids({ kind: 'temple' })).toEqual(['T1', 'T2'])
  expect(ids({ colour: 'Y' })).toEqual(['R1', 'K1'])
  expect(ids({ colour: 'R' })).toEqual(['B7', 'T1'])
  expect(ids({ levels: 2 })).toEqual(['R1'])
  expect(ids({ words: ' b' })).toEqual(['B7'])
})
test('what there is to wish for', () => {
  expect(godsOf(deck)).toEqual(['red', 'black', 'blue'])
  expect(kindsOf(deck)).toEqual(['count', 'sequence', 'temple'])
  expect(levelsOf(deck)).toEqual([1, 2])
})
test('a card that the rulebook of the card game does not name is reconstructed', () => {
  expect(Object.values(deck.prophecies).map((card) => isReconstructed(deck, card))).toEqual([
    true,
    false,
    true,
  ])
  expect(isReconstructed({ ...deck, game: 'board' }, deck.prophecies.R1!)).toBe(false)
})
