/** What this server tells of its bots (docs/server.md, `GET /api/info`): trained policies, and the ratings of levels. */
import type { components } from '../net/schema.gen'
import { request } from '../net/api'
import type { GameName } from '../state/types'

type ServerInfo = components['schemas']['ServerInfo']

const PREFIX = 'policy:'
let offered = $state.raw<ServerInfo['bots'] | null>(null)
let asked = false

/** The name of a policy, if a bot is one. */
export const policyName = (bot: string): string | null =>
  bot.startsWith(PREFIX) ? bot.slice(PREFIX.length) : null

/** Asks the server once; without an answer there are the plain levels alone, and the next list asks again. */
export async function askForBots(): Promise<void> {
  if (asked) return
  asked = true
  try {
    offered = (await request<ServerInfo>('/info')).bots
  } catch {
    asked = false
  }
}

/** The policies that sit down at such a table; nothing while it is not known. */
export const policiesFor = (game: GameName, players: number): string[] | null =>
  offered &&
  offered
    .filter((bot) => policyName(bot.name) !== null && bot.game === game && bot.players === players)
    .map((bot) => bot.name)

/** How strong a level is, with half of its interval: `1189 ± 78`; nothing while it is not known. */
export function ratingOf(game: GameName, level: string): string {
  const [rating, margin] = offered?.find((bot) => bot.name === level)?.ratings?.[game] ?? []
  return rating === undefined ? '' : margin ? `${rating} ± ${margin}` : `${rating}`
}
