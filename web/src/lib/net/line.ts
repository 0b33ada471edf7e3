/** One line to the server (docs/server.md): numbered events, acknowledgements, and coming back without a trace of trouble. */

const PROTOCOL = 1

export type Message = { type: string; id?: string; table?: string; seat?: number | null; number?: number; [field: string]: unknown }
export type Refusal = { code: string; message: string; allowed?: string[] }
export type Status = 'connecting' | 'open' | 'lost' | 'outdated'

type Wire = Pick<WebSocket, 'send' | 'close' | 'readyState'> & {
  onopen: (() => void) | null
  onmessage: ((event: { data: string }) => void) | null
  onclose: (() => void) | null
}
type Waiting = { message: Message; done: (data: unknown) => void; failed: (why: Refusal) => void }
type Listener = (message: Message) => void

const FIRST_WAIT = 250 // milliseconds before the line is tried again; doubled each time
const LONGEST_WAIT = 4000
const PAUSE = 1000 // before a message is sent again that came too soon after many others

/** A random id. `crypto.randomUUID` is there with HTTPS only, which a server at home does not have. */
function freshId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export class Line {
  status: Status = 'connecting'
  onstatus: (status: Status) => void = () => {}
  private wire: Wire | null = null
  private waiting = new Map<string, Waiting>()
  private tables = new Map<string, { token: string | null; listener: Listener; numbers: Map<string, number> }>()
  private lobby: Listener | null = null
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
    void this.ask({ type: 'open', table, ...(one.token ? { token: one.token } : {}) }).catch((why: Refusal) => {
      if (this.tables.get(table) === one) one.listener({ type: 'refused', table, ...why })
    })
  }

  shut(table: string): void {
    if (this.tables.delete(table)) void this.ask({ type: 'shut', table }).catch(() => {})
  }

  /** Everything about a table once more. */
  resync(table: string): void {
    void this.ask({ type: 'resync', table }).catch(() => {})
  }

  /** A command; repeated under the same id when the line was lost before its answer, so it is done once. */
  command(table: string, command: Record<string, unknown>): Promise<unknown> {
    return this.ask({ type: 'do', table, command })
  }

  watchLobby(listener: Listener | null): void {
    this.lobby = listener
    void this.ask({ type: 'lobby', on: listener !== null }).catch(() => {})
  }

  /** A lost line is tried at once: there is reason to hope. */
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
    if (one && this.status === 'open') this.wire?.send(JSON.stringify(one.message))
  }

  private dial(): void {
    this.tell('connecting')
    const wire = this.connect()
    this.wire = wire
    wire.onmessage = ({ data }) => this.receive(JSON.parse(data) as Message)
    wire.onclose = () => this.lose()
  }

  private lose(): void {
    this.wire = null
    if (this.ended.aborted || this.status === 'outdated') return
    this.tell('lost')
    this.timer = setTimeout(() => this.dial(), this.wait)
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT)
  }

  private welcome(protocol: unknown): void {
    if (protocol !== PROTOCOL) {
      this.tell('outdated')
      this.wire?.close()
      return
    }
    this.wait = FIRST_WAIT
    this.tell('open')
    for (const [id, one] of this.waiting) if (one.message.type !== 'do') this.waiting.delete(id)
    const unanswered = [...this.waiting.keys()] // each once: a hint that is asked for twice is refused
    for (const table of this.tables.keys()) this.askFor(table)
    if (this.lobby) void this.ask({ type: 'lobby', on: true }).catch(() => {})
    for (const id of unanswered) this.send(id)
  }

  private receive(message: Message): void {
    if (message.type === 'welcome') this.welcome(message.protocol)
    else if (message.type === 'error' && message.table) this.tables.get(message.table)?.listener({ ...message, type: 'refused' })
    else if (message.type === 'ack' || message.type === 'error') this.answer(message)
    else if (message.type === 'lobby') this.lobby?.(message)
    else if (message.table) this.hear(message.table, message)
  }

  private answer(message: Message): void {
    const one = this.waiting.get(message.id ?? '')
    if (!one) return
    if (message.code === 'request.often') {
      setTimeout(() => this.send(message.id!), PAUSE)
      return
    }
    this.waiting.delete(message.id ?? '')
    if (message.type === 'ack') one.done(message.data)
    else one.failed({ code: String(message.code), message: String(message.message), allowed: message.allowed as string[] | undefined })
  }

  /** Events come one by one for each viewer; what was heard is skipped, and after a gap everything is told again. */
  private hear(table: string, message: Message): void {
    const one = this.tables.get(table)
    if (!one) return
    const viewer = String(message.seat ?? 'spectators')
    if (message.type === 'state') one.numbers.set(viewer, message.number ?? 0)
    if (message.type === 'event') {
      const last = one.numbers.get(viewer)
      if (last === undefined || (message.number ?? 0) <= last) return
      if (message.number !== last + 1) {
        one.numbers.delete(viewer)
        this.resync(table)
        return
      }
      one.numbers.set(viewer, message.number)
    }
    one.listener(message)
  }

  private tell(status: Status): void {
    this.status = status
    this.onstatus(status)
  }
}
