/** The keyboard: arrows go to the nearest place in that direction, letters to a zone. */
import type { Choice } from './choice.svelte'
import type { BoardView } from './types'

/** The table at which a key is pressed. */
export type Keyboard = {
  root: HTMLElement | undefined
  view: Pick<BoardView, 'legal' | 'can_undo'>
  choice: Choice
  undo: () => unknown
  help: () => void
}
const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const SIDEWAYS = 2.5 // how much worse a step to the side is than one ahead

/** What a key does; false if the table has no use for it. */
export function press(event: KeyboardEvent, { root, view, choice, undo, help }: Keyboard): boolean {
  if (!root || typing(event)) return false
  const { key } = event
  if (key === 'Escape') {
    choice.drop()
    enter(root, 'p')
  } else if (key in ARROWS) return step(root, key)
  else if (key === 'u') {
    if (view.can_undo) void undo()
  } else if (key === 'e') {
    void choice.end()
  } else if (key === '?') help()
  else return key.length === 1 && enter(root, key)
  return true
}

/** From the focused place to the next one in that direction. */
function step(root: HTMLElement, key: string): boolean {
  const focus = document.activeElement
  const next = focus instanceof HTMLElement && root.contains(focus) ? neighbour(root, focus, key) : undefined
  next?.focus()
  return next !== undefined
}

const reachable = (root: HTMLElement) =>
  [...root.querySelectorAll<HTMLElement>('button:not(:disabled)')].filter(
    (one) => !one.closest('[inert], dialog'),
  )
const middle = (element: HTMLElement) => {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}

/** The button that lies nearest in the direction of an arrow. */
function neighbour(root: HTMLElement, from: HTMLElement, key: string): HTMLElement | undefined {
  const [ahead, down] = ARROWS[key] ?? [0, 0]
  const start = middle(from)
  let best: HTMLElement | undefined
  let least = Infinity
  for (const one of reachable(root)) {
    const { x, y } = middle(one)
    const forward = (x - start.x) * ahead + (y - start.y) * down
    const aside = Math.abs((x - start.x) * down) + Math.abs((y - start.y) * ahead)
    const cost = forward + aside * SIDEWAYS
    if (one !== from && forward > 2 && cost < least) [best, least] = [one, cost]
  }
  return best
}

/** The first open place of a zone, else its first control. */
function enter(root: HTMLElement, zone: string): boolean {
  const inside = [...root.querySelectorAll<HTMLElement>(`[data-zone="${zone}"]`)].flatMap(reachable)
  const first = inside.find((one) => one.matches('.open')) ?? inside[0]
  first?.focus()
  return first !== undefined
}

/** Where a held thing can go first. */
export function firstTarget(root: HTMLElement): HTMLElement | null {
  return root.querySelector<HTMLElement>('.end.open, .fresh.open, .lay, .chooser button, .pile .open')
}

/** When the focused place has closed or gone behind a move, the focus goes on to the next thing that can be done. */
export function keepFocus(root: HTMLElement): void {
  const focus = document.activeElement
  if (!focus || focus === document.body || (root.contains(focus) && focus.matches(':disabled')))
    root.querySelector<HTMLElement>('.open:not(:disabled), .bar .main')?.focus()
}

const typing = (event: KeyboardEvent): boolean =>
  event.altKey ||
  event.ctrlKey ||
  event.metaKey ||
  (event.target instanceof HTMLElement &&
    !!event.target.closest('input, textarea, select, dialog, [contenteditable="true"]'))
