/** The messages of the interface; what a language lacks, the build has filled in from English (tools/messages.ts). */
import loaders, {
  LANGUAGES,
  type Catalog,
  type CatalogName,
  type Language,
  type Message,
} from 'virtual:messages'
import type { Key, Value, ValuesArgument } from './keys'

export { LANGUAGES, type CatalogName, type Language }

type Values = Record<string, Value>

const STORAGE_KEY = 'coatl.language'
const current = $state<{ language: Language; catalog: Catalog }>({ language: 'en', catalog: {} })

let loaded: CatalogName[] = ['core']

const isLanguage = (tag: string | null | undefined): tag is Language => !!tag && tag in LANGUAGES

/** What was chosen here, else what the browser speaks. */
export function preferredLanguage(): Language {
  try {
    const chosen = localStorage.getItem(STORAGE_KEY)
    if (isLanguage(chosen)) return chosen
  } catch {
    /* storage is blocked: the browser decides */
  }
  return navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en'
}

/** Shows the page in a language, `also` with messages beyond the core; `remember`: in later visits too. */
export async function setLanguage(
  language: Language,
  { remember = false, also = [] }: { remember?: boolean; also?: CatalogName[] } = {},
): Promise<void> {
  const names = [...loaded, ...also.filter((name) => !loaded.includes(name))]
  const catalog = await fetchCatalog(language, names)
  if (loaded.some((name) => !names.includes(name))) return setLanguage(language, { remember }) // more was loaded meanwhile
  loaded = names
  Object.assign(current, { catalog, language })
  document.documentElement.lang = language
  if (import.meta.env.PROD)
    document.querySelector('link[rel=manifest]')?.setAttribute('href', `/manifest.${language}.webmanifest`)
  if (remember)
    try {
      localStorage.setItem(STORAGE_KEY, language)
    } catch {
      /* for as long as the page lives */
    }
}

/** Loads messages that a page needs beyond the core. */
export async function loadMessages(...catalogs: CatalogName[]): Promise<void> {
  const names = catalogs.filter((name) => !loaded.includes(name))
  if (!names.length) return
  const { language } = current
  const catalog = await fetchCatalog(language, names)
  if (language !== current.language) return loadMessages(...catalogs) // another one was chosen meanwhile
  Object.assign(current.catalog, catalog)
  loaded = [...loaded, ...names]
}

async function fetchCatalog(language: Language, names: CatalogName[]): Promise<Catalog> {
  const modules = await Promise.all(names.map((name) => loaders[language][name]()))
  return Object.assign({}, ...modules.map((module) => module.default)) as Catalog
}

export const currentLanguage = (): Language => current.language

/** The message `namespace.name`, with its values filled in. */
export function t<K extends Key>(key: K, ...[values = {}]: ValuesArgument<K>): string {
  const [namespace, name] = split(key)
  return format(current.catalog[namespace]?.[name] ?? key, values as Values, current.language)
}

/** Whether there is such a message. */
export function hasMessage<K extends string>(key: K): key is K & Key {
  const [namespace, name] = split(key)
  return current.catalog[namespace]?.[name] !== undefined
}

function split(key: string): [namespace: string, name: string] {
  const dot = key.indexOf('.')
  return [key.slice(0, dot), key.slice(dot + 1)]
}

/** Made once for each language: making them takes longer than a whole message. */
function once<T>(make: (language: Language) => T): (language: Language) => T {
  const made: Partial<Record<Language, T>> = {}
  return (language) => (made[language] ??= make(language))
}
const pluralRules = once((language) => new Intl.PluralRules(language))
const numberFormat = once((language) => new Intl.NumberFormat(language))

function format(message: Message, values: Values, language: Language): string {
  const text =
    typeof message === 'string'
      ? message
      : (message[pluralRules(language).select(Number(values.n))] ?? message.other)
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => {
    const value = values[name]
    return value === undefined
      ? hole
      : typeof value === 'number'
        ? numberFormat(language).format(value)
        : value
  })
}

export const formatNumber = (value: number): string => numberFormat(current.language).format(value)
/** The language as it is spoken where the reader lives: days are written otherwise in London than in New York. */
export const locale = (): string =>
  navigator.languages.find((tag) => tag.slice(0, 2).toLowerCase() === current.language) ?? current.language
export const formatDate = (time: number): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(time)
