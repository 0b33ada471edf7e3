/** The solo campaign of the card game on this device: beat CARL, and CARL 2.0 opens (RULES 5.5); the terminal keeps its own. */
import type { Info } from '../state/types'
import { store, stored } from '../storage'

export type Opponent = 'carl' | 'carl2'
type Counts = Record<Opponent, number>
export type Campaign = { won: Counts; lost: Counts; counted: string[] }
const MOST = 40 // tables that are known to be counted, so that looking again counts nothing twice

const none = (): Counts => ({ carl: 0, carl2: 0 })
const isCount = (found: unknown): boolean => Number.isInteger(found) && (found as number) >= 0
const counts = (found: Partial<Counts> | undefined): Counts => ({
  carl: isCount(found?.carl) ? found!.carl! : 0,
  carl2: isCount(found?.carl2) ? found!.carl2! : 0,
})

export function campaign(): Campaign {
  const kept = stored<Partial<Campaign>>('campaign', {})
  const counted = Array.isArray(kept.counted) ? kept.counted : []
  return { won: counts(kept.won ?? none()), lost: counts(kept.lost ?? none()), counted }
}

export const isOpen = ({ won, lost }: Campaign): boolean => won.carl + won.carl2 + lost.carl2 > 0

/** Whom a game of this device was played against, if it belongs to the campaign. */
export function opponentOf(info: Info, seats: number[]): Opponent | null {
  const { solo, opponent } = info.options as { solo?: boolean; opponent?: Opponent }
  return info.game === 'card' && solo && seats.includes(1) ? (opponent ?? 'carl') : null
}

/** Counts a game that is over, once; the campaign as it stands then. */
export function count(info: Info, opponent: Opponent): Campaign {
  const now = campaign()
  if (!info.result || now.counted.includes(info.id)) return now
  const won = info.result.winners.includes(1)
  now[won ? 'won' : 'lost'][opponent] += 1
  const next = { ...now, counted: [info.id, ...now.counted].slice(0, MOST) }
  store('campaign', next)
  return next
}
