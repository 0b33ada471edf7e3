/** What is wrong with a position or a deck. The server says it in English; the page in its own words, and then exactly where these say too little. */
import { errorWords } from '../words/errors'
import { language } from '../words/words.svelte'

const VAGUE = ['position.impossible', 'deck.broken']

export function faultWords(why: unknown): string {
  const { code = '', message } = (why ?? {}) as { code?: string; message?: string }
  const words = errorWords(why)
  if (!message || message === words || code.startsWith('request.')) return words
  return language() === 'en' ? message : VAGUE.includes(code) ? `${words} (${message})` : words
}
