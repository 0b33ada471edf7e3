import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Connection, Message } from '../net/connection'
import { keepToken } from '../net/seats'
import { forget } from '../storage'
import { plainText } from '../log/fragments'
import { narrate } from '../log/narration'
import { setLanguage } from '../i18n/messages.svelte'
import { LiveTable } from './table.svelte'

vi.mock('./deck', () => ({
  loadDeck: () => Promise.resolve({ game: 'card', prophecies: {}, temples: {}, data: {} }),
}))

let hear: (message: Message) => void
let resyncs: number
const connection = () =>
  ({
    open: (_t: string, _k: string | null, listener: (message: Message) => void) => {
      hear = listener
    },
    resync: () => {
      resyncs += 1
    },
    command: () => Promise.resolve(),
    shut() {},
    end() {},
    onstatus: () => {},
  }) as unknown as Connection
const seats = (kinds: string[]) =>
  kinds.map((kind, i) => ({ seat: i + 1, kind, name: `P${i + 1}`, bot: null, stand_in: null, host: i === 0 }))
const info = (kinds = ['person', 'person']) => ({
  id: 't',
  game: 'card',
  status: 'playing',
  seats: seats(kinds),
})
const state = (seat: number | null, entries: object[] = [], more: object = {}) =>
  hear({
    type: 'state',
    table: 't',
    seat,
    own: seat === null ? [] : [seat],
    number: 1,
    time: Date.now() + 5000,
    info: info(),
    view: { players: [], turns: 0, legal: [] },
    clocks: null,
    entries,
    chat: [],
    presence: { online: [1], spectators: 0 },
    ...more,
  })
const event = (seat: number | null, event: object, more: object = {}) =>
  hear({ type: 'event', table: 't', seat, number: 2, time: 1, event, ...more })
const entry = (seat: number, action: string) => ({ seat, action, outcomes: [] })
const actions = (live: LiveTable) => live.log.map((one) => one.entry.action)

beforeAll(() => setLanguage('en'))
beforeEach(() => {
  resyncs = 0
  forget('seen')
  keepToken('t', 'k'.repeat(32))
})

test('a state tells everything, and sets the clock', () => {
  const live = new LiveTable('t', connection())
  state(1, [entry(1, 'start RG')])
  expect([live.seat, live.seats, actions(live), live.online]).toEqual([1, [1], ['start RG'], [1]])
  expect(live.skew).toBeGreaterThan(4000)
})

test('events add to the log of their viewer', () => {
  const live = new LiveTable('t', connection())
  state(1)
  event(
    1,
    { kind: 'played', entry: entry(2, 'start RG'), by: 'person' },
    { view: { players: [], turns: 1, legal: ['done'] } },
  )
  expect(actions(live)).toEqual(['start RG'])
  expect(live.view!.legal).toEqual(['done'])
  event(1, { kind: 'chat', seat: 2, name: 'P2', text: 'Hello' })
  expect(live.chat.map((said) => said.text)).toEqual(['Hello'])
})

test('who comes later hears from the server what was taken', () => {
  const live = new LiveTable('t', connection())
  state(null, [{ ...entry(2, 'take body3'), what: 'BR' }])
  event(null, { kind: 'played', entry: entry(2, 'choose row4'), by: 'bot', what: 'K5' })
  expect(live.log.map((one) => plainText(narrate('board', one, ['P1', 'P2'])!.sentence))).toEqual([
    'P2 takes blue + red from body cell 3.',
    'P2 chooses K5 from the row.',
  ])
})

test('what the server says of a move is in its line, in an event and in a state alike', () => {
  const live = new LiveTable('t', connection())
  state(1)
  event(1, { kind: 'played', entry: entry(2, 'take body1'), by: 'person', what: 'RG', refilled: true })
  expect(live.log[0]!.effects).toEqual({ what: 'RG', refilled: true })
  state(1, [{ ...entry(2, 'take body1'), what: 'RG', refilled: true }])
  expect(live.log[0]!.effects).toEqual({ what: 'RG', refilled: true })
})

test('the time of a move is known again after the page is loaded anew', () => {
  new LiveTable('t', connection())
  state(1)
  event(1, { kind: 'played', entry: entry(2, 'start RG'), by: 'person' })
  const anew = new LiveTable('t', connection())
  state(1, [entry(2, 'start RG')])
  expect(anew.log[0]!.time).toBe(1)
  state(1, [entry(2, 'start RB')])
  expect(anew.log[0]!.time).toBeUndefined()
})

