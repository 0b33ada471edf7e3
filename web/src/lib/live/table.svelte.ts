/** One table as this device knows it: what the server last told, and what can be asked of it. */
import type { Line, Message, Refusal, Status } from '../net/line'
import { request, secret } from '../net/api'
import { keepToken, tokenOf } from '../net/seats'
import { lookForUpdate } from '../shell/worker'
import type { Clocks, Entry, Info, Played, Preview, Said, View } from './types'
import { shelf, type Deck } from './deck'
import { dial } from './socket'
import { factsOf } from '../log/facts'
import { logFrom, withUndo } from './log'
import { rememberSeen, seenBefore } from './memory'

type Viewer = number | null
export type Event = { kind: string; entry?: Entry; entries?: Entry[]; by?: string; what?: string; steps?: Played['steps']; seat?: number | null; [more: string]: unknown }

/** What the server tells is replaced and never changed, so nothing in it needs to be watched part by part. */
export class LiveTable {
  status = $state<Status>('connecting')
  refused = $state<Refusal | null>(null)
  info = $state.raw<Info | null>(null)
  deck = $state.raw<Deck | null>(null)
  views = $state.raw<Record<string, View | null>>({})
  seats = $state<number[]>([]) // own ones; several people may share this device
  seat = $state<Viewer>(null) // with whose eyes we look
  logs = $state.raw<Record<string, Played[]>>({})
  chat = $state<Said[]>([])
  online = $state<number[]>([])
  spectators = $state(0)
  clocks = $state.raw<Clocks>(null)
  skew = $state(0) // the server's clock minus ours
  onevent: (event: Event, before: View | null, after: View | null) => void = () => {}
  sitting = false // asks for a seat just now
  private key = secret() // if an answer is lost, who asks again for a seat gets the same one
  private behind = new Set<string>() // viewers whose view is older than their last event

  constructor(
    readonly id: string,
    private readonly line: Line = dial(),
  ) {
    this.line.onstatus = (status) => {
      this.status = status
      if (status === 'open') lookForUpdate() // perhaps the server was started anew
    }
    this.line.open(id, tokenOf(id), (message) => this.hear(message))
  }

  get view(): View | null {
    return this.views[String(this.seat)] ?? null
  }
  get log(): Played[] {
    return this.logs[String(this.seat)] ?? []
  }

  do(command: Record<string, unknown>): Promise<unknown> {
    return this.line.command(this.id, command)
  }
  act = async (action: string): Promise<void> => void (await this.do({ kind: 'play', seat: this.seat, action }))
  undo = async (): Promise<void> => void (await this.do({ kind: 'undo', seat: this.seat }))
  preview = (): Promise<Preview> => this.do({ kind: 'preview', seat: this.seat }) as Promise<Preview>

  /** Sits down as a new person; from now on this device sees with the eyes of that seat. */
  async join(name: string, seat?: number, invite?: string): Promise<void> {
    const wish = { name, key: this.key, ...(seat ? { seat } : {}), ...(invite ? { invite } : {}) }
    this.sitting = true // the event may come before the answer
    const { token } = await request<{ token: string }>(`/tables/${this.id}/join`, wish).finally(() => (this.sitting = false))
    this.key = secret()
    keepToken(this.id, token)
    this.line.shut(this.id)
    this.line.open(this.id, token, (message) => this.hear(message))
  }

  end(): void {
    this.line.end()
  }

  private hear(message: Message): void {
    if (message.type === 'refused') this.refused = message as unknown as Refusal
    else if (message.type === 'presence') this.present(message)
    else if (message.type === 'state') this.begin(message)
    else if (message.type === 'event') this.follow(message)
  }

  private begin(message: Message): void {
    const seat = message.seat ?? null, key = String(seat)
    this.refused = null
    this.skew = Number(message.time) - Date.now()
    this.told(message)
    this.behind.delete(key)
    this.views = { ...this.views, [key]: (message.view as View | null) ?? null }
    this.logged(key, logFrom(message.entries as Entry[], this.logs[key] ?? seenBefore(this.id, key)))
    this.seats = message.own as number[] // all of them before the first hand is shown: who shares a device hides it
    if (this.seat === null || !this.seats.includes(this.seat)) this.seat = seat
    if (seat === this.seat) this.chat = message.chat as Said[]
    this.present(message.presence as Message)
  }

  private follow(message: Message): void {
    const seat = message.seat ?? null, key = String(seat), event = message.event as Event
    const before = this.views[key] ?? null
    const known = this.behind.has(key) ? null : before
    this.told(message)
    if (message.view !== undefined) { this.views = { ...this.views, [key]: message.view as View | null }; this.behind.delete(key) }
    else if (event.kind === 'played') this.behind.add(key)
    const after = message.view === undefined ? null : this.views[key]!
    this.write(key, event, known, after, Number(message.time))
    if (seat !== this.seat) return
    if (event.kind === 'chat') this.chat.push({ ...event, time: Number(message.time) } as unknown as Said)
    this.onevent(event, before, this.views[key] ?? null)
  }

  private write(key: string, event: Event, before: View | null, after: View | null, time: number): void {
    const log = this.logs[key] ?? []
    if (event.kind === 'played' && event.entry) this.logged(key, [...log, { entry: event.entry, by: event.by, what: event.what, steps: event.steps, time, facts: factsOf(event.entry, before, after) }])
    else if (event.kind === 'chosen') this.logged(key, logFrom(event.entries ?? [], log))
    else if (event.kind === 'undone') {
      const rest = withUndo(log, Number(event.seat))
      if (rest) this.logged(key, rest)
      else this.line.resync(this.id)
    } else if (event.kind === 'went_back') this.line.resync(this.id) // how far the log goes back only the server knows
    if (event.kind === 'played' || event.kind === 'undone') rememberSeen(this.id, key, this.logs[key] ?? [])
  }

  private logged(key: string, log: Played[]): void {
    this.logs = { ...this.logs, [key]: log }
  }

  private told(message: Message): void {
    if (message.info) this.info = message.info as Info
    if (message.clocks !== undefined) this.clocks = message.clocks as Clocks
    if (message.info) this.seats = this.seats.filter((seat) => this.info?.seats[seat - 1]?.kind === 'person')
    if (this.info && !this.deck) void shelf(this.info).then((deck) => (this.deck = deck)).catch(() => {})
  }

  private present(message: Message): void {
    this.online = message.online as number[]
    this.spectators = Number(message.spectators)
  }
}
