/** Moves that are typed: every word may be cut short, capitals do not matter. */

const words = (text: string) => text.trim().toLowerCase().split(/\s+/).filter(Boolean)

/** The legal actions that begin with what was typed, word by word; a word that is written out in full stands before longer ones. */
export function completions(typed: string, legal: string[]): string[] {
  const parts = words(typed)
  const exact = legal.find((action) => words(action).join(' ') === parts.join(' '))
  const fits = legal.filter((action) => parts.every((part, i) => words(action)[i]?.startsWith(part)))
  return exact ? [exact, ...fits.filter((action) => action !== exact)] : fits
}

/** The first word that no legal action has at its place, behind words that fit. */
export function strange(typed: string, legal: string[]): string | null {
  const parts = words(typed)
  const at = parts.findIndex((_, i) => !completions(parts.slice(0, i + 1).join(' '), legal).length)
  return parts[at] ?? null
}

/** The one action that was meant, or null if there is none or more than one. */
export function meant(typed: string, legal: string[]): string | null {
  const found = completions(typed, legal)
  const exact = words(found[0] ?? '').join(' ') === words(typed).join(' ')
  return words(typed).length && (exact || found.length === 1) ? found[0]! : null
}
