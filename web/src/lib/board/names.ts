/** One name for each coatl and each cell, as it stands on the table: log, hints and voice say the same. */
import type { Part } from '../art/pieces'

const NUMERALS = ['I', 'II', 'III']
export const coatlName = (number: number): string => NUMERALS[number - 1] ?? String(number)

/** The number that a cell bears on the supply board, in the order in which ADAM looks (RULES 4.5): `head2` is cell 9. */
export function cellNumber(kind: Part['kind'], number: number): number {
  const bodies = 6
  return kind === 'body' ? number : bodies + 2 * number - (kind === 'head' ? 1 : 0)
}
