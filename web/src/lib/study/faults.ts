/** What is wrong with a position: in the words of the page, and then exactly, which the server says in English. */
import { errorWords } from '../words/errors'
import { language } from '../words/words.svelte'

export function faultWords(why: unknown): string {
  const { code, message } = (why ?? {}) as { code?: string; message?: string }
  const words = errorWords(why)
  if (!message || message === words || code?.startsWith('request.')) return words
  return language() === 'en' ? message : `${words} (${message})`
}
