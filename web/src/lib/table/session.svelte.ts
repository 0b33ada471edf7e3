/** A visit to a table: who holds the device, what is open beside the game, and what is said of the last move. */
import { MediaQuery } from 'svelte/reactivity'
import { placesFor } from '../log/places'
import { theftsFrom } from '../state/log'
import { LiveTable } from '../state/table.svelte'
import type { Played, View } from '../state/types'
import { store, stored } from '../storage'
import { note } from '../ui/notes.svelte'
import { play } from '../ui/sound'
import { errorText } from '../i18n/errors'
import { TableAnnouncer } from './announcer.svelte'
import { endingWords } from './ending'
import { goesWithoutSaying, playsItself } from './forced'
import { isHidden, whoIsNext } from './handover'
import { TableHint } from './hint.svelte'
import { hintPlaces } from './hints'
import { namesOf } from './names'
import { TurnNotice } from './notice'
import { Stage } from './stage.svelte'

export type DialogName = 'log' | 'chat' | 'menu' | 'verify' | 'score'
export type Attempt = (what: () => Promise<unknown>) => Promise<void>

export class TableSession {
  readonly live: LiveTable
  readonly announcer: TableAnnouncer
  readonly stage: Stage
  readonly hint: TableHint
  private readonly notice = new TurnNotice()
  private readonly screen = new MediaQuery('min-width: 1100px')
  private goingBack = $state(false)
  private gone: View | null = null // where the page has gone on by itself
  private refused = $state.raw<View | null>(null) // where it could not
  private goesOn = false // the game, as far as this page has seen
  private holder = $state<number | null>(null)
  private pointed = $state.raw<Played | null>(null) // a line of the log
  private readonly roomy = new MediaQuery('min-width: 1500px')
  private readonly broad = new MediaQuery('min-width: 1280px')
  private sidebarWanted = $state(stored<boolean | null>('docked', null))
  dialog = $state<DialogName | null>(null)
  explained = $state<number | null>(null) // the seat whose points are explained; else all

  constructor(table: string) {
    this.live = new LiveTable(table)
    this.announcer = new TableAnnouncer(this.live)
    this.stage = new Stage(this.live)
    this.live.onevent = (event, before, after) => {
      this.announcer.hear(event)
      this.stage.hear(event, before, after)
    }
    this.live.onstate = (first) => this.stage.begin(first)
    this.hint = new TableHint(this.live, (action) => this.act(action))
  }

  readonly info = $derived.by(() => this.live.info)
  /** The table as it is shown: it may still be on its way to what the server has told. */
  readonly scene = $derived.by(() => {
    const scene = this.stage.scene ?? this.live.scene
    return scene && this.isGoneOn(scene.view) ? { ...scene, view: { ...scene.view, legal: [] } } : scene
  })
  readonly names = $derived.by(() => (this.info ? namesOf(this.info) : []))
  readonly begun = $derived.by(() => this.info?.status === 'playing' || this.info?.status === 'over')
  readonly next = $derived.by(() =>
    this.info ? whoIsNext(this.live.seats, this.info, this.live.views, this.holder) : null,
  )
  /** Somebody else shall take the device first. */
  readonly hidden = $derived.by(
    () => !!this.info && isHidden(this.live.seats, this.info, this.holder, this.next),
  )
  readonly wide = $derived.by(() => this.screen.current)
  /** Beside the table if somebody wants it there, or if there is room anyway. */
  readonly sidebar = $derived.by(() => (this.sidebarWanted ?? this.roomy.current) && this.wide)
  readonly sharesDevice = $derived.by(() => this.live.seats.length > 1)
  /** Whether there is anybody to talk to. */
  readonly talk = $derived.by(
    () =>
      !!this.info &&
      (this.info.seats.filter((seat) => seat.kind === 'person').length > 1 ||
        this.live.spectators > 0 ||
        this.live.chat.length > 0),
  )
  readonly latest = $derived.by(() => (this.info && !this.hidden ? this.announcer.latest : null))
  /** On my turn, until I play: what was stolen from me meanwhile. */
  readonly thefts = $derived.by(() => {
    const { seat, view, log } = this.live
    const isMine = seat !== null && view?.seat === seat && view.legal.length > 0
    return isMine && !this.hidden && !this.stage.busy ? theftsFrom(seat, log) : []
  })
  /** The places that light up: of the line that is pointed at, else of a hint, else of the last move. */
  readonly marked = $derived.by(() => {
    const places = this.placesOf(this.pointed)
    if (places.length) return places
    if (this.stage.marked.length) return [...this.stage.marked]
    const hinted = this.info ? hintPlaces(this.info.game, this.hint.line, this.live.seat ?? 0) : []
    return hinted.length ? hinted : this.placesOf(this.latest)
  })
  /** A hint stands beside the table where that leaves enough of it, else above it. */
  readonly hintBeside = $derived.by(() => this.sidebar || this.broad.current)
  readonly ending = $derived.by(() =>
    this.info?.status === 'playing' && this.scene && !this.hidden
      ? endingWords(this.scene.view, this.scene.progress, this.live.seat, this.names)
      : null,
  )
  /** What the end means now; who watches need not hear of every turn. */
  private readonly meaning = $derived.by(
    () => this.ending && `${this.ending.title} ${this.live.seat === null ? '' : this.ending.text}`,
  )
  endingShown = $derived(this.meaning !== null)

