/** How a coatl of feather cards lies on the table: its parts, what lies on what, and which halves belong together. */
import type { Colour, Kind } from '../art/pieces'
import type { Played } from '../state/types'
import { readAction } from '../notation'

/**
 * One visible part; `under` is the part that it covers, `card` the number of the owner's action that laid it (from 0),
 * where these are known.
 */
export type Lying = {
  kind: Kind
  colour: Colour
  stacked: boolean
  under?: Colour
  card?: number
  half?: 'left' | 'right'
}

/** The parts that a coatl shows, read from its notation: `(RG^B)`. */
export function partsOf(text: string): Lying[] {
  const head = text.startsWith('(')
  const tail = text.endsWith(')')
  const signs = text.match(/[RGBYK]\^?/g) ?? []
  return signs.map((sign, i) => ({
    kind: head && i === 0 ? 'head' : tail && i === signs.length - 1 ? 'tail' : 'body',
    colour: sign[0] as Colour,
    stacked: sign.endsWith('^'),
  }))
}

/** The coatl with one more card on it, as it is drawn; the action tells where it lies. */
export function put(parts: Lying[], action: string, card?: number): Lying[] {
  const { verb, colours: what = '', side } = readAction('card', action)
  if (verb === 'head') return [{ kind: 'head', colour: what as Colour, stacked: false, card }, ...parts]
  if (verb === 'tail') return [...parts, { kind: 'tail', colour: what as Colour, stacked: false, card }]
  if (verb !== 'start' && verb !== 'beside' && verb !== 'over') return parts
  const left: Lying = { kind: 'body', colour: what[0] as Colour, stacked: false, card, half: 'left' }
  const right: Lying = { kind: 'body', colour: what[1] as Colour, stacked: false, card, half: 'right' }
  const covered = verb === 'over' ? parts.at(side === 'left' ? 0 : -1)?.colour : undefined
  if (side === 'left')
    return [left, { ...right, stacked: verb === 'over', under: covered }, ...parts.slice(covered ? 1 : 0)]
  return [
    ...parts.slice(0, covered ? -1 : undefined),
    { ...left, stacked: verb === 'over', under: covered },
    right,
  ]
}

/** The card of an action on the places that it would take, counted from the present first part; left ones are below 0. */
export function ghostsOf(parts: Lying[], action: string): Record<number, Lying> {
  const after = put(parts, action)
  const grown = after.length - parts.length
  const { verb, side } = readAction('card', action)
  const covering = verb === 'over' ? 1 : 0
  const fromLeft = side === 'left'
  const shown = fromLeft ? after.slice(0, grown + covering) : after.slice(parts.length - covering)
  return Object.fromEntries(
    shown.map((part, i) => [fromLeft ? i - grown : parts.length - covering + i, part]),
  )
}

/** A coatl with all that the log says of it: a record that does not lead to this coatl is not believed. */
export function lying(text: string, log: Played[], seat: number): Lying[] {
  const shown = partsOf(text)
  let built: Lying[] = []
  let card = 0
  for (const { entry } of log) if (entry.seat === seat) built = put(built, entry.action, card++)
  return built.map(sign).join('') === shown.map(sign).join('') ? built : shown
}

const sign = (part: Lying) => `${part.kind[0]}${part.colour}${part.stacked ? '^' : ''}`
