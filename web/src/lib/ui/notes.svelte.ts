/** Short notes at the edge of the page, and what a screen reader is told. */
export type Note = { id: number; text: string; kind: 'news' | 'trouble' }

const SHOWN = 6000 // milliseconds
let last = 0
export const notes = $state<{ shown: Note[]; spoken: string }>({ shown: [], spoken: '' })

export function note(text: string, kind: Note['kind'] = 'news'): void {
  if (notes.shown.some((one) => one.text === text)) return
  const id = ++last
  notes.shown.push({ id, text, kind })
  setTimeout(() => dismiss(id), kind === 'trouble' ? SHOWN * 1.5 : SHOWN)
}

export function dismiss(id: number): void {
  notes.shown = notes.shown.filter((one) => one.id !== id)
}

/** Says something to a screen reader alone, after what it says now. The same text twice in a row is said twice. */
export function announce(text: string): void {
  notes.spoken = notes.spoken === text ? `${text} ` : text
}

export function hush(): void {
  notes.spoken = ''
}
