/** The keyboard of the table: everything that a pointer can do. */
import type { Desk } from './desk.svelte'

const typing = (event: KeyboardEvent) =>
  event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || (event.target as Element).closest('input, textarea, select, [contenteditable], dialog[open]') !== null

const focus = (root: HTMLElement, selector: string) => root.querySelector<HTMLElement>(selector)?.focus()

/** What a key does; false if the table has no use for it. */
export function press(event: KeyboardEvent, desk: Desk, root: HTMLElement, help: () => void): boolean {
  if (typing(event)) return false
  const { key } = event
  if (/^[1-9]$/.test(key)) return take(Number(key) - 1, desk, root)
  if (key === 'ArrowLeft' || key === 'ArrowRight') return across(key === 'ArrowRight' ? 1 : -1, desk, root)
  if (key === 'ArrowUp' || key === 'ArrowDown') return desk.gains.length ? across(key === 'ArrowDown' ? 1 : -1, desk, root) : along(key === 'ArrowDown' ? 1 : -1, desk, root)
  if (key === '?') return did(true, help)
  if (key === 'Escape') return did(desk.chosen !== null || desk.aim !== null, () => desk.cancel())
  if (key === 'Enter' && desk.aim && !(event.target as Element).closest('button, a, summary')) return did(true, () => void desk.emit(desk.aim))
  return letter(key.toLowerCase(), desk, root)
}

function letter(key: string, desk: Desk, root: HTMLElement): boolean {
  const end = desk.holdings.findIndex((holding) => holding.kind !== 'feather' && holding.what.toLowerCase() === key)
  if (end >= 0) return take(end, desk, root)
  if (key === 't') return did(desk.chosen !== null, () => desk.turn())
  if (key === 'u') return did(true, () => void desk.undo())
  if (key === 'e') return did(desk.ending !== null, () => void desk.emit(desk.ending))
  if (key === 'd') return did(desk.discard !== null, () => void desk.emit(desk.discard))
  return false
}

function did(possible: boolean, deed: () => void): boolean {
  if (possible) deed()
  return possible
}

function take(index: number, desk: Desk, root: HTMLElement): boolean {
  if (!desk.holdings[index]?.open) return false
  desk.choose(index)
  focus(root, `[data-hand="${index}"]`)
  return true
}

/** Up and down: the next thing in the hand. */
function along(by: 1 | -1, desk: Desk, root: HTMLElement): boolean {
  const count = desk.holdings.length
  if (!count) return false
  return take(((desk.chosen ?? (by > 0 ? -1 : count)) + by + count) % count, desk, root)
}

/** Left and right: the next place for what one holds, the next card that can be gained, else the next thing in the hand. */
function across(by: 1 | -1, desk: Desk, root: HTMLElement): boolean {
  if (desk.gains.length) return nextGain(by, root)
  if (desk.holdings[desk.chosen ?? -1]?.kind !== 'feather') return along(by, desk, root)
  desk.step(by)
  focus(root, `[data-spot="${desk.aim}"]`)
  return true
}

function nextGain(by: 1 | -1, root: HTMLElement): boolean {
  const cards = [...root.querySelectorAll<HTMLElement>('[data-gain]')]
  const at = cards.indexOf(document.activeElement as HTMLElement)
  cards[(at < 0 ? (by > 0 ? 0 : cards.length - 1) : at + by + cards.length) % cards.length]?.focus()
  return cards.length > 0
}
