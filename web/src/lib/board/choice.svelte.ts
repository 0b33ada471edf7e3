/** What the person at this table is about to do: what is held, what waits for a yes, what is pointed at. It knows gestures, no rule. */
import { getContext, setContext } from 'svelte'
import type { Preview, Reach } from '../state/types'
import { hasMoved } from '../ui/pointer'
import type { Question } from '../ui/question'
import { t } from '../i18n/messages.svelte'
import { actionText } from './describe'
import { takenBy } from './ghosts'
import { movesOf, type Move } from './moves'
import type { BoardView } from './types'

type Table = {
  view: BoardView
  names: string[]
  seat: number | null
  hint?: readonly string[]
  act: (action: string) => unknown
}
const LONG = 450 // milliseconds of a press that only looks
const ECHO = 600 // within which a double press is one slip
const ENDINGS = ['done', 'pass', 'adam']
type Missed = { action: string; points: number }
export type Drag = { from: string; over: string | null }

export class Choice {
  held = $state<string | null>(null) // the place whose thing is in hand
  proposed = $state<string | null>(null) // an action that waits for a yes
  pointed = $state<string | null>(null) // an action under the pointer or the focus
  looked = $state<string | null>(null) // a card under the pointer or the focus
  fixed = $state<string | null>(null) // a card that was pressed to look at
  drag = $state<Drag | null>(null)
  reach = $state.raw<Preview | null>(null)
  keeping = $state(false) // what was chosen in the opening scene is on its way
  asking = $state.raw<Question | null>(null) // before something that cannot be taken back
  /** What ends the step, if the scene has more to say than `done`. */
  finish: (() => void) | null = null
  touch = false // the last press came from a finger,
  private pressedLong = false
  private lookedAt: HTMLElement | null = null // where the card lies that is looked at
  private changed = -ECHO // when the table was last another one
  private dropped = -ECHO // when something was put down
  private declined: string[] = [] // points that somebody has left on the table knowingly
  private loaded: Promise<void> = Promise.resolve() // what the actions would bring
  byKeys = false // the last thing that happened here from the keyboard

  constructor(private readonly read: () => Table) {}

  /** What a hint advises, step by step. */
  hint = $derived.by(() => this.read().hint ?? [])
  /** The pieces that it would bring onto one's board. */
  coming = $derived.by(() => takenBy(this.hint, this.read().view.supply))
  moves = $derived.by(() => movesOf(this.read().view, this.read().seat ?? 0))
  targets = $derived.by(() => this.moves.filter((move) => move.from === this.held))
  /** The action whose outcome is shown. */
  considered = $derived.by(() => this.pointed ?? this.proposed)
  after = $derived.by((): Reach | null =>
    this.considered ? (this.reach?.after[this.considered] ?? null) : null,
  )
  card = $derived.by(
    () => this.looked ?? this.fixed ?? (this.held?.startsWith('card/') ? this.held.split('/')[2]! : null),
  )

  from(place: string): Move[] {
    return this.moves.filter((move) => move.from === place)
  }
  /** What putting the held thing at this place would be. */
  onto(place: string): Move | undefined {
    return this.targets.find((move) => move.to === place)
  }
  isDirect(place: string): Move | undefined {
    return this.from(place).find((move) => move.direct)
  }

  /** A press on something: put down what is held there, do the one thing it is for, or take it in hand. */
  press(place: string, card?: string): void {
    const target = this.held && this.held !== place ? this.onto(place) : undefined
    const direct = target ?? this.isDirect(place)
    if (direct) this.propose(direct)
    else if (this.from(place).length && this.held !== place) this.hold(place)
    else {
      const again = card === undefined || this.fixed === card
      this.drop()
      if (!again) this.fixed = card
    }
  }

  /** Whether something can begin here, or the held thing can end here. */
  open(place: string): boolean {
    return this.held && this.held !== place ? this.onto(place) !== undefined : this.from(place).length > 0
  }

  /** A finger that rests on a card looks at it, and does nothing else. */
  private longPress(card: string) {
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = () => clearTimeout(timer)
    return {
      onpointerdown: (event: PointerEvent) => {
        this.pressedLong = false
        if (event.pointerType !== 'touch') return
        timer = setTimeout(() => {
          this.looked = card
          this.pressedLong = true
        }, LONG)
      },
      onpointermove: (event: PointerEvent) => {
        if (Math.abs(event.movementX) + Math.abs(event.movementY) > 2) end()
      },
      onpointerup: end,
      onpointercancel: end,
      oncontextmenu: (event: Event) => event.preventDefault(),
    }
  }

  private lookAt(card: string, { currentTarget }: Event): void {
    this.looked = card
    this.lookedAt = currentTarget as HTMLElement
  }

  /** For what can be looked at and is no place of a move; a finger presses it, and looks by resting on it. */
  look(card: string, press = () => {}) {
    const leave = () => (this.looked = null)
    return {
      ...this.longPress(card),
      onclick: () => {
        if (this.pressedLong) this.pressedLong = false
        else press()
      },
      onpointerenter: (event: PointerEvent) => {
        if (event.pointerType === 'mouse' && hasMoved(event)) this.lookAt(card, event)
      },
      onpointerleave: leave,
      onfocus: (event: Event) => {
        if (!this.touch) this.lookAt(card, event)
      },
      onblur: leave,
    }
  }

