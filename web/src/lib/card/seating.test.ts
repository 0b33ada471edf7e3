import { expect, test } from 'vitest'
import { seatingFrom } from './seating'

test.each([
  [1, 2, [2], null],
  [2, 3, [3, 1], null],
  [1, 4, [2, 4], 3],
  [3, 4, [4, 2], 1],
])('from side %i of %i', (side, players, neighbours, across) => {
  expect(seatingFrom(side, players)).toEqual({ neighbours, across })
})
