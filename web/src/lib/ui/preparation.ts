/** On a fresh machine the server compiles the games while it serves; a banner tells how far it is. */
import type { components } from '../net/schema.gen'

export type Part = components['schemas']['PartData']

/** What is not there yet; nothing if the server does not say. */
export async function preparation(): Promise<Part[]> {
  try {
    const answer = await fetch('/api/preparation')
    return answer.ok ? await answer.json() : []
  } catch {
    return []
  }
}