  /** What every place of the table listens to. */
  spot(place: string, card?: string) {
    const point = (event: Event) => {
      this.pointed = (this.held ? this.onto(place) : this.isDirect(place))?.action ?? null
      if (card && !this.touch && hasMoved(event)) this.lookAt(card, event)
    }
    const leave = () => {
      if (!this.drag) this.pointed = this.looked = null
    }
    return {
      'data-place': place,
      ...(card ? this.longPress(card) : {}),
      onclick: (event: MouseEvent) => {
        if (isEcho(event, this.changed)) return
        if (this.pressedLong) this.pressedLong = false
        else this.press(place, card)
      },
      onpointerenter: (event: PointerEvent) => {
        if (event.pointerType === 'mouse' && !this.drag) point(event)
      },
      onpointerleave: leave,
      onfocus: point,
      onblur: leave,
    }
  }

  hold(place: string): void {
    this.drop()
    this.held = place
  }

  /**
   * By mouse or keys the outcome was shown beforehand; a finger says yes a second time. A token to give up or a card from
   * the deck, which cannot be taken back as one from the row can, has a button for it, which no double press hits.
   */
  propose(move: Move): void {
    const asks = move.token || reveals(move)
    const sure = move.kind === 'keep' || (!asks && (!this.touch || this.proposed === move.action))
    if (sure) void this.do(move.action)
    else this.proposed = move.action
  }

  async do(action: string): Promise<void> {
    this.drop()
    if (this.read().view.legal.includes(action)) await this.read().act(action)
  }

  /** The empty answer that leads on: `done`, `pass` or `adam`. */
  ending = $derived.by(() => ENDINGS.find((action) => this.read().view.legal.includes(action)) ?? null)

  /** Leads on; if points lie on the table that could still be taken, it says which and asks, once that is known. */
  async end(): Promise<void> {
    const { view, names } = this.read()
    const ending = this.ending
    if (ending && !this.reach) await this.loaded
    if (this.read().view !== view) return
    if (view.pending === 'keep' && this.finish) this.finish()
    else if (ending && this.isNews(this.missed))
      this.asking = {
        text: t('board.missed'),
        instead: this.missed.map(({ action, points }) => ({
          text: t('board.missed_one', { what: actionText(action, view, names), n: points }),
          act: () => this.do(action),
        })),
        yes: actionText(ending, view, names),
        act: () => {
          this.declined.push(...this.missed.map(({ action, points }) => action + points))
          return this.do(ending)
        },
      }
    else if (ending) void this.do(ending)
  }

  /** Whoever saves a card for more points is asked once; again when it is the last chance, and when it brings more. */
  private isNews(missed: readonly Missed[]): boolean {
    const { pending, ending } = this.read().view
    const isLast = pending === 'finish' || !!ending
    return missed.some(({ action, points }) => isLast || !this.declined.includes(action + points))
  }

  /** What could still be laid for points, each card at its best place. */
  private missed = $derived.by(() => {
    // eslint-disable-next-line svelte/prefer-svelte-reactivity -- filled and read here
    const best = new Map<string, Missed>()
    for (const { action, kind, from } of this.moves) {
      if (kind !== 'fulfil' && kind !== 'temple') continue
      const points = (this.reach?.after[action]?.points ?? 0) - (this.reach?.now.points ?? 0)
      if (points > (best.get(from)?.points ?? 0)) best.set(from, { action, points })
    }
    return [...best.values()].sort((a, b) => b.points - a.points)
  })

  drop(): void {
    if (this.held || this.proposed) this.dropped = performance.now()
    this.held = this.proposed = this.pointed = this.drag = this.fixed = null
  }

  /** Whether a press on what stands where something was put down is the second half of that press. */
  isEchoOfDrop(event: MouseEvent): boolean {
    return isEcho(event, this.dropped)
  }

  usePointer(kind: string): void {
    this.looked = null
    this.touch = kind === 'touch'
    this.byKeys = false
  }
  useKeys(): void {
    this.touch = false
    this.byKeys = true
  }

  /** Asks what each action would bring; the answer is dropped if it comes when nobody wants it any more. */
  loadReach(preview: (() => Promise<Preview>) | undefined): () => void {
    let stale = false
    this.reach = null
    if (preview)
      this.loaded = preview().then(
        (found) => {
          if (!stale) this.reach = found
        },
        () => {},
      )
    return () => {
      stale = true
    }
  }

  /** After something happened: let go of what can no longer be done. */
  settle(): void {
    this.changed = performance.now()
    if (this.held && !this.from(this.held).length) this.held = null
    if (this.proposed && !this.read().view.legal.includes(this.proposed)) this.proposed = null
    this.pointed = null
    if (this.lookedAt?.isConnected === false) this.looked = null // it is gone without a farewell
  }
}

/** The second half of a double press, when the first has changed what lies under the pointer. */
const isEcho = (event: MouseEvent, since: number): boolean =>
  event.detail > 1 && performance.now() - since < ECHO

const reveals = (move: Move): boolean => move.action === 'choose deck'

const KEY = Symbol('choice')
export const provideChoice = (choice: Choice): Choice => setContext(KEY, choice)
/** Of the table around; a part that is shown alone, as in the rules, has nothing to choose. */
export const useChoice = (): Choice =>
  getContext<Choice | undefined>(KEY) ??
  new Choice(() => ({ view: { legal: [], coatl: null } as never, names: [], seat: null, act: () => {} }))
