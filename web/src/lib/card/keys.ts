/** The keyboard of the table: everything that a pointer can do. */
import type { Choice } from './choice.svelte'

const typing = (event: KeyboardEvent) =>
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  event.defaultPrevented ||
  (event.target as Element).closest('input, textarea, select, [contenteditable], dialog[open]') !== null

/**
 * When what had the focus is gone behind a lay or a gain, the focus goes on to the next thing to do; never to the end of the
 * turn, which nobody should press by a slip.
 */
export function keepFocus(root: HTMLElement, last: HTMLElement | null): void {
  const lost = last !== null && (!last.isConnected || last.matches(':disabled'))
  const here = document.activeElement
  if (lost && (here === null || here === document.body || here === last))
    focusInDock(root, '[data-offer], [data-hand]:not(:disabled), .dock')
}

const focus = (root: HTMLElement, selector: string) => root.querySelector<HTMLElement>(selector)?.focus()
/** The dock is always in sight, but stands where the page keeps room for it: the browser would scroll to its end. */
const focusInDock = (root: HTMLElement, selector: string) =>
  root.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true })

/** What a key does; false if the table has no use for it. */
export function press(event: KeyboardEvent, choice: Choice, root: HTMLElement, help: () => void): boolean {
  if (typing(event)) return false
  const { key } = event
  if (/^[1-9]$/.test(key)) return take(Number(key) - 1, choice, root)
  if (key === 'ArrowLeft' || key === 'ArrowRight') return across(key === 'ArrowRight' ? 1 : -1, choice, root)
  if (key === 'ArrowUp' || key === 'ArrowDown')
    return choice.gains.length
      ? across(key === 'ArrowDown' ? 1 : -1, choice, root)
      : along(key === 'ArrowDown' ? 1 : -1, choice, root)
  if (key === '?') return did(true, help)
  if (key === 'Escape') return did(choice.chosen !== null || choice.aim !== null, () => choice.cancel())
  if (key === 'Enter' && choice.aim && !(event.target as Element).closest('button, a, summary'))
    return did(true, () => void choice.emit(choice.aim))
  return letter(key.toLowerCase(), choice, root)
}

function letter(key: string, choice: Choice, root: HTMLElement): boolean {
  const end = choice.holdings.findIndex(
    (holding) => holding.kind !== 'feather' && holding.what.toLowerCase() === key,
  )
  if (end >= 0) return take(end, choice, root)
  if (key === 't') return did(choice.chosen !== null, () => choice.turn())
  if (key === 'u') return did(true, () => void choice.undo())
  if (key === 'e') return did(choice.ending !== null, () => choice.end())
  if (key === 'd') return did(choice.discard !== null, () => choice.askToDiscard())
  return false
}

function did(possible: boolean, deed: () => void): boolean {
  if (possible) deed()
  return possible
}

function take(index: number, choice: Choice, root: HTMLElement): boolean {
  if (!choice.holdings[index]?.open) return false
  choice.choose(index)
  focusInDock(root, `[data-hand="${index}"]`)
  return true
}

/** Up and down: the next thing in the hand. */
function along(by: 1 | -1, choice: Choice, root: HTMLElement): boolean {
  const count = choice.holdings.length
  if (!count) return false
  return take(((choice.chosen ?? (by > 0 ? -1 : count)) + by + count) % count, choice, root)
}

/** Left and right: the next place for what one holds, the next card that can be gained, else the next thing in the hand. */
function across(by: 1 | -1, choice: Choice, root: HTMLElement): boolean {
  if (choice.gains.length) return nextGain(by, root)
  if (choice.holdings[choice.chosen ?? -1]?.kind !== 'feather') return along(by, choice, root)
  choice.step(by)
  focus(root, `[data-spot="${choice.aim}"]`)
  return true
}

function nextGain(by: 1 | -1, root: HTMLElement): boolean {
  const cards = [...root.querySelectorAll<HTMLElement>('[data-gain]')]
  const at = cards.indexOf(document.activeElement as HTMLElement)
  cards[(at < 0 ? (by > 0 ? 0 : cards.length - 1) : at + by + cards.length) % cards.length]?.focus()
  return cards.length > 0
}
