/** What a player holds, turns and aims at before an action is final. It offers what is legal and emits one action. */
import type { Preview, Standing } from '../state/types'
import { readAction } from '../notation'
import type { Deck } from '../state/deck'
import type { Question } from '../ui/question'
import type { Suffix } from '../i18n/keys'
import { t } from '../i18n/messages.svelte'
import { featherText } from './describe'
import { afterGains } from './onward'
import { counted, standings } from './reach'
import type { CardView } from './types'

/** What the choice needs to know of the table. */
export type TableContext = {
  view: CardView
  deck: Deck
  seat: number | null
  preview: () => Promise<Preview>
  act: (action: string) => Promise<void> | void
  undo: () => Promise<void> | void
}
/** A feather as it lies in the hand, a head or a tail; `open` if it can be laid, perhaps only when it is turned round. */
export type Holding = {
  key: string
  what: string
  kind: 'feather' | 'head' | 'tail'
  actions: string[]
  open: boolean
}
/** A prophecy that can be gained, and what it is worth. */
export type Offer = { action: string; verb: Suffix<'card.offer.'>; card: string; points: number }
export const offerText = ({ verb, card, points }: Offer): string =>
  t(`card.offer.${verb}`, { card }) + (points ? ` +${points}` : '')

/** Where one can lay something, from left to right as it is on the table. */
const SPOTS = ['head', 'beside left', 'over left', 'start', 'over right', 'beside right', 'tail']

const ECHO = 600 // milliseconds within which a double press is one slip

const isEnd = (verb: string): boolean => verb === 'head' || verb === 'tail'

export const spotOf = (action: string): string => {
  const { verb, piece, side } = readAction('card', action)
  return piece === 'feather' && side ? `${verb} ${side}` : verb
}

export class Choice {
  chosen = $state<number | null>(null)
  turned = $state<Record<number, boolean>>({})
  aim = $state<string | null>(null) // the place that was chosen
  private peek = $state<string | null>(null) // the place under the pointer
  pointed = $state<string | null>(null) // a prophecy
  drag = $state<{ x: number; y: number } | null>(null)
  forecast = $state.raw<Preview | null>(null)
  busy = $state(false)
  private pressed = -ECHO // when something was put back or gained: other buttons come to lie there
  asking = $state.raw<Question | null>(null) // before something that cannot be taken back

  constructor(private readonly context: () => TableContext) {}

  readonly legal = $derived.by(() => (this.context().seat === null ? [] : this.context().view.legal))
  readonly holdings = $derived.by(() => this.inHand())
  readonly spots = $derived.by(() =>
    this.chosen === null ? [] : (this.holdings[this.chosen]?.actions ?? []),
  )
  readonly gains = $derived.by(() =>
    this.legal.filter((action) => readAction('card', action).card !== undefined),
  )
  readonly ending = $derived.by(
    () => this.legal.find((action) => ['done', 'pass', 'carl'].includes(action)) ?? null,
  )
  /** What can be gained now, the most points first. */
  readonly offers = $derived.by(() =>
    this.gains.map((action) => this.offerOf(action)).sort((a, b) => b.points - a.points),
  )
  /** Which step the empty answer leads to. */
  readonly leadsTo = $derived.by((): Suffix<'card.ending.'> | null => {
    const { view, deck } = this.context()
    return this.ending === 'done' ? afterGains(view, deck) : (this.ending as 'pass' | 'carl' | null)
  })
  /** The place whose outcome is shown. */
  readonly considered = $derived.by(() =>
    this.peek && this.spots.includes(this.peek) ? this.peek : this.aim,
  )
  /** How each card stands, and how it would stand with what is considered. */
  readonly now = $derived.by(() => standings(this.forecast?.now))
  readonly then = $derived.by(() =>
    this.considered ? standings(this.forecast?.after[this.considered]) : this.afterOwnGain(),
  )
  /** The parts of the coatl that count for the card that is pointed at. */
  readonly lit = $derived.by(() =>
    counted(this.pointed ? (this.considered ? this.then : this.now)[this.pointed] : undefined),
  )
  readonly discard = $derived.by(() => this.discardOf(this.chosen))

  /** The view is another one: nothing is held any more, except the only thing that can be. */
  async refresh(): Promise<void> {
    const { view, seat, preview } = this.context()
    this.turned = {}
    this.aim = this.peek = this.drag = this.pointed = null
    const free = this.holdings.flatMap((holding, i) => (holding.open ? [i] : []))
    this.chosen = free.length === 1 ? free[0]! : null
    this.forecast = null
    if (seat === null) return
    const forecast = await preview().catch(() => null)
    if (this.context().view === view) this.forecast = forecast
  }

  choose(index: number | null): void {
    const holding = index === null ? undefined : this.holdings[index]
    this.aim = this.peek = null
    this.chosen = holding?.open ? index : null
    if (this.chosen !== null && holding!.kind !== 'feather') this.aim = holding!.actions[0]!
  }

  turn(index: number | null = this.chosen): void {
    if (index === null || this.holdings[index]?.kind !== 'feather') return
    const spot = this.aim && index === this.chosen ? spotOf(this.aim) : null
    this.turned[index] = !this.turned[index]
    this.aim = this.holdings[index]!.actions.find((action) => spotOf(action) === spot) ?? null
  }

  /** Shows what a place would bring as long as the pointer is there: what is not chosen has no buttons. */
  lookAt(spot: string | null): void {
    this.peek = spot
  }

