import { expect, test } from 'vitest'
import { arrowOf } from './hint_arrow'

const placed = (place: string) => `[data-place="${place}"]`

test('a piece goes to its ghost, else to its place', () => {
  expect(arrowOf('board', 'take body3', 1, null)).toEqual({
    from: [placed('cell/body3'), placed('cell/body3')],
    to: ['[data-ghost]', placed('board/1')],
  })
  expect(arrowOf('board', 'temple pile2', 1, 2)?.to).toEqual(['[data-ghost]', placed('coatl/1/2')])
})
test('a token is what is given up', () =>
  expect(arrowOf('board', 'pick BR', 2, null)?.from[0]).toBe(placed('token/2/pick')))
test('a feather is found however it is turned', () =>
  expect(arrowOf('card', 'over RB left', 1, null)?.from).toEqual(['[data-what="RB"]', '[data-what="BR"]']))
test.each([
  ['board', 'done'],
  ['board', 'keep K5'],
  ['card', 'raise B1'],
  ['card', 'done'],
] as const)('%s: %s has no way to go', (game, action) => expect(arrowOf(game, action, 1, null)).toBeNull())
