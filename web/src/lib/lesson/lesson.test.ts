import { readFileSync } from 'node:fs'
import { parse } from 'smol-toml'
import { expect, test } from 'vitest'
import words from '$messages/en/learn.json'
import { sorted, type Sent } from '../state/deck'
import { choicesBefore, logUntil, marksOf, messageOf, progressOf, type Lesson, type Step } from './lesson'
import { prophecySamples, signsOf, templeSamples } from './signs'

const step = (number: number, seat: number, action: string, more: Partial<Step> = {}) =>
  ({
    scene: 'card',
    number,
    seat,
    action,
    free: false,
    played: number - 1,
    view: { turns: number, legal: [action] },
    progress: { points: [number, 0] },
    preview: {},
    ...more,
  }) as unknown as Step
const entry = (seat: number, action: string) => ({ seat, action, outcomes: [] })
const lesson = {
  chapter: 'card',
  game: 'card',
  scenes: [
    {
      name: 'card',
      players: ['Ana', 'Itzel'],
      entries: [entry(1, 'start KB'), entry(2, 'start GK'), entry(2, 'done'), entry(1, 'raise B1')],
    },
  ],
  stops: 4,
  steps: [
    step(1, 1, 'start KB'),
    step(2, 2, 'start GK', { played: 2 }),
    step(4, 1, 'raise B1', { free: true }),
    step(4, 1, 'done', { free: true, played: 4 }),
  ],
} as unknown as Lesson

test('the log tells what has happened until a stop', () => {
  const told = (at: number) => logUntil(lesson, lesson.steps[at]).map((one) => one.entry.action)
  expect(told(0)).toEqual([])
  expect(told(1)).toEqual(['start KB', 'start GK'])
  expect(told(9)).toHaveLength(4)
})
test('the table points at what is spoken of, unless any will do', () => {
  const marks = (at: number) => marksOf(lesson, lesson.steps[at], logUntil(lesson, lesson.steps[at]))
  expect(marks(0)).toEqual(['hand:1'])
  expect(marks(1)).toEqual(['feather:2:0'])
  expect(marks(2)).toEqual([])
  expect(marksOf({ ...lesson, game: 'board' }, step(7, 1, 'take body5'), [])).toContain('cell/body5')
})
test('the steps of an automaton are pointed at', () => {
  const adam = { entry: entry(2, 'adam'), steps: [{ kind: 'takes', cell: 'body3', card: 'G3' }] }
  expect(marksOf({ ...lesson, game: 'board' }, step(5, 2, 'adam'), [adam])).toEqual([
    'cell/body3',
    'card/2/G3',
  ])
})
test('the moves of a free turn are one stop', () => {
  expect([0, 1, 2, 3].map((at) => progressOf(lesson, at))).toEqual([0, 0.25, 0.5, 0.5])
  expect(progressOf({ ...lesson, end: lesson.steps[0]!.view }, 4)).toBe(1)
})
test('who goes back chooses anew', () => {
  expect(choicesBefore(lesson.steps, 2, ['raise B1', 'done'])).toEqual([])
  expect(choicesBefore(lesson.steps, 3, ['raise B1', 'done'])).toEqual(['raise B1'])
})
test('what is said at a stop is named after its scene and its move', () => {
  expect(words).toHaveProperty([messageOf(lesson.steps[0]!).replace('learn.', '')])
})

const deckOf = (game: 'board' | 'card') =>
  sorted(game, parse(readFileSync(`../src/coatl/decks/${game}.toml`, 'utf8')) as unknown as Sent)

test.each([
  ['board', ['X', '!X', 'X+', '.+', 'count', 'multiset'], ['without', 'length', 'equal', 'no_card']],
  [
    'card',
    ['X', '.', '[X]', '[^X]', '=', 'X^', '[^X]^'],
    ['gods', 'below', 'twins', 'equal', 'parts>=', 'parts<=', 'run', 'same'],
  ],
] as const)('every sign on a card of the %s game is shown after its lessons', (game, signs, goals) => {
  const deck = deckOf(game)
  const printed = Object.values(deck.prophecies)
  const shown = new Set(prophecySamples(deck).flatMap(signsOf))
  expect([...shown].sort()).toEqual([...signs].sort())
  expect(printed.flatMap(signsOf).filter((sign) => !shown.has(sign))).toEqual([])
  const met = templeSamples(deck)
    .flatMap((temple) => temple.goals)
    .join(' ')
  for (const goal of goals) expect(met).toContain(goal)
})
