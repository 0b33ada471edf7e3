/** Requests that are not live (docs/server.md). */
import type { Refusal } from './connection'

const BUSY = 503 // a part of the server is away: the same request is good in a while
const PATIENCE = 30_000 // milliseconds until it is given up
const COMPILING = 'server.compiling' // on a fresh machine: it is sure to come, and a banner tells when

export type Made = { table: string; token: string; invites: Record<string, string> }

export type Method = 'GET' | 'POST' | 'DELETE'

export async function request<Answer>(
  path: string,
  body?: unknown,
  token?: string,
  method: Method = body === undefined ? 'GET' : 'POST',
): Promise<Answer> {
  const end = Date.now() + PATIENCE
  let told = false
  for (;;) {
    const answer = await ask(path, method, body, token)
    const content: unknown = await answer.json()
    if (answer.ok) return content as Answer
    const pause = 1000 * (Number(answer.headers?.get('Retry-After')) || 1)
    const sure = (content as Refusal).code === COMPILING
    if (!sure && (answer.status !== BUSY || Date.now() + pause > end)) throw content as Refusal
    if (sure && !told) dispatchEvent(new Event('coatl:compiling'))
    told = true
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

function ask(path: string, method: Method, body?: unknown, token?: string): Promise<Response> {
  return fetch(`/api${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

/** A secret of this device; a repeated request with the same one is not done twice. */
export const secret = () =>
  [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

export const makeTable = (wish: Record<string, unknown>) =>
  request<Made>('/tables', { key: secret(), ...wish })
