/** What a player holds, turns and aims at before an action is final. It offers what is legal and emits one action. */
import type { Preview } from '../live/types'
import type { CardView } from './types'

/** What the desk needs to know of the table. */
export type Around = {
  view: CardView
  seat: number | null
  preview: () => Promise<Preview>
  act: (action: string) => Promise<void> | void
  undo: () => Promise<void> | void
}
/** Something in the hand: a feather as it lies there, a head or a tail. It is `open` if it can be laid, perhaps only when it is turned round. */
export type Holding = { key: string; what: string; kind: 'feather' | 'head' | 'tail'; actions: string[]; open: boolean }
/** Where one can lay something, from left to right as it is on the table. */
const SPOTS = ['head', 'beside left', 'over left', 'start', 'over right', 'beside right', 'tail']

export const spotOf = (action: string): string => {
  const [verb = '', , side] = action.split(' ')
  return side ? `${verb} ${side}` : verb
}

export class Desk {
  chosen = $state<number | null>(null)
  turned = $state<Record<number, boolean>>({})
  aim = $state<string | null>(null)
  pointed = $state<string | null>(null) // a prophecy
  drag = $state<{ x: number; y: number } | null>(null)
  forecast = $state.raw<Preview | null>(null)
  busy = $state(false)

  constructor(private readonly around: () => Around) {}

  readonly legal = $derived.by(() => (this.around().seat === null ? [] : this.around().view.legal))
  readonly holdings = $derived.by(() => this.inHand())
  readonly spots = $derived.by(() => (this.chosen === null ? [] : (this.holdings[this.chosen]?.actions ?? [])))
  readonly gains = $derived.by(() => this.legal.filter((action) => /^(raise|fulfil|steal) /.test(action)))
  readonly ending = $derived.by(() => this.legal.find((action) => ['done', 'pass', 'carl'].includes(action)) ?? null)
  readonly discard = $derived.by(() => this.discardOf(this.chosen))

  /** The view is another one: nothing is held any more, except the only thing that can be. */
  async refresh(): Promise<void> {
    const { view, seat, preview } = this.around()
    this.turned = {}
    this.aim = this.drag = this.pointed = null
    const free = this.holdings.flatMap((holding, i) => (holding.open ? [i] : []))
    this.chosen = free.length === 1 ? free[0]! : null
    this.forecast = null
    if (seat === null) return
    const told = await preview().catch(() => null)
    if (this.around().view === view) this.forecast = told
  }

  choose(index: number | null): void {
    const holding = index === null ? undefined : this.holdings[index]
    this.aim = null
    this.chosen = holding?.open ? index : null
    if (this.chosen !== null && holding!.kind !== 'feather') this.aim = holding!.actions[0]!
  }

  turn(index: number | null = this.chosen): void {
    if (index === null || this.holdings[index]?.kind !== 'feather') return
    const spot = this.aim && index === this.chosen ? spotOf(this.aim) : null
    this.turned[index] = !this.turned[index]
    this.aim = this.holdings[index]!.actions.find((action) => spotOf(action) === spot) ?? null
  }

  /** Aims at the next place to the left or right. */
  step(by: 1 | -1): void {
    if (!this.spots.length) return
    const at = this.aim ? this.spots.indexOf(this.aim) : by > 0 ? -1 : this.spots.length
    this.aim = this.spots[(at + by + this.spots.length) % this.spots.length]!
  }

  cancel(): void {
    if (this.aim && this.holdings[this.chosen ?? -1]?.kind === 'feather') this.aim = null
    else this.choose(null)
  }

  async emit(action: string | null): Promise<void> {
    if (!action || this.busy || !this.legal.includes(action)) return
    this.busy = true
    try { await this.around().act(action) } finally { this.busy = false }
  }

  async undo(): Promise<void> {
    if (this.around().view.can_undo && this.around().seat !== null) await this.around().undo()
  }

  discardOf(index: number | null): string | null {
    const held = index === null ? undefined : this.feathers()[index]
    return this.legal.find((action) => action === `discard ${held}`) ?? null
  }

  private feathers(): string[] {
    const { view, seat } = this.around()
    if (seat === null) return []
    const hand = view.players[seat - 1]?.hand ?? []
    return this.revealed() ? [view.revealed!, ...hand] : hand
  }

  /** The card from the top of the deck is the only one that can be laid then. */
  private revealed(): boolean {
    const { view, seat } = this.around()
    return view.pending === 'revealed' && view.seat === seat && view.revealed !== null
  }

  private inHand(): Holding[] {
    const ends = this.legal.filter((action) => /^(head|tail) /.test(action))
    if (ends.length) return ends.map((action) => ({ key: action, what: action.split(' ')[1]!, kind: action.split(' ')[0] as 'head' | 'tail', actions: [action], open: true }))
    return this.feathers().map((pair, i, all) => {
      const round = [...pair].reverse().join('')
      const fixed = i > 0 && this.revealed()
      const laid = (way: string) => (fixed ? [] : this.legal.filter((action) => /^(start|beside|over) /.test(action) && action.split(' ')[1] === way))
      const what = this.turned[i] ? round : pair, actions = laid(what)
      const key = fixed || !this.revealed() ? `${pair}:${all.slice(i + 1).filter((other) => other === pair).length}` : 'revealed'
      return { key, what, kind: 'feather', open: [...laid(pair), ...laid(round)].length > 0, actions: actions.sort((a, b) => SPOTS.indexOf(spotOf(a)) - SPOTS.indexOf(spotOf(b))) }
    })
  }
}
