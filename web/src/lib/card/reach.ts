/** What a placement would change, read from the server's preview: nothing is counted here. */
import type { Preview, Reach, Standing } from '../live/types'

export type Change = { card: string; from: number; to: number; points: number }

export const NOTHING: Standing = { times: 0, points: 0, level: 0, where: [] }

/** The standings of the only coatl that a player of the card game has. */
export const standings = (reach: Reach | undefined): Record<string, Standing> => reach?.coatls[0]?.cards ?? {}

/** Every card that would stand higher or lower after the action. */
export function changes(preview: Preview | null, action: string | null): Change[] {
  const after = action ? preview?.after[action] : undefined
  if (!preview || !after) return []
  const now = standings(preview.now), then = standings(after)
  return Object.entries(then)
    .map(([card, { level, points }]) => ({ card, from: now[card]?.level ?? 0, to: level, points: points - (now[card]?.points ?? 0) }))
    .filter((one) => one.from !== one.to)
}

/** The parts, from 1, that a card counts. */
export function counted(standing: Standing | undefined): Set<number> {
  const all = new Set<number>()
  for (const [from, to] of standing?.where ?? []) for (let place = from; place <= to; place++) all.add(place)
  return all
}
