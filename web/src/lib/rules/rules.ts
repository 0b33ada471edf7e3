/** The rules page as the server tells it, and how it is searched. */
import type { components } from '../net/schema.gen'

type Schemas = components['schemas']
export type Span = Schemas['Span']
export type Section = Schemas['Section']
export type Block = Section['blocks'][number]
export type RulesPage = Schemas['RulesPage']

/** The section that says what was not printed. */
export const isReconstructed = (id: string): boolean => id === '9'

const bare = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const spansText = (spans: Span[]): string => spans.map((span) => span.text).join('')

export function textOf(block: Block): string {
  if (block.kind === 'ruling') return `${block.id} ${spansText(block.spans)}`
  if (block.kind === 'text') return spansText(block.spans)
  if (block.kind === 'list') return block.items.flat().map(textOf).join('\n')
  if (block.kind === 'table')
    return [block.head, ...block.rows].map((row) => row.map(spansText).join(' ')).join('\n')
  return block.text
}

/** All words must be there, in a title and its block together; a table shows the rows that have them. */
export function found(sections: Section[], wanted: string): Section[] {
  const words = bare(wanted).split(/\s+/).filter(Boolean)
  if (!words.length) return sections
  const fits = (text: string) =>
    words.every((word) =>
      (/^r\d+$/.test(word)
        ? new RegExp(`\\b${word}\\b`)
        : { test: (where: string) => where.includes(word) }
      ).test(bare(text)),
    )
  return sections.flatMap((section) => {
    if (fits(section.title)) return [section]
    const blocks = section.blocks.flatMap((block) =>
      narrowed(block, (text) => fits(`${section.title} ${text}`)),
    )
    return blocks.length ? [{ ...section, blocks }] : []
  })
}

function narrowed(block: Block, fits: (text: string) => boolean): Block[] {
  if (!fits(textOf(block))) return []
  if (block.kind === 'table') {
    const rows = block.rows.filter((row) => fits(row.map(spansText).join(' ')))
    return [{ ...block, rows: rows.length ? rows : block.rows }]
  }
  return [block]
}

/** A text in pieces, those that were looked for marked, with or without their accents. */
export function lit(text: string, wanted: string): { text: string; hit: boolean }[] {
  const words = bare(wanted)
    .split(/\s+/)
    .filter((word) => word.length > 1)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  if (!words.length) return [{ text, hit: false }]
  const plain = text.replace(/\P{ASCII}/gu, (letter) => (bare(letter).length === 1 ? bare(letter) : letter)) // as long as the text
  let end = 0
  const parts = [...plain.matchAll(new RegExp(words.join('|'), 'gi'))].flatMap(({ index, 0: found }) => {
    const before = text.slice(end, index)
    end = index + found.length
    return [
      { text: before, hit: false },
      { text: text.slice(index, end), hit: true },
    ]
  })
  return [...parts, { text: text.slice(end), hit: false }].filter((part) => part.text)
}

/** What a piece of notation can be drawn as: a coatl, or the tokens of a pattern. */
export function pictureOf(code: string): 'coatl' | 'tokens' | null {
  if (/^\(?[RGBYK]{3,}\)?$/.test(code) || /^\([RGBYK]{2,}$/.test(code)) return 'coatl'
  return /^(!?[RGBYK.=]\+?|\[\^?[RGBYK]+\]|R\^)( (!?[RGBYK.=]\+?))*$/.test(code) ? 'tokens' : null
}
