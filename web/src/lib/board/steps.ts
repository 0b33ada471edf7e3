/** The table in the middle of ADAM's turn: what the server says of each step, carried out on a picture. It knows no rule. */
import type { Step } from '../state/types'
import type { BoardView } from './types'

const ORDER = 'RGBYK'
type Cells = 'bodies' | 'heads' | 'tails'
const CELLS: Record<string, Cells> = { body: 'bodies', head: 'heads', tail: 'tails' }

/** A view after one more step. */
export function withStep(view: BoardView, step: Step): BoardView {
  if (!view.adam) return view
  const table = structuredClone(view)
  const adam = table.adam!
  const { card = '', colour = '' } = step
  if (['placed', 'wasted', 'discarded'].includes(step.kind)) takeFrom(table, step)
  if (step.kind === 'placed' || step.kind === 'moved') put(adam, card, colour)
  if (step.kind === 'played') {
    const place = adam.line.indexOf(card)
    if (place >= 0) {
      adam.line.splice(place, 1)
      adam.pieces.splice(place, 1)
      adam.pile[card] = (adam.pile[card] ?? 0) + 1
    }
  }
  if (step.kind === 'drew') {
    const place = table.row.lastIndexOf(card)
    if (place >= 0) table.row[place] = null
    adam.line.push(card)
    adam.pieces.push('')
  }
  return table
}

function takeFrom({ supply }: BoardView, { cell = '', colour = '' }: Step): void {
  const cells = supply[CELLS[cell.slice(0, -1)]!]
  const place = Number(cell.slice(-1)) - 1
  let left = cells?.[place] ?? ''
  for (const one of colour) left = left.replace(one, '')
  if (cells) cells[place] = left || null
}

function put(adam: NonNullable<BoardView['adam']>, card: string, colours: string): void {
  const place = adam.line.indexOf(card)
  if (place < 0) return
  const all = [...(adam.pieces[place] ?? ''), ...colours]
  adam.pieces[place] = all.sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)).join('')
}
