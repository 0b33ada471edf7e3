/** The review of a game, as the server tells it (docs/server.md), and where its parts lie on a curve. */
import type { components } from '../net/schema.gen'
import { formatNumber } from '../i18n/messages.svelte'

type Schemas = components['schemas']
export type Review = Schemas['Review']
export type ReviewState = Schemas['ReviewState']
export type Turn = Schemas['TurnReview']
export type Decision = Schemas['Decision']
export type Line = Schemas['Line']
export type Estimate = Schemas['Estimate']
export type Lesson = Review['lessons'][number]
export type Grade = Decision['grade']
export type VariationState = Schemas['VariationState']

/** A grade is never told by its colour alone. */
export const SIGNS: Record<Grade, string> = {
  brilliant: '!!',
  fine: '✓',
  forced: '–',
  inaccuracy: '?!',
  mistake: '?',
  blunder: '??',
}
export const isSlip = (grade: Grade): boolean => ['inaccuracy', 'mistake', 'blunder'].includes(grade)

const tenths = (number: number): number => Math.round(number * 10) / 10 + 0
/** Points with one place behind the point. */
export const plain = (number: number): string => formatNumber(tenths(number))
/** The same with its sign: "+4.2", "−0.5". */
export function signed(number: number): string {
  const found = tenths(number)
  return `${found > 0 ? '+' : found < 0 ? '−' : '±'}${formatNumber(Math.abs(found))}`
}
export const percent = (share: number): string => formatNumber(Math.round(100 * share))

/** The turn in which a step of the replay lies: after so many entries. */
export const turnAt = (turns: readonly Turn[], step: number): number =>
  turns.findIndex((turn) => turn.first < step && step <= turn.last + 1)

/** The decisions of a seat that cost something, in their order. */
export const slipsOf = (turns: readonly Turn[], seat: number): Decision[] =>
  turns
    .filter((turn) => turn.seat === seat)
    .flatMap((turn) => turn.decisions.filter((decision) => isSlip(decision.grade)))

// ---------------------------------------------------------------- the curve

/** A place on the curve, from 0 to 1 in both directions; `win` is a chance, `margin` by the largest there is. */
export type Spot = { step: number; x: number; margin: number; win: number }
export type Mark = { step: number; x: number; margin: number; grade: Grade }
export type Luck = { step: number; x: number; size: number }
export type Curve = { spots: Spot[]; marks: Mark[]; luck: Luck[]; most: number }

const ROOM = 1.1 // above the highest place
const LEAST = 5 // points that the curve shows at least: a close game looks close
const LUCKY = 0.5 // points from which luck is marked

/** How a seat stood over a game of so many entries; above one half it is ahead. */
export function curveOf(review: Review, seat: number, entries: number): Curve {
  const place = (step: number): number => Math.max(0, step) / Math.max(1, entries)
  const values = review.curve.map((point) => ({ step: point.step, ...point.values[seat - 1]! }))
  const most = Math.max(LEAST, ...values.map(({ margin }) => Math.abs(margin)))
  const height = (margin: number): number => 0.5 + margin / (2 * ROOM * most)
  const spots = values.map(({ step, margin, win }) => ({ step, x: place(step), margin: height(margin), win }))
  const at = (step: number): number =>
    (spots.filter((spot) => spot.step <= step).at(-1) ?? spots[0])?.margin ?? 0.5
  const marks = review.turns
    .filter((turn) => turn.seat === seat && (isSlip(turn.grade) || turn.grade === 'brilliant'))
    .map(({ first, last, grade }) => ({ step: first, x: place(last + 1), margin: at(last + 1), grade }))
  const brought = review.reveals.map((reveal) => ({
    step: reveal.step + 1,
    n: reveal.luck[seat - 1]!.margin,
  }))
  const luck = brought
    .filter(({ n }) => Math.abs(n) >= LUCKY)
    .map(({ step, n }) => ({ step, x: place(step), size: Math.max(-1, Math.min(1, n / most)) }))
  return { spots, marks, luck, most }
}

/** Where a press at `x` leads: to a mark that is near, else to the nearest spot. */
export function pressed({ spots, marks }: Curve, x: number, near = 0.02): number {
  const nearest = <One extends { x: number }>(all: One[]): One | undefined =>
    [...all].sort((one, other) => Math.abs(one.x - x) - Math.abs(other.x - x))[0]
  const mark = nearest(marks)
  return mark && Math.abs(mark.x - x) <= near ? mark.step : (nearest(spots)?.step ?? 0)
}
