import { describe, expect, test } from 'vitest'
import type { Deck } from '../state/deck'
import type { View } from '../state/types'
import { goesWithoutSaying, playsItself } from './forced'

const deck = { coatls: 3, data: { deal: { plays_per_turn: 2 } } } as unknown as Deck
const cards = (coatl: string, more: object = {}) =>
  ({
    legal: ['done'],
    can_undo: true,
    seat: 1,
    pending: 'gain',
    plays: 0,
    players: [{ coatl }],
    ...more,
  }) as unknown as View
const board = (closed: number, more: object = {}) =>
  ({
    legal: ['done'],
    can_undo: true,
    seat: 1,
    pending: 'finish',
    supply: {},
    options: { solo: true },
    players: [{ coatls: [...Array(closed).fill({ closed: true }), { closed: false }] }],
    ...more,
  }) as unknown as View

describe('what the page plays by itself', () => {
  test('the step from the first feather to the second, if nothing can be gained', () => {
    expect(goesWithoutSaying(cards('RG'), deck)).toBe(true)
    expect(playsItself(cards('RG', { legal: ['raise B1', 'done'] }), deck)).toBe(false)
  })
  test('the step from the head to the tail, whatever was played before', () =>
    expect(goesWithoutSaying(cards('(RG', { plays: 1 }), deck)).toBe(true))
  test('not the end of a turn that could still be taken back', () => {
    expect(playsItself(cards('RG', { plays: 1 }), deck)).toBe(false)
    expect(playsItself(cards('(RG)'), deck)).toBe(false)
    expect(playsItself(board(0, { pending: 'choose' }), deck)).toBe(false)
    expect(playsItself(board(0, { pending: 'assemble' }), deck)).toBe(false)
  })
  test('the end of a turn from which no way leads back', () => {
    expect(playsItself(cards('RG', { plays: 1, can_undo: false }), deck)).toBe(true)
    expect(playsItself(board(0, { legal: ['pass'], pending: 'turn', can_undo: false }), deck)).toBe(true)
  })
  test('the closing of a coatl with which nothing more can be done, unless it ends the game (RULES 4.5)', () => {
    expect(goesWithoutSaying(board(1), deck)).toBe(true)
    expect(goesWithoutSaying(board(2), deck)).toBe(false)
    expect(goesWithoutSaying(board(2, { options: { solo: false } }), deck)).toBe(true)
  })
  test("never what is an automaton's", () =>
    expect(playsItself(board(0, { legal: ['adam'], pending: 'adam', can_undo: false }), deck)).toBe(false))
})
