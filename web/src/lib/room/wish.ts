/** What somebody wants to play, as a form holds it, and as the server is asked for it (docs/server.md, `POST /api/tables`). */
import type { GameName } from '../live/types'
import { keep, kept } from '../kept'
import { cleanName } from './names'

const WAYS = ['adam', 'carl', 'friends', 'device', 'bots'] as const
export type Way = (typeof WAYS)[number]
export type SeatPlan = { kind: 'me' | 'open' | 'invited' | 'bot'; name: string; bot: string }
export type Pace = 'none' | 'quick' | 'calm' | 'days' | 'own'
export type Plan = {
  game: GameName; seats: SeatPlan[]; first: number
  tokens: boolean; promo: boolean; bodies: 'all' | 'fewer' | 'golden'; difficulties: number[]
  opponent: 'carl' | 'carl2'; manner: 'random' | 'daring' | 'domineering' | 'greedy'
  pace: Pace; move: number; reserve: number; timeout: 'bot' | 'loss'
  public: boolean; hints: boolean; spectators: boolean; spectators_chat: boolean
}
const PACES: Record<Exclude<Pace, 'none' | 'own'>, { move: number; reserve: number }> = {
  quick: { move: 60, reserve: 300 }, calm: { move: 180, reserve: 1200 }, days: { move: 86400, reserve: 3 * 86400 },
}
export const isSolo = (way: Way): boolean => way === 'adam' || way === 'carl'

const seat = (kind: SeatPlan['kind'], name = ''): SeatPlan => ({ kind, name, bot: 'artisan' })

export function firstPlan(way: Way): Plan {
  const other = { friends: seat('open'), device: seat('me'), bots: seat('bot'), adam: null, carl: null }[way]
  return {
    game: way === 'carl' ? 'card' : 'board', seats: [seat('me'), ...(other ? [other] : [])], first: 1,
    tokens: true, promo: false, bodies: 'all', difficulties: [], opponent: 'carl', manner: 'random',
    pace: 'none', move: 120, reserve: 600, timeout: 'bot', public: false, hints: true, spectators: true, spectators_chat: false,
  }
}

/** The plan of the last time; what an older version of the page kept is filled up. */
export function plannedBefore(way: Way): Plan {
  const plan = { ...firstPlan(way), ...kept<Partial<Plan>>(`plan.${way}`, {}) }
  return Array.isArray(plan.seats) && plan.seats.length && Array.isArray(plan.difficulties) ? plan : firstPlan(way)
}
export const rememberPlan = (way: Way, plan: Plan): void => keep(`plan.${way}`, plan)

/** The number of seats changes; the new ones are like the last. */
export function resized(way: Way, plan: Plan, players: number): Plan {
  const like = plan.seats.at(-1) ?? seat('open')
  const fresh = () => ({ ...(plan.seats.length > 1 ? like : (firstPlan(way).seats.at(-1) ?? like)), name: '' })
  const seats = Array.from({ length: players }, (_, i) => plan.seats[i] ?? fresh())
  return { ...plan, seats, first: Math.min(plan.first, players) }
}

export function wishOf(way: Way, plan: Plan, name: string, deck: unknown = null): Record<string, unknown> {
  const common = {
    game: plan.game, options: optionsOf(way, plan), name, hints: plan.hints, spectators: plan.spectators, spectators_chat: plan.spectators_chat,
    public: plan.public && !isSolo(way), clock: clockOf(plan), ...(deck ? { deck } : {}),
  }
  return isSolo(way) ? { ...common, seats: [{ kind: 'me', name }] } : { ...common, seats: seatsOf(plan, name) }
}

function optionsOf(way: Way, plan: Plan): Record<string, unknown> {
  if (way === 'adam') return { solo: true, difficulties: plan.difficulties, promo: plan.promo }
  if (way === 'carl') return { solo: true, opponent: plan.opponent, manner: plan.manner }
  const common = { players: plan.seats.length, first: plan.first }
  return plan.game === 'card' ? common : { ...common, tokens: plan.tokens, promo: plan.promo, fewer_bodies: plan.bodies === 'fewer', golden_feathers: plan.bodies === 'golden' }
}

/** Own seats without a name are called as the host, from the second on with a number. */
function seatsOf(plan: Plan, name: string): { kind: string; name?: string; bot?: string }[] {
  let own = 0
  return plan.seats.map((one) => {
    if (one.kind === 'bot') return { kind: 'bot', bot: one.bot }
    if (one.kind !== 'me') return { kind: one.kind }
    own += 1
    return { kind: 'me', name: cleanName(one.name) || (own === 1 ? name : cleanName(`${[...name].slice(0, 36).join('')} ${own}`)) }
  })
}

function clockOf(plan: Plan): Record<string, unknown> | null {
  if (plan.pace === 'none') return null
  const times = plan.pace === 'own' ? { move: clamped(plan.move, 5), reserve: clamped(plan.reserve, 0) } : PACES[plan.pace]
  return { ...times, timeout: plan.timeout }
}

const clamped = (seconds: number, least: number) => Math.min(14 * 86400, Math.max(least, Number(seconds) || least))
