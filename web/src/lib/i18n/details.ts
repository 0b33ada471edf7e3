/**
 * What is wrong with a position or a deck. The server says it in English; the page in its own words, and then exactly
 * where these say too little.
 */
import { errorText } from './errors'
import { currentLanguage } from './messages.svelte'

const VAGUE = ['position.impossible', 'deck.broken']

export function detailedErrorText(why: unknown): string {
  const { code = '', message } = (why ?? {}) as { code?: string; message?: string }
  const words = errorText(why)
  if (!message || message === words || code.startsWith('request.')) return words
  return currentLanguage() === 'en' ? message : VAGUE.includes(code) ? `${words} (${message})` : words
}
