/**
 * What the table shows: it may be behind what the server has told, while a move lands or an automaton acts. Nothing can be
 * played meanwhile, since those scenes have no legal actions; a press shows at once how things stand.
 */
import { untrack } from 'svelte'
import { land, still } from '../motion/flights'
import { frameOfMove, framesOfTurn, isFestive, type Frame, type Story } from '../motion/frames'
import { request } from '../net/api'
import { tokenOf } from '../net/seats'
import type { LiveTable } from '../state/table.svelte'
import type { Event, Mark, Played, Scene } from '../state/types'
import { MOTIONS, settings } from '../ui/settings.svelte'
import { play } from '../ui/sound'

const CROWD = 1 // moves that wait; with more of them each is shown for a shorter time

export class Stage {
  scene = $state.raw<Scene | null>(null) // null: as the server tells it
  story = $state.raw<Story | null>(null)
  marked = $state.raw<Mark>([])
  busy = $state(false) // something waits to be shown
  opening = $state(false) // the first turn of an automaton is being fetched
  root = $state<HTMLElement>()
  private waiting: Frame[] = []
  private timer: ReturnType<typeof setTimeout> | undefined
  private drawn: number | undefined

  constructor(private readonly live: LiveTable) {
    document.addEventListener('visibilitychange', this.hide)
  }

  /** Who looks elsewhere misses nothing, and is called when it is their turn. */
  private hide = (): void => {
    if (document.hidden && this.busy) this.skip()
  }

  /** An event of the table, with the table before it and after it. */
  hear(event: Event, before: Scene | null, after: Scene | null): void {
    if (!after || !before || after.view === before.view) return // nothing of it is seen
    if (event.kind === 'played') this.show(after.log.at(-1)!, before, after)
    else if (event.kind === 'chosen') this.now(after)
    else this.clear()
  }

  /** The table is told anew: nothing is behind. An automaton that moves first is shown, once. */
  begin(first: Played | null): void {
    this.clear()
    if (first && !this.isStill) void this.open(first)
  }

  /** Shows at once how things stand. */
  skip = (): void => {
    land()
    this.clear()
  }

  end(): void {
    this.stop()
    document.removeEventListener('visibilitychange', this.hide)
  }

  /** Whether somebody watches an automaton, and a press shows the end of its turn. */
  get acting(): boolean {
    return !!this.story?.acting
  }

  private get isStill(): boolean {
    return still() || document.hidden
  }

  private show(played: Played, before: Scene, after: Scene): void {
    const game = this.live.info!.game
    const own = this.live.seats.includes(played.entry.seat)
    const pace = MOTIONS[settings.motion]
    if (this.isStill) {
      this.clear()
      const { sounds } = frameOfMove(played, after, this.live.seats, 1)
      sounds.forEach(play)
      this.story = played.steps ? { seat: played.entry.seat, steps: played.steps, acting: false } : this.story
    } else if (played.steps) this.add(framesOfTurn(game, played, before, after, pace))
    else if (own) this.now(after, frameOfMove(played, after, this.live.seats, pace))
    else this.add([frameOfMove(played, after, this.live.seats, pace)])
  }

  /** One's own move waits for nothing. */
  private now(scene: Scene, frame?: Frame): void {
    this.clear()
    this.add([frame ?? { scene, length: 400, marked: [], story: null, sounds: ['card'], moment: null }])
  }

  private add(frames: Frame[]): void {
    this.waiting.push(...frames)
    if (this.busy) return
    this.busy = true
    this.next()
  }

  private next = (): void => {
    const frame = this.waiting.shift()
    if (!frame) return this.clear()
    this.scene = frame.scene
    this.marked = frame.marked
    if (frame.story) this.story = frame.story
    frame.sounds.forEach(play)
    if (frame.moment && isFestive(frame.moment)) void this.celebrate(frame.moment, frame.scene)
    const crowd = Math.max(0, this.waiting.filter((one) => !one.story).length - CROWD)
    const length = frame.length / (1 + crowd)
    this.drawn = requestAnimationFrame(() => (this.timer = setTimeout(this.next, length))) // once it can be seen
  }

  private stop(): void {
    clearTimeout(this.timer)
    if (this.drawn !== undefined) cancelAnimationFrame(this.drawn)
  }

  private async celebrate(played: Played, scene: Scene): Promise<void> {
    const { celebrate } = await import('../motion/celebration')
    await celebrate(this.root, played, scene)
  }

  private clear(): void {
    this.stop()
    const [last] = this.waiting.slice(-1)
    this.waiting = []
    this.scene = null
    this.marked = []
    this.busy = false
    const story = untrack(() => this.story)
    if (last?.story) this.story = last.story
    else if (story?.acting) this.story = null
  }

  /** How the table lay before the first turn of an automaton, which was over when this page came. */
  private async open(played: Played): Promise<void> {
    this.opening = true
    try {
      const { id, seat } = this.live
      const path = `/tables/${id}/replay?step=0${seat === null ? '' : `&seat=${seat}`}`
      const { view, progress } = await request<Omit<Scene, 'log'>>(path, undefined, tokenOf(id) ?? undefined)
      const after = this.live.scene
      if (after)
        this.add(
          framesOfTurn(
            this.live.info!.game,
            played,
            { view, progress, log: [] },
            after,
            MOTIONS[settings.motion],
          ),
        )
    } catch {
      /* it is in the log */
    } finally {
      this.opening = false
    }
  }
}
