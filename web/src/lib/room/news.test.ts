import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Event, LiveTable } from '../live/table.svelte'
import { notes } from '../ui/notes.svelte'
import { speak } from '../words/words.svelte'
import { TableNews } from './news.svelte'

const table = () => ({ info: { game: 'card', status: 'waiting', seats: [] }, seats: [] as number[], log: [], sitting: false, onevent: () => {} }) as unknown as LiveTable
const joined = { kind: 'joined', seat: 2, name: 'Ben' } as Event
const told = () => notes.shown.map((one) => one.text)

beforeAll(() => speak('en'))
beforeEach(() => { notes.shown = [] })

test('who sits down is told to the others', () => {
  const live = table()
  new TableNews(live)
  live.onevent(joined, null, null)
  expect(told()).toEqual(['Ben has sat down.'])
})

test('who sits down is not told so, though the word may come before the answer', () => {
  const live = table()
  new TableNews(live)
  live.sitting = true
  live.onevent(joined, null, null)
  expect(told()).toEqual([])
})
