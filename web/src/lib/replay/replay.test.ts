import { describe, expect, test } from 'vitest'
import { lastTold, nextTold, nextTurn, previousTurn, readLink, turnsOf, turnStart, writeLink } from './replay'

const entries = [1, 1, 2, 1, 1, 1, 2].map((seat) => ({ seat, action: 'done', outcomes: [] }))

describe('turns of a record', () => {
  test('moves of one seat in a row are a turn', () => {
    expect(turnsOf(entries).map((turn) => turn.steps)).toEqual([[1, 2], [3], [4, 5, 6], [7]])
  })
  test('a turn begins at its first move', () => {
    expect([0, 1, 2, 3, 6, 7].map((step) => turnStart(entries, step))).toEqual([0, 1, 1, 3, 4, 7])
  })
  test('going on leads to the first move of the next turn, and to the end', () => {
    expect([0, 1, 2, 3, 4, 6, 7].map((step) => nextTurn(entries, step))).toEqual([1, 3, 3, 4, 7, 7, 7])
  })
  test('going back leads to the beginning of this turn, then of the one before', () => {
    expect([7, 6, 4, 3, 2, 1, 0].map((step) => previousTurn(entries, step))).toEqual([4, 4, 3, 1, 1, 0, 0])
  })
})

test('steps that say nothing are passed over, to and fro', () => {
  const told = [null, 'keeps B7', null, 'takes', null]
  expect([0, 1, 2, 3, 4, 5].map((step) => lastTold(told, step))).toEqual([0, 0, 2, 2, 4, 4])
  expect([0, 1, 2, 3, 4, 5].map((step) => nextTold(told, step))).toEqual([2, 2, 4, 4, 5, 5])
})

describe('links to a step', () => {
  test.each([
    [12, 1],
    [0, 'all'],
    [3, null],
  ] as const)('step %s seen by %s comes back', (step, viewer) => {
    expect(readLink(writeLink(step, viewer))).toEqual({ step, viewer, review: false, practice: null })
    expect(readLink(writeLink(step, viewer, true))).toEqual({ step, viewer, review: true, practice: null })
  })
  test.each(['', '?step=-1&seat=0', '?step=1e9&seat=5', '?step=<b>&seat=you', '?step=999999'])(
    '%s says nothing',
    (link) => {
      expect(readLink(link)).toEqual({ step: null, viewer: undefined, review: false, practice: null })
    },
  )
})
