/** Which places of the table an action touches: what the log lights up when one points at a line. */
import { taken } from './coatls'

/** `card:B1` a prophecy, `part:2:5` the fifth part of the second player's coatl, `hand:2`, `side:2`, `deck:feathers`. */
export type Place = string

/** The places of an action that a seat played; `coatl` is that seat's coatl as it stood before. */
export function placesOf(action: string, seat: number, coatl = ''): Place[] {
  const [verb = '', what = ''] = action.split(' ')
  if (['raise', 'fulfil', 'steal'].includes(verb)) return [`card:${what}`]
  if (verb === 'discard') return [`hand:${seat}`, 'deck:feathers']
  if (['start', 'beside', 'over', 'head', 'tail'].includes(verb)) {
    const length = (coatl.match(/[RGBYK]/g) ?? []).length
    return taken(action, length).map((place) => `part:${seat}:${place}`)
  }
  return [`side:${seat}`]
}
