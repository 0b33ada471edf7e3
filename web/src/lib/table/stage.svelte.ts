/**
 * What the table shows: it may be behind what the server has told, while a move lands or an automaton acts. Nothing can be
 * played meanwhile, since those scenes have no legal actions; a press shows at once how things stand.
 */
import { frameOfMove, framesOfTurn, type Frame } from '../motion/frames'
import { request } from '../net/api'
import { tokenOf } from '../net/seats'
import type { LiveTable } from '../state/table.svelte'
import type { Event, Played, Scene } from '../state/types'
import { MOTIONS, settings } from '../ui/settings.svelte'
import { play } from '../ui/sound'
import { FrameQueue } from './frame_queue.svelte'

export class Stage extends FrameQueue {
  opening = $state(false) // the first turn of an automaton is being fetched

  constructor(private readonly live: LiveTable) {
    super()
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
