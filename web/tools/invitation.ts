import { GLYPHS, OUTLINES, STEP, type Colour, type Kind } from '../src/lib/art/pieces.ts'

export const SIZE = { width: 1200, height: 630 } // what messengers show whole

const DARK = '#1d1612'
const SHADES: Record<Colour, string> = {
  R: '#c4402c',
  G: '#3c8a57',
  B: '#2f6f9f',
  Y: '#e2a82b',
  K: '#3b3840',
}
const PLUMES: Record<Kind, number[]> = { head: [24, 37, 50], body: [6, 19, 32], tail: [6, 18, 30] }
const PLUME = 'M0 24 C-4 12 2 6 9 3 C10 10 11 17 10 24 Z'
const SERPENT: [Kind, Colour][] = [
  ['head', 'R'],
  ...(['B', 'Y', 'G', 'K', 'R', 'B', 'Y'] as const).map((colour): [Kind, Colour] => ['body', colour]),
  ['tail', 'G'],
]

/** The picture beside a link that was sent: a serpent before the sun, without words, for every language. */
export function invitation(): string {
  const { width, height } = SIZE
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">
    <rect width="${width}" height="${height}" fill="${DARK}" />
    ${frieze(0, 1)}${frieze(height, -1)}
    <g transform="translate(${width / 2} ${height / 2})">${sun()}</g>
    <g transform="translate(142 240) scale(2.24)" stroke="#1d120b" stroke-linejoin="round" stroke-linecap="round">
      ${serpent()}
    </g>
  </svg>`
}

const frieze = (y: number, way: number): string =>
  Array.from({ length: 30 }, (_, i) => {
    const colour = ['#d98b1f', '#b99a6b'][i % 2]
    return `<path fill="${colour}" d="M${i * 40} ${y} h40 l-20 ${way * 34} z" />`
  }).join('')

const sun = (): string =>
  Array.from(
    { length: 24 },
    (_, i) => `<path fill="#d98b1f" transform="rotate(${i * 15})" d="M-13 -206 L0 -248 L13 -206 Z" />`,
  ).join('') +
  '<circle r="200" fill="#f1e4c9" stroke="#d98b1f" stroke-width="12" />' +
  '<circle r="180" fill="none" stroke="#b99a6b" stroke-width="3" stroke-dasharray="14 9" />'

/** From the tail on, because each piece lies under the scales of the one before it. */
function serpent(): string {
  let x = 0
  const drawn = SERPENT.map(([kind, colour]) => {
    const at = x
    x += kind === 'head' ? STEP + 17 : STEP
    return `<g transform="translate(${at} 0)">${piece(kind, colour)}</g>`
  })
  return drawn.reverse().join('')
}

function piece(kind: Kind, colour: Colour): string {
  const plumes = PLUMES[kind].map((at) => `<path transform="translate(${at} 0)" d="${PLUME}" />`).join('')
  const sign = { head: '36 25', body: '14 25', tail: '11 26' }[kind]
  const eye =
    '<circle cx="26" cy="31" r="5.500" fill="#fff6e2" stroke-width="1.600" />' +
    '<circle cx="24.500" cy="31" r="2.400" fill="#1d120b" stroke="none" />' +
    '<path fill="none" stroke-width="1.600" d="M6 47 L15 51 C22 51 28 49 33 46" />' +
    '<path fill="none" stroke="#c4402c" stroke-width="2" d="M8 54 C2 55 0 58 -4 57 M2 55 C0 58 0 60 -2 62" />'
  return `<g fill="#23593a" stroke-width="1.400">${plumes}</g>
    <path fill="${SHADES[colour]}" stroke-width="2" d="${OUTLINES[kind]}" />
    ${kind === 'head' ? eye : ''}
    <path fill="#fff6e2" stroke-width="1" transform="translate(${sign}) scale(.9)" d="${GLYPHS[colour]}" />`
}
