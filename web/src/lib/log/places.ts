/** The places of the table that a line of the log speaks of. */
import { placesOf as placesOnCards } from '../card/places'
import type { GameName, Played } from '../live/types'

export function placesFor(game: GameName, played: Played | null): string[] {
  if (!played || game === 'board') return []
  const { entry, facts, steps } = played
  const told = (steps ?? []).flatMap((step) => (step.card ? [`card:${step.card}`] : []))
  return [...placesOnCards(entry.action, entry.seat, facts?.before), ...told]
}
