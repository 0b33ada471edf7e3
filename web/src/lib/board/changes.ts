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

export type Step = { coatl: number; card: string; was: number; times: number; next: number }

/** Cards that lie or are held, and that the placement brings nearer to a level without reaching it. */
export function steps(now: Reach, after: Reach): Step[] {
  return after.coatls.flatMap((coatl, i) =>
    Object.entries(coatl.cards).flatMap(([card, { times, points, lies, next }]) => {
      const before = now.coatls[i]?.cards[card]
      const was = before?.times ?? 0
      const nearer = times > was && points === (before?.points ?? 0)
      return nearer && next && ['laid', 'hand'].includes(lies)
        ? { coatl: i + 1, card, was, times, next: next.times }
        : []
    }),
  )
}

/** The coatl that the placement finishes: it gets its second end, and nothing more is put to it. */
export function finishes(now: Reach, after: Reach): number | null {
  const isWhole = (pieces = '') => pieces.startsWith('(') && pieces.endsWith(')')
  const found = after.coatls.findIndex(({ pieces }, i) => isWhole(pieces) && !isWhole(now.coatls[i]?.pieces))
  return found < 0 ? null : found + 1
}
