import { expect, test } from 'vitest'
import { cellsOf } from './wheel'

const cells = cellsOf({
  bodies: ['RG', 'BY', 'KR', 'GB', null, 'RB'],
  heads: ['Y', 'K'],
  tails: ['G', null],
})
const where = (name: string) => cells.find(({ cell }) => cell === name)!

test('cells come in the order in which ADAM looks', () => {
  expect(cells.map(({ cell }) => cell)).toEqual([
    ...['body1', 'body2', 'body3', 'body4', 'body5', 'body6'],
    ...['head1', 'tail1', 'head2', 'tail2'],
  ])
})
test('an empty cell keeps its place', () => expect(where('body5').content).toBeNull())
test('the first body is above, the fourth below, heads face each other across the middle', () => {
  expect(where('body1').x).toBeCloseTo(50)
  expect(where('body1').y).toBeCloseTo(50 - 34.2)
  expect(where('body4').y).toBeCloseTo(50 + 34.2)
  expect(where('head1').x + where('head2').x).toBeCloseTo(100)
  expect(where('head1').y + where('head2').y).toBeCloseTo(100)
})
