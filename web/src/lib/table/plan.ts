/** What somebody wants to play, as a form holds it, and as the server is asked for it (docs/server.md, `POST /api/tables`). */
import type { GameName } from '../state/types'
import { store, stored } from '../storage'
import { cleanName } from './person'
import { defaultOptions, optionsAt, type OptionValue } from './options'

export type Way = 'adam' | 'carl' | 'friends' | 'device' | 'bots'
export type SeatPlan = { kind: 'me' | 'open' | 'invited' | 'bot'; name: string; bot: string }
export type Pace = 'none' | 'quick' | 'calm' | 'days' | 'own'
export type Plan = {
  game: GameName
  seats: SeatPlan[]
  first: number
  /** Of both games, by their names. */
  options: Record<string, OptionValue>
  pace: Pace
  move: number
  reserve: number
  timeout: 'bot' | 'loss'
  public: boolean
  hints: boolean
  spectators: boolean
  spectators_chat: boolean
}
const PACES: Record<Exclude<Pace, 'none' | 'own'>, { move: number; reserve: number }> = {
  quick: { move: 60, reserve: 300 },
  calm: { move: 180, reserve: 1200 },
  days: { move: 86400, reserve: 3 * 86400 },
}
export const isSolo = (way: Way): boolean => way === 'adam' || way === 'carl'

export const USUAL_BOT = 'artisan'
const seat = (kind: SeatPlan['kind'], name = ''): SeatPlan => ({ kind, name, bot: USUAL_BOT })

export function firstPlan(way: Way): Plan {
  const other = { friends: seat('open'), device: seat('me'), bots: seat('bot'), adam: null, carl: null }[way]
  return {
    game: way === 'carl' ? 'card' : 'board',
    seats: [seat('me'), ...(other ? [other] : [])],
    first: 1,
    options: defaultOptions(),
    pace: 'none',
    move: 120,
    reserve: 600,
    timeout: 'bot',
    public: false,
    hints: true,
    spectators: true,
    spectators_chat: false,
  }
}

/** The plan of the last time; what an older version of the page kept is filled up. */
export function plannedBefore(way: Way): Plan {
  const before = stored<Partial<Plan> & Record<string, unknown>>(`plan.${way}`, {})
  const plan = { ...firstPlan(way), ...before, options: optionsBefore(before) }
  return Array.isArray(plan.seats) && plan.seats.length ? plan : firstPlan(way)
}

/** The options of a remembered plan; version 0.1 kept them beside the rest, and a group as one word of its choice. */
function optionsBefore(before: Record<string, unknown>): Record<string, OptionValue> {
  const found = { ...before, ...(before.options as Record<string, unknown> | undefined) }
  const words = Object.values(before).filter((value) => typeof value === 'string')
  return Object.fromEntries(
    Object.entries(defaultOptions()).map(([name, usual]) => {
      const isWord = usual === false && !(name in found) && words.includes(name.split('_')[0]!)
      const sort = Array.isArray(found[name]) ? 'list' : typeof found[name]
      const fits = sort === (Array.isArray(usual) ? 'list' : typeof usual)
      return [name, isWord ? true : fits ? (found[name] as OptionValue) : usual]
    }),
  )
}
export const rememberPlan = (way: Way, plan: Plan): void => store(`plan.${way}`, plan)

/** The number of seats changes; the new ones are like the last. */
export function resized(way: Way, plan: Plan, players: number): Plan {
  const like = plan.seats.at(-1) ?? seat('open')
  const fresh = () => ({
    ...(plan.seats.length > 1 ? like : (firstPlan(way).seats.at(-1) ?? like)),
    name: '',
  })
  const seats = Array.from({ length: players }, (_, i) => plan.seats[i] ?? fresh())
  return { ...plan, seats, first: Math.min(plan.first, players) }
}

export function wishOf(way: Way, plan: Plan, name: string, deck: unknown = null): Record<string, unknown> {
  const common = {
    game: plan.game,
    options: optionsOf(way, plan),
    name,
    hints: plan.hints,
    spectators: plan.spectators,
    spectators_chat: plan.spectators_chat,
    public: plan.public && !isSolo(way),
    clock: clockOf(plan),
    ...(deck ? { deck } : {}),
  }
  return isSolo(way)
    ? { ...common, seats: [{ kind: 'me', name }] }
    : { ...common, seats: seatsOf(plan, name) }
}

function optionsOf(way: Way, plan: Plan): Record<string, unknown> {
  const chosen = optionsAt(plan.game, isSolo(way)).map(({ name }) => [name, plan.options[name]])
  const table = isSolo(way) ? { solo: true } : { players: plan.seats.length, first: plan.first }
  return { ...table, ...Object.fromEntries(chosen) }
}

/** Own seats without a name are called as the host, from the second on with a number. */
function seatsOf(plan: Plan, name: string): { kind: string; name?: string; bot?: string }[] {
  let own = 0
  return plan.seats.map((one) => {
    if (one.kind === 'bot') return { kind: 'bot', bot: one.bot }
    if (one.kind !== 'me') return { kind: one.kind }
    own += 1
    return {
      kind: 'me',
      name:
        cleanName(one.name) || (own === 1 ? name : cleanName(`${[...name].slice(0, 36).join('')} ${own}`)),
    }
  })
}

function clockOf(plan: Plan): Record<string, unknown> | null {
  if (plan.pace === 'none') return null
  const times =
    plan.pace === 'own'
      ? { move: clamped(plan.move, 5), reserve: clamped(plan.reserve, 0) }
      : PACES[plan.pace]
  return { ...times, timeout: plan.timeout }
}

const clamped = (seconds: number, least: number) =>
  Math.min(14 * 86400, Math.max(least, Number(seconds) || least))
