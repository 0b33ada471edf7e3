import type { Reach } from '../live/types'

export type Change = { coatl: number; card: string; was: number; points: number; laid: boolean }

/** What a placement does to the cards in reach: those that lie beside a coatl (`beside`) first, then the greatest gains. */
export function changes(now: Reach, after: Reach, beside: string[][]): Change[] {
  const all = after.coatls.flatMap((coatl, i) =>
    Object.entries(coatl.cards).map(([card, { points }]) => ({ coatl: i + 1, card, was: now.coatls[i]?.cards[card]?.points ?? 0, points, laid: !!beside[i]?.includes(card) })),
  )
  return all.filter((one) => one.was !== one.points).sort((a, b) => Number(b.laid) - Number(a.laid) || b.points - b.was - (a.points - a.was))
}
