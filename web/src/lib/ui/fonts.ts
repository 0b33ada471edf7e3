/** The shipped fonts come after the first paint; until then fonts of the system stand in, of the same size. */
export const loadFonts = (): void =>
  void requestAnimationFrame(() => setTimeout(() => import('virtual:fonts.css').catch(() => {})))
