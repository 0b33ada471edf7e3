/** The mistakes of many games: what costs most, and a set of them to practise. */
import { store, stored } from '../storage'
import { isSlip, type Decision, type Lesson, type Review } from './review'

/** A mistake as it is practised: the decision in a game of this server, and what was found better there. */
export type Slip = { table: string; seat: number; first: number; best: string[] }
export type Mistake = Slip & { kind: Lesson['kind']; cost: number }
export type KindCost = { kind: Lesson['kind']; cost: number; slips: Mistake[] }

/** The mistakes of these seats in one game. */
export const mistakesOf = (table: string, review: Review, seats: readonly number[]): Mistake[] =>
  review.turns
    .filter(({ seat }) => seats.includes(seat))
    .flatMap(({ seat, decisions }) =>
      decisions
        .filter((one): one is Decision & { kind: Lesson['kind'] } => isSlip(one.grade) && !!one.kind)
        .map(({ first, best, kind, cost }) => ({
          table,
          seat,
          first,
          best: best.steps,
          kind,
          cost: cost.margin.value,
        })),
    )

/** What costs most: every kind with its mistakes, the dearest first. */
export function costsByKind(mistakes: readonly Mistake[]): KindCost[] {
  const kinds = [...new Set(mistakes.map(({ kind }) => kind))]
  const dearest = (one: { cost: number }, other: { cost: number }): number => other.cost - one.cost
  return kinds
    .map((kind) => {
      const slips = mistakes.filter((one) => one.kind === kind).sort(dearest)
      return { kind, slips, cost: slips.reduce((sum, { cost }) => sum + cost, 0) }
    })
    .sort(dearest)
}

// ---------------------------------------------------------------- the set that is practised

const KEY = 'practice'

/** Keeps a set for the tables on which it is practised; the address of the first. */
export function begin(slips: readonly Slip[]): string {
  store(
    KEY,
    slips.map(({ table, seat, first, best }) => ({ table, seat, first, best })),
  )
  return addressOf(0)!
}

export const size = (): number => stored<Slip[]>(KEY, []).length

/** A mistake of the set, if it is one of this table. */
export function slipAt(place: number | null, table: string): Slip | null {
  const slip = place === null ? undefined : stored<Slip[]>(KEY, [])[place]
  return slip?.table === table && Array.isArray(slip.best) ? slip : null
}

/** Where a mistake of the set is practised; null behind the last. */
export function addressOf(place: number): string | null {
  const slip = stored<Slip[]>(KEY, [])[place]
  return slip ? `/replay/${slip.table}?step=${slip.first}&seat=${slip.seat}&review&practice=${place}` : null
}
