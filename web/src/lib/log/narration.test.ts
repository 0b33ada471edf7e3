import { beforeAll, describe, expect, test } from 'vitest'
import { theftsFrom } from '../state/log'
import type { Played } from '../state/types'
import { setLanguage } from '../i18n/messages.svelte'
import { plainText } from './fragments'
import { stepFragments, narrate } from './narration'

beforeAll(() => setLanguage('en'))
const names = ['Ann', 'Ben']
const line = (action: string, more: Partial<Played> = {}, outcomes: string[] = []): Played => ({
  entry: { seat: 1, action, outcomes },
  ...more,
})
const said = (game: 'board' | 'card', played: Played) => {
  const shown = narrate(game, played, names)
  return shown && [shown.sentence, ...shown.remarks].map(plainText).join(' ')
}

describe('each action of the board game is a sentence', () => {
  test.each([
    ['keep R5', {}, 'Ann keeps R5.'],
    ['take body3', { effects: { what: 'BR' } }, 'Ann takes blue + red from body cell 3.'],
    ['take head1', {}, 'Ann takes what lies on head cell 7.'],
    ['choose row4', { effects: { what: 'K5' } }, 'Ann chooses K5 from the row.'],
    ['choose row4', {}, 'Ann chooses the prophecy at place 4 of the row.'],
    ['start B', { effects: { coatl: 2 } }, 'Ann starts coatl II: blue.'],
    ['start head B', {}, 'Ann starts a coatl: blue head.'],
    ['extend 1 left G', {}, 'Ann puts green on the left of coatl I.'],
    ['extend 1 right G', {}, 'Ann puts green on the right of coatl I.'],
    ['extend 2 head K', {}, 'Ann gives coatl II the head black.'],
    ['extend 2 tail K', {}, 'Ann gives coatl II the tail black.'],
    ['fulfil K5 1', {}, 'Ann lays K5 beside coatl I.'],
    ['temple T3', {}, 'Ann closes the coatl with the temple T3.'],
    ['temple pile2', { effects: { what: 'T7' } }, 'Ann closes the coatl with the temple T7.'],
    ['temple pile2', {}, 'Ann closes the coatl with the temple of pile 2.'],
    ['pick BR', {}, 'Ann sacrifices Perfect pick for blue + red.'],
    ['pick tail Y', {}, 'Ann sacrifices Perfect pick for yellow tail.'],
    ['future', {}, 'Ann sacrifices See the future: a new row.'],
    ['discard R5', {}, 'Ann discards R5.'],
    [
      'priest pile1',
      { effects: { what: 'T2' } },
      "Ann sacrifices Priest's commitment and takes the temple T2.",
    ],
    ['priest pile1', {}, "Ann sacrifices Priest's commitment and takes the temple of pile 1."],
    ['steal 2 BR', {}, 'Ann gives a golden feather to Ben and takes blue + red.'],
    ['pass', {}, 'Ann can do nothing and passes.'],
    ['adam', {}, 'Ann takes a turn.'],
    ['done', { effects: { pending: 'keep' } }, 'Ann has chosen which prophecies to keep.'],
    ['done', { effects: { pending: 'finish' } }, 'Ann closes the coatl.'],
  ])('%s', (action, more, words) => expect(said('board', line(action, more as Partial<Played>))).toBe(words))
})

describe('each action of the card game is a sentence', () => {
  test.each([
    ['start RG', {}, 'Ann starts the coatl with red + green.'],
    ['beside RG left', {}, 'Ann plays red + green beside the left end.'],
    ['over RG right', {}, 'Ann plays red + green over the right end.'],
    ['discard RG', { effects: { revealed: 'BK' } }, 'Ann discards red + green and reveals blue + black.'],
    ['raise B1', { effects: { level: 2 } }, 'Ann raises B1 to level 2.'],
    ['raise B1', {}, 'Ann raises B1.'],
    ['fulfil B1', { effects: { level: 1 } }, 'Ann fulfils B1 from the middle, at level 1.'],
    ['fulfil B1', {}, 'Ann fulfils B1 from the middle.'],
    ['steal B1', { effects: { victim: 2 } }, 'Ann steals B1 from Ben.'],
    ['steal B1', { effects: { victim: 2, level: 3 } }, 'Ann steals B1 from Ben: it is at level 3 now.'],
    ['steal B1', {}, 'Ann steals B1.'],
    ['head R', {}, 'Ann adds the head red.'],
    ['tail K', {}, 'Ann adds the tail black.'],
    ['pass', {}, 'Ann has no feather and passes.'],
    ['carl', {}, 'Ann takes a turn.'],
  ])('%s', (action, more, words) => expect(said('card', line(action, more as Partial<Played>))).toBe(words))

  test('a revealed feather is read from its outcome when no view was seen', () =>
    expect(said('card', line('discard RG', {}, ['bk']))).toBe(
      'Ann discards red + green and reveals blue + black.',
    ))
  test('own feathers drawn are told', () =>
    expect(said('card', line('done', {}, ['rg', 'bk', 'Y4']))).toBe(
      'Ann draws red + green and blue + black.',
    ))
})

