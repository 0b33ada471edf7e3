/** A hint at the table: asked for, drawn while it holds, and carried out step by step up to the next reveal. */
import type { LiveTable } from '../state/table.svelte'
import type { Played, View } from '../state/types'
import { errorText } from '../i18n/errors'
import { leftOf, type Advice } from './hints'

const PAUSE = 450 // milliseconds between two steps: each lands before the next begins
const SLOW = 4000 // after which one wonders

export class TableHint {
  advice = $state.raw<Advice | null>(null)
  trouble = $state<string | null>(null)
  asking = $state(false)
  slow = $state(false)
  doing = $state(false)
  private steps = $state.raw<readonly string[]>([]) // what is left of the line
  asked: View | null | undefined = null // what was seen then
  private seen = 0 // entries of the log that are known

  constructor(
    private readonly live: LiveTable,
    private readonly act: (action: string) => Promise<void>,
  ) {}

  readonly shown = $derived.by(() => this.asking || this.advice !== null || this.trouble !== null)
  /** The steps that are left, if the next one can be done. */
  readonly line = $derived.by(() =>
    this.steps[0] && this.live.view?.legal.includes(this.steps[0]) ? this.steps : [],
  )

  async ask(): Promise<void> {
    if (this.asking) return
    this.close()
    this.asking = true
    const asked = this.live.view
    const timer = setTimeout(() => (this.slow = true), SLOW)
    try {
      const advice = (await this.live.do({ kind: 'hint', seat: this.live.seat })) as Advice
      if (this.live.view !== asked) return
      this.advice = advice
      this.asked = asked
      this.steps = advice.steps ?? []
      this.seen = this.live.log.length
    } catch (why) {
      this.trouble = errorText(why)
    } finally {
      clearTimeout(timer)
      this.asking = this.slow = false
    }
  }

  /** Something was played: who follows the hint keeps it, else it is out of date. */
  follow(log: readonly Played[]): void {
    if (!this.advice || log.length === this.seen) return
    const left = leftOf(this.steps, log.slice(this.seen), this.live.seat)
    this.seen = log.length
    if (left?.length) this.steps = left
    else if (!this.doing) this.close()
    else this.steps = []
  }

  /** The whole line, as long as each step can be done. */
  async do(): Promise<void> {
    if (this.doing) return
    this.doing = true
    try {
      for (let step = this.line[0]; step; step = this.line[0]) {
        const before = this.live.log.length
        await this.act(step)
        if (this.live.log.length === before) break // refused; it was said why
        if (this.line.length && !matchMedia('(prefers-reduced-motion: reduce)').matches) await pause(PAUSE)
      }
    } finally {
      this.doing = false
      this.close()
    }
  }

  close(): void {
    this.advice = this.trouble = null
    this.steps = []
  }
}

const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds))
