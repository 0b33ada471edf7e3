/** The messages: none missing, none unused, and in every language the same ones. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Catalog } from 'virtual:messages'
import declared from '../table/options.json'
import { errorKey } from './errors'
import { LANGUAGES } from './messages.svelte'

/** As the files have them: in what is loaded, English fills up what a language lacks. */
const all: Record<string, Catalog> = Object.fromEntries(
  Object.keys(LANGUAGES).map((language) => {
    const folder = join('../src/coatl/messages', language)
    const files = readdirSync(folder).filter((name) => name.endsWith('.json') && !name.startsWith('terminal'))
    const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Catalog[string]
    return [language, Object.fromEntries(files.map((name) => [name.replace('.json', ''), read(name)]))]
  }),
)
const english = all.en!
const namespaces = Object.keys(english).join('|')
const keysOf = (words: Catalog): string[] =>
  Object.entries(words)
    .flatMap(([namespace, messages]) => Object.keys(messages).map((name) => `${namespace}.${name}`))
    .sort()

const keys = keysOf(english)

const read = (folder: string, sort: RegExp): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(
      (name) => sort.test(name) && !name.includes('node_modules') && !/\.test\.ts$|\.gen\.ts$/.test(name),
    )
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
const source = read('src', /\.(ts|svelte)$/) + read('tools', /\.ts$/)
const server = read('../src/coatl', /\.py$/)

const options = ['board', 'card']
  .map((game) => readFileSync(`../src/coatl/${game}/options.py`, 'utf8'))
  .join('\n')

/** Codes stand where they are raised; a code of an option (`f"options.{name}"`) is made with its declared name. */
const codes = new Set(
  [
    ...[...server.matchAll(/"([a-z]+\.[a-z-]+)"/g)].map((found) => found[1]!),
    ...[...options.matchAll(/^ {4}(\w+): /gm)].map((found) => `options.${found[1]}`),
  ].map((code) => `errors.${errorKey(code)}`),
)
/** `'namespace.name'`, wherever it stands: keys are handed on before they are spoken. Codes of the server look alike. */
const literals = [
  ...new Set(
    [...source.matchAll(new RegExp(`(?<!Suffix<)'((?:${namespaces})\\.[\\w .-]+)'`, 'g'))].map(
      (found) => found[1]!,
    ),
  ),
].filter((key) => keys.includes(key) || !codes.has(`errors.${errorKey(key)}`))
/** `namespace.some_${hole}_more`: what stands before the first hole and behind the last one. */
const templates = [
  ...source.matchAll(new RegExp('`((?:' + namespaces + ')\\.[\\w .-]*)\\$\\{[^`]*?([\\w]*)`', 'g')),
].map((found) => ({ start: found[1]!, end: found[0].endsWith(`}${found[2]}\``) ? found[2]! : '' }))

const named = new Set(
  [...(source + server).matchAll(/(?<=['"])[\w ]+(?=['"])|\b\w+(?=:)/g)].map((found) => found[0]),
)
/** A template that begins with its hole says little: then each word that fills it must stand somewhere, here or on the server. */
const isBuilt = (key: string): boolean =>
  templates.some(({ start, end }) => {
    if (!key.startsWith(start) || !key.endsWith(end)) return false
    const words = key
      .slice(start.length, key.length - end.length)
      .split('_')
      .filter((word) => !/^\d+$/.test(word))
    return !start.endsWith('.') || words.every((word) => named.has(word))
  })
/** Messages of options are built with the names and groups of the declaration. */
const isOption = (key: string): boolean =>
  Object.values(declared)
    .flat()
    .flatMap(({ name, group }) => (group ? [name, group] : [name]))
    .some((name) => key === `options.${name}` || key.startsWith(`options.${name}_`))
const isUsed = (key: string): boolean => {
  if (literals.includes(key)) return true
  if (key.startsWith('errors.')) return codes.has(key)
  return key.startsWith('options.') ? isOption(key) : isBuilt(key)
}

const holes = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]!))].sort()
const textOf = (words: Catalog, key: string): string => {
  const message = words[key.slice(0, key.indexOf('.'))]![key.slice(key.indexOf('.') + 1)]!
  return typeof message === 'string' ? message : Object.values(message).join(' ')
}

describe('English', () => {
  it('has every message that the source names', () =>
    expect(literals.filter((key) => !keys.includes(key))).toEqual([]))
  it('has messages for every key that the source builds', () =>
    expect(
      templates.filter(({ start, end }) => !keys.some((key) => key.startsWith(start) && key.endsWith(end))),
    ).toEqual([]))
  it('has no message that nobody says', () => expect(keys.filter((key) => !isUsed(key))).toEqual([]))
})

describe.each(Object.keys(LANGUAGES))('%s', (language) => {
  const words = all[language]!
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.sort()

  it('has exactly the English messages', () => expect(keysOf(words)).toEqual(keys))
  it('fills in the same values', () => {
    const shared = new Set(keysOf(words))
    expect(
      keys.filter(
        (key) => shared.has(key) && String(holes(textOf(words, key))) !== String(holes(textOf(english, key))),
      ),
    ).toEqual([])
  })
  it('has all forms of a number where English has two, or where the language itself needs them', () => {
    for (const [namespace, messages] of Object.entries(words))
      for (const [name, message] of Object.entries(messages)) {
        const isPlural =
          typeof english[namespace]?.[name] === 'object' ||
          (typeof message === 'object' && holes(textOf(english, `${namespace}.${name}`)).includes('n'))
        expect([
          `${namespace}.${name}`,
          typeof message === 'string' ? [] : Object.keys(message).sort(),
        ]).toEqual([`${namespace}.${name}`, isPlural ? forms : []])
      }
  })
  it('says something in every message', () =>
    expect(keysOf(words).filter((key) => !textOf(words, key).trim())).toEqual([]))
})
