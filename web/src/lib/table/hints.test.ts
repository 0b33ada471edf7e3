import { beforeAll, describe, expect, test } from 'vitest'
import { plainText } from '../log/fragments'
import { advise } from '../log/narration'
import { setLanguage } from '../i18n/messages.svelte'
import type { HintFacts } from '../state/types'
import { hintLines, hintPlaces, leftOf } from './hints'

beforeAll(() => setLanguage('en'))
const facts = (more: object) =>
  ({
    kind: 'finish',
    points: 0,
    now: 0,
    final: false,
    average: false,
    what: null,
    coatls: [],
    cards: [],
    changes: [],
    aim: null,
    at_once: null,
    games: 0,
    others: [],
    outlook: null,
    ...more,
  }) as HintFacts
const said = (lines: ReturnType<typeof hintLines>) => ({
  headline: plainText(lines.headline),
  plan: lines.plan.map(plainText),
  reasons: lines.reasons.map(plainText),
  others: lines.others.map(plainText),
})

test('a plan of the board game is told with its reasons', () => {
  const shown = said(
    hintLines(
      {
        action: 'extend 1 tail R',
        headline: '!',
        steps: ['extend 1 tail R', 'fulfil K5 1', 'done'],
        facts: facts({
          points: 7,
          coatls: [{ number: 1, was: '(BB', coatl: '(BBR)', points: 7 }],
          cards: [{ card: 'K5', coatl: 1, times: 2, points: 7, level: 2, where: [[1, 2]] }],
          at_once: 8,
          games: 1200,
          outlook: { margin: -2.46, win: 0.318 },
          others: [
            { points: null, less: 1.25, steps: ['take body3'], what: 'BK' },
            { points: null, less: 0.04, steps: ['take body4'], what: 'RR' },
          ],
        }),
      },
      'board',
    ),
  )
  expect(shown).toEqual({
    headline: 'Assemble now: 7 points.',
    plan: ['Give coatl I the tail red.', 'Lay K5 beside coatl I.'],
    reasons: [
      '(BB becomes (BBR): 7 points.',
      'K5, 2×: 7 points.',
      '8 points could be had at once, but this promises more by the end.',
      'Expected at the end: 2.5 points behind, 32% to win.',
      'Tried in 1,200 simulated games.',
    ],
    others: [
      'Just as good: Take red + red from body cell 4.',
      'About 1.3 points less: Take blue + black from body cell 3.',
    ],
  })
})

test('what to take, towards which coatl, and what that still lacks', () => {
  const aim = { number: 1, was: 'BB', coatl: '(BBKR)', points: 9, lacks: 'K', head: '', tail: 'R' }
  const shown = said(
    hintLines(
      {
        action: 'take body3',
        headline: '!',
        steps: ['take body3'],
        facts: facts({ kind: 'aim', what: 'BK', aim }),
      },
      'board',
    ),
  )
  expect(shown.plan).toEqual(['Take blue + black from body cell 3.'])
  expect(shown.headline).toBe('Towards (BBKR): 9 points.')
  expect(shown.reasons).toEqual(['Still lacking: black, red tail.'])
  const ready = { ...aim, lacks: '', tail: '' }
  expect(
    plainText(
      hintLines({ action: 'take tail1', headline: '!', facts: facts({ kind: 'aim', aim: ready }) }, 'board')
        .headline,
    ),
  ).toBe('Then you can finish (BBKR): 9 points.')
})

describe('what is left of a line', () => {
  const played = (seat: number, ...actions: string[]) =>
    actions.map((action) => ({ entry: { seat, action, outcomes: [] } }))
  const line = ['extend 1 tail R', 'fulfil K5 1', 'done']
  test('who follows it goes on', () =>
    expect(leftOf(line, played(1, 'extend 1 tail R'), 1)).toEqual(['fulfil K5 1', 'done']))
  test('another action, another seat or an undo ends it', () => {
    expect(leftOf(line, played(1, 'take body1'), 1)).toBeNull()
    expect(leftOf(line, played(2, 'extend 1 tail R'), 1)).toBeNull()
    expect(leftOf(line, played(1, ...line, 'take body1'), 1)).toBeNull()
  })
})

