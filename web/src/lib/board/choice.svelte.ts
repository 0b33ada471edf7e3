/** What the person at this table is about to do: what is held, what waits for a yes, what is pointed at. It knows gestures, no rule. */
import { getContext, setContext } from 'svelte'
import type { Preview, Reach } from '../live/types'
import { movesOf, type Move } from './moves'
import type { BoardView } from './types'

type Table = { view: Pick<BoardView, 'legal' | 'coatl'>; seat: number | null; act: (action: string) => unknown }
export type Drag = { from: string; over: string | null }

export class Choice {
  held = $state<string | null>(null) // the place whose thing is in hand
  proposed = $state<string | null>(null) // an action that waits for a yes
  pointed = $state<string | null>(null) // an action under the pointer or the focus
  looked = $state<string | null>(null) // a card under the pointer or the focus
  fixed = $state<string | null>(null) // a card that was pressed to look at
  drag = $state<Drag | null>(null)
  reach = $state.raw<Preview | null>(null)
  touch = false

  constructor(private readonly read: () => Table) {}

  moves = $derived.by(() => movesOf(this.read().view, this.read().seat ?? 0))
  targets = $derived.by(() => this.moves.filter((move) => move.from === this.held))
  /** The action whose outcome is shown. */
  considered = $derived.by(() => this.pointed ?? this.proposed)
  after = $derived.by((): Reach | null => (this.considered ? (this.reach?.after[this.considered] ?? null) : null))
  card = $derived.by(() => this.looked ?? this.fixed ?? (this.held?.startsWith('card/') ? this.held.split('/')[2]! : null))

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

  /** What every place of the table listens to. */
  spot(place: string, card?: string) {
    const point = () => {
      this.pointed = (this.held ? this.onto(place) : this.isDirect(place))?.action ?? null
      if (card) this.looked = card
    }
    const leave = () => { if (!this.drag) this.pointed = this.looked = null }
    return {
      'data-place': place,
      onclick: () => this.press(place, card),
      onpointerenter: (event: PointerEvent) => { if (event.pointerType === 'mouse' && !this.drag) point() },
      onpointerleave: leave, onfocus: point, onblur: leave,
    }
  }

  hold(place: string): void {
    this.drop()
    this.held = place
  }

  /** By mouse or keys the outcome was shown beforehand; a finger, or a token to give up, says yes a second time. The set-up has its own yes. */
  propose(move: Move): void {
    const sure = this.proposed === move.action || move.kind === 'keep' || (!this.touch && !move.token)
    if (sure) this.do(move.action)
    else this.proposed = move.action
  }

  do(action: string): void {
    this.drop()
    if (this.read().view.legal.includes(action)) void this.read().act(action)
  }

  drop(): void {
    this.held = this.proposed = this.pointed = this.drag = this.fixed = null
  }

  /** After something happened: let go of what can no longer be done. */
  settle(): void {
    if (this.held && !this.from(this.held).length) this.held = null
    if (this.proposed && !this.read().view.legal.includes(this.proposed)) this.proposed = null
    this.pointed = null
  }
}

const KEY = Symbol('choice')
export const offer = (choice: Choice): Choice => setContext(KEY, choice)
/** Of the table around; a part that is shown alone, as in the rules, has nothing to choose. */
export const chosen = (): Choice => getContext<Choice | undefined>(KEY) ?? new Choice(() => ({ view: { legal: [], coatl: null }, seat: null, act: () => {} }))
