/** One table as this device knows it: what the server last told, and what can be asked of it. */
import type { Connection, Refusal, Status, TableMessage } from '../net/connection'
import { request, secret } from '../net/api'
import { identity } from '../net/identity'
import { keepToken, tokenOf } from '../net/seats'
import { lookForUpdate } from '../service-worker'
import type {
  Clocks,
  Event,
  EventMessage,
  Info,
  Played,
  PresenceMessage,
  Preview,
  Progress,
  Said,
  Scene,
  StateMessage,
  View,
} from './types'
import { loadDeck, type Deck } from './deck'
import { openConnection } from '../net/socket'
import { lineOf, logFrom, withUndo } from './log'
import { rememberSeen, seenBefore } from './memory'

type Viewer = number | null

/** What the server tells is replaced and never changed, so nothing in it needs to be watched part by part. */
export class LiveTable {
  status = $state<Status>('connecting')
  refused = $state<Refusal | null>(null)
  info = $state.raw<Info | null>(null)
  deck = $state.raw<Deck | null>(null)
  views = $state.raw<Record<string, View | null>>({})
  progress = $state.raw<Progress | null>(null) // the same for all viewers
  seats = $state<number[]>([]) // own ones; several people may share this device
  seat = $state<Viewer>(null) // with whose eyes we look
  logs = $state.raw<Record<string, Played[]>>({})
  chat = $state<Said[]>([])
  online = $state<number[]>([])
  spectators = $state(0)
  kept = $state.raw<Record<string, number>>({}) // until when seats are kept for who is away
  clocks = $state.raw<Clocks>(null)
  skew = $state(0) // the server's clock minus ours
  onevent: (event: Event, before: Scene | null, after: Scene | null) => void = () => {}
  onstate: (first: Played | null) => void = () => {} // with the turn of an automaton that moved first, if it is new here
  sitting = false // asks for a seat just now
  private numbers: Record<string, number> = {} // of the last event, by viewer
  private key = secret() // if an answer is lost, who asks again for a seat gets the same one

  constructor(
    readonly id: string,
    private readonly connection: Connection = openConnection(),
  ) {
    this.connection.onstatus = (status) => {
      this.status = status
      if (status === 'open') lookForUpdate() // perhaps the server was started anew
    }
    this.connection.open(id, tokenOf(id), (message) => this.hear(message))
  }

  get view(): View | null {
    return this.views[String(this.seat)] ?? null
  }
  get log(): Played[] {
    return this.logs[String(this.seat)] ?? []
  }

  get scene(): Scene | null {
    return this.view && this.progress && { view: this.view, progress: this.progress, log: this.log }
  }

  do(command: Record<string, unknown>): Promise<unknown> {
    return this.connection.command(this.id, command)
  }
  act = async (action: string): Promise<void> =>
    void (await this.do({ kind: 'play', seat: this.seat, action }))
  /** The only answer there is, unless another page of this seat was quicker. */
  goOn = async (): Promise<void> =>
    void (await this.do({
      kind: 'play',
      seat: this.seat,
      action: this.view!.legal[0],
      at: this.numbers[String(this.seat)],
    }))
  undo = async (): Promise<void> => void (await this.do({ kind: 'undo', seat: this.seat }))
  preview = (): Promise<Preview> => this.do({ kind: 'preview', seat: this.seat }) as Promise<Preview>

  /** Sits down as a new person; from now on this device sees with the eyes of that seat. */
  async join(name: string, seat?: number, invite?: string): Promise<void> {
    const wish = {
      name,
      key: this.key,
      identity: identity(),
      ...(seat ? { seat } : {}),
      ...(invite ? { invite } : {}),
    }
    this.sitting = true // the event may come before the answer
    const { token } = await request<{ token: string }>(`/tables/${this.id}/join`, wish).finally(
      () => (this.sitting = false),
    )
    this.key = secret()
    keepToken(this.id, token)
    this.connection.shut(this.id)
    this.connection.open(this.id, token, (message) => this.hear(message))
  }

  end(): void {
    this.connection.end()
  }

  private hear(message: TableMessage): void {
    if (message.type === 'refused') this.refused = message
    else if (message.type === 'presence') this.present(message)
    else if (message.type === 'state') this.begin(message)
    else if (message.type === 'event') this.follow(message)
  }

  private begin(message: StateMessage): void {
    const seat = message.seat
    const key = String(seat)
    this.refused = null
    this.skew = message.time - Date.now()
    this.update(message)
    this.views = { ...this.views, [key]: message.view }
    this.numbers[key] = message.number
    const seen = this.logs[key] ?? seenBefore(this.id, key)
    this.logged(key, logFrom(message.entries, seen))
    this.seats = message.own // all of them before the first hand is shown: who shares a device hides it
    if (this.seat === null || !this.seats.includes(this.seat)) this.seat = seat
    this.present(message.presence)
    if (seat !== this.seat) return
    this.chat = message.chat
    const [first, ...more] = this.logs[key] ?? []
    const isNew = !seen.length && !!first?.steps && !more.length
    if (isNew) rememberSeen(this.id, key, [first])
    this.onstate(isNew ? first : null)
  }

  private follow(message: EventMessage): void {
    const { seat, event } = message
    const key = String(seat)
    const before = this.scene
    this.update(message)
    this.numbers[key] = message.number
    if (message.view !== undefined) this.views = { ...this.views, [key]: message.view }
    this.write(key, event, message.time)
    if (seat !== this.seat) return
    if (event.kind === 'chat')
      this.chat.push({ time: message.time, seat: event.seat, name: event.name, text: event.text })
    this.onevent(event, before, this.scene)
  }

  private write(key: string, event: Event, time: number): void {
    const log = this.logs[key] ?? []
    if (event.kind === 'played') {
      const { kind: _, entry, ...facts } = event
      this.logged(key, [...log, { ...lineOf(entry, facts), time }])
    } else if (event.kind === 'chosen') this.logged(key, logFrom(event.entries, log))
    else if (event.kind === 'undone') {
      const rest = withUndo(log, event.seat)
      if (rest) this.logged(key, rest)
      else this.connection.resync(this.id)
    } else if (event.kind === 'went_back') this.connection.resync(this.id) // how far the log goes back only the server knows
    if (event.kind === 'played' || event.kind === 'undone') rememberSeen(this.id, key, this.logs[key] ?? [])
  }

  private logged(key: string, log: Played[]): void {
    this.logs = { ...this.logs, [key]: log }
  }

  private update(message: StateMessage | EventMessage): void {
    if (message.info) this.info = message.info
    if (message.clocks !== undefined) this.clocks = message.clocks
    if (message.progress !== undefined) this.progress = message.progress
    if (message.info) this.seats = this.seats.filter((seat) => this.info?.seats[seat - 1]?.kind === 'person')
    if (this.info && !this.deck)
      void loadDeck(this.info)
        .then((deck) => (this.deck = deck))
        .catch(() => {})
  }

  private present(presence: Pick<PresenceMessage, 'online' | 'spectators' | 'kept'>): void {
    this.online = presence.online
    this.kept = presence.kept ?? {}
    this.spectators = presence.spectators
  }
}
