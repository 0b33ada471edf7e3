/** A small position for tests: two players, the first one to move, something of everything. */
import type { Deck, Prophecy, Temple } from '../state/deck'
import type { Preview, Progress, Reach, Standing } from '../state/types'
import type { BoardView, PlayerView } from './types'

const prophecy = (
  id: string,
  colour: string,
  kind: Prophecy['kind'],
  pattern: string,
  levels: Record<string, number>,
): Prophecy => ({ id, colour, kind, pattern, levels })
const cards = [
  prophecy('R5', 'red', 'count', 'B', { 3: 2, 4: 3 }),
  prophecy('K5', 'black', 'sequence', '!B B B !B', { 1: 2, 2: 5 }),
  prophecy('Y4', 'yellow', 'sequence', 'B B Y Y', { 1: 4 }),
  prophecy('G1', 'green', 'sequence', 'Y K+ R', { 1: 2, 2: 6 }),
  prophecy('B1', 'blue', 'sequence', 'Y G', { 1: 1, 2: 3 }),
  prophecy('P1', 'red', 'multiset', 'Y Y G G R', { 1: 3 }),
]
const temples: Temple[] = [
  { id: 'T1', goals: ['without:Y', 'length:7'], points: [3, 7] },
  { id: 'T6', goals: ['equal:RY', 'length:12'], points: [3, 7] },
  { id: 'PT2', goals: ['no_card:red', 'equal:YK'], points: [3, 7] },
]
const named = <One extends { id: string }>(all: One[]) => Object.fromEntries(all.map((one) => [one.id, one]))
export const deck: Deck = { game: 'board', prophecies: named(cards), temples: named(temples), data: {} }

export const player = (more: Partial<PlayerView> = {}): PlayerView => ({
  bodies: '',
  heads: '',
  tails: '',
  hand: [],
  known: [],
  kept: 0,
  ready: true,
  temples: [],
  known_temples: [],
  tokens: [],
  coatls: [],
  robbed: 0,
  discarded: 0,
  own_discards: {},
  ...more,
})
const coatl = (pieces: string, laid: string[] = []) => ({
  pieces,
  cards: laid,
  temple: null,
  closed: false,
  points: 0,
})

export const LEGAL = [
  'take body1',
  'take head2',
  'choose row1',
  'choose deck',
  'start B',
  'extend 1 left B',
  'extend 1 right B',
  'extend 2 head G',
  'fulfil R5 1',
  'fulfil R5 2',
  'pick BR',
  'pick head Y',
  'future',
  'priest pile1',
  'priest pile2',
  'steal 2 R',
]
export const view = (more: Partial<BoardView> = {}): BoardView => ({
  viewer: '1',
  options: {
    players: 2,
    first: 1,
    solo: false,
    difficulties: [],
    tokens: true,
    promo: true,
    fewer_bodies: false,
    golden_feathers: true,
  },
  pending: 'turn',
  seat: 1,
  supply: {
    bodies: ['RG', 'BB', null, 'Y*', 'KK', 'RY'],
    heads: [null, 'R'],
    tails: ['G', null],
    bag_bodies: { R: 9, G: 8, B: 7, Y: 6, K: 5 },
    bag_heads: { R: 1 },
    bag_tails: { B: 2 },
  },
  row: ['G1', 'B1', null, 'P1', null, null],
  deck: 31,
  temples: ['T6', 'PT2'],
  piles: [7, 6],
  players: [
    player({
      bodies: 'BB*',
      heads: 'G',
      hand: ['R5', 'K5'],
      temples: ['T1'],
      tokens: ['pick', 'future', 'priest'],
      coatls: [coatl('BBY', ['Y4']), coatl('BR)')],
    }),
    player({
      bodies: 'R',
      hand: ['B1', '?', '?'],
      known: ['B1'],
      temples: ['?'],
      tokens: ['pick'],
      coatls: [coatl('(GGR')],
    }),
  ],
  coatl: null,
  acted: 0,
  passes: 0,
  ending: null,
  ender: null,
  turns_left: null,
  turns: 4,
  discards: { K5: 1 },
  adam: null,
  legal: LEGAL,
  can_undo: false,
  ...more,
})

export const progress = (points: number[]): Progress => ({ points, turns: [], actions: [], remaining: 0 })

const standing = (
  points: number,
  times: number,
  where: [number, number][],
  lies: Standing['lies'] = 'hand',
): Standing => ({ points, times, level: times, where, next: null, lies, held: null })
const reach = (first: Record<string, Standing>, points: number): Reach => ({
  coatls: [
    { pieces: 'BBY', closed: false, points, cards: first },
    { pieces: 'BR)', closed: false, points: 0, cards: {} },
  ],
  points,
  scored: 0,
  opens: [],
  falls: [],
})
/** A third blue on the left opens R5 and breaks K5; nothing else is told. */
export const preview: Preview = {
  now: reach(
    {
      R5: standing(0, 2, [
        [1, 1],
        [2, 2],
      ]),
      K5: standing(2, 1, [[1, 2]]),
      Y4: standing(0, 0, [], 'laid'),
    },
    0,
  ),
  after: {
    'extend 1 left B': reach(
      {
        R5: standing(2, 3, [
          [1, 1],
          [2, 2],
          [3, 3],
        ]),
        K5: standing(0, 0, []),
        Y4: standing(0, 0, [], 'laid'),
      },
      2,
    ),
  },
}
