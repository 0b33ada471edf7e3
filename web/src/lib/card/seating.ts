/** Who sits where around the table, seen from one side. */

export type Seating = {
  /** The neighbours, from the left round to the right: from them one may steal. */
  neighbours: number[]
  /** With four players the one opposite, from whom nobody steals (RULES 5.2). */
  across: number | null
}

export function seatingFrom(side: number, players: number): Seating {
  const others = Array.from({ length: players - 1 }, (_, i) => ((side + i) % players) + 1)
  const across = others.length === 3 ? others[1]! : null
  return { neighbours: others.filter((seat) => seat !== across), across }
}
