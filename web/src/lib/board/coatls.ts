import type { Part, Shade } from '../art/pieces'

/** The pieces of a coatl in the notation of the rules: `(BBYR)` has a head and a tail. */
export function partsOf(text: string): Part[] {
  const head = text.startsWith('(')
  const tail = text.endsWith(')')
  const letters = [...text.replace(/[()]/g, '')]
  return letters.map((letter, i) => ({
    kind: head && i === 0 ? 'head' : tail && i === letters.length - 1 ? 'tail' : 'body',
    colour: letter as Shade,
  }))
}

/** The pieces on a player's board, body segments first. */
export function piecesOf(player: { bodies: string; heads: string; tails: string }): Part[] {
  const all = (letters: string, kind: Part['kind']) =>
    [...letters].map((letter) => ({ kind, colour: letter as Shade }))
  return [...all(player.bodies, 'body'), ...all(player.heads, 'head'), ...all(player.tails, 'tail')]
}

/**
 * Keys that stay with the pieces of one coatl while it grows at either end, so that the old ones move aside and the new one comes.
 * Two equal readings (a piece of the same colour at either end) look the same.
 */
export function grown(): (pieces: string) => number[] {
  let old = ''
  let first = 0
  return (pieces) => {
    const letters = pieces.replace(/[()]/g, '')
    const left = letters !== old && !letters.startsWith(old) && letters.endsWith(old)
    first = left
      ? first - (letters.length - old.length)
      : letters.startsWith(old) || old.startsWith(letters)
        ? first
        : 0
    old = letters
    return [...letters].map((_, i) => first + i)
  }
}