  /** What a place would bring, as a sign: something to gain, something lost, or both. */
  outcomeOf(spot: string): string {
    const { opens = [], falls = [] } = this.forecast?.after[spot] ?? {}
    return (opens.length ? '▲' : '') + (falls.length ? '▼' : '')
  }

  /** Aims at the next place to the left or right. */
  step(by: 1 | -1): void {
    if (!this.spots.length) return
    const at = this.aim ? this.spots.indexOf(this.aim) : by > 0 ? -1 : this.spots.length
    this.aim = this.spots[(at + by + this.spots.length) % this.spots.length]!
  }

  cancel(): void {
    this.pressed = performance.now()
    if (this.aim && this.holdings[this.chosen ?? -1]?.kind === 'feather') this.aim = null
    else this.choose(null)
  }

  async emit(action: string | null): Promise<void> {
    if (!action || this.busy || !this.legal.includes(action)) return
    this.busy = true
    try {
      await this.context().act(action)
    } finally {
      this.busy = false
    }
  }

  /** One gain; the next one moves to its place. */
  async gain(action: string): Promise<void> {
    this.pressed = performance.now()
    await this.emit(action)
  }

  /** All gains, one after the other, as long as they are still there. */
  async takeAll(): Promise<void> {
    for (const { action } of this.offers) await this.emit(action)
  }

  /** Leads on; if something can still be gained, it says what and asks. */
  end(): void {
    if (!this.ending || !this.leadsTo) return
    if (!this.offers.length) return void this.emit(this.ending)
    this.asking = {
      text: t('card.missed'),
      instead: this.offers.map((offer) => ({ text: offerText(offer), act: () => this.emit(offer.action) })),
      yes: t(`card.ending.${this.leadsTo}`),
      act: () => this.emit(this.ending),
    }
  }

  /** A feather that is discarded is gone, and another one is seen: that is asked first. */
  askToDiscard(): void {
    const action = this.discard
    if (!action) return
    this.asking = {
      text: t('card.discard_sure', { feather: featherText(readAction('card', action).colours!) }),
      details: [t('card.discard_why')],
      yes: t('card.discard_yes'),
      act: () => this.emit(action),
    }
  }

  /** Whether the coatl has what a card of the middle asks for, but not by the card just played (RULES 5.2). */
  isReachedBefore(card: string): boolean {
    const { view } = this.context()
    const canBeGained = this.gains.includes(`fulfil ${card}`)
    return view.middle.includes(card) && !canBeGained && (this.now[card]?.level ?? 0) > 0
  }

  private offerOf(action: string): Offer {
    const { view, deck, seat } = this.context()
    const { verb, card = '' } = readAction('card', action)
    const own = view.players[(seat ?? 1) - 1]!
    const held = own.levels[own.prophecies.indexOf(card)] ?? 0
    const level = standings(this.forecast?.after[action])[card]?.level ?? this.now[card]?.level
    const worth = (at: number) => deck.prophecies[card]?.levels[at] ?? 0
    const points = level === undefined ? 0 : worth(level) - worth(held)
    return { action, verb: verb as Offer['verb'], card, points }
  }

  /** Whether a press on what has come to stand under the pointer is the second half of the press before. */
  isEcho(event: MouseEvent): boolean {
    return event.detail > 1 && performance.now() - this.pressed < ECHO
  }

  async undo(): Promise<void> {
    if (this.context().view.can_undo && this.context().seat !== null) await this.context().undo()
  }

  /** While prophecies are being fulfilled each card shows what its own action would make of it. */
  private afterOwnGain(): Record<string, Standing> {
    const after = this.forecast?.after ?? {}
    const gained = this.gains.flatMap((action) => {
      const card = readAction('card', action).card!
      const standing = standings(after[action])[card]
      return standing ? [[card, standing] as const] : []
    })
    return Object.fromEntries(gained)
  }

  discardOf(index: number | null): string | null {
    const held = index === null ? undefined : this.feathers()[index]
    return this.legal.find((action) => action === `discard ${held}`) ?? null
  }

  private feathers(): string[] {
    const { view, seat } = this.context()
    if (seat === null) return []
    const hand = view.players[seat - 1]?.hand ?? []
    return this.revealed() ? [view.revealed!, ...hand] : hand
  }

  /** The card from the top of the deck is the only one that can be laid then. */
  private revealed(): boolean {
    const { view, seat } = this.context()
    return view.pending === 'revealed' && view.seat === seat && view.revealed !== null
  }

  private inHand(): Holding[] {
    const ends = this.legal.filter((action) => isEnd(readAction('card', action).verb))
    if (ends.length)
      return ends.map((action) => ({
        key: action,
        what: readAction('card', action).colours!,
        kind: readAction('card', action).verb as 'head' | 'tail',
        actions: [action],
        open: true,
      }))
    return this.feathers().map((pair, i, all) => {
      const round = [...pair].reverse().join('')
      const fixed = i > 0 && this.revealed()
      const laid = (way: string) =>
        fixed
          ? []
          : this.legal.filter(
              (action) => spotOf(action) !== 'discard' && readAction('card', action).colours === way,
            )
      const what = this.turned[i] ? round : pair
      const actions = laid(what)
      const key =
        fixed || !this.revealed()
          ? `${pair}:${all.slice(i + 1).filter((other) => other === pair).length}`
          : 'revealed'
      return {
        key,
        what,
        kind: 'feather',
        open: [...laid(pair), ...laid(round)].length > 0,
        actions: actions.sort((a, b) => SPOTS.indexOf(spotOf(a)) - SPOTS.indexOf(spotOf(b))),
      }
    })
  }
}
