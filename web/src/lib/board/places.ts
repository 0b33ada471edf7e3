/**
 * Places of the table, as words with slashes:
 * `cell/body3` `bag` `row/4` `deck` `discards` `pile/1`, and those of a seat:
 * `board/2` `piece/2/body/R` `hand/2` `card/2/K5` `temple/2/T3` `token/2/pick` `coatl/2/1` `coatl/2/1/left` `coatl/2/new` `adam/1`.
 */
import type { Entry, Mark, Step } from '../state/types'
import { moveOf } from './moves'

/** The places that an entry of the log touches, to light them up when it is pointed at. */
export function placesOf(entry: Pick<Entry, 'seat' | 'action'>, steps: Step[] = []): Mark {
  const ofSteps = steps.flatMap((step) =>
    (step.cell ? [`cell/${step.cell}`] : []).concat(step.card ? [`card/${entry.seat}/${step.card}`] : []),
  )
  const move = moveOf(entry.action, entry.seat)
  if (!move) return ofSteps
  const temple = move.kind === 'temple' ? [`coatl/${entry.seat}`] : [move.to]
  const token = move.token ? [`token/${entry.seat}/${move.kind}`] : []
  return [...new Set([move.from, ...temple, ...token, ...ofSteps])]
}

/** Whether a place is meant: itself, or something inside it. */
export const marks = (marked: Mark | undefined, place: string): boolean =>
  !!marked?.some((one) => one === place || one.startsWith(`${place}/`))
