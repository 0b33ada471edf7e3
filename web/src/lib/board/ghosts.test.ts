import { describe, expect, test } from 'vitest'
import { grownBy, startedBy, takenBy } from './ghosts'

describe('a coatl with what a line of play would add', () => {
  test('at both ends, with its head, its tail and its cards', () =>
    expect(
      grownBy('BB', 2, ['extend 2 left G', 'extend 2 head R', 'extend 2 tail Y', 'fulfil K5 2', 'done'], {
        count: 2,
      }),
    ).toEqual({ pieces: '(RGBBY)', left: 2, cards: ['K5'] }))
  test('steps for another coatl change nothing', () =>
    expect(grownBy('BB', 1, ['extend 2 left G', 'take body1'], { count: 2 })).toEqual({
      pieces: 'BB',
      left: 0,
      cards: [],
    }))
  test('a temple closes the coatl of the steps before it, or the one that is being finished', () => {
    const around = { count: 2, piles: ['T1', 'T4'] }
    expect(grownBy('(BB', 2, ['extend 2 tail R', 'temple pile2'], around).cards).toEqual(['T4'])
    expect(grownBy('BB', 1, ['extend 2 tail R', 'temple pile2'], around).cards).toEqual([])
    expect(grownBy('(BBR)', 1, ['temple T9'], { ...around, current: 1 }).cards).toEqual(['T9'])
  })
  test('a new one grows from nothing', () => {
    const line = ['start head B', 'extend 3 right Y', 'done']
    expect(startedBy(line, 2)).toBe(3)
    expect(grownBy('', 3, line, { count: 2 })).toEqual({ pieces: '(BY', left: 0, cards: [] })
    expect(startedBy(['extend 1 right Y'], 2)).toBeNull()
  })
})

describe('what comes onto the board', () => {
  const supply = { bodies: ['RG', null], heads: ['B', 'Y'], tails: ['K', null] } as never
  test.each([
    ['take body1', ['body R', 'body G']],
    ['take head2', ['head Y']],
    ['take tail1', ['tail K']],
    ['pick BR', ['body B', 'body R']],
    ['pick head G', ['head G']],
    ['choose row1', []],
  ])('%s', (step, parts) =>
    expect(takenBy([step], supply).map(({ kind, colour }) => `${kind} ${colour}`)).toEqual(parts),
  )
  test('nothing without a hint', () => expect(takenBy([], supply)).toEqual([]))
})
