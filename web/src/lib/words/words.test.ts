/** The messages: none missing, none unused, and in every language the same ones. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { keyOf } from './errors'
import { LANGUAGES, type Words } from './words.svelte'

const all = Object.fromEntries(Object.entries(import.meta.glob<{ default: Words }>('./*/index.ts', { eager: true })).map(([path, file]) => [path.split('/')[1]!, file.default]))
const english = all.en!
const rooms = Object.keys(english).join('|')
const keysOf = (words: Words): string[] => Object.entries(words).flatMap(([room, messages]) => Object.keys(messages).map((name) => `${room}.${name}`)).sort()

const keys = keysOf(english)

const read = (folder: string, sort: RegExp): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => sort.test(name) && !name.includes('node_modules') && !/\.test\.ts$|\.gen\.ts$/.test(name)).map((name) => readFileSync(join(folder, name), 'utf8')).join('\n')
const source = read('src', /\.(ts|svelte)$/)
const server = read('../src/coatl', /\.py$/)

const codes = new Set([...server.matchAll(/"([a-z]+\.[a-z-]+)"/g)].map((found) => `errors.${keyOf(found[1]!)}`))
/** `'room.name'`, wherever it stands: keys are handed on before they are spoken. Codes of the server look alike. */
const literals = [...new Set([...source.matchAll(new RegExp(`'((?:${rooms})\\.[\\w .-]+)'`, 'g'))].map((found) => found[1]!))].filter((key) => keys.includes(key) || !codes.has(`errors.${keyOf(key)}`))
/** `room.some_${hole}_more`: what stands before the first hole and behind the last one. */
const templates = [...source.matchAll(new RegExp('`((?:' + rooms + ')\\.[\\w .-]*)\\$\\{[^`]*?([\\w]*)`', 'g'))].map((found) => ({ start: found[1]!, end: found[0].endsWith(`}${found[2]}\``) ? found[2]! : '' }))

/** A template that begins with its hole says little: then each word that fills it must stand somewhere, here or on the server. */
const isBuilt = (key: string): boolean => templates.some(({ start, end }) => {
  if (!key.startsWith(start) || !key.endsWith(end)) return false
  const words = key.slice(start.length, key.length - end.length).split('_').filter((word) => !/^\d+$/.test(word))
  return !start.endsWith('.') || words.every((word) => new RegExp(`['"]${word}['"]|\\b${word}:`).test(source + server))
})
const isUsed = (key: string): boolean => literals.includes(key) || (key.startsWith('errors.') ? codes.has(key) : isBuilt(key))

const holes = (text: string): string[] => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]!))].sort()
const textOf = (words: Words, key: string): string => {
  const message = words[key.slice(0, key.indexOf('.'))]![key.slice(key.indexOf('.') + 1)]!
  return typeof message === 'string' ? message : Object.values(message).join(' ')
}

describe('English', () => {
  it('has every message that the source names', () => expect(literals.filter((key) => !keys.includes(key))).toEqual([]))
  it('has messages for every key that the source builds', () => expect(templates.filter(({ start, end }) => !keys.some((key) => key.startsWith(start) && key.endsWith(end)))).toEqual([]))
  it('has no message that nobody says', () => expect(keys.filter((key) => !isUsed(key))).toEqual([]))
})

describe.each(Object.keys(LANGUAGES))('%s', (language) => {
  const words = all[language]!
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.sort()

  it('has exactly the English messages', () => expect(keysOf(words)).toEqual(keys))
  it('fills in the same values', () => {
    const shared = new Set(keysOf(words))
    expect(keys.filter((key) => shared.has(key) && String(holes(textOf(words, key))) !== String(holes(textOf(english, key))))).toEqual([])
  })
  it('has all forms of a number where English has two, or where it needs them itself', () => {
    for (const [room, messages] of Object.entries(words)) for (const [name, message] of Object.entries(messages)) {
      const needed = typeof english[room]?.[name] === 'object' || typeof message === 'object'
      expect([`${room}.${name}`, typeof message === 'string' ? [] : Object.keys(message).sort()]).toEqual([`${room}.${name}`, needed ? forms : []])
    }
  })
  it('says something in every message', () => expect(keysOf(words).filter((key) => !textOf(words, key).trim())).toEqual([]))
})
