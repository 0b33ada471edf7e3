import { afterEach, expect, test, vi } from 'vitest'
import { SlowServer } from '../../../tools/slow-server'
import { LessonSession } from './session.svelte'

const step = {
  scene: 'board',
  seat: 1,
  free: true,
  played: 0,
  view: { legal: ['take B', 'take G'] },
  preview: {},
}
const deck = { prophecy: [], temple: [], player: { kept_prophecies: 3, coatls: 3 } }
const lesson = {
  game: 'board',
  scenes: [{ name: 'board', players: [], entries: [] }],
  steps: [step, step, step],
}

afterEach(() => vi.unstubAllGlobals())

test('a double press on a free choice goes on by one step', async () => {
  const server = new SlowServer((_, path) => (path.includes('lessons') ? lesson : deck))
  const session = new LessonSession('board')
  await server.answer(0, 1)
  expect(session.step).toBeDefined()
  void session.act('take B')
  void session.act('take G')
  await server.answer(2, 3)
  expect(session.at).toBe(1)
})
