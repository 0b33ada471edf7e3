/** On a fresh machine the server compiles the games while it serves; a banner tells how far it is. */
import type { components } from '../net/schema.gen'

export type Part = components['schemas']['PartData']
export type Preparation = { parts: Part[]; manual: boolean }

/** What is not there yet, and whether the server has the manual; nothing if it does not say. */
export async function preparation(): Promise<Preparation> {
  try {
    const answer = await fetch('/api/preparation')
    const manual = !!answer.headers?.get('Link')?.includes('rel="help"')
    return { parts: answer.ok ? await answer.json() : [], manual }
  } catch {
    return { parts: [], manual: false }
  }
}
