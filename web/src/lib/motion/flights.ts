/**
 * Motion from the difference of two views. Whatever can travel has `data-fly`, a key that is its own, and `data-thing`, what it is.
 * A thing that is gone in one place and new in another flies there; one that is simply new comes from the first place of
 * `data-from` that is on the page, one that is simply gone leaves for `data-to` (names of `data-place`). Only transform and opacity move.
 */
import { MOTIONS, settings } from '../ui/settings.svelte'

type Box = { x: number; y: number; width: number; height: number }
type Seen = { element: HTMLElement; thing: string; box: Box }
export type Picture = { things: Map<string, Seen>; places: Map<string, Box> }
export type Flight = { kind: 'fly' | 'shift' | 'leave'; element: HTMLElement; from: Box; to: Box }

const LONG = 520
const SHORT = 260
const APART = 45 // milliseconds; the last is between two that set off together
const MOST = 30 // things that travel at once: who leaps through a replay is not held up by them
const EASE = 'cubic-bezier(.3, .1, .2, 1)'

const pace = (): number => MOTIONS[settings.motion]
export const still = (): boolean =>
  !pace() || typeof matchMedia !== 'function' || matchMedia('(prefers-reduced-motion: reduce)').matches

const boxOf = (element: Element): Box => {
  const { x, y, width, height } = element.getBoundingClientRect()
  return { x: x + scrollX, y: y + scrollY, width, height }
}

/** Where everything lies now. */
export function picture(root: HTMLElement): Picture {
  const things = new Map<string, Seen>()
  const places = new Map<string, Box>()
  for (const element of root.querySelectorAll<HTMLElement>('[data-fly]')) {
    things.set(element.dataset.fly!, { element, thing: element.dataset.thing ?? '', box: boxOf(element) })
  }
  for (const element of root.querySelectorAll<HTMLElement>('[data-place]'))
    places.set(element.dataset.place!, boxOf(element))
  return { things, places }
}

const shown = (box: Box) => box.width > 0 && box.height > 0 // what is hidden at this width of the screen stays where it is
const moved = (a: Box, b: Box) =>
  Math.abs(a.x - b.x) > 1 || Math.abs(a.y - b.y) > 1 || Math.abs(a.width - b.width) > 1
const known = (names: string | undefined, ...pictures: Picture[]): Box | undefined => {
  const boxes = (names ?? '').split(' ').flatMap((name) => pictures.map((one) => one.places.get(name)))
  return boxes.find((box) => box && shown(box))
}

/** Who travels from where to where between two pictures. */
export function flights(before: Picture, after: Picture): Flight[] {
  const gone = [...before.things]
    .filter(([key, one]) => after.things.get(key)?.thing !== one.thing)
    .map(([, one]) => one)
  const found: Flight[] = []
  for (const [key, { element, thing, box }] of after.things) {
    const old = before.things.get(key)
    if (old?.thing === thing) {
      if (moved(old.box, box) && shown(old.box) && shown(box))
        found.push({ kind: 'shift', element, from: old.box, to: box })
      continue
    }
    const at = gone.findIndex((one) => one.thing === thing)
    const from = at >= 0 ? gone.splice(at, 1)[0]!.box : known(element.dataset.from, before, after)
    if (from && shown(from) && shown(box)) found.push({ kind: 'fly', element, from, to: box })
  }
  for (const { element, box } of gone) {
    const to = known(element.dataset.to, after)
    if (to && shown(box)) found.push({ kind: 'leave', element, from: box, to })
  }
  return found
}

const between = (from: Box, to: Box) =>
  `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${from.width / to.width}, ${from.height / to.height})`

function lifted(element: HTMLElement, box: Box, root: HTMLElement, origin: Box): HTMLElement {
  const copy = element.isConnected ? (element.cloneNode(true) as HTMLElement) : element
  for (const one of [copy, ...copy.querySelectorAll<HTMLElement>('[data-fly]')])
    one.removeAttribute('data-fly')
  copy.setAttribute('aria-hidden', 'true')
  copy.setAttribute('inert', '')
  Object.assign(copy.style, {
    position: 'absolute',
    margin: '0',
    zIndex: '60',
    pointerEvents: 'none',
    transformOrigin: '0 0',
    translate: 'none',
    left: `${box.x - origin.x}px`,
    top: `${box.y - origin.y}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
  })
  root.append(copy)
  return copy
}

function fly({ element, from, to }: Flight, delay: number, root: HTMLElement, origin: Box): void {
  const copy = lifted(element, to, root, origin)
  element.animate([{ opacity: 0 }, { opacity: 0 }], { duration: LONG * pace(), delay, fill: 'backwards' })
  const lift = `translate(${(from.x - to.x) / 2}px, ${(from.y - to.y) / 2 - 26}px) scale(${(1 + from.width / to.width) / 2 + 0.12})`
  copy.animate([{ transform: between(from, to) }, { transform: lift, offset: 0.5 }, { transform: 'none' }], {
    duration: LONG * pace(),
    delay,
    easing: EASE,
    fill: 'backwards',
  }).onfinish = () => copy.remove()
}

function leave({ element, from, to }: Flight, root: HTMLElement, origin: Box): void {
  const copy = lifted(element, from, root, origin)
  const x = to.x + to.width / 2 - from.x - from.width / 2
  const y = to.y + to.height / 2 - from.y - from.height / 2
  const away = `translate(${x}px, ${y}px) scale(.4)`
  copy.animate(
    [
      { transform: 'none', opacity: 1 },
      { transform: away, opacity: 0 },
    ],
    { duration: LONG * pace(), easing: EASE, fill: 'both' },
  ).onfinish = () => copy.remove()
}

function shift({ element, from, to }: Flight): void {
  element.animate(
    [
      { transformOrigin: '0 0', transform: between(from, to) },
      { transformOrigin: '0 0', transform: 'none' },
    ],
    { duration: SHORT * pace(), easing: EASE },
  )
}

/** Plays what has changed since a picture was taken. */
export function play(root: HTMLElement, before: Picture): void {
  if (still() || document.hidden || typeof root.animate !== 'function') return
  const found = flights(before, picture(root))
  if (found.length > MOST) return
  const origin = boxOf(root) // measured once: to measure again after each copy would lay out the table as often
  let set = 0
  for (const flight of found) {
    if (flight.kind === 'shift') shift(flight)
    else if (flight.kind === 'fly') fly(flight, set++ * APART * pace(), root, origin)
    else leave(flight, root, origin)
  }
}
