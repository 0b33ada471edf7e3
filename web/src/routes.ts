/** Which page an address shows; a page is loaded when somebody goes there. */
import type { CatalogName } from './lib/i18n/messages.svelte'

type Load = () => Promise<{ default: unknown }>
/** An address, its page, and the messages that the page needs beyond the core. */
type Entry = [pattern: RegExp, load: Load, ...messages: CatalogName[]]
export type Route = { load: Load; messages: CatalogName[]; values: Record<string, string> }

const routes: Entry[] = [
  [/^\/t\/(?<table>[0-9a-f]{24})$/, () => import('./routes/TablePage.svelte'), 'table'],
  [/^\/t\/.*$/, () => import('./routes/BrokenLink.svelte')],
  [/^\/new\/(?<way>adam|carl|friends|device|bots)$/, () => import('./routes/NewTable.svelte'), 'table'],
  [/^\/replay(?:\/(?<table>[0-9a-f]{24}))?$/, () => import('./routes/Replay.svelte'), 'table', 'pages'],
  [/^\/learn$/, () => import('./routes/Learn.svelte'), 'pages'],
  [/^\/learn\/(?<chapter>(?:board|card)2?)$/, () => import('./routes/Lesson.svelte'), 'table', 'pages'],
  [/^\/rules$/, () => import('./routes/Rules.svelte'), 'table', 'pages'],
  [/^\/cards(?:\/(?<game>board|card))?$/, () => import('./routes/Cards.svelte'), 'table', 'pages'],
  [/^\/analysis$/, () => import('./routes/Analysis.svelte'), 'table', 'pages'],
  [/^\/puzzle$/, () => import('./routes/Puzzle.svelte'), 'table', 'pages'],
  [/^\/practice$/, () => import('./routes/Practice.svelte'), 'table', 'pages'],
  [/^\/privacy$/, () => import('./routes/Privacy.svelte'), 'service'],
  [/^\/admin$/, () => import('./routes/Admin.svelte'), 'service'],
  [/^\/lobby$/, () => import('./routes/Lobby.svelte'), 'table'],
]

/** The first page and a lost one come with the app. */
export function routeOf(path: string): Route | null {
  for (const [pattern, load, ...messages] of routes) {
    const match = pattern.exec(path)
    if (match) return { load, messages, values: { ...match.groups } as Record<string, string> }
  }
  return null
}
