import { describe, expect, test } from 'vitest'
import {
  boardQuestion,
  example,
  grown,
  nothing,
  piecesIn,
  readLink,
  stackedAt,
  strangeIn,
  tidy,
  without,
  writeLink,
} from './position'

describe('a position in its link', () => {
  test.each(['board', 'card'] as const)('the example of the %s game comes back', (game) => {
    const one = example(game)
    expect(readLink(writeLink(one))).toEqual({ ...nothing(), game, [game]: one[game] })
  })
  test('a bare address is no position', () => expect(readLink('')).toBeNull())
  test('what cannot be read is left out, and nothing is too much', () => {
    const found = readLink(
      '?game=board&pieces=(R<b>RRRRRRRRRRRRRRRRRR&cards=K5,<i>,K5,K5,K5,K5,K5&coatl=DROP&coatl=RG&coatl=B&temples=T1',
    )!.board
    expect(found.pieces).toHaveLength(12)
    expect(found.cards).toEqual(['K5', 'K5', 'K5', 'K5', 'K5'])
    expect(found.coatls).toEqual([
      { pieces: '', cards: [] },
      { pieces: 'RG', cards: [] },
    ])
    expect(readLink('?game=card&coatl=%3Cscript%3E&hand=RG,XX&own=B1:4,B2:3&temple=x')!.card).toMatchObject({
      coatl: '',
      hand: ['RG'],
      own: ['B2:3'],
      temple: null,
    })
  })
})

describe('building by hand', () => {
  test('heads go to the left, tails to the right, segments where one says', () => {
    expect(grown('BB', '(R', 'right')).toBe('(RBB')
    expect(grown('(RBB', 'Y)', 'left')).toBe('(RBBY)')
    expect(grown('BB', 'G', 'left')).toBe('GBB')
    expect(grown('BB', 'G', 'right')).toBe('BBG')
  })
  test('nothing goes beyond a head or a tail, and there is one of each', () => {
    expect(grown('(RB', 'G', 'left')).toBe('(RB')
    expect(grown('RB)', 'G', 'right')).toBe('RB)')
    expect(grown('(RB', '(G', 'left')).toBe('(RB')
  })
  test('a piece that is taken away leaves the others as they are', () => {
    expect(without('(RGB)', 1)).toBe('(RB)')
    expect(without('(RGB)', 0)).toBe('GB)')
    expect(without('(RGB)', 2)).toBe('(RG')
    expect(without('KR^Y', 1)).toBe('KY')
    expect(without('R', 0)).toBe('')
  })
  test('a coatl that is written is tidied', () =>
    expect(['(rgb )', 'R(G)B', '))((', 'R^^^ G', '(^^B'].map(tidy)).toEqual([
      '(RGB)',
      'RGB',
      '',
      'R^G',
      '(B',
    ]))
  test('letters that are no colour are named, not dropped', () => {
    expect(strangeIn('(rgxbXz)')).toEqual(['X', 'Z'])
    expect(strangeIn('(RG^ B)')).toEqual([])
  })
  test('a press puts a part onto another one, and back', () => {
    expect(stackedAt('KRY', 1)).toBe('KR^Y')
    expect(stackedAt('KR^Y', 1)).toBe('KRY')
    expect(stackedAt('(KRY)', 0)).toBe('(KRY)')
    expect(stackedAt('(KRY)', 2)).toBe('(KRY)')
  })
  test('pieces are read one by one', () => expect(piecesIn('(B byy R)')).toEqual(['(B', 'B', 'Y', 'Y', 'R)']))
  test('an empty coatl is not asked about', () => {
    expect(
      boardQuestion({ pieces: ['R'], coatls: [{ pieces: '', cards: [] }], cards: [], temples: [] }, 'help'),
    ).toEqual({ ask: 'help', pieces: 'R', cards: [], temples: [], coatls: [] })
  })
})
