import { readFileSync } from 'node:fs'
import { cleanup, fireEvent, render } from '@testing-library/svelte'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { LiveTable } from '../state/table.svelte'
import type { Info, Progress, View } from '../state/types'
import { notes } from '../ui/notes.svelte'
import { title } from '../ui/title.svelte'
import { errorText, errorKey } from '../i18n/errors'
import { hasMessage, setLanguage } from '../i18n/messages.svelte'
import { isHidden, whoIsNext } from './handover'
import { cardsBefore, deckBefore, readDeck, rememberDeck } from './deckfile'
import GameOver from './GameOver.svelte'
import EndingNotice from './EndingNotice.svelte'
import ScoredCoatl from './ScoredCoatl.svelte'
import { endingWords } from './ending'
import { cleanName, LONGEST_NAME } from './person'
import { TurnNotice } from './notice'
import { standings } from './result'
import { clockText } from './time'
import type { Deck } from '../state/deck'
import { scoreRequests } from './score'
import { firstPlan, plannedBefore, rememberPlan, resized, wishOf, type Plan, type Way } from './plan'

const sounds = vi.hoisted(() => [] as string[])
vi.mock('../ui/sound', () => ({ play: (sound: string) => sounds.push(sound) }))
beforeAll(() => setLanguage('en'))

describe('the curtain', () => {
  const info = (stand_in: (string | null)[] = [null, null, null]) =>
    ({
      status: 'playing',
      seats: stand_in.map((one, i) => ({ seat: i + 1, stand_in: one })),
    }) as unknown as Info
  const views = (...acting: number[]) =>
    Object.fromEntries(
      [1, 2, 3].map((seat) => [
        String(seat),
        { legal: acting.includes(seat) ? ['done'] : [] } as unknown as View,
      ]),
    )

  test('before anybody took the device everything is hidden', () => {
    expect(whoIsNext([1, 2], info(), views(2), null)).toBe(2)
    expect(isHidden([1, 2], info(), null, 2)).toBe(true)
    expect(isHidden([1, 2], info(), null, null)).toBe(true)
  })
  test('the holder goes on while it is the own turn', () => {
    expect(whoIsNext([1, 2], info(), views(1), 1)).toBe(1)
    expect(isHidden([1, 2], info(), 1, 1)).toBe(false)
  })
  test('when somebody else is to act, the hand is hidden', () => {
    expect(whoIsNext([1, 2], info(), views(2), 1)).toBe(2)
    expect(isHidden([1, 2], info(), 1, 2)).toBe(true)
  })
  test('secret choices are made one after another', () => {
    expect(whoIsNext([1, 2, 3], info(), views(1, 2, 3), 1)).toBe(1)
    expect(whoIsNext([1, 2, 3], info(), views(2, 3), 1)).toBe(2)
    expect(whoIsNext([1, 2, 3], info(), views(3), 2)).toBe(3)
  })
  test('while others play elsewhere, the holder keeps looking', () =>
    expect(isHidden([1, 2], info(), 1, null)).toBe(false))
  test('a seat that a bot plays is not asked', () =>
    expect(whoIsNext([1, 2], info([null, 'artisan']), views(2), 1)).toBeNull())
  test('alone, or when all is open, nothing is hidden', () => {
    expect(isHidden([1], info(), null, 1)).toBe(false)
    expect(isHidden([1, 2], { ...info(), status: 'over' } as Info, null, null)).toBe(false)
  })
})

