import { describe, expect, test } from 'vitest'
import {
  curveOf,
  plain,
  pressed,
  signed,
  slipsOf,
  turnAt,
  type Curve,
  type Grade,
  type Review,
  type Turn,
} from './review'

const nothing = { margin: { value: 0, low: 0, high: 0 }, win: { value: 0, low: 0, high: 0 } }
const decision = (first: number, grade: Grade) => ({ first, grade }) as Turn['decisions'][number]
const turn = (seat: number, first: number, last: number, grade: Grade): Turn => ({
  number: 1,
  seat,
  kind: 'choice',
  first,
  last,
  cost: nothing,
  grade,
  decisions: [decision(first, grade)],
  proven: false,
})
const point = (step: number, margin: number, win: number) => ({
  step,
  turn: 1,
  values: [
    { margin, win },
    { margin: -margin, win: 1 - win },
  ],
})
const luck = (step: number, margin: number) => ({
  step,
  seat: 1,
  outcomes: [],
  luck: [
    { margin, win: 0 },
    { margin: -margin, win: 0 },
  ],
  errors: [],
})
const review = {
  turns: [turn(1, 0, 1, 'mistake'), turn(2, 2, 3, 'fine'), turn(1, 4, 7, 'brilliant')],
  curve: [point(0, 0, 0.5), point(2, -10, 0.2), point(4, 0, 0.5), point(8, 5, 0.9)],
  reveals: [luck(-1, 0.2), luck(1, -3), luck(3, 10)],
} as unknown as Review

/** Above and below the middle, by the half of the height. */
const heights = (curve: Curve) =>
  curve.spots.map(({ margin }) => Math.round(100 * (2 * margin - 1)) / 100 + 0)

describe('the curve of a game', () => {
  const curve = curveOf(review, 1, 8)
  test('lies by steps and by the largest margin, which is its height', () => {
    expect(curve.most).toBe(10)
    expect(curve.spots.map(({ x, win }) => [x, win])).toEqual([
      [0, 0.5],
      [0.25, 0.2],
      [0.5, 0.5],
      [1, 0.9],
    ])
    expect(heights(curve)).toEqual([0, -0.91, 0, 0.45])
  })
  test('is the mirror image for the other of two', () => {
    expect(heights(curveOf(review, 2, 8))).toEqual([0, 0.91, 0, -0.45])
  })
  test('marks slips and brilliant turns of the seat, and luck that is worth the name', () => {
    expect(curve.marks.map(({ step, x, grade }) => [step, x, grade])).toEqual([
      [0, 0.25, 'mistake'],
      [4, 1, 'brilliant'],
    ])
    expect(curve.luck.map(({ step, size }) => [step, size])).toEqual([
      [2, -0.3],
      [4, 1],
    ])
  })
  test('a close game looks close', () => {
    const close = { ...review, curve: [point(0, 1, 0.5)] } as Review
    expect(heights(curveOf(close, 1, 8))).toEqual([0.18])
  })
  test('a press leads to a mark that is near, else to the nearest moment', () => {
    expect([0.26, 0.4, 0.05, 1].map((x) => pressed(curve, x))).toEqual([0, 4, 0, 4])
  })
})

test('a step belongs to the turn in which it was played', () => {
  expect([0, 1, 2, 3, 8, 9].map((step) => turnAt(review.turns, step))).toEqual([-1, 0, 0, 1, 2, -1])
})

test('only decisions that cost something are slips', () => {
  expect(slipsOf(review.turns, 1).map(({ first }) => first)).toEqual([0])
  expect(slipsOf(review.turns, 2)).toEqual([])
})

test('points have their sign and one place', () => {
  expect([4.24, -0.46, 0.04, -0.04].map(signed)).toEqual(['+4.2', '−0.5', '±0', '±0'])
  expect(plain(1.25)).toBe('1.3')
})
