/** The review beside a replay, and the lines of play that are tried on its table; loaded when somebody asks for it. */
import * as practice from '../review/practice'
import type { Decision } from '../review/review'
import type { ReviewSession } from '../review/session.svelte'
import type { Variation, Way } from '../review/variation.svelte'
import type { Replay } from './replay'

type Parts = typeof import('../review/parts')

export class ReplayReview {
  parts = $state.raw<Parts | null>(null)
  session = $state.raw<ReviewSession | null>(null)
  variation = $state.raw<Variation | null>(null)
  seat = $state(1) // whose review is in front
  practised = $state<number | null>(null) // the place of a mistake in the set that is practised

  constructor(
    private readonly replay: Replay,
    private readonly table: string,
  ) {
    this.seat = replay.own[0] ?? 1
  }

  /** Whether this game can be reviewed: all of it may be seen, and somebody has played. */
  get possible(): boolean {
    return this.replay.record !== null && this.replay.entries.length > 0
  }

  open = async (): Promise<void> => {
    const parts = await this.load()
    this.session ??= new parts.ReviewSession(this.table, this.replay.record!)
    await this.session.open()
  }

  close = (): void => {
    this.session?.close()
    this.session = null
    this.back()
  }

  /** Back to what was played. */
  back = (): void => {
    this.variation?.close()
    this.variation = null
    this.practised = null
  }

  better = (decision: Decision, seat: number): Promise<void> =>
    this.vary('better', decision.first, seat, decision.best.steps)
  attempt = (decision: Decision, seat: number): Promise<void> =>
    this.vary('try', decision.first, seat, decision.best.steps)
  /** A mistake of the set that is practised, if it is one of this game. */
  practise = async (place: number | null): Promise<void> => {
    const slip = practice.slipAt(place, this.table)
    if (!slip) return
    await this.vary('try', slip.first, slip.seat, slip.best)
    this.seat = slip.seat
    this.practised = place
  }
  playOn = (step: number): Promise<void> => this.vary('free', step, null)
  /** What was found better than what is tried. */
  show = (): Promise<void> => {
    const { step, seat, line } = this.variation!
    const { practised } = this
    return this.vary('better', step, seat, line).then(() => void (this.practised = practised))
  }

  private async vary(
    way: Way,
    step: number,
    seat: number | null,
    line: readonly string[] = [],
  ): Promise<void> {
    const parts = await this.load()
    this.back()
    this.variation = new parts.Variation(this.replay.record!, way, step, seat, line)
  }

  private async load(): Promise<Parts> {
    this.parts ??= await import('../review/parts')
    return this.parts
  }
}
