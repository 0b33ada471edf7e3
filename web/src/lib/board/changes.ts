import type { Reach } from '../state/types'

export type Change = { coatl: number; card: string; was: number; points: number; laid: boolean }
const TOLD = ['laid', 'hand', 'temple', 'pile'] // what the row would give is no part of this move

/** What a placement does to the cards in reach: those that lie beside a coatl first, then the greatest gains. */
export function changes(now: Reach, after: Reach): Change[] {
  const all = after.coatls.flatMap((coatl, i) =>
    Object.entries(coatl.cards)
      .filter(([, { lies }]) => TOLD.includes(lies))
      .map(([card, { points, lies }]) => ({
        coatl: i + 1,
        card,
        was: now.coatls[i]?.cards[card]?.points ?? 0,
        points,
        laid: lies === 'laid',
      })),
  )
  return all
    .filter((one) => one.was !== one.points)
    .sort((a, b) => Number(b.laid) - Number(a.laid) || b.points - b.was - (a.points - a.was))
}
