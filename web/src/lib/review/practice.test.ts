import { beforeEach, expect, test } from 'vitest'
import { addressOf, begin, costsByKind, mistakesOf, size, slipAt, type Mistake } from './practice'
import type { Review } from './review'

const decision = (first: number, grade: string, kind: string | null, value: number) => ({
  first,
  grade,
  kind,
  best: { steps: [`best ${first}`] },
  cost: { margin: { value } },
})
const review = {
  turns: [
    { seat: 1, decisions: [decision(0, 'mistake', 'cards', 2), decision(2, 'fine', null, 0.1)] },
    { seat: 2, decisions: [decision(3, 'blunder', 'waited', 9)] },
    { seat: 1, decisions: [decision(5, 'blunder', 'waited', 6), decision(7, 'inaccuracy', 'cards', 5)] },
  ],
} as unknown as Review
const mistakes: Mistake[] = mistakesOf('t1', review, [1])

beforeEach(() => localStorage.clear())

test('only mistakes of the own seats count', () => {
  expect(mistakes.map(({ first, kind, cost }) => [first, kind, cost])).toEqual([
    [0, 'cards', 2],
    [5, 'waited', 6],
    [7, 'cards', 5],
  ])
  expect(mistakesOf('t1', review, [1, 2])).toHaveLength(4)
})

test('kinds stand by what they cost together, their mistakes the dearest first', () => {
  const found = costsByKind(mistakes)
  expect(found.map(({ kind, cost }) => [kind, cost])).toEqual([
    ['cards', 7],
    ['waited', 6],
  ])
  expect(found[0]!.slips.map(({ first }) => first)).toEqual([7, 0])
  expect(costsByKind([])).toEqual([])
})

test('a set is practised table by table', () => {
  expect(begin(mistakes)).toBe('/replay/t1?step=0&seat=1&review&practice=0')
  expect(size()).toBe(3)
  expect(slipAt(1, 't1')).toEqual({ table: 't1', seat: 1, first: 5, best: ['best 5'] })
  expect(slipAt(1, 'other')).toBeNull()
  expect(slipAt(null, 't1')).toBeNull()
  expect(addressOf(3)).toBeNull()
})