describe('the notice that it is one’s turn', () => {
  const shown: string[] = []
  class FakeNotification {
    static permission = 'granted'
    onclick = null
    constructor(text: string) {
      shown.push(text)
    }
    close() {
      shown.pop()
    }
  }
  beforeEach(() => {
    sounds.length = 0
    shown.length = 0
    FakeNotification.permission = 'granted'
    vi.stubGlobal('Notification', FakeNotification)
  })
  afterEach(() => vi.unstubAllGlobals())

  test('it speaks up once, when the turn comes', () => {
    const notice = new TurnNotice({ hidden: false })
    notice.update(false, '')
    notice.update(true, '')
    notice.update(true, '')
    expect(sounds).toEqual(['turn'])
    expect(title.alarm).toBe('Your turn')
    notice.update(false, '')
    expect(title.alarm).toBe('')
  })
  test('a page that opens on one’s turn makes no noise', () => {
    new TurnNotice({ hidden: false }).update(true, '')
    expect(sounds).toEqual([])
  })
  const settled = () => new Promise((done) => setTimeout(done))
  const turn = async (notice: TurnNotice, ...mine: boolean[]) => {
    for (const one of mine) {
      notice.update(one, 'Ann · Ben')
      await settled()
    }
  }
  test('a system notification comes only to a hidden page, and goes with the turn', async () => {
    const [open, hidden] = [new TurnNotice({ hidden: false }), new TurnNotice({ hidden: true })]
    await turn(open, false, true)
    await turn(hidden, false, true)
    expect(shown).toEqual(['Your turn'])
    await turn(hidden, false)
    expect(shown).toEqual([])
  })
  test('it comes from the service worker where there is one, because phones refuse the other way', async () => {
    class Refused extends FakeNotification {
      constructor() {
        super('')
        throw new TypeError('Illegal constructor')
      }
    }
    vi.stubGlobal('Notification', Refused)
    const notices: { title: string; path: string; close: () => void }[] = []
    const worker = {
      active: {},
      showNotification: (title: string, { data }: { data: { path: string } }) =>
        notices.push({ title, path: data.path, close: () => notices.pop() }),
      getNotifications: () => Promise.resolve([...notices]),
    }
    vi.stubGlobal('navigator', { serviceWorker: { getRegistration: () => Promise.resolve(worker) } })
    const notice = new TurnNotice({ hidden: true })
    await turn(notice, false, true)
    expect(notices).toMatchObject([{ title: 'Your turn', path: location.pathname }])
    await turn(notice, false)
    expect(notices).toEqual([])
  })
  test('without leave there is none', () => {
    FakeNotification.permission = 'denied'
    const notice = new TurnNotice({ hidden: true })
    notice.update(false, '')
    notice.update(true, '')
    expect(shown).toEqual([])
  })
})

describe('errors', () => {
  const section = readFileSync('../docs/server.md', 'utf8').split('## Errors')[1]!.split('## Trust')[0]!
  const codes = section
    .split('\n')
    .filter((row) => row.startsWith('| `'))
    .flatMap((row) => [...row.split('|')[1]!.matchAll(/`([a-z]+\.[a-z.]+)`/g)].map((match) => match[1]!))

  test('the page of the protocol is read', () => expect(codes.length).toBeGreaterThan(40))
  test.each(codes)('%s has words', (code) => expect(hasMessage(`errors.${errorKey(code)}`)).toBe(true))
  test('a known code is worded here, an unknown one by the server, anything else as no answer', () => {
    expect(errorText({ code: 'seat.taken', message: 'Seat 2 is taken.' })).toBe('This seat is taken.')
    expect(errorText({ code: 'deck.odd', message: 'The deck is odd.' })).toBe('The deck is odd.')
    expect(errorText({ code: 'new.code' })).toContain('new.code')
    expect(errorText(new TypeError('failed to fetch'))).toContain('cannot be reached')
  })
})

describe('names', () => {
  test('200 emoji become a name that the server takes', () => {
    const name = cleanName('🐍'.repeat(200))
    expect([...name].length).toBe(LONGEST_NAME)
  })
  test('families, control signs, quotes and towers of accents are tamed', () => {
    expect(cleanName('👩‍👩‍👧')).toBe('👩👩👧')
    expect(cleanName('  An\u202En\u0000 "the"  ')).toBe('Ann the')
    expect(cleanName(`a${'\u0338'.repeat(30)}`)).toBe(`a${'\u0338'.repeat(3)}`)
    expect(cleanName('\u3164\u2800 ')).toBe('')
  })
})

const withOptions = (way: Way, options: Plan['options']): Plan => ({
  ...firstPlan(way),
  options: { ...firstPlan(way).options, ...options },
})

