import { expect, test } from 'vitest'
import words from '$messages/en/learn.json'
import { logUntil, marksOf, stops, tableAt, type Lesson, type Step } from './lesson'

const step = (number: number, seat: number, action: string, free = false) =>
  ({
    number,
    seat,
    action,
    outcomes: [],
    free,
    view: { turns: number, legal: [action] },
    progress: { points: [number, 0] },
    preview: {},
  }) as unknown as Step
const lesson = {
  game: 'card',
  players: ['Ana', 'Itzel'],
  steps: [step(1, 1, 'start KB'), step(2, 2, 'start GK'), step(3, 2, 'done'), step(4, 1, 'raise B1', true)],
  end: { turns: 9, legal: [] },
  end_progress: { points: [9, 0] },
} as unknown as Lesson

test('the learner stops at own moves, and at those of others that something is said about', () => {
  expect(stops(lesson, (number) => number === 2).map((one) => one.number)).toEqual([1, 2, 4])
})
test('a move of another is shown when it is done, with nothing to do', () => {
  const at = (number: number) => tableAt(lesson, lesson.steps[number - 1])
  expect(at(1).view).toMatchObject({ turns: 1, legal: ['start KB'] })
  expect(at(2).view).toMatchObject({ turns: 3, legal: [] })
  expect([1, 2, 5].map((number) => at(number).progress.points[0])).toEqual([1, 3, 9])
  expect(at(5).view).toMatchObject({ turns: 9, legal: [] })
})
test('the log tells what has happened', () => {
  expect(logUntil(lesson, lesson.steps[0]).length).toBe(0)
  expect(logUntil(lesson, lesson.steps[1]).map((one) => one.entry.action)).toEqual(['start KB', 'start GK'])
  expect(logUntil(lesson, undefined).length).toBe(4)
})
test('the table points at the place of the move, unless any will do', () => {
  expect(marksOf('card', lesson.steps[0])).toEqual(['hand:1'])
  expect(marksOf('card', lesson.steps[1])).toEqual([])
  expect(marksOf('card', lesson.steps[3])).toEqual([])
  expect(marksOf('board', step(7, 1, 'take body5'))).toContain('cell/body5')
})
test('every own move of the shipped lessons has its words', () => {
  const own = {
    board: [1, 2, 3, 7, 9, 10, 13, 15, 17, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 32],
    card: [1, 2, 3, 4, 5, 6, 11, 12, 13, 14, 15, 16, 17, 22],
  }
  for (const [game, numbers] of Object.entries(own))
    for (const number of [...numbers, 'end']) expect(words).toHaveProperty([`${game}_${number}`])
})
