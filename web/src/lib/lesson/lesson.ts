/** A lesson: a real game of which the learner plays one side again. */
import { placesOf } from '../board/places'
import type { components } from '../net/schema.gen'
import type { Entry, GameName, Mark, Preview, View } from '../state/types'
import { readAction } from '../notation'

type Schemas = components['schemas']
export const LEARNER = 1
export type Step = Schemas['LessonStep']
export type Lesson = Schemas['Lesson']
/** How the learner's cards stand after what is offered; nothing while somebody else moves. */
export const forecastOf = ({ preview }: Step): Preview | null => (isThere(preview) ? preview : null)
const isThere = (preview: Step['preview']): preview is Preview => 'now' in preview

/** What is shown: all own moves, and those of others that something is said about. */
export const stops = (lesson: Lesson, hasText: (number: number) => boolean): Step[] =>
  lesson.steps.filter((step) => step.seat === LEARNER || hasText(step.number))

/** The table as it is while a step is talked about: a move of another is shown when it is done. After the last one, the end. */
export function tableAt(lesson: Lesson, step: Step | undefined): Pick<Step, 'view' | 'progress'> {
  if (step?.seat === LEARNER) return step
  const after = step && lesson.steps[step.number]
  if (after) return { view: { ...after.view, legal: [] } as View, progress: after.progress }
  return { view: lesson.end, progress: lesson.end_progress }
}

export const logUntil = (lesson: Lesson, step: Step | undefined): { entry: Entry }[] =>
  lesson.steps
    .filter(
      (one) => !step || one.number < step.number || (one.number === step.number && step.seat !== LEARNER),
    )
    .map(({ seat, action, outcomes }) => ({ entry: { seat, action, outcomes } }))

/** Where the table points at: the places of the move; in the card game the hand for what is laid. */
export function marksOf(game: GameName, step: Step | undefined): Mark {
  if (!step || step.seat !== LEARNER || step.free) return []
  if (game === 'board') return placesOf(step)
  const { verb, card } = readAction('card', step.action)
  if (['start', 'beside', 'over'].includes(verb)) return [`hand:${LEARNER}`]
  return card ? [`card:${card}`] : []
}
