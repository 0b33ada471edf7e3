// @vitest-environment node
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Section } from './rules'
import { found, lit, PLAIN, queryOf, textOf, tongueOf, type Tongue } from './search'

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
const search = (wanted: string, where = sections, tongue: Tongue = PLAIN) =>
  found(where, queryOf(wanted, tongue), tongue)
const names = (wanted: string) => search(wanted).map((section) => section.id)

describe('searching the rules', () => {
  test('nothing wanted shows everything', () => expect(search('  ')).toBe(sections))
  test('a title shows its whole section', () => expect(search('assemble')[0]!.blocks).toHaveLength(2))
  test('a word shows the blocks that have it', () => expect(search('start')[0]!.blocks).toHaveLength(1))
  test('accents and capitals do not matter, and whole words come before parts', () =>
    expect(names('coatl')).toEqual(['4.2C', '9', '8']))
  test('all words must be there', () => expect(names('feathers prophecy')).toEqual([]))
  test('a ruling is found by its name, and not by one that begins alike', () => {
    expect(names('R5')).toEqual(['4.2C', '8'])
    expect(names('R')).not.toEqual([])
    expect(names('R50')).toEqual([])
  })
  test('of a table only the rows that fit are shown', () => {
    const table = search('r6')[0]!.blocks[0]!
    expect(table.kind === 'table' && table.rows).toEqual([[plain('R6'), plain('a prophecy')]])
  })
  test('items of lists are searched', () => expect(names('FEATHERS')).toEqual(['9']))
})

/** A rules page cut at its headings, as plain paragraphs. */
function pageOf(language: string): Section[] {
  const text = readFileSync(`../src/coatl/messages/${language}/rules.md`, 'utf8')
  return text.split(/^(?=#+ )/m).map((part) => {
    const [title = '', ...rest] = part.split('\n')
    const blocks = rest
      .join('\n')
      .split('\n\n')
      .filter((one) => one.trim())
    return {
      id: /^#+ ([\d.]+)/.exec(title)?.[1] ?? title,
      depth: title.indexOf(' '),
      title: title.replace(/^#+ /, ''),
      blocks: blocks.map((one) => ({ kind: 'text' as const, spans: plain(one) })),
    }
  })
}
const known = (language: string) =>
  tongueOf(
    language,
    (JSON.parse(readFileSync(`../src/coatl/messages/${language}/rules.json`, 'utf8')) as { synonyms: string })
      .synonyms,
  )

/** What people type, and a section that must be among those found: other forms, and other words for the same. */
test.each([
  ['en', 'stealing', '5.2'],
  ['en', 'neighbor', '5.2'],
  ['en', 'robbed', '5.2'],
  ['en', 'completing a coatl', '4.3'],
  ['de', 'Diebstahl', '5.2'],
  ['de', 'Nachbarn', '5.2'],
  ['de', 'abwerfen', '5.2'],
  ['fr', 'vols', '5.2'],
  ['fr', 'voisine', '5.2'],
  ['fr', 'propheties', '5.4'],
  ['es', 'robos', '5.2'],
  ['es', 'vecina', '5.2'],
  ['es', 'profecia', '5.4'],
  ['uk', 'крадіжка', '5.2'],
  ['uk', 'сусідами', '5.2'],
  ['uk', 'храми', '5.4'],
  ['ru', 'кража', '5.2'],
  ['ru', 'соседями', '5.2'],
  ['ru', 'храмами', '5.4'],
])('%s: “%s” leads to %s', async (language, typed, section) => {
  const tongue = await known(language)
  const answers = search(typed, pageOf(language), tongue).map((one) => one.id)
  expect(answers.some((id) => id === section || id.startsWith(`${section}.`))).toBe(true)
  expect(answers.length).toBeLessThan(pageOf(language).length)
})

test('the word that was typed comes before those that mean the same', async () => {
  const answers = search('tie', pageOf('en'), await known('en')).map((one) => one.id)
  expect(answers.slice(0, 2).sort()).toEqual(['4.4', '5.4']) // points of both games
  expect(answers.length).toBeGreaterThan(2) // to draw is also to take
})

test.each(Object.entries({ en: 'goal', fr: 'but', de: 'Ziel', es: 'objetivo', uk: 'Мета', ru: 'Цель' }))(
  '%s: the page begins with the goal of the game',
  (language, goal) => {
    const first = textOf(pageOf(language)[0]!.blocks[0]!).trim()
    expect(first).toMatch(new RegExp(`^\\*\\*[^*]*${goal}\\.\\*\\*`))
  },
)

test('what was looked for is marked, and signs are no patterns', () => {
  const marked = (text: string, wanted: string) => lit(text, queryOf(wanted, PLAIN), PLAIN)
  expect(marked('Start a coatl.', 'COATL')).toEqual([
    { text: 'Start a ', hit: false },
    { text: 'coatl', hit: true },
    { text: '.', hit: false },
  ])
  expect(marked('a.+b', '.+')).toEqual([
    { text: 'a', hit: false },
    { text: '.+', hit: true },
    { text: 'b', hit: false },
  ])
  expect(marked('Une Prophétie, deux prophéties.', 'prophetie')).toEqual([
    { text: 'Une ', hit: false },
    { text: 'Prophétie', hit: true },
    { text: ', deux ', hit: false },
    { text: 'prophétie', hit: true },
    { text: 's.', hit: false },
  ])
})
test('another form of a word is marked whole', async () => {
  const tongue = await known('en')
  expect(lit('You may steal it.', queryOf('stealing', tongue), tongue)).toEqual([
    { text: 'You may ', hit: false },
    { text: 'steal', hit: true },
    { text: ' it.', hit: false },
  ])
})
