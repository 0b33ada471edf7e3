/** The places of the table that a line of the log speaks of. */
import { placesOf as placesOnBoard } from '../board/places'
import { placesOf as placesOnCards } from '../card/places'
import type { GameName, Played } from '../state/types'

export function placesFor(game: GameName, played: Played | null, log: readonly Played[]): string[] {
  if (!played) return []
  return game === 'board' ? [...placesOnBoard(played.entry, played.steps)] : placesOnCards(played, log)
}
