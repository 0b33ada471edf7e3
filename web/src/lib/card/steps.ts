/** The table in the middle of CARL's turn: what the server says of each step, carried out on a picture. It knows no rule. */
import type { Step } from '../state/types'
import type { CardView, PlayerView } from './types'

/** A view after one more step. */
export function withStep(view: CardView, step: Step): CardView {
  if (!view.carl) return view
  const table = structuredClone(view)
  const [human, carl] = table.players as [PlayerView, PlayerView]
  const card = step.card ?? ''
  if (step.kind === 'favourites') table.carl!.favourites = step.colours ?? ''
  if (step.kind === 'action') table.carl!.action = card
  if (step.kind === 'raised') remove(carl, card)
  if (step.kind === 'stolen') remove(human, card)
  if (step.kind === 'fulfilled') table.middle = table.middle.map((one) => (one === card ? null : one))
  if (['raised', 'stolen', 'fulfilled'].includes(step.kind)) {
    carl.prophecies.push(card)
    carl.levels.push(step.level ?? 0)
  }
  return table
}

function remove(player: PlayerView, card: string): void {
  const place = player.prophecies.indexOf(card)
  if (place < 0) return
  player.prophecies.splice(place, 1)
  player.levels.splice(place, 1)
}
