import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Connection, type Message } from './connection'

class FakeServer {
  sent: Message[] = []
  readyState = 1
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: (() => void) | null = null
  send(text: string) {
    this.sent.push(JSON.parse(text) as Message)
  }
  close() {
    this.onclose?.()
  }
  say(message: Message) {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
  welcome() {
    this.say({ type: 'welcome', protocol: 1 })
  }
  last(type: string) {
    return this.sent.filter((one) => one.type === type).at(-1)
  }
}

let servers: FakeServer[]
let count: number
const dialled = () => servers.at(-1)!
const connection = () =>
  new Connection(
    () => {
      servers.push(new FakeServer())
      return dialled()
    },
    () => `id${++count}`,
  )

beforeEach(() => {
  servers = []
  count = 0
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

test('a command waits for the greeting and ends with its acknowledgement', async () => {
  const one = connection()
  const answer = one.command('t', { kind: 'play', seat: 1, action: 'done' })
  expect(dialled().sent).toEqual([])
  dialled().welcome()
  const sent = dialled().last('do')!
  expect(sent.command).toEqual({ kind: 'play', seat: 1, action: 'done' })
  dialled().say({ type: 'ack', id: sent.id!, data: 7 })
  await expect(answer).resolves.toBe(7)
})

test('a command that was not answered is repeated under the same id after the connection was lost', async () => {
  const one = connection()
  dialled().welcome()
  const answer = one.command('t', { kind: 'undo', seat: 1 })
  const first = dialled().last('do')!
  dialled().close()
  expect(one.status).toBe('lost')
  await vi.advanceTimersByTimeAsync(250)
  dialled().welcome()
  expect(servers.length).toBe(2)
  expect(dialled().last('do')).toEqual(first)
  dialled().say({ type: 'ack', id: first.id! })
  await expect(answer).resolves.toBeUndefined()
})

test('a refusal comes with its code', async () => {
  const one = connection()
  dialled().welcome()
  const answer = one.command('t', { kind: 'play' })
  dialled().say({
    type: 'error',
    id: dialled().last('do')!.id!,
    code: 'seat.foreign',
    message: 'This seat is not yours.',
  })
  await expect(answer).rejects.toMatchObject({ code: 'seat.foreign' })
})

test('events come once, in their order, and a gap is mended by a resync', () => {
  const heard: Message[] = []
  const one = connection()
  dialled().welcome()
  one.open('t', 'secret', (message) => heard.push(message))
  expect(dialled().last('open')).toMatchObject({ table: 't', token: 'secret' })
  const event = (number: number, seat: number | null = 1) =>
    dialled().say({ type: 'event', table: 't', seat, number })
  dialled().say({ type: 'state', table: 't', seat: 1, number: 3 })
  event(4)
  event(4)
  event(5)
  expect(heard.map((message) => message.number)).toEqual([3, 4, 5])
  event(8)
  expect(dialled().last('resync')).toMatchObject({ table: 't' })
  event(9)
  dialled().say({ type: 'state', table: 't', seat: 1, number: 9 })
  event(10)
  expect(heard.map((message) => message.number)).toEqual([3, 4, 5, 9, 10])
})

test('tables are opened again on a new connection', async () => {
  const one = connection()
  dialled().welcome()
  one.open('t', null, () => {})
  dialled().say({ type: 'ack', id: dialled().last('open')!.id! })
  dialled().close()
  await vi.advanceTimersByTimeAsync(250)
  dialled().welcome()
  expect(dialled().sent.filter((message) => message.type === 'open').length).toBe(1)
})

test('another protocol is not tried again', async () => {
  const one = connection()
  dialled().say({ type: 'welcome', protocol: 2 })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(one.status).toBe('outdated')
  expect(servers.length).toBe(1)
})

test('what was asked while the connection was down is sent once, after its table is open', async () => {
  const one = connection()
  one.open('t', null, () => {})
  void one.command('t', { kind: 'hint', seat: 1 })
  dialled().welcome()
  expect(dialled().sent.map((message) => message.type)).toEqual(['open', 'do'])
  dialled().close()
  void one.command('t', { kind: 'play', seat: 1, action: 'done' })
  await vi.advanceTimersByTimeAsync(250)
  dialled().welcome()
  expect(dialled().sent.map((message) => message.type)).toEqual(['open', 'do', 'do'])
})

test('a table that is refused when the connection comes back is told', async () => {
  const heard: Message[] = []
  const one = connection()
  dialled().welcome()
  one.open('t', null, (message) => heard.push(message))
  dialled().say({ type: 'ack', id: dialled().last('open')!.id! })
  dialled().close()
  await vi.advanceTimersByTimeAsync(250)
  dialled().welcome()
  dialled().say({
    type: 'error',
    id: dialled().last('open')!.id!,
    code: 'table.spectators',
    message: 'Nobody watches.',
  })
  await vi.advanceTimersByTimeAsync(0)
  expect(heard).toEqual([
    { type: 'refused', table: 't', code: 'table.spectators', message: 'Nobody watches.', allowed: undefined },
  ])
})

test('a refusal of an opening that another one has replaced is not heard', async () => {
  const heard: Message[] = []
  const one = connection()
  dialled().welcome()
  one.open('t', null, (message) => heard.push(message))
  const first = dialled().last('open')!
  one.shut('t')
  one.open('t', 'secret', (message) => heard.push(message))
  dialled().say({ type: 'error', id: first.id!, code: 'table.spectators', message: 'Nobody watches.' })
  await vi.advanceTimersByTimeAsync(0)
  expect(heard).toEqual([])
})

test('what came too soon is sent again a little later, under the same id', async () => {
  const one = connection()
  dialled().welcome()
  const answer = one.command('t', { kind: 'play', seat: 1, action: 'done' })
  const first = dialled().last('do')!
  dialled().say({ type: 'error', id: first.id!, code: 'request.often', message: 'Too many requests.' })
  expect(dialled().sent).toEqual([first])
  await vi.advanceTimersByTimeAsync(1000)
  expect(dialled().sent).toEqual([first, first])
  dialled().say({ type: 'ack', id: first.id! })
  await expect(answer).resolves.toBeUndefined()
})

test('while a part of the server is away the same is asked again, and everybody reads so', async () => {
  const one = connection()
  const statuses: string[] = []
  dialled().welcome()
  one.onstatus = (status) => statuses.push(status)
  one.open('t', null, () => {})
  const opening = dialled().last('open')!
  const away = { type: 'error', code: 'server.busy', message: 'The database is away.', retry_after: 2 }
  dialled().say({ ...away, id: opening.id! })
  const answer = one.command('t', { kind: 'play', seat: 1, action: 'done' })
  const play = dialled().last('do')!
  dialled().say({ type: 'error', id: play.id!, code: 'table.unopened', message: 'Open this table first.' })
  await vi.advanceTimersByTimeAsync(2000)
  expect(dialled().sent).toEqual([opening, play, play, opening])
  dialled().say({ type: 'ack', id: opening.id! })
  dialled().say({ type: 'ack', id: play.id! })
  await expect(answer).resolves.toBeUndefined()
  expect(statuses).toEqual(['waiting', 'open'])
})

test('a shut table stays shut when the connection comes back', async () => {
  const one = connection()
  dialled().welcome()
  one.open('t', null, () => {})
  dialled().close()
  one.shut('t')
  await vi.advanceTimersByTimeAsync(250)
  dialled().welcome()
  expect(dialled().sent).toEqual([])
})

test('who may no longer look at a table is told so', () => {
  const heard: Message[] = []
  const one = connection()
  dialled().welcome()
  one.open('t', null, (message) => heard.push(message))
  dialled().say({
    type: 'error',
    id: undefined,
    table: 't',
    code: 'table.spectators',
    message: 'Nobody watches.',
  })
  dialled().say({
    type: 'error',
    id: undefined,
    table: 'another',
    code: 'table.spectators',
    message: 'Nobody watches.',
  })
  expect(heard).toEqual([
    { type: 'refused', table: 't', code: 'table.spectators', message: 'Nobody watches.' },
  ])
})

test('a lost connection is tried at once when there is reason to hope, and only then', () => {
  const one = connection()
  dialled().welcome()
  one.retry()
  expect(servers.length).toBe(1)
  dialled().close()
  one.retry()
  one.retry()
  expect(servers.length).toBe(2)
  vi.advanceTimersByTime(60_000)
  expect(servers.length).toBe(2)
})

test('a connection that was ended is not tried again', () => {
  const one = connection()
  dialled().welcome()
  dialled().close()
  one.end()
  one.retry()
  vi.advanceTimersByTime(60_000)
  expect([servers.length, one.ended.aborted]).toEqual([1, true])
})

test('the lobby is asked for as who this device is, also after the connection was lost', async () => {
  const one = connection()
  const heard: Message[] = []
  one.watchLobby('secret', (message) => heard.push(message))
  for (const wait of [250, 0]) {
    dialled().welcome()
    expect(dialled().last('lobby')).toMatchObject({ on: true, identity: 'secret' })
    dialled().say({ type: 'lobby', tables: [] })
    if (wait) dialled().close()
    await vi.advanceTimersByTimeAsync(wait)
  }
  expect([servers.length, heard.length]).toEqual([2, 2])
})
