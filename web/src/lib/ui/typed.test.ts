import { expect, test } from 'vitest'
import { completions, meant } from './typed'

const legal = ['take body1', 'take body10', 'beside RG left', 'beside RG right', 'done']

test('every word may be cut short, capitals do not matter', () => {
  expect(completions('b rg', legal)).toEqual(['beside RG left', 'beside RG right'])
  expect(meant('B rg L', legal)).toBe('beside RG left')
  expect(meant('do', legal)).toBe('done')
})

test('a whole action is meant, even if a longer one begins with it', () => {
  expect(meant('take body1', legal)).toBe('take body1')
})

test('nothing is guessed', () => {
  expect(meant('', legal)).toBeNull()
  expect(meant('beside', legal)).toBeNull()
  expect(meant('beside RG left left', legal)).toBeNull()
  expect(meant('carl', legal)).toBeNull()
})
