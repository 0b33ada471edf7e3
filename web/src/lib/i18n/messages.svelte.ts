/** The messages of the interface. English is complete; a message that another language lacks is shown in English. */
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
const current = $state<{ language: Language; catalog: Catalog; english: Catalog }>({
  language: 'en',
  catalog: {},
  english: {},
})

const loaded: CatalogName[] = ['core']

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

/** Shows the page in a language; with `remember`, in later visits too. */
export async function setLanguage(language: Language, remember = false): Promise<void> {
  const names = [...loaded]
  const [english, catalog] = await Promise.all([fetchCatalog('en', names), fetchCatalog(language, names)])
  if (names.length < loaded.length) return setLanguage(language, remember) // more was loaded meanwhile
  Object.assign(current, { english, catalog, language })
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
  const [english, catalog] = await Promise.all([fetchCatalog('en', names), fetchCatalog(language, names)])
  if (language !== current.language) return loadMessages(...catalogs) // another one was chosen meanwhile
  Object.assign(current.english, english)
  Object.assign(current.catalog, catalog)
  loaded.push(...names)
}

async function fetchCatalog(language: Language, names: CatalogName[]): Promise<Catalog> {
  const modules = await Promise.all(names.map((name) => loaders[language][name]()))
  return Object.assign({}, ...modules.map((module) => module.default)) as Catalog
}

export const currentLanguage = (): Language => current.language

/** The message `namespace.name`, with its values filled in. */
export function t<K extends Key>(key: K, ...[values = {}]: ValuesArgument<K>): string {
  const [namespace, name] = split(key)
  const found = current.catalog[namespace]?.[name]
  return format(
    found ?? current.english[namespace]?.[name] ?? key,
    values as Values,
    found ? current.language : 'en',
  )
}

/** Whether there is such a message, at least in English. */
export function hasMessage<K extends string>(key: K): key is K & Key {
  const [namespace, name] = split(key)
  return current.english[namespace]?.[name] !== undefined
}

function split(key: string): [namespace: string, name: string] {
  const dot = key.indexOf('.')
  return [key.slice(0, dot), key.slice(dot + 1)]
}

function format(message: Message, values: Values, language: Language): string {
  const text =
    typeof message === 'string'
      ? message
      : (message[new Intl.PluralRules(language).select(Number(values.n))] ?? message.other)
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => {
    const value = values[name]
    return value === undefined ? hole : typeof value === 'number' ? value.toLocaleString(language) : value
  })
}

export const formatNumber = (value: number): string => value.toLocaleString(current.language)
/** The language as it is spoken where the reader lives: days are written otherwise in London than in New York. */
export const locale = (): string =>
  navigator.languages.find((tag) => tag.slice(0, 2).toLowerCase() === current.language) ?? current.language
export const formatDate = (time: number): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' }).format(time)
