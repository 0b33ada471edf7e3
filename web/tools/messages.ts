import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** The message files, which the terminal reads too. */
export const MESSAGES = fileURLToPath(new URL('../../src/coatl/messages', import.meta.url))

/**
 * Which namespaces are loaded together: `core` with every page, `table` with all that shows or makes a table. What is
 * named here nowhere belongs to the pages that explain and examine the games; `service` are those about the server.
 */
const CATALOGS: Record<string, string[]> = {
  core: ['common', 'errors', 'home'],
  table: ['board', 'card', 'log', 'options', 'table', 'typed'],
  pages: [],
  service: ['admin', 'privacy'],
}
const ENGLISH = 'en' // is complete
const LOADERS = 'virtual:messages'
const CATALOG = `${LOADERS}/`

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))
const languages = () => read(join(MESSAGES, 'languages.json')) as Record<string, { name: string }>
const catalogOf = (namespace: string): string =>
  Object.keys(CATALOGS).find((catalog) => CATALOGS[catalog]!.includes(namespace)) ?? 'pages'
const filesOf = (language: string, catalog: string): string[] =>
  readdirSync(join(MESSAGES, language))
    .filter((name) => name.endsWith('.json') && !name.startsWith('terminal')) // which no page shows
    .filter((name) => catalogOf(basename(name, '.json')) === catalog)
    .sort()
    .map((name) => join(MESSAGES, language, name))

/** The messages of files by namespace, those of a later file before those of an earlier one: no language lacks any. */
function filledUp(files: string[]): Record<string, object> {
  const found: Record<string, object> = {}
  for (const file of files) {
    const namespace = basename(file, '.json')
    found[namespace] = { ...found[namespace], ...(read(file) as object) }
  }
  return found
}

/** One message in every language, each in a paragraph: for the page that no script can fill. */
const inAllLanguages = (key: string): string => {
  const [namespace = '', name = ''] = key.split('.')
  return Object.keys(languages())
    .map((language) => {
      const found = read(join(MESSAGES, language, `${namespace}.json`)) as Record<string, string>
      return `<p lang="${language}">${found[name]}</p>`
    })
    .join('\n')
}

/** The manifest of the installed app in a language: how it is called, and what it is. */
export function manifestIn(language: string, manifest: string): string {
  const words = (namespace: string) =>
    read(join(MESSAGES, language, `${namespace}.json`)) as Record<string, string>
  const name = words('common').title
  const own = { lang: language, name, short_name: name, description: words('home').lead }
  return JSON.stringify({ ...(JSON.parse(manifest) as object), ...own }, null, 2)
}

/** `virtual:messages` names the languages and loads a catalog of one; the files of a catalog are one module. */
export function messages(): Plugin {
  return {
    name: 'coatl-messages',
    generateBundle() {
      const manifest = readFileSync(
        fileURLToPath(new URL('../public/manifest.webmanifest', import.meta.url)),
        'utf8',
      )
      for (const language of Object.keys(languages()))
        this.emitFile({
          type: 'asset',
          fileName: `manifest.${language}.webmanifest`,
          source: manifestIn(language, manifest),
        })
    },
    resolveId(id) {
      return id.startsWith(LOADERS) ? `\0${id}` : undefined
    },
    transformIndexHtml: (html) => html.replace('<!-- common.noscript -->', inAllLanguages('common.noscript')),
    load(id) {
      if (id === `\0${LOADERS}`) {
        const names = Object.entries(languages()).map(([language, { name }]) => `${language}: '${name}'`)
        const loaders = Object.keys(languages()).map((language) => {
          const catalogs = Object.keys(CATALOGS).map(
            (catalog) => `${catalog}: () => import('${CATALOG}${language}/${catalog}')`,
          )
          return `${language}: { ${catalogs} }`
        })
        return `export const LANGUAGES = { ${names} }\nexport default { ${loaders} }`
      }
      if (!id.startsWith(`\0${CATALOG}`)) return undefined
      const [language = '', catalog = ''] = id.slice(CATALOG.length + 1).split('/')
      const files = [...filesOf(ENGLISH, catalog), ...filesOf(language, catalog)]
      files.forEach((file) => this.addWatchFile(file))
      return `export default ${JSON.stringify(filledUp(files))}`
    },
  }
}