test('an undo takes back the last step of its seat, and several take back several', () => {
  const live = new LiveTable('t', connection())
  state(1, [entry(1, 'start RG'), entry(1, 'beside BK left')])
  event(1, { kind: 'undone', seat: 1 })
  expect(actions(live)).toEqual(['start RG'])
  event(1, { kind: 'undone', seat: 1 })
  expect(actions(live)).toEqual([])
  event(1, { kind: 'undone', seat: 1 })
  expect(resyncs).toBe(1)
})

test('undos in the record of a state are folded away', () => {
  const live = new LiveTable('t', connection())
  state(1, [
    entry(1, 'keep R5'),
    entry(2, 'keep ?'),
    entry(1, 'undo'),
    entry(1, 'keep K1'),
    entry(1, 'undo'),
    entry(1, 'done'),
  ])
  expect(actions(live)).toEqual(['keep ?', 'done'])
})

test('after going back the server is asked, nothing is guessed', () => {
  const live = new LiveTable('t', connection())
  state(1, [entry(1, 'start RG'), entry(2, 'start BK'), entry(1, 'done')])
  event(1, { kind: 'went_back', turn: 1 })
  expect(resyncs).toBe(1)
  state(1, [entry(1, 'start RG')])
  expect(actions(live)).toEqual(['start RG'])
})

test('what was seen live stays known when everything is told again', () => {
  const live = new LiveTable('t', connection())
  state(1)
  event(
    1,
    { kind: 'played', entry: entry(1, 'start RG'), by: 'person' },
    { view: { players: [], turns: 1, legal: [] } },
  )
  const time = live.log[0]!.time
  state(1, [entry(1, 'start RG'), entry(2, 'start BK')])
  expect(live.log[0]!.time).toBe(time)
  expect(actions(live)).toEqual(['start RG', 'start BK'])
})

test('several people at one device: each seat has its own view and log', () => {
  const live = new LiveTable('t', connection())
  state(2, [], { own: [1, 2], view: { players: [], turns: 0, legal: ['done'] } })
  expect([live.seats, live.seat]).toEqual([[1, 2], 2])
  state(1, [entry(1, 'keep R5')], { own: [1, 2] })
  expect([live.seats, live.seat]).toEqual([[1, 2], 2])
  event(1, { kind: 'played', entry: entry(1, 'keep K5'), by: 'person' })
  expect(actions(live)).toEqual([])
  live.seat = 1
  expect(actions(live)).toEqual(['keep R5', 'keep K5'])
})

test('who gets up looks on as a spectator, and who sits down sees with that seat', () => {
  const live = new LiveTable('t', connection())
  state(1)
  state(null, [], { info: info(['open', 'person']) })
  expect([live.seats, live.seat]).toEqual([[], null])
  state(1)
  expect([live.seats, live.seat]).toEqual([[1], 1])
})

test('a step of an automaton that came together with another is told with its steps', () => {
  const live = new LiveTable('t', connection())
  state(1)
  event(1, { kind: 'played', entry: entry(1, 'done'), by: 'person' })
  event(
    1,
    {
      kind: 'played',
      entry: entry(2, 'carl'),
      by: 'automaton',
      steps: [{ kind: 'skipped', action: 'steal' }],
    },
    { view: { players: [], turns: 1, legal: [] } },
  )
  expect(actions(live)).toEqual(['done', 'carl'])
  expect(live.log[1]!.steps).toEqual([{ kind: 'skipped', action: 'steal' }])
})

test('who asks again for a seat because the answer was lost asks for the same one, and later for another', async () => {
  const keys: string[] = []
  const answers = [
    Promise.reject(new TypeError('lost')),
    Promise.resolve(Response.json({ token: 'k'.repeat(43) })),
    Promise.resolve(Response.json({ token: 'l'.repeat(43) })),
  ]
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    keys.push(JSON.parse(body).key)
    return answers.shift()
  })
  const live = new LiveTable('t', connection())
  await expect(live.join('Ann')).rejects.toThrow('lost')
  await live.join('Ann')
  await live.join('Ann')
  vi.unstubAllGlobals()
  expect([keys[0] === keys[1], keys[1] === keys[2], keys[0]!.length]).toEqual([true, false, 64])
})
