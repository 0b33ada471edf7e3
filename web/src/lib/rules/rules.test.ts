import { describe, expect, test } from 'vitest'
import { found, lit, pictureOf, type Section } from './rules'

const plain = (text: string) => [{ text, mark: '' as const }]
const sections: Section[] = [
  {
    id: '4.2C',
    depth: 4,
    title: 'C. Assemble',
    blocks: [
      { kind: 'text', spans: plain('Start a coatl.') },
      { kind: 'ruling', id: 'R5', spans: plain('At most 3 coatls.') },
    ],
  },
  {
    id: '8',
    depth: 2,
    title: '8. All rulings',
    blocks: [
      {
        kind: 'table',
        head: [plain('ruling')],
        rows: [
          [plain('R5'), plain('three coatls')],
          [plain('R6'), plain('a prophecy')],
        ],
      },
    ],
  },
  {
    id: '9',
    depth: 2,
    title: '9. Cóatl',
    blocks: [{ kind: 'list', ordered: false, items: [[{ kind: 'text', spans: plain('feathers') }]] }],
  },
]
const names = (wanted: string) => found(sections, wanted).map((section) => section.id)

describe('searching the rules', () => {
  test('nothing wanted shows everything', () => expect(found(sections, '  ')).toBe(sections))
  test('a title shows its whole section', () =>
    expect(found(sections, 'assemble')[0]!.blocks).toHaveLength(2))
  test('a word shows the blocks that have it', () =>
    expect(found(sections, 'start')[0]!.blocks).toHaveLength(1))
  test('accents and capitals do not matter', () => expect(names('coatl')).toEqual(['4.2C', '8', '9']))
  test('all words must be there', () => expect(names('feathers prophecy')).toEqual([]))
  test('a ruling is found by its name, and not by one that begins alike', () => {
    expect(names('R5')).toEqual(['4.2C', '8'])
    expect(names('R')).not.toEqual([])
    expect(names('R50')).toEqual([])
  })
  test('of a table only the rows that fit are shown', () => {
    const table = found(sections, 'r6')[0]!.blocks[0]!
    expect(table.kind === 'table' && table.rows).toEqual([[plain('R6'), plain('a prophecy')]])
  })
  test('items of lists are searched', () => expect(names('FEATHERS')).toEqual(['9']))
})

test('what was looked for is marked, and signs are no patterns', () => {
  expect(lit('Start a coatl.', 'COATL')).toEqual([
    { text: 'Start a ', hit: false },
    { text: 'coatl', hit: true },
    { text: '.', hit: false },
  ])
  expect(lit('a.+b', '.+')).toEqual([
    { text: 'a', hit: false },
    { text: '.+', hit: true },
    { text: 'b', hit: false },
  ])
})

test.each([
  ['(BBYR)', 'coatl'],
  ['GYGYG', 'coatl'],
  ['(BBY', 'coatl'],
  ['R', 'tokens'],
  ['!R', 'tokens'],
  ['G Y+ G', 'tokens'],
  ['[GY]', 'tokens'],
  ['Y4', null],
  ['coatl deck check my.toml', null],
])('%s is drawn as %s', (code, picture) => {
  expect(pictureOf(code)).toBe(picture)
})
test('what was looked for is marked without its accents too', () => {
  expect(lit('Une Prophétie, deux prophéties.', 'prophetie')).toEqual([
    { text: 'Une ', hit: false },
    { text: 'Prophétie', hit: true },
    { text: ', deux ', hit: false },
    { text: 'prophétie', hit: true },
    { text: 's.', hit: false },
  ])
  expect(lit('Cóatl (R+)', 'COATL (R+')).toEqual([
    { text: 'Cóatl', hit: true },
    { text: ' ', hit: false },
    { text: '(R+', hit: true },
    { text: ')', hit: false },
  ])
})
