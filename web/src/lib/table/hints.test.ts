import { beforeAll, describe, expect, test } from 'vitest'
import { plainText } from '../log/fragments'
import { advise } from '../log/narration'
import { setLanguage } from '../i18n/messages.svelte'
import type { HintFacts } from '../state/types'
import { hintLines } from './hints'

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
    lacks: {},
    others: [],
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
          others: [{ points: 5, steps: ['take body3'], what: 'BK' }],
        }),
      },
      'board',
    ),
  )
  expect(shown).toEqual({
    headline: 'Assemble now: 7 points.',
    plan: ['Give coatl 1 the tail red.', 'Lay K5 beside coatl 1.', 'Stop there.'],
    reasons: ['(BB becomes (BBR): 7 points.', 'K5, 2×: 7 points.'],
    others: ['5 points: Take blue + black from body cell 3.'],
  })
})

test('what to take, and what the cards lack', () => {
  const shown = said(
    hintLines(
      {
        action: 'take body3',
        headline: '!',
        steps: ['take body3'],
        facts: facts({ kind: 'near', what: 'BK', lacks: { R5: 'BBK' } }),
      },
      'board',
    ),
  )
  expect(shown.plan).toEqual(['Take blue + black from body cell 3.'])
  expect(shown.reasons).toEqual(['R5 still lacks blue + blue + black.'])
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
        steps: ['over RG left', 'raise B1'],
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
  expect(shown.headline).toBe('The best turn brings you to 9 points, now 4.')
  expect(shown.plan).toEqual(['Play red + green over the left end.', 'Raise B1.'])
  expect(shown.reasons.slice(0, 3)).toEqual([
    'Your coatl becomes RG^B.',
    'B1: level 1 becomes 2, 3 points more.',
    'Y2 falls from level 1 to 0: -2 points.',
  ])
  expect(shown.reasons.at(-1)).toBe('CARL sings.')
})

describe('every kind of hint has its words', () => {
  const kinds = [
    'keep',
    'finish',
    'finish-on',
    'grow',
    'score-with',
    'grow-with',
    'near',
    'ready',
    'later',
    'no-cards',
    'turn',
    'waiting',
  ]
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
