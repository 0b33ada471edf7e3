/** The rules page as the server tells it. */
import type { components } from '../net/schema.gen'

type Schemas = components['schemas']
export type Span = Schemas['Span']
export type Section = Schemas['Section']
export type Block = Section['blocks'][number]
export type RulesPage = Schemas['RulesPage']

/** The section that says what was not printed. */
export const isReconstructed = (id: string): boolean => id === '9'

/** What a piece of notation can be drawn as: a coatl, or the tokens of a pattern. */
export function pictureOf(code: string): 'coatl' | 'tokens' | null {
  if (/^\(?[RGBYK]{3,}\)?$/.test(code) || /^\([RGBYK]{2,}$/.test(code)) return 'coatl'
  return /^(!?[RGBYK.=]\+?|\[\^?[RGBYK]+\]|R\^)( (!?[RGBYK.=]\+?))*$/.test(code) ? 'tokens' : null
}

/** Which section is read: the last whose heading has passed the upper edge. */
export function sectionAt(tops: { id: string; top: number }[], edge: number): string {
  const passed = tops.filter((one) => one.top <= edge)
  return (passed.at(-1) ?? tops[0])?.id ?? ''
}
