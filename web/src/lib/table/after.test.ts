/** After the game: what decided a tie (RULES 4.4, 5.4), the own place, and the campaign of this device (RULES 5.5). */
import { fireEvent, render, screen } from '@testing-library/svelte'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { setLanguage } from '../i18n/messages.svelte'
import type { LiveTable } from '../state/table.svelte'
import type { Info } from '../state/types'
import { campaign, count, isOpen, opponentOf } from './campaign'
import NextGame from './NextGame.svelte'
import { standings } from './result'
import { tieText } from './tie'
import { placeText, winnerText } from './winner'

const NAMES = ['Ann', 'Ben', 'Eve']
beforeAll(() => setLanguage('en', { also: ['table'] }))

describe('a tie', () => {
  const details = { cards: [7, 6, 9], 'best coatl': [12, 15, 3] }
  const tie = (decided: string, points = [27, 27, 20]) => tieText({ points, decided, details }, NAMES)

  test('points that decide need no word', () => expect(tie('points')).toBeNull())
  test('names the tie-breaker and the numbers of those who were equal', () => {
    expect(tie('cards')).toBe('A tie, broken by the number of cards beside finished coatls: Ann 7, Ben 6.')
    expect(tie('best coatl')).toBe('A tie, broken by the best single coatl: Ann 12, Ben 15.')
  })
  test('says what else may decide', () => {
    expect(tie('shared')).toBe('Everything is equal: the win is shared.')
    expect(tie('solo')).toBe('A tie goes to the virtual player.')
  })
})

describe('the own place', () => {
  const seats = [9, 27, 9].map((points) => ({ points, coatls: [], consolation: 0, pile: {} }))
  const rows = standings({ result: { winners: [2], seats } }, NAMES)

  test('is said to who has not won', () => {
    expect(placeText(rows, [1])).toBe('Your place: 2 of 3, with 9 points')
    expect(placeText(rows, [3])).toBe('Your place: 2 of 3, with 9 points')
  })
  test('is not said to winners, spectators, and where several share a device', () =>
    expect([[2], [], [1, 3]].map((own) => placeText(rows, own))).toEqual(['', '', '']))
})

describe('who has won', () => {
  const seats = [27, 27, 9].map((points) => ({ points, coatls: [], consolation: 0, pile: {} }))
  const text = (winners: number[], own: number[], resigned = false) =>
    winnerText(standings({ result: { winners, seats } }, NAMES), own, resigned)

  test('is "you" to the winner, alone or together', () => {
    expect(text([1], [1])).toBe('You win with 27 points')
    expect(text([1, 2], [1])).toBe('You share the win with Ben: 27 points')
    expect(text([1], [1], true)).toBe('You win')
  })
  test('is a name to the others, and where several share a device', () => {
    expect(text([1], [3])).toBe('Ann wins with 27 points')
    expect(text([1, 2], [3])).toBe('Ann, Ben share the win with 27 points')
    expect(text([1, 2], [1, 2])).toBe('Ann, Ben share the win with 27 points')
    expect(text([1], [], true)).toBe('Ann wins')
  })
})

describe('the campaign', () => {
  const game = (id: string, winner: number, opponent = 'carl') =>
    ({
      id,
      game: 'card',
      options: { solo: true, opponent },
      result: { winners: [winner] },
    }) as unknown as Info
  beforeEach(() => localStorage.clear())

  test('opens CARL 2.0 by a win, and counts a game once', () => {
    expect(isOpen(count(game('a', 2), 'carl'))).toBe(false)
    expect(isOpen(count(game('b', 1), 'carl'))).toBe(true)
    count(game('b', 1), 'carl')
    expect(campaign()).toMatchObject({ won: { carl: 1, carl2: 0 }, lost: { carl: 1, carl2: 0 } })
  })
  test('is open to who has started with CARL 2.0', () =>
    expect(isOpen(count(game('a', 2, 'carl2'), 'carl2'))).toBe(true))
  test('has no place for games of others, or of several', () => {
    expect(opponentOf(game('a', 1, 'carl2'), [1])).toBe('carl2')
    expect(opponentOf(game('a', 1), [])).toBeNull()
    expect(opponentOf({ ...game('a', 1), options: { solo: false } } as unknown as Info, [1])).toBeNull()
  })
  test('survives what cannot be read', () => {
    localStorage.setItem('coatl.campaign', '{"won": {"carl": -3}, "counted": 7}')
    expect(campaign()).toEqual({ won: { carl: 0, carl2: 0 }, lost: { carl: 0, carl2: 0 }, counted: [] })
  })
})

test('another game is asked for once, however often it is pressed before the answer', async () => {
  const ask = vi.fn(() => new Promise<never>(() => {}))
  const seats = [{ name: 'Ann', kind: 'person', stand_in: false }]
  const info = { game: 'board', options: {}, seats, rematch: [], result: { winners: [1] } }
  const live = { info, seats: [1], do: ask } as unknown as LiveTable
  render(NextGame, { live, attempt: async (what: () => Promise<unknown>) => void (await what()) })
  const button = screen.getByRole('button')
  await fireEvent.click(button)
  await fireEvent.click(button)
  expect(ask.mock.calls).toEqual([[{ kind: 'rematch' }]])
})
