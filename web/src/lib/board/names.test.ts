import { expect, test } from 'vitest'
import { cellNumber, coatlName } from './names'
import { cellsOf } from './wheel'

test('a cell is called by the number that the wheel shows', () => {
  const supply = { bodies: ['', '', '', '', '', ''], heads: ['', ''], tails: ['', ''] }
  cellsOf(supply).forEach(({ cell, kind }, i) => expect(cellNumber(kind, Number(cell.slice(4)))).toBe(i + 1))
})
test('a coatl is called by its numeral', () => expect([1, 2, 3].map(coatlName)).toEqual(['I', 'II', 'III']))