  private readonly mine = $derived.by(
    () =>
      this.info?.status === 'playing' &&
      !this.stage.busy &&
      this.live.seats.some(
        (seat) => !this.info!.seats[seat - 1]?.stand_in && this.live.views[String(seat)]?.legal.length,
      ),
  )

  /** Calls whose turn it is. */
  notify(): void {
    this.notice.update(!!this.mine, this.names.join(' · '))
  }

  /** The end is heard, and a win is celebrated, if one has seen the game go on. */
  noteEnd(): void {
    const { info } = this
    if (info?.status === 'playing') this.goesOn = true
    if (info?.status !== 'over' || !this.goesOn || this.stage.busy) return
    this.goesOn = false
    const won = info.result?.winners.some((seat) => this.live.seats.includes(seat))
    play(won ? 'win' : 'end')
    if (won) void import('../motion/celebration').then(({ rejoice }) => rejoice()).catch(() => {})
  }

  /** Who takes the device sees the table; nobody does until somebody says so. */
  hold(seat: number | null): void {
    this.holder = seat
    this.stage.skip()
    if (seat !== null) this.live.seat = seat
  }

  explain = (seat: number | null): void => {
    this.explained = seat
    this.dialog = 'score'
  }

  point(played: Played | null): void {
    this.pointed = played
  }

  /** Beside the table where there is room for it, else over it. */
  show(what: 'log' | 'chat'): void {
    if (this.wide) store('docked', (this.sidebarWanted = !this.sidebar))
    else this.dialog = what
    this.announcer.unread = 0
  }

  /** What cannot be done is said. */
  attempt: Attempt = async (what) => {
    try {
      await what()
    } catch (why) {
      note(errorText(why), 'trouble')
    }
  }
  act = (action: string): Promise<void> => this.attempt(() => this.live.act(action))
  /** One's own last step, with what the page has played by itself behind it. */
  undo = (): Promise<void> =>
    this.attempt(async () => {
      if (this.goingBack) return // pressed twice before the answer: one step
      this.goingBack = true
      try {
        do await this.live.undo()
        while (this.live.view && this.live.deck && goesWithoutSaying(this.live.view, this.live.deck))
      } finally {
        this.goingBack = false
      }
    })

  /** Plays what there is nothing to decide about, once for each view, when everything has landed. */
  goOn(): void {
    const { view, seat, status } = this.live
    const isFree =
      !this.stage.busy && !this.hidden && !this.hint.doing && !this.goingBack && status === 'open'
    if (!view || !this.isGoneOn(view) || !isFree || seat === null || this.gone === view) return
    const last = this.live.log.at(-1)
    const isPlayedFor = last?.entry.seat === seat && (last.by === 'bot' || last.by === 'clock')
    if (this.info?.status !== 'playing' || this.info.seats[seat - 1]?.stand_in || isPlayedFor) return
    this.gone = view
    void this.live.goOn().catch(() => (this.refused = view))
  }

  /** Whether the page goes on by itself there: what plays itself cannot be pressed, not even while a move lands. */
  private isGoneOn(view: View): boolean {
    const { deck } = this.live
    return !!deck && view !== this.refused && playsItself(view, deck)
  }

  private placesOf(played: Played | null): string[] {
    return this.info ? placesFor(this.info.game, played, this.live.log) : []
  }

  end(): void {
    this.live.end()
    this.notice.end()
    this.announcer.end()
    this.stage.end()
  }
}
