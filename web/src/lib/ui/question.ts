/**
 * Something that cannot be taken back: what it is, what speaks against it, what could be done instead, and what is done
 * after a yes.
 */
export type Question = {
  text: string
  details?: string[]
  instead?: { text: string; act: () => unknown }[]
  yes: string
  act: () => unknown
}