describe('what is asked of the server', () => {
  test('ADAM, with what was chosen', () =>
    expect(wishOf('adam', withOptions('adam', { difficulties: [1, 4], promo: true }), 'Ann')).toMatchObject({
      game: 'board',
      options: { solo: true, difficulties: [1, 4], promo: true },
      seats: [{ kind: 'me', name: 'Ann' }],
      public: false,
      clock: null,
    }))
  test('CARL 2.0 in a manner', () =>
    expect(
      wishOf('carl', withOptions('carl', { opponent: 'carl2', manner: 'greedy' }), 'Ann').options,
    ).toEqual({ solo: true, opponent: 'carl2', manner: 'greedy' }))
  test('three people at one device', () => {
    const plan = resized('device', firstPlan('device'), 3)
    plan.seats[1]!.name = 'Ben'
    expect(wishOf('device', plan, 'Ann')).toMatchObject({
      options: { players: 3 },
      seats: [
        { kind: 'me', name: 'Ann' },
        { kind: 'me', name: 'Ben' },
        { kind: 'me', name: 'Ann 3' },
      ],
    })
  })
  test('bots, clock, golden feathers, the lobby', () => {
    const plan = {
      ...resized('bots', withOptions('bots', { golden_feathers: true }), 4),
      pace: 'own' as const,
      move: 0,
      reserve: 30,
      timeout: 'loss' as const,
      public: true,
      first: 3,
    }
    expect(wishOf('bots', plan, 'Ann')).toMatchObject({
      options: { players: 4, first: 3, golden_feathers: true, fewer_bodies: false, tokens: true },
      clock: { move: 5, reserve: 30, timeout: 'loss' },
      public: true,
      seats: [{ kind: 'me' }, { kind: 'bot', bot: 'artisan' }, { kind: 'bot' }, { kind: 'bot' }],
    })
  })
  test('the card game gets no options of the board game', () =>
    expect(wishOf('friends', { ...firstPlan('friends'), game: 'card' }, 'Ann').options).toEqual({
      players: 2,
      first: 1,
    }))
  test('a plan is remembered, and a broken one forgotten', () => {
    rememberPlan('friends', { ...firstPlan('friends'), game: 'card' })
    expect(plannedBefore('friends').game).toBe('card')
    rememberPlan('friends', { seats: 'none' } as never)
    expect(plannedBefore('friends')).toEqual(firstPlan('friends'))
  })
  test('a plan that version 0.1 remembered keeps its options', () => {
    const { options: _, ...rest } = firstPlan('friends')
    const older = {
      ...rest,
      tokens: false,
      promo: true,
      bodies: 'golden',
      difficulties: [2],
      manner: 'greedy',
    }
    rememberPlan('friends', older as never)
    expect(plannedBefore('friends').options).toEqual({
      ...firstPlan('friends').options,
      tokens: false,
      promo: true,
      golden_feathers: true,
      difficulties: [2],
      manner: 'greedy',
    })
  })
  test("a deck of one's own is remembered, and taken without asking only for its own game", async () => {
    const file = (text: string) => ({
      name: 'mine.json',
      size: text.length,
      text: () => Promise.resolve(text),
    })
    const cards = { game: { id: 'board' }, prophecy: [] }
    rememberDeck('bots', await readDeck(file(JSON.stringify(cards))))
    expect(deckBefore('bots')).toEqual({ name: 'mine.json', cards })
    expect([
      cardsBefore('bots', 'board'),
      cardsBefore('bots', 'card'),
      cardsBefore('friends', 'board'),
    ]).toEqual([cards, null, null])
    rememberDeck('bots', await readDeck(file('<b>no deck</b>')))
    expect(deckBefore('bots')).toBeNull()
  })
})

describe('the end that has begun', () => {
  const third = { supply: {}, ending: 'third-coatl', ender: 2 } as unknown as View
  const bodies = { supply: {}, ending: 'no-bodies', ender: null } as unknown as View
  const far = (turns: number[], actions: number[], remaining: number) => ({
    points: [0, 0, 0],
    turns,
    actions,
    remaining,
  })
  const endingOf = (view: View, progress: Progress, seat: number | null = 1) =>
    endingWords(view, progress, seat, ['Ann', 'Ben', 'Cleo'])
  const words = (seat: number | null) => endingOf(third, far([1, 0, 1], [1, 1, 2], 2), seat)!.text
  test('those later in the round have two actions, those earlier one, who ended it none', () => {
    expect(words(3)).toContain('up to two actions')
    expect(words(1)).toContain('one action')
    expect(words(2)).toContain('no further turn')
    expect(words(null)).toBe('2 more turns.')
  })
  test('without body segments there may be two turns', () =>
    expect(endingOf(bodies, far([1, 1, 2], [1, 1, 1], 4), 3)!.text).toBe('You have 2 more turns.'))
  test('the title says how it began', () => {
    expect(endingOf(third, far([1, 0, 1], [1, 1, 2], 2))!.title).toContain('Ben')
    expect(endingOf(bodies, far([1, 1, 2], [1, 1, 1], 4))!.title).toContain('No body segments are left')
    expect(endingOf({} as View, far([1, 1, 1], [1, 1, 1], 3))!.title).toBe('The last round:')
  })
  test('nothing is said before, and after', () =>
    expect([third, {} as View].map((view) => endingOf(view, far([], [], 0)))).toEqual([null, null]))
})

test('standings: winners first, and who has the same points shares a place', () => {
  const report = (points: number) => ({ points, coatls: [], consolation: 0, pile: {} })
  const result = {
    points: [9, 13, 9],
    winners: [2],
    ending: 'third-coatl',
    details: {},
    decided: 'points',
    seats: [report(9), report(13), report(9)],
  }
  const rows = standings({ result }, ['Ann', 'Ben', 'Cleo'])
  expect(rows.map(({ name, place, points }) => [name, place, points])).toEqual([
    ['Ben', 1, 13],
    ['Ann', 2, 9],
    ['Cleo', 2, 9],
  ])
  expect(standings({ result: null }, [])).toEqual([])
})

