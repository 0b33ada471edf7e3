/** A lesson: a real game of which the learner plays one side again. */
import { placesOf } from '../board/places'
import type { Entry, GameName, Mark, Preview, View } from '../live/types'

export const LEARNER = 1
export type Step = Entry & { number: number; free: boolean; view: View; preview: Preview | Record<string, never> }
export type Lesson = { game: GameName; players: string[]; steps: Step[]; end: View }

/** What is shown: all own moves, and those of others that something is said about. */
export const stops = (lesson: Lesson, told: (number: number) => boolean): Step[] => lesson.steps.filter((step) => step.seat === LEARNER || told(step.number))

/** The table as it is while a step is talked about: a move of another is shown when it is done. */
export function tableAt(lesson: Lesson, step: Step): View {
  if (step.seat === LEARNER) return step.view
  const after = lesson.steps[step.number]?.view ?? lesson.end
  return { ...after, legal: [] } as View
}

export const logUntil = (lesson: Lesson, step: Step | undefined): { entry: Entry }[] =>
  lesson.steps.filter((one) => !step || one.number < step.number || (one.number === step.number && step.seat !== LEARNER)).map(({ seat, action, outcomes }) => ({ entry: { seat, action, outcomes } }))

/** Where the table points at: the places of the move; in the card game the hand for what is laid. */
export function marksOf(game: GameName, step: Step | undefined): Mark {
  if (!step || step.seat !== LEARNER || step.free) return []
  if (game === 'board') return placesOf(step)
  const [verb = '', what = ''] = step.action.split(' ')
  if (['start', 'beside', 'over'].includes(verb)) return [`hand:${LEARNER}`]
  return ['fulfil', 'raise', 'steal'].includes(verb) ? [`card:${what}`] : []
}
