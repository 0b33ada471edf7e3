import { beforeEach, expect, test } from 'vitest'
import { forget } from '../storage'
import {
  dayOf,
  fresh,
  noteStreak,
  readLink,
  remember,
  remembered,
  solvedCount,
  streak,
  today,
  writeLink,
} from './puzzle'

const board = { game: 'board' as const }

beforeEach(() => {
  forget('puzzles')
  forget('puzzles.streak')
})

test('the puzzle of the day is called by the day here', () => {
  expect(today(new Date(2026, 10, 6, 23, 59))).toBe('2026-11-06')
  expect(dayOf('2026-11-06')?.getDate()).toBe(6)
  expect(dayOf('2026-99-99')).toBeNull()
  expect(dayOf('2026-02-31')).toBeNull()
  expect(dayOf('a1b2c3')).toBeNull()
})
test('a link leads to the same puzzle', () => {
  for (const game of ['board', 'card'] as const) {
    const which = { game, level: 'hard' as const, seed: fresh() }
    expect(readLink(writeLink(which))).toEqual(which)
  }
})
test('a broken link leads to the puzzle of the day', () => {
  expect(readLink('?level=impossible&seed=../x')).toEqual({ ...board, level: 'medium', seed: today() })
  expect(readLink('?seed=', 'easy')).toEqual({ ...board, level: 'easy', seed: today() })
})
test('what was built is remembered for each puzzle', () => {
  const one = { ...board, level: 'easy' as const, seed: '1' }
  remember(one, { steps: ['start B'], solved: true, shown: false, hints: 2 })
  expect(remembered(one).steps).toEqual(['start B'])
  expect(remembered({ ...one, level: 'hard' })).toEqual({ steps: [], solved: false, shown: false, hints: 0 })
})
test('who looked at the solution has not solved it', () => {
  remember({ ...board, level: 'easy', seed: '1' }, { steps: [], solved: true, shown: true, hints: 0 })
  remember({ ...board, level: 'easy', seed: '2' }, { steps: [], solved: true, shown: false, hints: 0 })
  expect(solvedCount()).toBe(1)
})
test('the oldest puzzles are forgotten', () => {
  for (let i = 0; i < 61; i++)
    remember(
      { ...board, level: 'easy', seed: String(i) },
      { steps: [String(i)], solved: false, shown: false, hints: 0 },
    )
  expect(remembered({ ...board, level: 'easy', seed: '0' }).steps).toEqual([])
  expect(remembered({ ...board, level: 'easy', seed: '60' }).steps).toEqual(['60'])
})
test('links and memories of before belong to the board game', () => {
  expect(readLink('?level=easy&seed=7', 'medium', 'card')).toEqual({ ...board, level: 'easy', seed: '7' })
  expect(readLink('', 'medium', 'card')).toEqual({ game: 'card', level: 'medium', seed: today() })
  const one = { ...board, level: 'easy' as const, seed: '1' }
  remember(one, { steps: ['start B'], solved: false, shown: false, hints: 0 })
  expect(remembered({ ...one, game: 'card' }).steps).toEqual([])
})
test('a streak grows with every puzzle that is solved and ends by giving up', () => {
  for (const solved of [true, true, false, true]) noteStreak(solved)
  expect(streak()).toEqual({ now: 1, best: 2 })
})
