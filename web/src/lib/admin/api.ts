/** Requests of the operator. The secret lives in this tab alone, and leaves it when it is closed. */
import type { components } from '../net/schema.gen'
import { request, type Method } from '../net/api'

type Schemas = components['schemas']
export type Overview = Schemas['Overview']
export type TableRow = Schemas['TableRow']
export type TableDetails = Schemas['TableDetails']
export type PersonRow = Schemas['PersonRow']
export type ReportRow = Schemas['ReportRow']
export type ActRow = Schemas['ActRow']

const KEY = 'coatl.admin'

export function keptSecret(): string {
  try {
    return sessionStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  } // blocked: it is asked again
}

export function keepSecret(secret: string): void {
  try {
    if (secret) sessionStorage.setItem(KEY, secret)
    else sessionStorage.removeItem(KEY)
  } catch {
    /* blocked */
  }
}

/** The part of an address that asks for something; what is empty is left out. */
export function query(values: Record<string, string | number | undefined>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== '')
  return given.length ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : ''
}

/** What the admin API answers to whoever knows the secret. */
export class AdminApi {
  constructor(readonly secret: string) {}

  ask<Answer>(path: string, method: Method = 'GET', body?: unknown): Promise<Answer> {
    return request<Answer>(`/admin${path}`, body, this.secret, method)
  }
}
