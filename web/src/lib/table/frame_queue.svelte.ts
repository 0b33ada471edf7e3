/** Frames that a table shows one after the other, before it is again as things stand. */
import { untrack } from 'svelte'
import { land, still } from '../motion/flights'
import { isFestive, type Frame, type Story } from '../motion/frames'
import type { Mark, Played, Scene } from '../state/types'
import { play } from '../ui/sound'

const CROWD = 1 // moves that wait; with more of them each is shown for a shorter time

export class FrameQueue {
  scene = $state.raw<Scene | null>(null) // null: as things stand
  story = $state.raw<Story | null>(null)
  marked = $state.raw<Mark>([])
  busy = $state(false) // something waits to be shown
  root = $state<HTMLElement>()
  private waiting: Frame[] = []
  private timer: ReturnType<typeof setTimeout> | undefined
  private drawn: number | undefined

  constructor() {
    document.addEventListener('visibilitychange', this.hide)
  }

  /** Who looks elsewhere misses nothing, and is called when it is their turn. */
  private hide = (): void => {
    if (document.hidden && this.busy) this.skip()
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

  get isStill(): boolean {
    return still() || document.hidden
  }

  add(frames: Frame[]): void {
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

  clear(): void {
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
}
