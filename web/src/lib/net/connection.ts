/** One connection to the server (docs/server.md): numbered events, acknowledgements, and coming back without a trace of trouble. */

import type { components } from './schema.gen'

type Schemas = components['schemas']
type ServerMessage = Schemas['ServerMessage']

const PROTOCOL = 1

export type Message = {
  type: string
  id?: string
  table?: string
  seat?: number | null
  number?: number
  [field: string]: unknown
}
export type Refusal = { code: string; message: string; allowed?: string[] }
/** What concerns a table; it is refused to who may no longer look at it. */
export type TableMessage =
  | Schemas['StateMessage']
  | Schemas['EventMessage']
  | Schemas['PresenceMessage']
  | ({ type: 'refused'; table?: string } & Refusal)
/** `waiting`: the connection is there, but a part of the server is away. */
export type Status = 'connecting' | 'open' | 'waiting' | 'lost' | 'outdated'

type Wire = Pick<WebSocket, 'send' | 'close' | 'readyState'> & {
  onopen: (() => void) | null
  onmessage: ((event: { data: string }) => void) | null
  onclose: (() => void) | null
}
type Waiting = { message: Message; done: (data: unknown) => void; failed: (why: Refusal) => void }
type Listener = (message: TableMessage) => void
type LobbyListener = (message: Schemas['LobbyMessage']) => void

const FIRST_WAIT = 250 // milliseconds before the connection is tried again; doubled each time
const LONGEST_WAIT = 4000
const PAUSE = 1000 // before a message is sent again that was refused for the moment, if the server does not say
const AWAY = ['server.busy', 'server.compiling', 'server.disk']

/** A random id. `crypto.randomUUID` is there with HTTPS only, which a server at home does not have. */
function freshId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

export class Connection {
  status: Status = 'connecting'
  onstatus: (status: Status) => void = () => {}
  private wire: Wire | null = null
  private waiting = new Map<string, Waiting>()
  private tables = new Map<
    string,
    { token: string | null; listener: Listener; numbers: Map<string, number> }
  >()
  private lobby: { identity: string; listener: LobbyListener } | null = null
  private wait = FIRST_WAIT
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly gone = new AbortController()
  readonly ended = this.gone.signal

  constructor(
    private readonly connect: () => Wire,
    private readonly fresh: () => string = freshId,
  ) {
    this.dial()
  }

  /** Watches a table: a `state` for each viewer comes first, then its events, none twice and none left out. */
  open(table: string, token: string | null, listener: Listener): void {
    this.tables.set(table, { token, listener, numbers: new Map() })
    this.askFor(table)
  }

  /** A table may be refused at any time: it is gone, or nobody may watch any more. */
  private askFor(table: string): void {
    const one = this.tables.get(table)!
    void this.ask({ type: 'open', table, ...(one.token ? { token: one.token } : {}) }).catch(
      (why: Refusal) => {
        if (this.tables.get(table) === one) one.listener({ type: 'refused', table, ...why })
      },
    )
  }

  shut(table: string): void {
    if (this.tables.delete(table)) void this.ask({ type: 'shut', table }).catch(() => {})
  }

  /** Everything about a table once more. */
  resync(table: string): void {
    void this.ask({ type: 'resync', table }).catch(() => {})
  }

  /** A command; repeated under the same id when the connection was lost before its answer, so it is done once. */
  command(table: string, command: Record<string, unknown>): Promise<unknown> {
    return this.ask({ type: 'do', table, command })
  }

  /** Watches the lobby, without tables of people whom this device has blocked, or who have blocked it. */
  watchLobby(identity: string, listener: LobbyListener): void {
    this.lobby = { identity, listener }
    this.askForLobby(identity)
  }

  private askForLobby(identity: string): void {
    void this.ask({ type: 'lobby', on: true, identity }).catch(() => {})
  }

