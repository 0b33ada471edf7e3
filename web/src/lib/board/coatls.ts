import type { Colour, Part } from '../art/pieces'

/** The pieces of a coatl in the notation of the rules: `(BBYR)` has a head and a tail. */
export function partsOf(text: string): Part[] {
  const head = text.startsWith('('), tail = text.endsWith(')')
  const letters = [...text.replace(/[()]/g, '')]
  return letters.map((letter, i) => ({
    kind: head && i === 0 ? 'head' : tail && i === letters.length - 1 ? 'tail' : 'body',
    colour: letter as Colour,
  }))
}

/** The pieces on a player's board, body segments first. */
export function piecesOf(player: { bodies: string; heads: string; tails: string }): Part[] {
  const all = (letters: string, kind: Part['kind']) => [...letters].map((letter) => ({ kind, colour: letter as Colour }))
  return [...all(player.bodies, 'body'), ...all(player.heads, 'head'), ...all(player.tails, 'tail')]
}
