import { describe, expect, test } from 'vitest'
import examples from '../../../../tests/describe/turns.json'
import type { Step } from '../state/types'
import { grouped, LONGEST, timeline } from './timeline'

const kinds = (steps: Step[]) => grouped(steps).map((group) => group.map((step) => step.kind))
const of = (...all: string[]): Step[] => all.map((kind) => ({ kind }))
const turns = [...examples.board, ...examples.card].map((turn) => turn.steps as Step[])

describe('what is shown at once', () => {
  test('a played card with all its pieces, and all that one cell gives', () => {
    expect(
      kinds(of('missed', 'found', 'placed', 'wasted', 'played', 'moved', 'spent', 'drew', 'drew')),
    ).toEqual([['missed'], ['found'], ['placed', 'wasted'], ['played', 'moved', 'spent'], ['drew', 'drew']])
  })
  test('each action of CARL is its own beat, but those that are skipped', () => {
    expect(kinds(of('favourites', 'action', 'raised', 'raised', 'skipped', 'skipped'))).toEqual([
      ['favourites'],
      ['action'],
      ['raised'],
      ['raised'],
      ['skipped', 'skipped'],
    ])
  })
  test('no step is lost', () => {
    for (const steps of turns) expect(grouped(steps).flat()).toEqual(steps)
  })
})

describe('the timeline', () => {
  test('beats follow each other; what is looked at lights up before the table changes', () => {
    const { beats, end } = timeline(of('found', 'placed', 'played', 'drew'))
    let at = 0
    for (const beat of beats) {
      expect(beat.at).toBeCloseTo(at)
      expect(beat.change).toBeGreaterThan(beat.at)
      expect(beat.change).toBeLessThan(beat.at + beat.length)
      at += beat.length
    }
    expect(end).toBeGreaterThan(at)
  })
  test('no turn takes longer than 6 seconds at the usual pace', () => {
    const endless: Step[] = Array.from({ length: 40 }, () => ({ kind: 'raised' }))
    for (const steps of [...turns, endless])
      expect(Math.round(timeline(steps).end)).toBeLessThanOrEqual(LONGEST)
  })
  test('a short turn is not drawn out', () => {
    expect(timeline(of('found', 'placed')).end).toBeLessThan(3000)
  })
  test('who asks for a calmer pace gets it, whatever its length; a quicker one halves it', () => {
    const steps = of('favourites', 'action', 'raised', 'raised', 'stolen', 'fulfilled', 'fulfilled')
    const { end } = timeline(steps)
    expect(timeline(steps, 1.8).end).toBeCloseTo(1.8 * end)
    expect(timeline(steps, 0.5).end).toBeCloseTo(0.5 * end)
  })
  test('a turn without steps is only the refill', () => {
    expect(timeline([]).beats).toEqual([])
    expect(timeline([]).end).toBeGreaterThan(0)
  })
})
