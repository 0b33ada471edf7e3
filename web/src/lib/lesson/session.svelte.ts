/** A lesson that somebody plays: where it stands, and what was chosen on the way. */
import { errorText } from '../i18n/errors'
import { request } from '../net/api'
import { loadDeck, type Deck } from '../state/deck'
import type { Scene, View } from '../state/types'
import { frameOfMove, framesOfTurn } from '../motion/frames'
import { FrameQueue } from '../table/frame_queue.svelte'
import { MOTIONS, settings } from '../ui/settings.svelte'
import {
  choicesBefore,
  forecastOf,
  LEARNER,
  logUntil,
  marksOf,
  noteLearned,
  pathOf,
  progressOf,
  type Chapter,
  type Lesson,
} from './lesson'

export class LessonSession {
  lesson = $state.raw<Lesson | null>(null)
  deck = $state.raw<Deck | null>(null)
  trouble = $state('')
  at = $state(0)
  readonly stage = new FrameQueue() // on which an automaton acts
  private choices: string[] = []

  readonly step = $derived.by(() => this.lesson?.steps[this.at])
  readonly ended = $derived.by(() => !!this.lesson?.end && !this.step)
  readonly mine = $derived.by(() => this.step?.seat === LEARNER)
  readonly view = $derived.by((): View | null => this.step?.view ?? this.lesson?.end ?? null)
  readonly progress = $derived.by(() => this.step?.progress ?? this.lesson?.end_progress ?? null)
  readonly log = $derived.by(() => (this.lesson ? logUntil(this.lesson, this.step) : []))
  readonly marked = $derived.by(() => (this.lesson ? marksOf(this.lesson, this.step, this.log) : []))
  readonly forecast = $derived.by(() => (this.step && this.mine ? forecastOf(this.step) : null))
  readonly share = $derived.by(() => (this.lesson ? progressOf(this.lesson, this.at) : 0))

  constructor(readonly chapter: Chapter) {
    void this.open()
  }

  private async open(): Promise<void> {
    try {
      const game = this.chapter.startsWith('board') ? 'board' : 'card'
      ;[this.lesson, this.deck] = await Promise.all([this.fetch([]), loadDeck({ game })])
      this.actOut()
    } catch (why) {
      this.trouble = errorText(why)
    }
  }

  /** A move of the learner: the one that is asked for, or whatever is chosen. */
  act = async (action: string): Promise<void> => {
    const { lesson, step, at } = this
    if (!lesson || !step || !this.mine || !step.view.legal.includes(action)) return
    if (step.free) {
      const choices = [...choicesBefore(lesson.steps, at, this.choices), action]
      try {
        const next = await this.fetch(choices)
        if (this.at !== at) return // a second press, or somebody went back meanwhile
        this.lesson = next
        this.choices = choices
      } catch (why) {
        this.trouble = errorText(why)
        return
      }
    }
    this.goOn()
  }
  goOn = (): void => {
    this.stage.clear()
    this.at += 1
    if (this.ended) noteLearned(this.chapter)
    this.actOut()
  }
  goBack = (): void => {
    this.forget()
    this.at = Math.max(0, this.at - 1)
  }
  again = (): void => {
    this.forget()
    this.at = 0
  }
  private forget(): void {
    this.stage.clear()
    this.stage.story = null
  }

  /** What the table shows: how it stands at this stop, or a moment of the turn that led there. */
  readonly scene = $derived.by((): Scene | null => {
    const { view, progress, log } = this
    return this.stage.scene ?? (view && progress ? { view, progress, log } : null)
  })

  /** The turn of an automaton is seen step by step, as at a table. */
  private actOut(): void {
    const { lesson, step, view, progress, log, stage } = this
    const [played, own] = [log.at(-1), log.at(-2)]
    if (!lesson || !step?.before || !view || !progress || !played?.steps || stage.isStill) return
    const before = { ...step.before, log: log.slice(0, -1) }
    const pace = MOTIONS[settings.motion]
    stage.add([
      ...(own ? [frameOfMove(own, before, [LEARNER], pace)] : []), // it lands first
      ...framesOfTurn(lesson.game, played, before, { view, progress, log }, pace),
    ])
  }

  private fetch(choices: string[]): Promise<Lesson> {
    return request<Lesson>(pathOf(this.chapter, choices))
  }
}
