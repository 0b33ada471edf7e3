/** The places of the table that a line of the log speaks of. */
import type { GameName, Played } from '../live/types'

export function placesFor(_game: GameName, _played: Played | null): readonly string[] {
  return []
}
