import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { LiveTable } from '../state/table.svelte'
import type { Event } from '../state/types'
import { notes } from '../ui/notes.svelte'
import { setLanguage } from '../i18n/messages.svelte'
import { TableAnnouncer } from './announcer.svelte'

const table = () =>
  ({
    info: { game: 'card', status: 'waiting', seats: [] },
    seats: [] as number[],
    log: [],
    sitting: false,
    onevent: () => {},
  }) as unknown as LiveTable
const joined = { kind: 'joined', seat: 2, name: 'Ben' } as Event
const shown = () => notes.shown.map((one) => one.text)

beforeAll(() => setLanguage('en'))
beforeEach(() => {
  notes.shown = []
})

test('who sits down is told to the others', () => {
  const live = table()
  const announcer = new TableAnnouncer(live)
  announcer.hear(joined)
  expect(shown()).toEqual(['Ben has joined.'])
})

test('who sits down is not told so, though the word may come before the answer', () => {
  const live = table()
  const announcer = new TableAnnouncer(live)
  live.sitting = true
  announcer.hear(joined)
  expect(shown()).toEqual([])
})

test('what the clock plays for somebody is shown to them, their own moves are not', () => {
  const live = table()
  const announcer = new TableAnnouncer(live)
  const entry = { seat: 1, action: 'done', outcomes: [] }
  Object.assign(live, {
    info: { ...live.info, seats: [{ name: 'Ann' }] },
    seats: [1],
    log: [{ entry, by: 'clock' }],
  })
  announcer.hear({ kind: 'played', seat: 1 } as unknown as Event)
  expect(announcer.latest?.by).toBe('clock')
  Object.assign(live, { log: [{ entry }] })
  announcer.hear({ kind: 'played', seat: 1 } as unknown as Event)
  expect(announcer.latest).toBeNull()
  announcer.end()
})
