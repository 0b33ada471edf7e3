import { afterEach, expect, test, vi } from 'vitest'
import { keepToken } from '../net/seats'
import { loadDeck } from './deck'

const asked: [string, RequestInit | undefined][] = []
vi.stubGlobal('fetch', (path: string, how?: RequestInit) => {
  asked.push([path, how])
  return Promise.resolve({
    ok: true,
    json: () =>
      Promise.resolve({
        prophecy: [{ id: 'constructor', pattern: 'R', levels: { 1: 2 } }],
        temple: [],
        player: { kept_prophecies: 3 },
      }),
  })
})
afterEach(() => {
  asked.length = 0
})

test('the cards of a table are asked for as who sits there: others may be forbidden to look', async () => {
  keepToken('a'.repeat(24), 'secret')
  await loadDeck({ game: 'board', id: 'a'.repeat(24), own_deck: true })
  expect(asked).toEqual([
    [
      `/api/tables/${'a'.repeat(24)}/cards`,
      expect.objectContaining({ headers: { Authorization: 'Bearer secret' } }),
    ],
  ])
})

test('printed cards are asked for without a token, once', async () => {
  keepToken('b'.repeat(24), 'secret')
  await Promise.all([loadDeck({ game: 'card', id: 'b'.repeat(24) }), loadDeck({ game: 'card' })])
  expect(asked).toEqual([['/api/cards/card', expect.objectContaining({ headers: {} })]])
})
