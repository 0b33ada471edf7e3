/** The shapes of the serpents. One body segment is 48 wide and 60 high; neighbours overlap by their scales. */

export const COLOURS = ['R', 'G', 'B', 'Y', 'K'] as const
export type Colour = (typeof COLOURS)[number]
export type Kind = 'head' | 'body' | 'tail'
/** A colour, or the gold of The Golden Feathers. */
export type Shade = Colour | '*'
export type Part = { kind: Kind; colour: Shade }

export const STEP = 42 // from one piece to the next
export const HEIGHT = 72

/** The letter of a god's colour: `--R` and its like are declared in theme.css. */
export const GOD_COLOURS: Record<string, string> = {
  red: 'R',
  green: 'G',
  blue: 'B',
  yellow: 'Y',
  black: 'K',
  pink: 'P',
}

/** A sign for each colour, so that nobody needs colour vision: flame, leaf, wave, sun, knife. Drawn in a square of 24. */
export const GLYPHS: Record<Shade, string> = {
  R: 'M12 2c1 5 6 7 6 12a6 6 0 0 1-12 0c0-3 2-4 2-7 2 1 3 2 3 4 2-2 2-5 1-9z',
  G: 'M20 3C9 3 4 9 4 16c0 2 .5 4 1 5 1-6 5-10 9-12-3 4-6 7-7 12 8 1 14-6 13-18z',
  B:
    'M12 1.500c4 6 7.500 9.500 7.500 14a7.500 7.500 0 0 1-15 0c0-4.500 3.500-8 7.500-14z' +
    'M8.200 15a4 4 0 0 0 3.600 4.600v-2.300A2 2 0 0 1 10.300 15z',
  Y:
    'M12 7a5 5 0 1 1 0 10 5 5 0 0 1 0-10zM11 1h2l.6 4h-3.200zM11 23h2l.6-4h-3.200z' +
    'M1 11v2l4 .6v-3.200zM23 11v2l-4 .6v-3.200zM4.500 3.100 3.100 4.500l2.600 3 1.800-1.800z' +
    'M19.500 20.900l1.400-1.400-2.600-3-1.800 1.800zM20.900 4.500l-1.400-1.400-3 2.600 1.800 1.800z' +
    'M3.100 19.500l1.400 1.400 3-2.600-1.800-1.800z',
  K:
    'M12 1c4 4 6 9 5 15l-3 1v4a2 2 0 0 1-4 0v-4l-3-1C6 10 8 5 12 1zm0 5c-1.500 2-2 4.500-2 7.500h4' +
    'c0-3-.5-5.500-2-7.500z',
  '*': 'M12 1l2.700 7.300L22 9l-5.600 4.900L18.200 22 12 17.600 5.800 22l1.800-8.100L2 9l7.300-.7z',
}

/** And a weave of the scales for each colour, in the same square as a body segment. */
export const WEAVES: Record<Shade, string> = {
  R: 'M9 40l6-17M17 45l8-22M27 45l8-22M36 45l7-17',
  G: 'M11 25v4M19 25v4M27 25v4M35 25v4M15 33v4M23 33v4M31 33v4M39 33v4M11 41v4M19 41v4M27 41v4M35 41v4',
  B: 'M8 27q4-4 8 0t8 0 8 0 8 0 4-2M9 35q4-4 8 0t8 0 8 0 8 0 4-2M8 43q4-4 8 0t8 0 8 0 8 0 4-2',
  Y: 'M8 25h37M9 31h37M9 37h37M8 43h37',
  K: 'M9 25l9 9-9 9M22 23l11 11-11 11M18 34l11-11M18 34l11 11M44 25l-9 9 9 9',
  '*': 'M10 24l34 20M10 44l34-20',
}

/** Outlines; the back with its plumes is above, the belly below. */
export const OUTLINES: Record<Kind, string> = {
  body: 'M3 20 C9 26 9 46 3 54 L40 54 C49 46 49 26 40 20 Z',
  head:
    'M62 20 C69 27 69 46 62 54 L40 54 C34 60 22 62 8 57 L15 51 L6 47 C3 42 4 34 11 27 ' +
    'C20 17 34 15 44 17 C51 18 56 20 62 20 Z',
  tail: 'M3 20 C9 26 9 46 3 54 L22 54 C38 53 50 48 63 36 C50 26 38 21 22 20 Z',
}
