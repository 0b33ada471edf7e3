import { afterEach, expect, test, vi } from 'vitest'
import { SlowServer } from '../../../tools/slow-server'
import { Variation, type Way } from './variation.svelte'

const LEGAL = ['take B', 'take G']
afterEach(() => vi.unstubAllGlobals())

async function opened(way: Way): Promise<[Variation, SlowServer]> {
  const server = new SlowServer(({ actions = [] }) => ({
    view: { legal: LEGAL.filter((action) => !actions.includes(action)) },
    ended: actions.length === LEGAL.length,
    verdict: actions.length,
  }))
  const variation = new Variation('{}', way, 0, 1, LEGAL)
  await server.answer(0)
  return [variation, server]
}

test('two actions pressed before the first is answered are both tried, and judged once', async () => {
  const [variation, server] = await opened('try')
  for (const action of LEGAL) void variation.act(action)
  await server.answer(1, 2, 3)
  expect(variation.actions).toEqual(LEGAL)
  expect(server.asked.map(({ ask }) => ask)).toEqual(['view', 'view', 'view', 'judge'])
  expect(variation.verdict).toBe(2)
})
test('a double press is one action, and two steps of the better line are two', async () => {
  const [tried, first] = await opened('try')
  void tried.act('take B')
  void tried.act('take B')
  await first.answer(1, 2)
  expect(tried.actions).toEqual(['take B'])
  const [better, second] = await opened('better')
  void better.go(1)
  void better.go(1)
  await second.answer(1, 2)
  expect(better.actions).toEqual(LEGAL)
})
