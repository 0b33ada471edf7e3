import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Line, type Message } from './line'

class FakeServer {
  sent: Message[] = []
  readyState = 1
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: (() => void) | null = null
  send(text: string) { this.sent.push(JSON.parse(text) as Message) }
  close() { this.onclose?.() }
  say(message: Message) { this.onmessage?.({ data: JSON.stringify(message) }) }
  welcome() { this.say({ type: 'welcome', protocol: 1 }) }
  last(type: string) { return this.sent.filter((one) => one.type === type).at(-1) }
}

let servers: FakeServer[]
let count: number
const dialled = () => servers.at(-1)!
const line = () => new Line(() => { servers.push(new FakeServer()); return dialled() }, () => `id${++count}`)

beforeEach(() => { servers = []; count = 0; vi.useFakeTimers() })
afterEach(() => vi.useRealTimers())

test('a command waits for the greeting and ends with its acknowledgement', async () => {
  const one = line()
  const answer = one.command('t', { kind: 'play', seat: 1, action: 'done' })
  expect(dialled().sent).toEqual([])
  dialled().welcome()
  const sent = dialled().last('do')!
  expect(sent.command).toEqual({ kind: 'play', seat: 1, action: 'done' })
  dialled().say({ type: 'ack', id: sent.id!, data: 7 })
  await expect(answer).resolves.toBe(7)
})

test('a command that was not answered is repeated under the same id after the line was lost', async () => {
  const one = line()
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
  const one = line()
  dialled().welcome()
  const answer = one.command('t', { kind: 'play' })
  dialled().say({ type: 'error', id: dialled().last('do')!.id!, code: 'seat.foreign', message: 'This seat is not yours.' })
  await expect(answer).rejects.toMatchObject({ code: 'seat.foreign' })
})

test('events come once, in their order, and a gap is mended by a resync', () => {
  const heard: Message[] = []
  const one = line()
  dialled().welcome()
  one.open('t', 'secret', (message) => heard.push(message))
  expect(dialled().last('open')).toMatchObject({ table: 't', token: 'secret' })
  const event = (number: number, seat: number | null = 1) => dialled().say({ type: 'event', table: 't', seat, number })
  dialled().say({ type: 'state', table: 't', seat: 1, number: 3 })
  event(4); event(4); event(5)
  expect(heard.map((message) => message.number)).toEqual([3, 4, 5])
  event(8)
  expect(dialled().last('resync')).toMatchObject({ table: 't' })
  event(9)
  dialled().say({ type: 'state', table: 't', seat: 1, number: 9 })
  event(10)
  expect(heard.map((message) => message.number)).toEqual([3, 4, 5, 9, 10])
})

test('tables are opened again on a new line', async () => {
  const one = line()
  dialled().welcome()
  one.open('t', null, () => {})
  dialled().say({ type: 'ack', id: dialled().last('open')!.id! })
  dialled().close()
  await vi.advanceTimersByTimeAsync(250)
  dialled().welcome()
  expect(dialled().sent.filter((message) => message.type === 'open').length).toBe(1)
})

test('another protocol is not tried again', async () => {
  const one = line()
  dialled().say({ type: 'welcome', protocol: 2 })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(one.status).toBe('outdated')
  expect(servers.length).toBe(1)
})

test('what was asked while the line was down is sent once, after its table is open', async () => {
  const one = line()
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

test('a table that is refused when the line comes back is told', async () => {
  const heard: Message[] = []
  const one = line()
  dialled().welcome()
  one.open('t', null, (message) => heard.push(message))
  dialled().say({ type: 'ack', id: dialled().last('open')!.id! })
  dialled().close()
  await vi.advanceTimersByTimeAsync(250)
  dialled().welcome()
  dialled().say({ type: 'error', id: dialled().last('open')!.id!, code: 'table.spectators', message: 'Nobody watches.' })
  await vi.advanceTimersByTimeAsync(0)
  expect(heard).toEqual([{ type: 'refused', table: 't', code: 'table.spectators', message: 'Nobody watches.', allowed: undefined }])
})

test('a refusal of an opening that another one has replaced is not heard', async () => {
  const heard: Message[] = []
  const one = line()
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
  const one = line()
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

test('a shut table stays shut when the line comes back', async () => {
  const one = line()
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
  const one = line()
  dialled().welcome()
  one.open('t', null, (message) => heard.push(message))
  dialled().say({ type: 'error', id: undefined, table: 't', code: 'table.spectators', message: 'Nobody watches.' })
  dialled().say({ type: 'error', id: undefined, table: 'another', code: 'table.spectators', message: 'Nobody watches.' })
  expect(heard).toEqual([{ type: 'refused', table: 't', code: 'table.spectators', message: 'Nobody watches.' }])
})

test('a lost line is tried at once when there is reason to hope, and only then', () => {
  const one = line()
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

test('a line that was ended is not tried again', () => {
  const one = line()
  dialled().welcome()
  dialled().close()
  one.end()
  one.retry()
  vi.advanceTimersByTime(60_000)
  expect([servers.length, one.ended.aborted]).toEqual([1, true])
})
