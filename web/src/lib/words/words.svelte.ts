/** The words of the interface. English is complete; a message that another language lacks is shown in English. */

export const LANGUAGES = { en: 'English', fr: 'Français', de: 'Deutsch', uk: 'Українська', ru: 'Русский' } as const
export type Language = keyof typeof LANGUAGES

/** A message, or its forms by number: `{n}` decides which (Intl.PluralRules). */
type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }
type Room = Record<string, string | Plural>
export type Words = Record<string, Room>
type Values = Record<string, string | number>

const files: Record<Language, () => Promise<{ default: Words }>> = {
  en: () => import('./en'),
  fr: () => import('./fr'),
  de: () => import('./de'),
  uk: () => import('./uk'),
  ru: () => import('./ru'),
}
const KEPT = 'coatl.language'
const now = $state<{ language: Language; words: Words; english: Words }>({ language: 'en', words: {}, english: {} })

const known = (tag: string | null | undefined): tag is Language => !!tag && tag in LANGUAGES

/** What was chosen here, else what the browser speaks. */
export function wanted(): Language {
  try {
    const kept = localStorage.getItem(KEPT)
    if (known(kept)) return kept
  } catch { /* storage is blocked: the browser decides */ }
  return navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find(known) ?? 'en'
}

export async function speak(language: Language, keep = false): Promise<void> {
  const [english, words] = await Promise.all([files.en(), files[language]()])
  now.english = english.default
  now.words = words.default
  now.language = language
  document.documentElement.lang = language
  if (keep) try { localStorage.setItem(KEPT, language) } catch { /* for as long as the page lives */ }
}

export const language = (): Language => now.language

/** The message `room.name`, with its values filled in. */
export function t(key: string, values: Values = {}): string {
  const dot = key.indexOf('.')
  const room = key.slice(0, dot), name = key.slice(dot + 1)
  const found = now.words[room]?.[name]
  return fill(found ?? now.english[room]?.[name] ?? key, values, found ? now.language : 'en')
}

/** Whether there is such a message, at least in English. */
export function has(key: string): boolean {
  const dot = key.indexOf('.')
  return now.english[key.slice(0, dot)]?.[key.slice(dot + 1)] !== undefined
}

export function fill(message: string | Plural, values: Values, language: Language): string {
  const text = typeof message === 'string' ? message : (message[new Intl.PluralRules(language).select(Number(values.n))] ?? message.other)
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => {
    const value = values[name]
    return value === undefined ? hole : typeof value === 'number' ? value.toLocaleString(language) : value
  })
}

export const number = (value: number): string => value.toLocaleString(now.language)
/** The language as it is spoken where the reader lives: days are written otherwise in London than in New York. */
export const local = (): string => navigator.languages.find((tag) => tag.slice(0, 2).toLowerCase() === now.language) ?? now.language
export const date = (time: number): string => new Intl.DateTimeFormat(local(), { dateStyle: 'medium', timeStyle: 'short' }).format(time)
