import { expect, test } from 'vitest'
import type { Reach } from '../state/types'
import { changes, finishes, steps } from './changes'

type Card = [times: number, points: number, lies?: 'hand' | 'laid' | 'row', next?: number]

/** One coatl, and how cards stand with it. */
const reach = (pieces: string, cards: Record<string, Card>): Reach => ({
  coatls: [
    {
      pieces,
      closed: false,
      points: 0,
      cards: Object.fromEntries(
        Object.entries(cards).map(([card, [times, points, lies = 'hand', next]]) => [
          card,
          {
            times,
            points,
            level: 0,
            where: [],
            lies,
            held: null,
            next: next ? { times: next, points: 2 } : null,
          },
        ]),
      ),
    },
  ],
  points: 0,
  scored: 0,
  opens: [],
  falls: [],
})

test('a card that comes nearer to a level is told, though its points stay', () => {
  const now = reach('Y', { R1: [1, 0, 'hand', 3], K5: [0, 0, 'row', 1], G2: [1, 2] })
  const after = reach('YY', { R1: [2, 0, 'hand', 3], K5: [1, 0, 'row', 2], G2: [1, 2] })
  expect(changes(now, after)).toEqual([])
  expect(steps(now, after)).toEqual([{ coatl: 1, card: 'R1', was: 1, times: 2, next: 3 }])
})

test('the second end finishes a coatl, and is told as that', () => {
  expect(finishes(reach('(Y', {}), reach('(YR)', {}))).toBe(1)
  expect(finishes(reach('Y', {}), reach('(Y', {}))).toBeNull()
  expect(finishes(reach('(YR)', {}), reach('(YR)', {}))).toBeNull()
})
