/** Requests that are not live (docs/server.md). */
import type { Refusal } from './line'

export type Made = { table: string; token: string; invites: Record<string, string> }

export async function request<Answer>(path: string, body?: unknown, token?: string): Promise<Answer> {
  const answer = await fetch(`/api${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const content: unknown = await answer.json()
  if (!answer.ok) throw content as Refusal
  return content as Answer
}

/** A secret of this device; a repeated request with the same one is not done twice. */
export const secret = () => [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

export const makeTable = (wish: Record<string, unknown>) => request<Made>('/tables', { key: secret(), ...wish })
