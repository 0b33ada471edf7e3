import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { settle, SlowServer } from '../../../tools/slow-server'
import { forget } from '../storage'
import { PuzzleSession } from './session.svelte'

const which = { game: 'card' as const, level: 'easy' as const, seed: '1' }
const GAINS = ['raise B1', 'fulfil B5']
let server: SlowServer

beforeEach(() => {
  forget('puzzles')
  server = new SlowServer(({ steps = [] }) => ({
    view: { legal: GAINS.filter((gain) => !steps.includes(gain)) },
    ending: true,
    solved: false,
  }))
})
afterEach(() => vi.unstubAllGlobals())

async function opened(): Promise<PuzzleSession> {
  const session = new PuzzleSession(which)
  await server.answer(0)
  return session
}

test('two steps pressed before the first is answered are both done, and checked together', async () => {
  const session = await opened()
  for (const gain of GAINS) void session.act(gain)
  void session.check()
  await server.answer(1, 2, 3)
  expect(server.asked.slice(1).map(({ ask, steps }) => [ask, ...steps!])).toEqual([
    ['view', 'raise B1'],
    ['view', 'raise B1', 'fulfil B5'],
    ['check', 'raise B1', 'fulfil B5'],
  ])
  expect(session.memory.steps).toEqual(GAINS)
  expect(session.verdict).toBe('less')
})
test('a double press is one step', async () => {
  const session = await opened()
  void session.act('raise B1')
  void session.act('raise B1')
  await server.answer(1, 2)
  expect(session.memory.steps).toEqual(['raise B1'])
})
test('another puzzle waits for no answer to the one before', async () => {
  const session = await opened()
  void session.act('raise B1')
  await settle()
  void session.open({ ...which, seed: '2' })
  await server.answer(2, 1)
  expect(session.memory.steps).toEqual([])
})
