/** What tools/messages.ts makes of the message files. */
declare module 'virtual:messages' {
  import type languages from '$messages/languages.json'

  /** A message, or its forms by number: `{n}` decides which (Intl.PluralRules). */
  export type Message = string | (Partial<Record<Intl.LDMLPluralRule, string>> & { other: string })
  /** Messages of a language, by namespace and name. */
  export type Catalog = Record<string, Record<string, Message>>
  /** Which messages: of every page, of tables, of the pages that explain and examine the games, about the server. */
  export type CatalogName = 'core' | 'table' | 'pages' | 'service'

  export type Language = keyof typeof languages
  /** What each language calls itself. */
  export const LANGUAGES: Record<Language, string>
  const loaders: Record<Language, Record<CatalogName, () => Promise<{ default: Catalog }>>>
  export default loaders
}
