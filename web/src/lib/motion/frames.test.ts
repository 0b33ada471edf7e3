import { describe, expect, test } from 'vitest'
import examples from '../../../../tests/describe/turns.json'
import type { BoardView } from '../board/types'
import type { CardView, PlayerView } from '../card/types'
import type { GameName, Played, Progress, Scene, Step, View } from '../state/types'
import { frameOfMove, framesOfTurn } from './frames'

type Turn = { before: object; steps: Step[]; after: object; points: number[][] }
const progress = (points: number[]): Progress => ({ points, turns: [], actions: [], remaining: 0 })
const scene = (view: object, points: number[]): Scene => ({
  view: view as View,
  progress: progress(points),
  log: [],
})
const played = (game: GameName, steps: Step[]): Played => ({
  entry: { seat: 2, action: game === 'board' ? 'adam' : 'carl', outcomes: [] },
  steps,
})
function framesOf(game: GameName, turn: Turn) {
  const before = scene(turn.before, turn.points[0]!)
  const after = scene(turn.after, turn.points[1]!)
  return { before, after, frames: framesOfTurn(game, played(game, turn.steps), before, after, 1) }
}
const held = ({ prophecies, levels }: PlayerView) =>
  prophecies.map((card, i) => `${card}:${levels[i]}`).sort()

describe.each(examples.board as unknown as Turn[])('ADAM acts on the table', (turn) => {
  const { before, after, frames } = framesOf('board', turn)
  const last = frames.at(-2)!.scene
  const adam = (view: View) => (view as BoardView).adam
  test('step by step the line comes to what the engine made of it', () => {
    expect(adam(last.view)).toEqual(adam(after.view))
    expect(frames.at(-1)!.scene).toBe(after)
  })
  test('its points are final only when its steps have been shown', () => {
    expect(last.progress.points).toEqual(after.progress.points)
    expect(frames[0]!.scene.progress.points).toEqual(before.progress.points)
  })
  test('nothing is changed in the view that the server sent', () => {
    expect(before.view).toEqual(turn.before)
  })
})

describe.each(examples.card as unknown as Turn[])('CARL acts on the table', (turn) => {
  const { before, after, frames } = framesOf('card', turn)
  const last = frames.at(-2)!.scene
  test('step by step all prophecies come to where the engine put them', () => {
    const [was, now] = [last.view, after.view].map((view) => (view as CardView).players.map(held))
    expect(was).toEqual(now)
    expect((last.view as CardView).carl).toMatchObject((turn.after as CardView).carl!)
  })
  test('the points of both follow the steps', () => {
    expect(frames[0]!.scene.progress.points).toEqual(before.progress.points)
    expect(last.progress.points).toEqual(after.progress.points)
  })
})

test('what is looked at lights up while the table is still as it was', () => {
  const turn = (examples.board as unknown as Turn[]).find(({ steps }) => steps[0]!.kind === 'found')!
  const { before, frames } = framesOf('board', turn)
  const { cell, card } = turn.steps[0]!
  expect(frames[0]!.marked).toEqual([`cell/${cell}`, `card/2/${card}`])
  expect(frames[0]!.scene).toBe(before)
  expect(frames.map((frame) => frame.story?.acting)).toEqual([...frames.slice(1).map(() => true), false])
})

test('a finished coatl is given the time of its moment', () => {
  const after = scene({ supply: {} }, [0])
  const move = (effects: object): Played => ({ entry: { seat: 1, action: 'done', outcomes: [] }, effects })
  const length = (effects: object) => frameOfMove(move(effects), after, [1], 1).length
  expect(length({ closed: { coatl: 1, points: 9, cards: {} } })).toBeGreaterThan(2000)
  expect(length({ level: 3 })).toBeGreaterThan(length({ level: 2 }))
})

test('what is taken from me sounds like a loss, what I take like a gain', () => {
  const steal: Played = { entry: { seat: 2, action: 'steal B1', outcomes: [] }, effects: { victim: 1 } }
  const sounds = (own: number[]) => frameOfMove(steal, scene({}, []), own, 1).sounds
  expect(sounds([1])).toEqual(['loss'])
  expect(sounds([2])).toEqual(['gain'])
})
