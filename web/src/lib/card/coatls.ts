/** How a coatl of feather cards lies on the table: its parts, what lies on what, and which halves belong together. */
import type { Colour, Kind } from '../art/pieces'
import type { Played } from '../live/types'

/** One visible part; `under` is the part that it covers, `card` the number of the owner's action that laid it (from 0), where these are known. */
export type Lying = { kind: Kind; colour: Colour; stacked: boolean; under?: Colour; card?: number; half?: 'left' | 'right' }
export type Side = 'left' | 'right'

/** The parts that a coatl shows, read from its notation: `(RG^B)`. */
export function partsOf(text: string): Lying[] {
  const head = text.startsWith('('), tail = text.endsWith(')')
  const signs = text.match(/[RGBYK]\^?/g) ?? []
  return signs.map((sign, i) => ({
    kind: head && i === 0 ? 'head' : tail && i === signs.length - 1 ? 'tail' : 'body',
    colour: sign[0] as Colour,
    stacked: sign.endsWith('^'),
  }))
}

/** The coatl with one more card on it, as it is drawn; the action tells where it lies. */
export function put(parts: Lying[], action: string, card?: number): Lying[] {
  const [verb, what = '', side] = action.split(' ')
  if (verb === 'head') return [{ kind: 'head', colour: what as Colour, stacked: false, card }, ...parts]
  if (verb === 'tail') return [...parts, { kind: 'tail', colour: what as Colour, stacked: false, card }]
  if (verb !== 'start' && verb !== 'beside' && verb !== 'over') return parts
  const left: Lying = { kind: 'body', colour: what[0] as Colour, stacked: false, card, half: 'left' }
  const right: Lying = { kind: 'body', colour: what[1] as Colour, stacked: false, card, half: 'right' }
  const covered = verb === 'over' ? parts.at(side === 'left' ? 0 : -1)?.colour : undefined
  if (side === 'left') return [left, { ...right, stacked: verb === 'over', under: covered }, ...parts.slice(covered ? 1 : 0)]
  return [...parts.slice(0, covered ? -1 : undefined), { ...left, stacked: verb === 'over', under: covered }, right]
}

/** A coatl with all that the log can tell of it: a record that does not lead to this coatl is not believed. */
export function lying(text: string, log: Played[], seat: number): Lying[] {
  const shown = partsOf(text)
  let told: Lying[] = []
  let card = 0
  for (const { entry } of log) if (entry.seat === seat) told = put(told, entry.action, card++)
  return told.map(sign).join('') === shown.map(sign).join('') ? told : shown
}

const sign = (part: Lying) => `${part.kind[0]}${part.colour}${part.stacked ? '^' : ''}`