test('the places of a line light up', () => {
  expect(hintPlaces('board', ['take body3'], 1)).toEqual(['cell/body3', 'board/1'])
  expect(hintPlaces('board', ['choose row1', 'choose row4', 'done'], 2)).toEqual(['row/1', 'hand/2', 'row/4'])
  expect(hintPlaces('card', ['beside RB left', 'raise B1', 'done'], 1)).toContain('card:B1')
  expect(hintPlaces('card', ['done'], 1)).toEqual([])
})

test('a turn of the card game, change by change', () => {
  const change = {
    action: 'over RG left',
    words: '!',
    card: null,
    was: null,
    now: null,
    points: 0,
    times: 0,
    where: [] as [number, number][],
  }
  const shown = said(
    hintLines(
      {
        action: 'over RG left',
        headline: '!',
        steps: ['over RG left', 'raise B1', 'done'],
        facts: facts({
          kind: 'turn',
          points: 9,
          now: 4,
          changes: [
            { ...change, kind: 'coatl', now: 'RG^B' },
            { ...change, kind: 'level', card: 'B1', was: 1, now: 2, points: 3 },
            { ...change, kind: 'fall', card: 'Y2', was: 1, now: 0, points: -2 },
            { ...change, kind: 'reveal' },
            { ...change, kind: 'later', words: 'CARL sings.' },
          ],
        }),
      },
      'card',
    ),
  )
  expect(shown.headline).toBe('This turn brings you to 9 points, now 4.')
  expect(shown.plan).toEqual(['Play red + green over the left end.', 'Raise B1.', 'End turn'])
  expect(shown.reasons.slice(0, 3)).toEqual([
    'Your coatl becomes RG^B.',
    'B1: level 1 becomes 2, 3 points more.',
    'Y2 falls from level 1 to 0: -2 points.',
  ])
  expect(shown.reasons.at(-1)).toBe('CARL sings.')
})

describe('every kind of hint has its words', () => {
  const kinds = ['finish', 'finish-on', 'grow', 'best', 'forced', 'turn', 'waiting']
  test.each(kinds)('%s', (kind) =>
    expect(
      plainText(
        hintLines({ action: null, headline: '!', facts: facts({ kind, points: 2 }) }, 'board').headline,
      ),
    ).not.toBe('!'),
  )
  test('without facts, or with a new kind, the server speaks', () => {
    expect(
      said(hintLines({ action: null, headline: 'Wait.', reasons: ['Because.'] }, 'board')),
    ).toMatchObject({ headline: 'Wait.', reasons: ['Because.'] })
    expect(
      plainText(
        hintLines({ action: null, headline: 'Dance.', facts: facts({ kind: 'dance' }) }, 'board').headline,
      ),
    ).toBe('Dance.')
  })
})

test('every action can be advised', () => {
  const board = [
    'take head1',
    'choose row4',
    'choose deck',
    'start B',
    'start head B',
    'extend 1 left G',
    'extend 1 right G',
    'extend 1 head G',
    'extend 1 tail G',
    'fulfil K5 1',
    'temple T3',
    'temple pile1',
    'pick BR',
    'future',
    'discard R5',
    'keep R5',
    'priest pile2',
    'steal 2 BR',
    'pass',
    'done',
  ]
  const card = [
    'start RG',
    'beside RG left',
    'beside RG right',
    'over RG left',
    'over RG right',
    'discard RG',
    'raise B1',
    'fulfil B1',
    'steal B1',
    'head R',
    'tail K',
    'pass',
    'done',
  ]
  for (const [game, actions] of [
    ['board', board],
    ['card', card],
  ] as const)
    for (const action of actions) {
      const words = plainText(advise(game, action, ['Ann', 'Ben']))
      expect(words, action).toMatch(/^[A-Z].*\.$/)
      expect(words, action).not.toMatch(/log\.|\{/)
    }
})
