import { beforeEach, expect, test } from 'vitest'
import { forget } from '../storage'
import { dayOf, fresh, readLink, remember, remembered, solvedCount, today, writeLink } from './puzzle'

beforeEach(() => forget('puzzles'))

test('the puzzle of the day is called by the day here', () => {
  expect(today(new Date(2026, 10, 6, 23, 59))).toBe('2026-11-06')
  expect(dayOf('2026-11-06')?.getDate()).toBe(6)
  expect(dayOf('2026-99-99')).toBeNull()
  expect(dayOf('2026-02-31')).toBeNull()
  expect(dayOf('a1b2c3')).toBeNull()
})
test('a link leads to the same puzzle', () => {
  const which = { level: 'hard' as const, seed: fresh() }
  expect(readLink(writeLink(which))).toEqual(which)
})
test('a broken link leads to the puzzle of the day', () => {
  expect(readLink('?level=impossible&seed=../x')).toEqual({ level: 'medium', seed: today() })
  expect(readLink('?seed=', 'easy')).toEqual({ level: 'easy', seed: today() })
})
test('what was built is remembered for each puzzle', () => {
  const one = { level: 'easy' as const, seed: '1' }
  remember(one, { steps: ['start B'], solved: true, shown: false, hints: 2 })
  expect(remembered(one).steps).toEqual(['start B'])
  expect(remembered({ ...one, level: 'hard' })).toEqual({ steps: [], solved: false, shown: false, hints: 0 })
})
test('who looked at the solution has not solved it', () => {
  remember({ level: 'easy', seed: '1' }, { steps: [], solved: true, shown: true, hints: 0 })
  remember({ level: 'easy', seed: '2' }, { steps: [], solved: true, shown: false, hints: 0 })
  expect(solvedCount()).toBe(1)
})
test('the oldest puzzles are forgotten', () => {
  for (let i = 0; i < 61; i++)
    remember(
      { level: 'easy', seed: String(i) },
      { steps: [String(i)], solved: false, shown: false, hints: 0 },
    )
  expect(remembered({ level: 'easy', seed: '0' }).steps).toEqual([])
  expect(remembered({ level: 'easy', seed: '60' }).steps).toEqual(['60'])
})