  /** A lost connection is tried at once: there is reason to hope. */
  retry(): void {
    if (this.status !== 'lost' || this.ended.aborted) return
    clearTimeout(this.timer)
    this.dial()
  }

  end(): void {
    this.gone.abort()
    clearTimeout(this.timer)
    this.wire?.close()
  }

  private ask(message: Message): Promise<unknown> {
    const id = this.fresh()
    return new Promise((done, failed) => {
      this.waiting.set(id, { message: { ...message, id }, done, failed })
      this.send(id)
    })
  }

  private send(id: string): void {
    const one = this.waiting.get(id)
    if (one && (this.status === 'open' || this.status === 'waiting'))
      this.wire?.send(JSON.stringify(one.message))
  }

  private dial(): void {
    this.narrate('connecting')
    const wire = this.connect()
    this.wire = wire
    wire.onmessage = ({ data }) => this.receive(JSON.parse(data) as ServerMessage)
    wire.onclose = () => this.lose()
  }

  private lose(): void {
    this.wire = null
    if (this.ended.aborted || this.status === 'outdated') return
    this.narrate('lost')
    this.timer = setTimeout(() => this.dial(), this.wait)
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT)
  }

  private welcome(protocol: unknown): void {
    if (protocol !== PROTOCOL) {
      this.narrate('outdated')
      this.wire?.close()
      return
    }
    this.wait = FIRST_WAIT
    this.narrate('open')
    for (const [id, one] of this.waiting) if (one.message.type !== 'do') this.waiting.delete(id)
    const unanswered = [...this.waiting.keys()] // each once: a hint that is asked for twice is refused
    for (const table of this.tables.keys()) this.askFor(table)
    if (this.lobby) this.askForLobby(this.lobby.identity)
    for (const id of unanswered) this.send(id)
  }

  private receive(message: ServerMessage): void {
    if (message.type === 'welcome') this.welcome(message.protocol)
    else if (message.type === 'error' && message.table)
      this.tables.get(message.table)?.listener({ ...message, type: 'refused' })
    else if (message.type === 'ack' || message.type === 'error') this.answer(message)
    else if (message.type === 'lobby') this.lobby?.listener(message)
    else if (message.table) this.hear(message.table, message)
  }

  /** Whether the same is good in a while; while a part is away everybody reads so. */
  private isForTheMoment(code: string, table = ''): boolean {
    if (code === 'table.unopened') return this.tables.has(table) // it will be open in a moment
    if (!AWAY.includes(code)) return code === 'request.often'
    if (this.status === 'open') this.narrate('waiting')
    return true
  }

  private answer(message: Schemas['Ack'] | Schemas['ErrorMessage']): void {
    const one = this.waiting.get(message.id ?? '')
    if (!one) return
    if (message.type === 'error' && this.isForTheMoment(message.code, one.message.table)) {
      setTimeout(() => this.send(message.id!), 1000 * (message.retry_after ?? 0) || PAUSE)
      return
    }
    if (this.status === 'waiting') this.narrate('open')
    this.waiting.delete(message.id ?? '')
    if (message.type === 'ack') one.done(message.data)
    else one.failed({ code: message.code, message: message.message, allowed: message.allowed })
  }

  /** Events come one by one for each viewer; what was heard is skipped, and after a gap everything is told again. */
  private hear(table: string, message: Exclude<TableMessage, { type: 'refused' }>): void {
    const one = this.tables.get(table)
    if (!one) return
    const viewer = String(('seat' in message && message.seat) || 'spectators')
    if (message.type === 'state') one.numbers.set(viewer, message.number)
    if (message.type === 'event') {
      const last = one.numbers.get(viewer)
      if (last === undefined || message.number <= last) return
      if (message.number !== last + 1) {
        one.numbers.delete(viewer)
        this.resync(table)
        return
      }
      one.numbers.set(viewer, message.number)
    }
    one.listener(message)
  }

  private narrate(status: Status): void {
    this.status = status
    this.onstatus(status)
  }
}
