/** A small table for tests: three players, some cards, and a preview as the server would send it. */
import type { Deck, Prophecy } from '../state/deck'
import type { Preview, Reach, Standing } from '../state/types'
import type { CardView, PlayerView } from './types'

const WORTH = { 1: 2, 2: 5, 3: 6 }
const prophecy = (id: string, colour: string, pattern: string): [string, Prophecy] => [
  id,
  { id, colour, kind: 'sequence', pattern, levels: WORTH },
]

export const deck: Deck = {
  game: 'card',
  prophecies: Object.fromEntries([
    prophecy('B1', 'blue', 'G R'),
    prophecy('G6', 'green', '[GY] B [GY]'),
    prophecy('Y6', 'yellow', '= G ='),
    prophecy('P6', 'pink', 'G [^G]^'),
    prophecy('B4', 'blue', 'R B'),
  ]),
  temples: { T5: { id: 'T5', goals: ['below:blue<pink', 'equal:RG'], points: [3, 7] } },
  data: {
    deal: { plays_per_turn: 2 },
    carl: { actions: { blue: 'raise', yellow: 'steal', pink: 'fulfil' } },
  } as never,
}

export const player = (more: Partial<PlayerView> = {}): PlayerView => ({
  coatl: '',
  hand: [],
  prophecies: [],
  levels: [],
  final: false,
  points: 0,
  goals: 0,
  protected: 0,
  ...more,
})

export const view = (more: Partial<CardView> = {}): CardView => ({
  viewer: '1',
  options: { players: 3, first: 1, solo: false, opponent: null, manner: null },
  pending: 'play',
  seat: 1,
  round: 2,
  rounds: 5,
  middle: ['B4', null],
  temple: 'T5',
  feathers: 30,
  deck: 20,
  unseen_feathers: { RG: 3 },
  unseen_prophecies: [],
  players: [
    player({ coatl: 'RG^B', hand: ['RG', 'BY'], prophecies: ['B1', 'G6'], levels: [1, 3] }),
    player({ coatl: 'YK', hand: ['?', '?', '?', '?'], prophecies: ['Y6'], levels: [2] }),
    player({ coatl: 'KY', hand: ['?', '?'], prophecies: ['P6'], levels: [0] }),
  ],
  plays: 0,
  newest: [],
  revealed: null,
  stolen: [],
  turns: 3,
  discards: { GK: 2 },
  lost: [],
  carl: null,
  can_undo: false,
  legal: ['RG', 'GR', 'BY', 'YB']
    .flatMap((pair) => [
      `beside ${pair} left`,
      `over ${pair} left`,
      `beside ${pair} right`,
      `over ${pair} right`,
    ])
    .concat('discard RG', 'discard BY'),
  ...more,
})

const standing = (level: number, where: [number, number][] = []): Standing => ({
  times: level,
  level,
  points: [0, 2, 5, 6][level] ?? 0,
  where,
  next: null,
  lies: 'own',
  held: null,
})
const reach = (pieces: string, cards: Record<string, Standing>, more: Partial<Reach> = {}): Reach => ({
  coatls: [{ pieces, closed: false, points: 0, cards }],
  points: 0,
  scored: 0,
  opens: [],
  falls: [],
  ...more,
})

export const forecast: Preview = {
  now: reach('RG^B', { B1: standing(1, [[1, 2]]), B4: standing(0) }),
  after: {
    'beside RG right': reach(
      'RG^BRG',
      {
        B1: standing(2, [
          [1, 2],
          [4, 5],
        ]),
        B4: standing(1, [[4, 5]]),
      },
      { opens: ['raise B1', 'fulfil B4'] },
    ),
    'over GR left': reach(
      'GR^G^B',
      { B1: standing(0), B4: standing(0) },
      { falls: [{ card: 'B1', was: 1, now: 0 }] },
    ),
    'raise B1': reach('RG^B', { B1: standing(2) }),
    'fulfil B4': reach('RG^B', { B4: standing(1) }),
    'steal Y6': reach('RG^B', { Y6: standing(3) }),
  },
}
