import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forget } from '../storage'
import { PuzzleSession } from './session.svelte'

type Asked = { ask: string; steps: string[]; answer: () => void }

const which = { game: 'card' as const, level: 'easy' as const, seed: '1' }
let asked: Asked[] = []

/** A server that answers when the test says so, in the order that the test likes. */
function answers(_: unknown, { body }: { body: string }): Promise<Response> {
  const { ask, steps } = JSON.parse(body) as Asked
  return new Promise((resolve) => {
    const answer = () =>
      resolve(new Response(JSON.stringify({ view: { legal: [] }, ending: true, solved: false, steps })))
    asked.push({ ask, steps, answer })
  })
}
const settle = () => new Promise((done) => setTimeout(done))
async function answer(place: number): Promise<void> {
  asked[place]!.answer()
  await settle()
}

beforeEach(() => {
  asked = []
  forget('puzzles')
  vi.stubGlobal('fetch', answers)
})
afterEach(() => vi.unstubAllGlobals())

async function opened(): Promise<PuzzleSession> {
  const session = new PuzzleSession(which)
  await settle()
  await answer(0)
  return session
}

test('two steps pressed before the first is answered are both done, and checked together', async () => {
  const session = await opened()
  void session.act('raise B1')
  void session.act('fulfil B5')
  void session.check()
  for (const place of [1, 2, 3]) {
    await settle()
    await answer(place)
  }
  expect(asked.slice(1).map(({ ask, steps }) => [ask, ...steps])).toEqual([
    ['view', 'raise B1'],
    ['view', 'raise B1', 'fulfil B5'],
    ['check', 'raise B1', 'fulfil B5'],
  ])
  expect(session.memory.steps).toEqual(['raise B1', 'fulfil B5'])
  expect(session.verdict).toBe('less')
})
test('another puzzle waits for no answer to the one before', async () => {
  const session = await opened()
  void session.act('raise B1')
  await settle()
  void session.open({ ...which, seed: '2' })
  await settle()
  expect(asked).toHaveLength(3)
  await answer(2)
  await answer(1)
  expect(session.memory.steps).toEqual([])
})