describe('what the viewer did not see stays untold', () => {
  test('a card kept in secret says nothing', () => expect(said('board', line('keep ?'))).toBeNull())
  test('a card discarded from hand', () =>
    expect(said('board', line('discard ?'))).toBe('Ann discards a prophecy from hand.'))
  test('a card from the deck', () =>
    expect(said('board', line('choose deck', {}, ['?']))).toBe('Ann draws a prophecy from the deck.'))
  test('an own card from the deck is told', () =>
    expect(said('board', line('choose deck', {}, ['K5']))).toBe('Ann draws K5 from the deck.'))
  test('feathers of others', () =>
    expect(said('card', line('done', {}, ['?', '?']))).toBe('Ann draws 2 feathers.'))
  test('an action of a later version is shown as it is written', () =>
    expect(said('board', line('dance wildly'))).toBe('Ann: dance wildly'))
})

test('remarks narrate what came of it', () => {
  expect(
    said(
      'board',
      line('take body1', { effects: { what: 'RR', refilled: true, ending: 'no-bodies' } }, ['r', 'g']),
    ),
  ).toBe(
    'Ann takes red + red from body cell 1. The supply board is refilled. The end of the game begins: no body segments are left.',
  )
  expect(
    said('board', line('temple T3', { effects: { closed: { coatl: 1, points: 17, cards: {} } } })),
  ).toContain('Coatl I is finished: 17 points.')
  expect(
    said(
      'card',
      line('over RG left', {
        effects: {
          falls: [
            { card: 'B1', was: 2, now: 1 },
            { card: 'Y2', was: 2, now: null },
          ],
        },
      }),
    ),
  ).toBe('Ann plays red + green over the left end. B1 falls to level 1. Y2 falls and is discarded.')
  expect(
    said('card', line('done', { effects: { round: 5, rounds: 5, final: [{ seat: 2, points: 9 }] } })),
  ).toBe('Ben finishes with 9 points. Round 5, the last, begins.')
})

test('every step of ADAM and CARL has its words', () => {
  const adam = ['found', 'missed', 'placed', 'wasted', 'discarded', 'played', 'moved', 'spent', 'drew'].map(
    (kind) => plainText(stepFragments('board', { kind, card: 'R5', cell: 'body3', colour: 'R', words: '!' })),
  )
  const carl = [
    { kind: 'favourites', feather: 'RG', colours: 'RG' },
    { kind: 'favourites' },
    { kind: 'action', card: 'B1', god: 'blue', action: 'raise' },
    { kind: 'skipped', action: 'steal' },
    ...['raised', 'stolen', 'fulfilled'].flatMap((kind) =>
      [true, false].map((favourite) => ({
        kind,
        card: 'B1',
        level: 3,
        favourite,
        protected: kind === 'raised',
      })),
    ),
  ].map((step) => plainText(stepFragments('card', { ...step, words: '!' })))
  for (const words of [...adam, ...carl]) {
    expect(words).not.toContain('!')
    expect(words).not.toContain('{')
    expect(words).not.toContain('log.')
  }
  expect(adam[0]).toBe('R5 needs red: the first cell that has any is body cell 3, so ADAM takes all of it.')
  expect(carl[4]).toBe(
    'Raise: B1 goes up to level 3; it is the highest below 3 with a favourite colour. It is protected now.',
  )
  expect(plainText(stepFragments('card', { kind: 'later', words: 'CARL sings.' }))).toBe('CARL sings.')
})

test('what was stolen since the last own step is found among all that others did', () => {
  const by = (seat: number, action: string, victim?: number): Played => ({
    entry: { seat, action, outcomes: [] },
    ...(victim ? { effects: { victim, level: 1 } } : {}),
  })
  const log = [
    by(2, 'steal B1', 1),
    by(1, 'done'),
    by(2, 'start RG'),
    by(2, 'steal G6', 1),
    by(2, 'done'),
    by(3, 'steal P6', 2),
    by(3, 'steal B4', 1),
    by(3, 'done'),
  ]
  expect(theftsFrom(1, log).map(({ entry }) => entry.action)).toEqual(['steal G6', 'steal B4'])
  expect(theftsFrom(1, [...log, by(1, 'start KY')])).toEqual([])
})
