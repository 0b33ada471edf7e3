/** One table as this device knows it: what the server last told, and what can be asked of it. */
import { Line, type Message, type Refusal, type Status } from '../net/line'
import { request } from '../net/api'
import { tokenOf } from '../net/seats'
import type { Clocks, Entry, Info, Played, Preview, Said, View } from './types'
import { shelf, type Deck } from './deck'

type Viewer = number | null
type Event = { kind: string; entry?: Entry; entries?: Entry[]; by?: string; steps?: Played['steps']; [more: string]: unknown }

export class LiveTable {
  status = $state<Status>('connecting')
  refused = $state<Refusal | null>(null)
  info = $state<Info | null>(null)
  deck = $state<Deck | null>(null)
  views = $state<Record<string, View | null>>({})
  seats = $state<number[]>([]) // own ones; several people may share this device
  seat = $state<Viewer>(null) // with whose eyes we look
  log = $state<Played[]>([])
  chat = $state<Said[]>([])
  online = $state<number[]>([])
  spectators = $state(0)
  clocks = $state<Clocks>(null)
  skew = 0 // the server's clock minus ours
  onevent: (event: Event, before: View | null, after: View | null) => void = () => {}
  private readonly line: Line

  constructor(readonly id: string) {
    const address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/socket`
    this.line = new Line(() => new WebSocket(address) as never)
    this.line.onstatus = (status) => (this.status = status)
    this.line.open(id, tokenOf(id), (message) => this.hear(message))
  }

  get view(): View | null {
    return this.views[String(this.seat)] ?? null
  }

  do(command: Record<string, unknown>): Promise<unknown> {
    return this.line.command(this.id, command)
  }
  act = async (action: string): Promise<void> => void (await this.do({ kind: 'play', seat: this.seat, action }))
  undo = async (): Promise<void> => void (await this.do({ kind: 'undo', seat: this.seat }))
  preview = (): Promise<Preview> => this.do({ kind: 'preview', seat: this.seat }) as Promise<Preview>

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
    const seat = message.seat ?? null
    this.skew = Number(message.time) - Date.now()
    this.told(message)
    this.views[String(seat)] = (message.view as View | null) ?? null
    if (seat !== null && !this.seats.includes(seat)) this.seats = [...this.seats, seat].sort()
    if (this.seat === null || seat === null) this.seat = seat
    if (seat === this.seat) {
      this.log = (message.entries as Entry[]).map((entry) => ({ entry }))
      this.chat = message.chat as Said[]
    }
    this.present(message.presence as Message)
  }

  private follow(message: Message): void {
    const seat = message.seat ?? null, event = message.event as Event
    const before = this.views[String(seat)] ?? null
    this.told(message)
    if (message.view !== undefined) this.views[String(seat)] = message.view as View | null
    if (seat !== this.seat) return
    if (event.kind === 'played' && event.entry) this.log.push({ entry: event.entry, by: event.by, steps: event.steps, time: Number(message.time) })
    if (event.kind === 'chosen') this.log.push(...(event.entries ?? []).map((entry) => ({ entry })))
    if (event.kind === 'undone' || event.kind === 'went_back') this.log = this.log.slice(0, -1)
    if (event.kind === 'chat') this.chat.push({ ...event, time: Number(message.time) } as unknown as Said)
    this.onevent(event, before, this.views[String(seat)] ?? null)
  }

  private told(message: Message): void {
    if (message.info) this.info = message.info as Info
    if (message.clocks !== undefined) this.clocks = message.clocks as Clocks
    if (this.info && !this.deck) void shelf(this.info).then((deck) => (this.deck = deck))
  }

  private present(message: Message): void {
    this.online = message.online as number[]
    this.spectators = Number(message.spectators)
  }
}

export const look = (table: string) => request<unknown>(`/tables/${table}`, undefined, tokenOf(table) ?? undefined)
