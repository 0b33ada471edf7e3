/** Finds what a person types in the rules: whole words, other forms of them, words that mean the same, then parts. */
import type { Block, Section, Span } from './rules'

/** What a language knows of its words: the stem of one, and groups that mean the same. */
export type Tongue = { stem: (word: string) => string; groups: string[][] }
export type Query = { words: Wanted[] }
type Wanted = { text: string; forms: Set<string>; alike: Set<string> } // as it is typed; stems of itself, and of what means the same
type Rank = 0 | 1 | 2 | 3 | 4 // nothing, a part of a word, a synonym, another form, the word itself
const WHOLE = 2 // and better: whole words
const OWN = 3 // and better: the word that was typed, in any form

/** Snowball's stemmers, one file a language; the rules alone load the one that they need. */
const STEMMERS: Record<string, () => Promise<{ stemmer: (word: string) => string }>> = {
  en: () => import('@orama/stemmers/english'),
  fr: () => import('@orama/stemmers/french'),
  de: () => import('@orama/stemmers/german'),
  es: () => import('@orama/stemmers/spanish'),
  uk: () => import('@orama/stemmers/ukrainian'),
  ru: () => import('@orama/stemmers/russian'),
}
const SHORTEST_PART = 3
const WORD = /[\p{L}\p{N}]+(?:[’'][\p{L}]+)*/gu
const RULING = /^r\d+$/

export const bare = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
/** Without a language: words are what they are. */
export const PLAIN: Tongue = { stem: bare, groups: [] }
/** What is looked for, and the language that it is in. */
export type Search = { query: Query; tongue: Tongue }
export const NO_SEARCH: Search = { query: { words: [] }, tongue: PLAIN }

/** What is known of a language; `synonyms` are groups with semicolons between them: `steal, rob; card, prophecy`. */
export async function tongueOf(language: string, synonyms: string): Promise<Tongue> {
  const stemmer = (await STEMMERS[language]?.())?.stemmer ?? ((word: string) => word)
  const known = new Map<string, string>()
  const stem = (word: string): string => {
    if (!known.has(word)) known.set(word, bare(stemmer(word.toLowerCase().normalize('NFC'))))
    return known.get(word)!
  }
  const groups = synonyms.split(';').map((group) => group.split(',').map((word) => word.trim()))
  return { stem, groups }
}

/** With and without its accents: not everybody types them. */
const stemsOf = (word: string, { stem }: Tongue): string[] => [stem(word), stem(bare(word))]

export function queryOf(wanted: string, tongue: Tongue): Query {
  const words = wanted.trim().split(/\s+/).filter(Boolean)
  return {
    words: words.map((word) => {
      const own = stemsOf(word, tongue)
      const synonyms = tongue.groups.filter((group) =>
        group.some((one) => stemsOf(one, tongue).some((each) => own.includes(each))),
      )
      return {
        text: bare(word),
        forms: new Set(own),
        alike: new Set(synonyms.flat().flatMap((one) => stemsOf(one, tongue))),
      }
    }),
  }
}

const isSign = (text: string): boolean => !/^[\p{L}\p{N}]+$/u.test(text)

function rankOf(word: string, { text, forms, alike }: Wanted, tongue: Tongue): Rank {
  const plain = bare(word)
  if (plain === text) return 4
  if (RULING.test(text)) return 0
  const stems = stemsOf(word, tongue)
  if (stems.some((stem) => forms.has(stem))) return 3
  if (stems.some((stem) => alike.has(stem))) return 2
  return plain.includes(text) ? 1 : 0
}

/** How well a text answers one word: by the best of its own words. */
function best(text: string, wanted: Wanted, tongue: Tongue): Rank {
  if (isSign(wanted.text)) return bare(text).includes(wanted.text) ? 4 : 0
  return Math.max(0, ...[...text.matchAll(WORD)].map(([word]) => rankOf(word, wanted, tongue))) as Rank
}

/** All words must be there; a text is as good as the worst of them. */
const rank = (text: string, { words }: Query, tongue: Tongue): Rank =>
  Math.min(4, ...words.map((wanted) => best(text, wanted, tongue))) as Rank

const spansText = (spans: Span[]): string => spans.map((span) => span.text).join('')

export function textOf(block: Block): string {
  if (block.kind === 'ruling') return `${block.id} ${spansText(block.spans)}`
  if (block.kind === 'text') return spansText(block.spans)
  if (block.kind === 'list') return block.items.flat().map(textOf).join('\n')
  if (block.kind === 'table')
    return [block.head, ...block.rows].map((row) => row.map(spansText).join(' ')).join('\n')
  return block.text
}

/**
 * In a title and its block together; a table shows the rows that have them. The word itself comes before what means the
 * same, then parts of words.
 */
export function found(sections: Section[], query: Query, tongue: Tongue): Section[] {
  if (!query.words.length) return sections
  const hits = sections.flatMap((section) => {
    const ofTitle = rank(section.title, query, tongue)
    if (ofTitle >= WHOLE) return [{ section, rank: ofTitle }]
    const ranked = section.blocks.map((block) => ({
      block,
      rank: rank(`${section.title} ${textOf(block)}`, query, tongue),
    }))
    const blocks = ranked.flatMap((one) =>
      one.rank ? [narrowed(one.block, section.title, query, tongue)] : [],
    )
    const most = Math.max(0, ...ranked.map((one) => one.rank))
    return blocks.length ? [{ section: { ...section, blocks }, rank: most }] : []
  })
  const own = hits.filter((hit) => hit.rank >= OWN)
  const synonyms = hits.filter((hit) => hit.rank === WHOLE)
  const parts = hits.filter((hit) => hit.rank < WHOLE)
  return [...own, ...synonyms, ...parts].map((hit) => hit.section)
}

function narrowed(block: Block, title: string, query: Query, tongue: Tongue): Block {
  if (block.kind !== 'table') return block
  const rows = block.rows.filter((row) => rank(`${title} ${row.map(spansText).join(' ')}`, query, tongue))
  return { ...block, rows: rows.length ? rows : block.rows }
}

/** A text in pieces, those that were looked for marked: a word in any form, or the part of it that was typed. */
export function lit(text: string, { words }: Query, tongue: Tongue): { text: string; hit: boolean }[] {
  const marked = new Uint8Array(text.length)
  const plain = text
    .replace(/\P{ASCII}/gu, (letter) => (bare(letter).length === 1 ? bare(letter) : letter))
    .toLowerCase() // as long as the text
  for (const wanted of words) {
    if (isSign(wanted.text)) mark(marked, plain, wanted.text)
    else
      for (const { 0: word, index } of text.matchAll(WORD)) {
        const found = rankOf(word, wanted, tongue)
        if (found >= WHOLE) marked.fill(1, index, index + word.length)
        else if (found && wanted.text.length >= SHORTEST_PART)
          mark(
            marked.subarray(index, index + word.length),
            plain.slice(index, index + word.length),
            wanted.text,
          )
      }
  }
  return runsOf(text, marked)
}

function mark(marked: Uint8Array, text: string, part: string): void {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length))
    marked.fill(1, at, at + part.length)
}

function runsOf(text: string, marked: Uint8Array): { text: string; hit: boolean }[] {
  const runs: { text: string; hit: boolean }[] = []
  for (let i = 0; i < text.length; i++) {
    const hit = marked[i] === 1
    const last = runs.at(-1)
    if (last?.hit === hit) last.text += text[i]
    else runs.push({ text: text[i]!, hit })
  }
  return runs
}
