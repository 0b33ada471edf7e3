import { expect, test } from 'vitest'
import type { Played } from '../state/types'
import { ghostsOf, lying, partsOf, put } from './coatls'
import { placesOf } from './places'

const logOf = (...actions: string[]): Played[] =>
  actions.map((action) => ({ entry: { seat: 1, action, outcomes: [] } }))
const shown = (text: string) =>
  partsOf(text).map((part) => `${part.kind} ${part.colour}${part.stacked ? '^' : ''}`)

test('the notation is read part by part', () => {
  expect(shown('(RG^B)')).toEqual(['head R', 'body G^', 'tail B'])
  expect(shown('')).toEqual([])
})

test.each([
  ['beside RY left', 'RYGB'],
  ['beside RY right', 'GBRY'],
  ['over RY left', 'RY^B'],
  ['over RY right', 'GR^Y'],
  ['head K', '(KGB'],
  ['tail K', 'GBK)'],
])('%s gives %s', (action, coatl) => {
  const plain = (parts: ReturnType<typeof partsOf>) =>
    parts.map(({ kind, colour, stacked }) => ({ kind, colour, stacked }))
  expect(plain(put(partsOf('GB'), action))).toEqual(plain(partsOf(coatl)))
})

test('the log tells what lies below and which halves belong together', () => {
  const parts = lying('RY^B', logOf('start GB', 'done', 'over RY left'), 1)
  expect(parts.map(({ card, half, under }) => [card, half, under])).toEqual([
    [2, 'left', undefined],
    [2, 'right', 'G'],
    [0, 'right', undefined],
  ])
})

test('a log that leads elsewhere is not believed', () => {
  expect(lying('RY^K', logOf('start GB', 'over RY left'), 1)).toEqual(partsOf('RY^K'))
})

test('a line of the log names the feather that it laid, wherever it lies by now', () => {
  const log = logOf('start GB', 'done', 'over RY left', 'fulfil B1')
  expect(placesOf(log[2]!, log)).toEqual(['feather:1:2'])
  expect(placesOf(log[3]!, log)).toEqual(['card:B1'])
  const carl: Played = {
    entry: { seat: 2, action: 'carl', outcomes: [] },
    steps: [{ kind: 'raised', card: 'Y6' }],
  }
  expect(placesOf(carl, [...log, carl])).toEqual(['side:2', 'card:Y6'])
})

test.each([
  ['beside RY left', { '-2': 'R', '-1': 'Y' }],
  ['beside RY right', { 2: 'R', 3: 'Y' }],
  ['over RY left', { '-1': 'R', 0: 'Y' }],
  ['over RY right', { 1: 'R', 2: 'Y' }],
  ['head K', { '-1': 'K' }],
])('%s is shown on the places that it would take', (action, places) => {
  const ghosts = ghostsOf(partsOf('GB'), action)
  expect(Object.fromEntries(Object.entries(ghosts).map(([at, part]) => [at, part.colour]))).toEqual(places)
})
