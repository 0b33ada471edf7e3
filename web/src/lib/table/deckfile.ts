/** A deck of one's own from a file: TOML as `coatl deck` writes it, or the same as JSON. It is remembered like the other wishes. */
import { forget, store, stored } from '../storage'
import type { GameName } from '../state/types'
import type { Way } from './plan'

export type OwnDeck = { name: string; cards: Record<string, unknown> }
const LARGEST = 400_000

export async function readDeck(file: Pick<File, 'name' | 'size' | 'text'>): Promise<OwnDeck | null> {
  if (file.size > LARGEST) return null
  const text = await file.text()
  try {
    const cards: unknown = text.trimStart().startsWith('{')
      ? JSON.parse(text)
      : (await import('smol-toml')).parse(text)
    return cards && typeof cards === 'object' && 'prophecy' in cards
      ? { name: file.name, cards: cards as OwnDeck['cards'] }
      : null
  } catch {
    return null
  }
}

export function deckBefore(way: Way): OwnDeck | null {
  const { name, cards } = stored<Partial<OwnDeck>>(`deck.${way}`, {})
  return name && cards ? { name, cards } : null
}
export const rememberDeck = (way: Way, deck: OwnDeck | null): void =>
  deck ? store(`deck.${way}`, deck) : forget(`deck.${way}`)

/** The remembered cards, if they are for this game: who starts at once is not asked. */
export function cardsBefore(way: Way, game: GameName): OwnDeck['cards'] | null {
  const cards = deckBefore(way)?.cards
  return (cards?.game as { id?: unknown } | undefined)?.id === game ? cards! : null
}
