/** By what this device is known at every table, so that whom it has blocked stays away (docs/server.md, Blocking). */
import { store, stored } from '../storage'
import { request, secret } from './api'

export type Block = { id: string; name: string; time: number }

/** A secret: it is sent to the server, which keeps a hash of it, and to nobody else. */
export function identity(): string {
  const known = stored<string>('identity', '')
  if (known) return known
  const made = secret()
  store('identity', made)
  return made
}

export const blocks = () => request<Block[]>('/blocks', undefined, identity())
export const lift = (block: string) => request<Block[]>(`/blocks/${block}`, undefined, identity(), 'DELETE')
