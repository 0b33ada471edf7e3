/** What the table shows one after the other, from a move to the next: pure, so that tests can read it. */
import { withStep as withStepOfAdam } from '../board/steps'
import { withStep as withStepOfCarl } from '../card/steps'
import { placesFor } from '../log/places'
import {
  isBoard,
  type GameName,
  type Mark,
  type Played,
  type Progress,
  type Scene,
  type Step,
} from '../state/types'
import { soundOfMove, soundOfStep } from './cues'
import type { Sound } from '../ui/sound'
import { timeline } from './timeline'

/** What an automaton does; while it acts, only the steps that are shown now. */
export type Story = { seat: number; steps: Step[]; acting: boolean }
/** One scene and what goes with it; the next one comes after `length` milliseconds at the earliest. */
export type Frame = {
  scene: Scene
  length: number
  marked: Mark
  story: Story | null
  sounds: Sound[]
  moment: Played | null // what may be celebrated once the scene stands
}

const LANDING = 620 // milliseconds until a move has landed
const MOMENT = 2600 // a finished coatl
const HIGHEST = 1200 // a prophecy at its highest level

/** How long a move needs before the next one may begin. */
export function lengthOf({ effects = {} }: Played): number {
  if (effects.closed || effects.final?.length) return MOMENT
  return effects.level === 3 ? HIGHEST : LANDING
}

/** Whether a move is a moment of its own. */
export const isFestive = ({ effects = {}, steps = [] }: Played): boolean =>
  !!effects.closed || !!effects.final?.length || effects.level === 3 || steps.some((step) => step.protected)

/** A move of a person or a bot. */
export const frameOfMove = (played: Played, scene: Scene, own: readonly number[], pace: number): Frame => ({
  scene,
  length: lengthOf(played) * pace,
  marked: [],
  story: null,
  sounds: soundOfMove(played, own),
  moment: played,
})

/** The turn of an automaton: what it looks at lights up, then the table changes; at the end it is as the server says. */
export function framesOfTurn(
  game: GameName,
  played: Played,
  before: Scene,
  after: Scene,
  pace: number,
): Frame[] {
  const { seat } = played.entry
  const { beats, end } = timeline(played.steps ?? [], pace)
  const frames: Frame[] = []
  let scene = before
  for (const { steps, at, change, length } of beats) {
    const marked = placesFor(game, { entry: played.entry, steps }, before.log)
    const frame = { marked, story: { seat, steps, acting: true }, moment: null }
    const next = steps.reduce((now, step) => withStep(now, step, seat), scene)
    const still = next === scene
    frames.push({
      ...frame,
      scene,
      length: still ? length : change - at,
      sounds: still ? soundOfStep(steps[0]!) : [],
    })
    if (!still) {
      const moment = { entry: played.entry, steps }
      frames.push({
        ...frame,
        scene: next,
        length: length - (change - at),
        sounds: soundOfStep(steps[0]!),
        moment,
      })
    }
    scene = next
  }
  const last = beats.at(-1)
  const rest = end - (last ? last.at + last.length : 0)
  const story = { seat, steps: played.steps ?? [], acting: false }
  return [
    ...frames,
    { scene: after, length: rest, marked: [], story, sounds: [], moment: { ...played, steps: [] } },
  ]
}

const LOOKING = ['missed', 'found', 'skipped'] // steps that change nothing on the table

function withStep(scene: Scene, step: Step, seat: number): Scene {
  if (LOOKING.includes(step.kind)) return scene
  const { view, progress } = scene
  return {
    ...scene,
    view: isBoard(view) ? withStepOfAdam(view, step) : withStepOfCarl(view, step),
    progress: step.points ? withPoints(progress, step, seat) : progress,
  }
}

/** What is stolen the other one loses. */
const withPoints = (progress: Progress, { kind, points = 0 }: Step, seat: number): Progress => ({
  ...progress,
  points: progress.points.map((sum, i) =>
    i === seat - 1 ? sum + points : kind === 'stolen' ? sum - points : sum,
  ),
})