test('why a score: each coatl with the cards beside it, in the card game on their levels and with the temple of all', () => {
  const board = {
    supply: {},
    players: [{ coatls: [{ pieces: '(BBR)', cards: ['K5'], temple: 'T3' }] }, { coatls: [] }],
  } as unknown as View
  const deck = { prophecies: { P3: { levels: { 1: 2 } }, G1: { levels: { 1: 2, 2: 5 } } } } as unknown as Deck
  expect(scoreRequests(board, deck)).toEqual([
    { seat: 1, asked: [{ coatl: '(BBR)', cards: ['K5', 'T3'] }] },
    { seat: 2, asked: [] },
  ])
  const card = {
    temple: 'T1',
    players: [
      { coatl: 'RG^B', prophecies: ['B1', 'Y2'], levels: [2, 0] },
      { coatl: '', prophecies: ['P3'], levels: [1] },
    ],
  } as unknown as View
  expect(scoreRequests(card, deck)).toEqual([
    { seat: 1, asked: [{ coatl: 'RG^B', cards: ['B1', 'Y2', 'T1'], levels: { B1: 2, Y2: 0 } }] },
    { seat: 2, asked: [], own: expect.objectContaining({ coatl: '', total: 2 }) },
  ])
  const solo = { supply: {}, players: [{ coatls: [] }], adam: { pile: { G1: 2 } } } as unknown as View
  expect(scoreRequests(solo, deck)[1]).toEqual({
    seat: 2,
    asked: [],
    own: expect.objectContaining({ total: 10 }),
  })
})

test('clocks show minutes, hours and days', () => {
  expect([1, 65_000, 7_380_000, 90_000_000].map((time) => clockText(time, 'en'))).toEqual([
    '0:01',
    '1:05',
    '2:03:00',
    '1d 1h',
  ])
  for (const [language, day] of [
    ['fr', 'j'],
    ['de', 'T'],
    ['es', 'd'],
    ['uk', 'д'],
    ['ru', 'д'],
  ])
    expect(clockText(90_000_000, language!)).toMatch(new RegExp(`^1\\s?${day}`))
})

describe('the end', () => {
  afterEach(() => {
    cleanup()
    vi.useRealTimers()
  })

  test('comes into sight wherever one looks, and is said aloud', () => {
    const seen: string[] = []
    HTMLElement.prototype.scrollIntoView = function () {
      seen.push(this.textContent ?? '')
    }
    const seats = [
      { points: 9, coatls: [], consolation: 0, pile: {} },
      { points: 4, coatls: [], consolation: 0, pile: {} },
    ]
    const live = {
      seats: [1],
      info: {
        id: 'table',
        options: {},
        seats: [
          { seat: 1, kind: 'person', name: 'Ann' },
          { seat: 2, kind: 'bot', name: 'Ben' },
        ],
        game: 'card',
        result: { winners: [1], seats, decided: 'points' },
        rematch: [],
        successor: null,
      },
    }
    render(GameOver, {
      live: live as unknown as LiveTable,
      names: ['Ann', 'Ben'],
      attempt: async () => {},
      verify: () => {},
    })
    expect([seen, notes.spoken]).toEqual([['You win with 9 points'], 'You win with 9 points'])
  })
  test('pointing at a card shows the pieces that count', async () => {
    const card = {
      times: 2,
      level: 2,
      points: 5,
      where: [
        [1, 1],
        [3, 3],
      ] as [number, number][],
      next: null,
      goals: [],
      why: '',
      kind: 'sequence',
      pattern: 'R G',
    }
    const shown = render(ScoredCoatl, {
      scored: { coatl: '(RGB)', closed: true, total: 5, cards: { B1: card }, notes: [] },
      game: 'board',
    })
    const dim = () => shown.container.querySelectorAll('.serpent .dim').length
    const point = shown.getByRole('button', { name: 'B1' })
    const seen = [dim()]
    await fireEvent.focus(point)
    seen.push(dim())
    await fireEvent.blur(point)
    expect([...seen, dim()]).toEqual([0, 1, 0])
  })
  test('its beginning is said until it is read', () => {
    vi.useFakeTimers()
    const close = vi.fn()
    const shown = render(EndingNotice, { ending: { title: 'The end begins.', text: 'One turn.' }, close })
    expect(shown.getByRole('status').textContent).toContain('The end begins. One turn.')
    shown.getByRole('button', { name: 'Close' }).click()
    expect(close).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(10_000)
    expect(close).toHaveBeenCalledTimes(2)
  })
})
