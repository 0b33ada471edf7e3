/** What the person at this device is called. */
import { store, stored } from '../storage'

export const LONGEST_NAME = 40
const BLANK = /\u034f|\u115f|\u1160|\u17b4|\u17b5|\u2800|\u3164|\uffa0/gu // letters that show nothing

/** A name that the server accepts: one line, visible, no towers of accents, not too long. Empty if nothing is left. */
export function cleanName(text: string): string {
  const tidy = text
    .normalize('NFC')
    .replace(/[\p{C}"]/gu, '')
    .replace(BLANK, '')
    .replace(/\s+/gu, ' ')
    .replace(/(^|\s)\p{M}+/gu, '$1')
    .replace(/(\p{M}{3})\p{M}+/gu, '$1')
    .trim()
  return [...tidy].slice(0, LONGEST_NAME).join('').trim()
}

export const ownName = (): string => cleanName(stored<string>('name', ''))
export const rememberName = (name: string): void => store('name', cleanName(name))
