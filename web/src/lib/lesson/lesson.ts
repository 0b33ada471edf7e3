/** A lesson: real games of which the learner plays one side again. */
import { placesOf as boardPlaces } from '../board/places'
import { placesOf as cardPlaces } from '../card/places'
import type { components } from '../net/schema.gen'
import type { Mark, Played, Preview, View } from '../state/types'
import { readAction } from '../notation'
import { store, stored } from '../storage'

type Schemas = components['schemas']
export const LEARNER = 1
export const CHAPTERS = { board: ['board', 'board2'], card: ['card', 'card2'] } as const
export type Chapter = Schemas['LessonChapter']['chapter']
export type Step = Schemas['LessonStep']
export type Lesson = Schemas['LessonChapter']
/** The message that is said at a stop. */
export const messageOf = ({ scene, number }: Pick<Step, 'scene' | 'number'>): string =>
  `learn.${scene}_${number}`
/** How the learner's cards stand after what is offered; nothing while somebody else moves. */
export const forecastOf = ({ preview }: Step): Preview | null => (isThere(preview) ? preview : null)
const isThere = (preview: Step['preview']): preview is Preview => 'now' in preview

/** What was played until a stop, in the scene that it belongs to; after the last one, all of it. */
export function logUntil({ scenes }: Lesson, step: Step | undefined): Played[] {
  const scene = step ? scenes.find((one) => one.name === step.scene) : scenes.at(-1)
  return (scene?.entries ?? [])
    .slice(0, step?.played)
    .map(({ seat, action, outcomes, steps, ...effects }) => ({
      entry: { seat, action, outcomes },
      ...(steps ? { steps } : {}),
      effects,
    }))
}

/** How far a chapter is, from 0 to 1: moves of a free turn are one stop. */
export function progressOf({ steps, stops, end }: Lesson, at: number): number {
  if (end && at >= steps.length) return 1
  return (new Set(steps.slice(0, at + 1).map(messageOf)).size - 1) / stops
}

/** Where the table points at: the places of the move; in the card game the hand for what is laid. */
export function marksOf({ game }: Lesson, step: Step | undefined, log: Played[]): Mark {
  if (!step || step.free) return []
  if (step.seat !== LEARNER) return placesAfter(game, log)
  if (game === 'board') return boardPlaces(step)
  const { verb, card } = readAction('card', step.action)
  if (['start', 'beside', 'over', 'discard', 'head', 'tail'].includes(verb)) return [`hand:${LEARNER}`]
  return card ? [`card:${card}`] : []
}

/** What the move of another has touched. */
function placesAfter(game: Lesson['game'], log: Played[]): Mark {
  const last = log.at(-1)
  if (!last) return []
  return game === 'board' ? boardPlaces(last.entry, last.steps) : cardPlaces(last, log)
}

/** Choices are those of the free stops before this one: who goes back chooses anew. */
export const choicesBefore = (steps: Step[], at: number, choices: string[]): string[] =>
  choices.slice(0, steps.slice(0, at).filter((step) => step.free).length)

/** Whether the table is that of a game against an automaton. */
export const isSolo = (view: View): boolean => view.options.solo

/** Where a chapter is asked for, with what was chosen so far. */
export const pathOf = (chapter: Chapter, choices: string[]): string =>
  [`/lessons/${chapter}`, new URLSearchParams(choices.map((choice) => ['choice', choice]))]
    .map(String)
    .filter(Boolean)
    .join('?')

/** The chapters that were played to their end on this device. */
export const learned = (): string[] => stored<string[]>('lessons', [])
export const noteLearned = (chapter: Chapter): void => store('lessons', [...new Set([...learned(), chapter])])
