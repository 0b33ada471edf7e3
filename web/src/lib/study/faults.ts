/** What is wrong with a position: in the words of the page, with what the server says exactly, and its code. */
import { errorWords } from '../words/errors'

export function faultWords(why: unknown): string {
  const { code, message } = (why ?? {}) as { code?: string; message?: string }
  const words = errorWords(why)
  return [words, message && message !== words ? message : '', code ? `[${code}]` : ''].filter(Boolean).join(' ')
}
