// Prints the type of every English message: its key, and the values that fill it. `npm run types` keeps it in keys.gen.ts.
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ENGLISH = fileURLToPath(new URL('../../src/coatl/messages/en', import.meta.url))

const textOf = (message) => (typeof message === 'string' ? message : Object.values(message).join(' '))
const holesIn = (text) => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1])

/** Forms by number need the number; any other value is a text or a number. */
function valuesOf(message) {
  const names = new Set(holesIn(textOf(message)))
  const isPlural = typeof message !== 'string'
  if (isPlural) names.add('n')
  return [...names].sort().map((name) => `${name}: ${isPlural && name === 'n' ? 'number' : 'Value'}`)
}

const lines = readdirSync(ENGLISH)
  .filter((name) => name.endsWith('.json') && !name.startsWith('terminal'))
  .sort()
  .flatMap((name) =>
    Object.entries(JSON.parse(readFileSync(join(ENGLISH, name), 'utf8'))).map(
      ([key, message]) => `  '${basename(name, '.json')}.${key}': { ${valuesOf(message).join('; ')} }`,
    ),
  )
console.log(`export type Value = string | number\nexport interface MessageValues {\n${lines.join('\n')}\n}`)
