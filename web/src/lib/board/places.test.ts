import { expect, test } from 'vitest'
import { grown } from './coatls'
import { movesOf } from './moves'
import { marks, placesOf } from './places'
import { LEGAL, view } from './sample'

test.each([
  ['take body3', ['cell/body3', 'board/2']],
  ['choose row4', ['row/4', 'hand/2']],
  ['choose deck', ['deck', 'hand/2']],
  ['start tail K', ['piece/2/tail/K', 'coatl/2/new']],
  ['extend 1 head G', ['piece/2/head/G', 'coatl/2/1/left']],
  ['fulfil K5 2', ['card/2/K5', 'coatl/2/2']],
  ['temple pile1', ['pile/1', 'coatl/2']],
  ['priest pile2', ['pile/2', 'hand/2', 'token/2/priest']],
  ['steal 1 BR', ['piece/2/body/*', 'board/1']],
  ['done', []],
])('%s touches its places', (action, places) => {
  expect(placesOf({ seat: 2, action })).toEqual(places)
})

test("the steps of ADAM's turn touch its cells and cards", () => {
  expect(placesOf({ seat: 2, action: 'adam' }, [{ kind: 'found', card: 'R5', cell: 'body3' }])).toEqual([
    'cell/body3',
    'card/2/R5',
  ])
})

test('what lies inside a place marks it, a longer name does not', () => {
  expect(marks(['coatl/2/1/left'], 'coatl/2/1')).toBe(true)
  expect(marks(['row/1'], 'row/1')).toBe(true)
  expect(marks(['row/10'], 'row/1')).toBe(false)
})

test('every legal action with a place is a move, and no other', () => {
  expect(new Set(movesOf(view(), 1).map((move) => move.action))).toEqual(new Set(LEGAL))
  expect(movesOf(view({ legal: ['done', 'pass', 'adam'] }), 1)).toEqual([])
})

test('pieces keep their keys while a coatl grows at either end', () => {
  const keys = grown()
  expect(keys('BR')).toEqual([0, 1])
  expect(keys('GBR')).toEqual([-1, 0, 1])
  expect(keys('GBRY)')).toEqual([-1, 0, 1, 2])
  expect(keys('(KGBRY)')).toEqual([-2, -1, 0, 1, 2])
})
