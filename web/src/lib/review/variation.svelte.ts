/**
 * Another line of play on the table of a replay: the better one step by step, one that somebody tries and has judged, or
 * one that is played freely, with what the search finds best.
 */
import { request } from '../net/api'
import { errorText } from '../i18n/errors'
import type { Decision, Line, VariationState } from './review'

export type Way = 'better' | 'try' | 'free'
/** What becomes of the actions so far. */
type Change = (actions: readonly string[]) => readonly string[]
const DEPTHS = [0.25, 1, 2, 4] // of the candidates, deeper and deeper

export class Variation {
  state = $state.raw<VariationState | null>(null)
  actions = $state.raw<readonly string[]>([])
  verdict = $state.raw<Decision | null>(null)
  candidates = $state.raw<Line[] | null>(null)
  depth = $state(0) // of these candidates
  busy = $state(false)
  trouble = $state('')
  private asked = 0
  private shown: Promise<unknown> = Promise.resolve() // the table that was asked for last

  constructor(
    private readonly record: string,
    readonly way: Way,
    readonly step: number,
    readonly seat: number | null,
    /** What was found better there; it is stepped through, or beaten. */
    readonly line: readonly string[] = [],
  ) {
    void this.again()
  }

  act = (action: string): Promise<void> =>
    this.change((actions) => (this.state?.view.legal.includes(action) ? [...actions, action] : actions))
  play = (line: readonly string[]): Promise<void> => this.change((actions) => [...actions, ...line])
  undo = (): Promise<void> => this.change((actions) => actions.slice(0, -1))
  again = (): Promise<void> => this.change(() => [])
  /** The better line, a step to or fro. */
  go = (steps: number): Promise<void> => this.change(({ length }) => this.line.slice(0, length + steps))

  close(): void {
    this.asked = -1
  }

  /**
   * Shows another table, one after the other: whoever presses again before the answer goes on from that answer. One that
   * ends a decision that is tried is judged.
   */
  private async change(change: Change): Promise<void> {
    this.verdict = this.candidates = null
    this.depth = 0
    const shown = this.shown.then(() => this.show(change(this.actions)))
    this.shown = shown
    if (!(await shown) || shown !== this.shown) return
    if (this.way === 'try' && this.state?.ended) await this.judge()
    else if (this.way === 'free') await this.think()
  }

  private async show(actions: readonly string[]): Promise<boolean> {
    const found = await this.ask({ actions, ask: 'view' })
    if (!found) return false
    this.state = found
    this.actions = actions
    return true
  }

  private async judge(): Promise<void> {
    const found = await this.ask({ actions: this.actions, ask: 'judge' })
    if (found) this.verdict = found.verdict ?? null
  }

  private async think(): Promise<void> {
    for (const depth of DEPTHS) {
      const found = await this.ask({ actions: this.actions, ask: 'candidates', depth }, false)
      if (!found) return
      this.candidates = found.candidates ?? []
      this.depth = depth
      if (!this.candidates.length) return
    }
  }

  /** The answer, if nothing else was asked since; `busy`: the person waits for it. */
  private async ask(question: object, busy = true): Promise<VariationState | null> {
    if (this.asked < 0) return null
    const number = (this.asked += 1)
    this.busy = busy
    this.trouble = ''
    const { record, step, seat, way } = this
    try {
      const body = { record, step, seat, free: way === 'free', ...question }
      const found = await request<VariationState>('/variation', body)
      return number === this.asked ? found : null
    } catch (why) {
      if (number === this.asked) this.trouble = errorText(why)
      return null
    } finally {
      if (number === this.asked) this.busy = false
    }
  }
}
