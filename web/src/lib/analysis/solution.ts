/** What the solver tells (docs/server.md). */
import type { components } from '../net/schema.gen'
import type { CardPoints } from '../table/result'

type Schemas = components['schemas']
export type Solution = Schemas['Assembly']
export type Turn = Schemas['Turn']
export type Help = Schemas['Help']
export type SolverAnswer = Schemas['SolverAnswer']

/** The pieces, from 1, that count for a card. */
export const counted = (standing: CardPoints | undefined): Set<number> =>
  new Set(
    (standing?.where ?? []).flatMap(([from, to]) =>
      Array.from({ length: to - from + 1 }, (_, i) => from + i),
    ),
  )
