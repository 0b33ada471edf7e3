/** From where to where the arrow of a hint leads: selectors of things on the table, the best first. */
import { moveOf } from '../board/moves'
import { readAction } from '../notation'
import type { GameName } from '../state/types'

export type Ends = { from: string[]; to: string[] }
const GHOST = '[data-ghost]' // where a piece will lie
const placed = (place: string) => `[data-place="${place}"]`

export function arrowOf(game: GameName, action: string, seat: number, coatl: number | null): Ends | null {
  return game === 'board' ? onBoard(action, seat, coatl) : onCards(action)
}

function onBoard(action: string, seat: number, coatl: number | null): Ends | null {
  const move = moveOf(action, seat, coatl)
  if (!move || move.kind === 'keep') return null
  const from = move.token ? placed(`token/${seat}/${move.kind}`) : placed(move.from)
  return { from: [from, placed(move.from)], to: [GHOST, placed(move.to)] }
}

function onCards(action: string): Ends | null {
  const { verb, colours = '' } = readAction('card', action)
  if (!['start', 'beside', 'over', 'head', 'tail'].includes(verb)) return null
  const round = [...colours].reverse().join('')
  return { from: [`[data-what="${colours}"]`, `[data-what="${round}"]`], to: [GHOST] }
}
