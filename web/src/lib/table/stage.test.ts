import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import examples from '../../../../tests/describe/turns.json'
import { LONGEST } from '../motion/timeline'
import type { LiveTable } from '../state/table.svelte'
import type { Event, Played, Scene, Step, View } from '../state/types'
import { Stage } from './stage.svelte'

const turn = examples.board.find(({ steps }) => steps.some((step) => step.kind === 'played'))!
const steps = turn.steps as Step[]
const mine: Played = { entry: { seat: 1, action: 'take body1', outcomes: [] } }
const adams: Played = { entry: { seat: 2, action: 'adam', outcomes: [] }, steps }
const scene = (view: object, points: number[], log: Played[]): Scene => ({
  view: view as View,
  progress: { points, turns: [], actions: [], remaining: 0 },
  log,
})
const before = scene({ ...turn.before, legal: ['take body1'] }, turn.points[0]!, [])
const landed = scene({ ...turn.before, legal: [] }, turn.points[0]!, [mine])
const after = scene({ ...turn.after, legal: ['pass'] }, turn.points[1]!, [mine, adams])
const event = { kind: 'played' } as Event
const LANDING = 500

let stage: Stage
const motion = (reduced: boolean) => vi.stubGlobal('matchMedia', () => ({ matches: reduced }))
/** My move, and the answer in the same breath. */
function play(): void {
  stage.hear(event, before, landed)
  stage.hear(event, landed, after)
}
beforeEach(() => {
  vi.useFakeTimers()
  motion(false)
  stage = new Stage({ info: { game: 'board' }, seats: [1], id: 'x', seat: 1 } as unknown as LiveTable)
})
afterEach(() => {
  stage.end()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('my move and the answer', () => {
  test('my move lands before the answer starts', () => {
    play()
    expect(stage.scene).toBe(landed)
    vi.advanceTimersByTime(LANDING)
    expect(stage.scene).toBe(landed)
    expect(stage.acting).toBe(false)
    vi.advanceTimersByTime(LANDING)
    expect(stage.acting).toBe(true)
    expect(stage.scene).not.toBe(after)
  })
  test('nothing can be played before the last step is shown, and no card counts before it is played', () => {
    play()
    let counted = false
    for (let time = 0; stage.scene !== after; time += 50) {
      const { view, progress } = stage.scene!
      expect(view.legal).toEqual([])
      counted ||= stage.story?.steps[0]?.kind === 'played'
      if (!counted) expect(progress.points).toEqual(before.progress.points)
      vi.advanceTimersByTime(50)
      expect(time).toBeLessThan(LONGEST + 2000)
    }
    expect(counted).toBe(true)
  })
  test('at the end the table is as the server tells it, and the story can be read', () => {
    play()
    vi.advanceTimersByTime(LONGEST + 2000)
    expect([stage.scene, stage.busy, stage.acting]).toEqual([null, false, false])
    expect(stage.story?.steps).toEqual(steps)
  })
  test('a press shows at once how things stand', () => {
    play()
    vi.advanceTimersByTime(2 * LANDING)
    stage.skip()
    expect([stage.scene, stage.busy, stage.acting]).toEqual([null, false, false])
    expect(stage.story?.steps).toEqual(steps)
    vi.advanceTimersByTime(LONGEST)
    expect(stage.scene).toBe(null)
  })
})

test('my own moves wait for nothing', () => {
  stage.hear(event, before, landed)
  const next = scene({ ...turn.before, legal: ['done'] }, [0, 0], [mine, mine])
  stage.hear(event, landed, next)
  expect(stage.scene).toBe(next)
})
test('without motion the same words are there at once', () => {
  motion(true)
  play()
  expect([stage.scene, stage.busy]).toEqual([null, false])
  expect(stage.story).toEqual({ seat: 2, steps, acting: false })
})
test('what is taken back is gone at once', () => {
  play()
  stage.hear({ kind: 'undone', seat: 1 } as Event, after, before)
  expect([stage.scene, stage.busy]).toEqual([null, false])
})
test('many moves of others do not pile up', () => {
  const others = Array.from({ length: 12 }, (_, i): Played => ({
    entry: { seat: 2, action: `take body${i}`, outcomes: [] },
  }))
  let last = before
  for (const one of others) {
    const next = scene({ ...turn.before, legal: [] }, [0, 0], [one])
    stage.hear(event, last, next)
    last = next
  }
  vi.advanceTimersByTime(4000)
  expect(stage.busy).toBe(false)
})
