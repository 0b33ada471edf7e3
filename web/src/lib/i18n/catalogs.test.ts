/** Every page loads the messages that it shows. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import loaders, { type CatalogName } from 'virtual:messages'
import { currentLanguage, hasMessage, loadMessages, setLanguage, t } from './messages.svelte'

const CATALOGS = ['core', 'table', 'pages', 'service'] as const
const namespacesOf = async (catalog: CatalogName) => Object.keys((await loaders.en[catalog]()).default)
const catalogOf = Object.fromEntries(
  (
    await Promise.all(
      CATALOGS.map(async (catalog) => (await namespacesOf(catalog)).map((one) => [one, catalog] as const)),
    )
  ).flat(),
)

const source = readFileSync('src/routes.ts', 'utf8')
const routes = [...source.matchAll(/import\('(\.\/routes\/\w+\.svelte)'\)((?:, '\w+')*)\]/g)].map(
  (found) => ({
    page: found[1]!,
    catalogs: ['core', ...(found[2]!.match(/\w+/g) ?? [])],
  }),
)

const AT_ONCE = /from '(\.[^']+)'/g
const AT_ONCE_OR_LATER = /(?:from |import\()'(\.[^']+)'/g

/** A file and all that it imports. */
function filesOf(file: string, imports = AT_ONCE_OR_LATER, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  const source = readFileSync(file, 'utf8').replaceAll(/import type [^']*'[^']*'/g, '')
  for (const [, path] of source.matchAll(imports)) {
    const found = ['', '.ts', '.svelte.ts'].map((end) => join(dirname(file), path + end)).find(isSource)
    if (found) filesOf(found, imports, seen)
  }
  return seen
}
function isSource(file: string): boolean {
  if (!/\.(ts|svelte)$/.test(file) || /\.gen\.ts$/.test(file)) return false
  try {
    return readFileSync(file, 'utf8') !== ''
  } catch {
    return false
  }
}
const catalogsIn = (files: Iterable<string>): string[] => {
  const calls = [...files].flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/\b(?:t|fragments|sentence)\(\s*['`](\w+)\./g),
  ])
  return [...new Set(calls.map((found) => catalogOf[found[1]!] ?? `no catalog has ${found[1]}`))]
}

it('finds the routes', () => expect(routes.length).toBeGreaterThan(9))
it.each(routes)('$page', ({ page, catalogs }) => {
  expect(catalogsIn(filesOf(join('src', page))).filter((name) => !catalogs.includes(name))).toEqual([])
})
it('the first page needs no more than the core, but for what it loads later', () => {
  expect(catalogsIn(filesOf('src/routes/Home.svelte', AT_ONCE))).toEqual(['core'])
})

it('messages that came later are shown in the language that is chosen then', async () => {
  await setLanguage('de')
  await loadMessages('pages')
  expect([currentLanguage(), hasMessage('rules.title'), t('rules.title')]).toEqual(['de', true, 'Regeln'])
  await setLanguage('en')
})
