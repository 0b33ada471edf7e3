import { expect, test } from 'vitest'
import { pictureOf, sectionAt } from './rules'

test.each([
  ['(BBYR)', 'coatl'],
  ['GYGYG', 'coatl'],
  ['(BBY', 'coatl'],
  ['R', 'tokens'],
  ['!R', 'tokens'],
  ['G Y+ G', 'tokens'],
  ['[GY]', 'tokens'],
  ['Y4', null],
  ['coatl deck check my.toml', null],
])('%s is drawn as %s', (code, picture) => {
  expect(pictureOf(code)).toBe(picture)
})
test('the contents follow what is read: the last heading above the line', () => {
  const tops = [
    { id: '1', top: -400 },
    { id: '2', top: 90 },
    { id: '3', top: 600 },
  ]
  expect(sectionAt(tops, 240)).toBe('2')
  expect(sectionAt(tops, 50)).toBe('1')
  expect(sectionAt([{ id: '1', top: 300 }], 240)).toBe('1')
})
