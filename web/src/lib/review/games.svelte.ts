/** The finished games of this device, reviewed one after the other: each tells what one did wrong there. */
import { request } from '../net/api'
import type { Refusal } from '../net/connection'
import { allKnown, forgetToken, markOver, type Known } from '../net/seats'
import type { Info } from '../state/types'
import { errorText } from '../i18n/errors'
import { namesOf } from '../table/names'
import { mistakesOf, type Mistake } from './practice'
import type { ReviewState } from './review'

export type ReviewedGame = {
  table: string
  since: number
  info: Info
  seats: number[]
  done: number // parts of the review
  parts: number
  mistakes: Mistake[] // of the own seats, when all is worked out
  accuracy: number | null // of the first own seat, then
  trouble: string
}
const MOST = 20 // games, the newest
const PACE = 1500 // milliseconds between two looks at a review, and before a server is asked again
const GONE = ['table.unknown', 'token.unknown']
const LATER = ['request.often', 'review.many'] // it is good in a while

const pause = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time))

export class OwnGames {
  games = $state<ReviewedGame[]>([])
  looked = $state(false) // whether all games are known
  readonly mistakes: Mistake[] = $derived(this.games.flatMap(({ mistakes }) => mistakes))
  readonly done: number = $derived(this.games.filter(isDone).length)
  private ended = false

  close(): void {
    this.ended = true
  }

  /** Finds the games, then reviews them, the newest first. */
  async open(): Promise<void> {
    for (const known of allKnown().slice(0, MOST)) {
      const game = await this.find(known)
      if (this.ended) return
      if (game) this.games.push(game)
    }
    this.looked = true
    for (const game of this.games) {
      await this.review(game)
      if (this.ended) return
    }
  }

  private async find({ table, token, since }: Known): Promise<ReviewedGame | null> {
    try {
      const states = await patiently(() =>
        request<{ seat: number | null; info: Info }[]>(`/tables/${table}`, undefined, token),
      )
      const info = states[0]!.info
      if (info.status !== 'over') return null
      markOver(table)
      const seats = states.map(({ seat }) => seat).filter((seat) => seat !== null)
      return { table, since, info, seats, done: 0, parts: 0, mistakes: [], accuracy: null, trouble: '' }
    } catch (why) {
      if (GONE.includes((why as Refusal)?.code)) forgetToken(table)
      return null
    }
  }

  private async review(game: ReviewedGame): Promise<void> {
    const token = allKnown().find(({ table }) => table === game.table)?.token
    try {
      while (!this.ended) {
        const known = game.parts ? { known: game.done } : {}
        const found = await patiently(() =>
          request<ReviewState>(`/tables/${game.table}/review`, { depth: 1, ...known }, token),
        )
        Object.assign(game, { done: found.done, parts: found.parts })
        if (found.fault) game.trouble = errorText(found.fault)
        if (found.status === 'done' && found.review) {
          game.accuracy = found.review.seats[game.seats[0]! - 1]?.accuracy ?? null
          game.mistakes = mistakesOf(game.table, found.review, game.seats)
        }
        if (found.status !== 'working') return
        await pause(PACE)
      }
    } catch (why) {
      game.trouble = errorText(why)
    }
  }
}

/** Asks again in a while if this device has asked too much. */
async function patiently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 10; ; tries -= 1)
    try {
      return await ask()
    } catch (why) {
      if (!LATER.includes((why as Refusal)?.code) || !tries) throw why
      await pause(PACE)
    }
}

/** Whether a game is worked out, or cannot be. */
export const isDone = (game: ReviewedGame): boolean => game.accuracy !== null || !!game.trouble
export const titleOf = ({ info }: ReviewedGame): string => namesOf(info).join(' · ')
