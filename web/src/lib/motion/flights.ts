/**
 * Motion from the difference of two views. Whatever can travel has `data-fly`, a key that is its own, and `data-thing`, what it is.
 * A thing that is gone in one place and new in another flies there; one that is simply new comes from the first place of
 * `data-from` that is on the page, one that is simply gone leaves for `data-to` (names of `data-place`). Things that come
 * together in one `data-whole` fly as one, with the back of the place (`data-back`) up until half way. What would fly out of
 * sight goes to the place that stands in for its panel (`data-stand-in`). Only transform and opacity move.
 */
import { MOTIONS, settings } from '../ui/settings.svelte'

type Box = { x: number; y: number; width: number; height: number }
type Seen = { element: HTMLElement; thing: string; box: Box }
export type Picture = { things: Map<string, Seen>; places: Map<string, Box> }
/** `place`: where it comes from, if no thing was there; `source`: the thing that was. */
export type Flight = {
  kind: 'fly' | 'shift' | 'leave'
  element: HTMLElement
  from: Box
  to: Box
  place?: string | undefined
  source?: HTMLElement | undefined
}

const LONG = 520
const SHORT = 260
const APART = 45 // milliseconds; the last is between two that set off together
const MOST = 30 // things that travel at once: who leaps through a replay is not held up by them
const EASE = 'cubic-bezier(.3, .1, .2, 1)'

const pace = (): number => MOTIONS[settings.motion]
export const still = (): boolean =>
  !pace() || typeof matchMedia !== 'function' || matchMedia('(prefers-reduced-motion: reduce)').matches

export const boxOf = (element: Element): Box => {
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
const known = (names: string | undefined, ...pictures: Picture[]): { place?: string; box?: Box } => {
  for (const place of (names ?? '').split(' '))
    for (const { places } of pictures) {
      const box = places.get(place)
      if (box && shown(box)) return { place, box }
    }
  return {}
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
    const left = at >= 0 ? gone.splice(at, 1)[0]! : undefined
    const { place, box: from } = left ? { box: left.box } : known(element.dataset.from, before, after)
    if (from && shown(from) && shown(box))
      found.push({ kind: 'fly', element, from, to: box, place, source: left?.element })
  }
  for (const { element, box } of gone) {
    const { box: to } = known(element.dataset.to, after)
    if (to && shown(box)) found.push({ kind: 'leave', element, from: box, to })
  }
  return together(found)
}

const wholeOf = (element: HTMLElement | undefined) => element?.closest<HTMLElement>('[data-whole]') ?? null

/** The parts of a card that is drawn, or that gives way to another one, are one flight. */
function together(found: Flight[]): Flight[] {
  const cards = new Map<HTMLElement, Flight[]>()
  for (const flight of found) {
    const whole = wholeOf(flight.element)
    if (whole && (flight.kind === 'shift' || (flight.kind === 'fly' && flight.place)))
      cards.set(whole, [...(cards.get(whole) ?? []), flight])
  }
  let rest = found
  for (const [element, parts] of cards) {
    const [first] = parts as [Flight]
    const isWhole = parts.length > 1 && parts.length === element.querySelectorAll('[data-fly]').length
    if (!isWhole || parts.some((part) => part.kind !== first.kind)) continue
    const to = around(parts.map((part) => part.to))
    const from = first.kind === 'shift' ? around(parts.map((part) => part.from)) : first.from
    const at = rest.indexOf(first)
    rest = rest.filter((flight) => !parts.includes(flight))
    rest.splice(at, 0, { ...first, element, from, to })
  }
  return rest
}

function around(boxes: Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x))
  const y = Math.min(...boxes.map((box) => box.y))
  const width = Math.max(...boxes.map((box) => box.x + box.width)) - x
  return { x, y, width, height: Math.max(...boxes.map((box) => box.y + box.height)) - y }
}

const between = (from: Box, to: Box) =>
  `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${from.width / to.width}, ${from.height / to.height})`

/**
 * What moves over a table; at its sides it is cut off: on a phone the page would grow as wide as what shines at the edge, and
 * all that is docked would jump.
 */
export function layer(root: HTMLElement): HTMLElement {
  const found = root.querySelector<HTMLElement>(':scope > [data-layer]')
  if (found) return found
  const made = document.createElement('div')
  made.dataset.layer = ''
  Object.assign(made.style, {
    position: 'absolute',
    inset: '0',
    overflowX: 'clip',
    pointerEvents: 'none',
  })
  root.append(made)
  return made
}

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
  const part = element.querySelector<HTMLElement>('[data-fly]')
  if (part) copy.style.setProperty('--slot', `${part.offsetWidth}px`) // which its parts had from where they lie
  layer(root).append(copy)
  return copy
}

const running = new Set<Animation>()
let leaping = false

/** Ends all flights; the next difference is not played either: somebody does not want to wait. */
export function land(): void {
  for (const one of [...running]) one.finish()
  leaping = true
}

/** Keeps count of what moves; `end` once it has arrived. */
function move(
  element: HTMLElement,
  frames: Keyframe[],
  timing: KeyframeAnimationOptions,
  end?: () => void,
): void {
  const one = element.animate(frames, { easing: EASE, ...timing })
  running.add(one)
  one.onfinish = one.oncancel = () => {
    running.delete(one)
    end?.()
  }
}

function fly({ element, from, to, place }: Flight, delay: number, root: HTMLElement, origin: Box): void {
  const copy = lifted(element, to, root, origin)
  const timing = { duration: LONG * pace(), delay, fill: 'backwards' as const }
  move(element, [{ opacity: 0 }, { opacity: 0 }], timing)
  const lift = `translate(${(from.x - to.x) / 2}px, ${(from.y - to.y) / 2 - 26}px) scale(${(1 + from.width / to.width) / 2 + 0.12})`
  const way = [{ transform: between(from, to) }, { transform: lift, offset: 0.5 }, { transform: 'none' }]
  move(copy, way, timing, () => copy.remove())
  const back = place?.startsWith('deck') && root.querySelector(`[data-place="${place}"] [data-back]`)
  if (back) cover(copy, back.cloneNode(true) as HTMLElement, timing)
}

/** A card that comes from a deck shows its back until half way. */
function cover(copy: HTMLElement, back: HTMLElement, timing: KeyframeAnimationOptions): void {
  const over = document.createElement('span')
  Object.assign(over.style, { position: 'absolute', inset: '0', zIndex: '99', display: 'grid' })
  for (const one of [back, ...back.querySelectorAll<HTMLElement | SVGElement>('*')])
    if (one === back || one instanceof SVGSVGElement || one instanceof HTMLElement)
      Object.assign(one.style, { width: '100%', height: '100%' })
  over.append(back)
  copy.append(over)
  const seen = [{ opacity: 1 }, { opacity: 1, offset: 0.45 }, { opacity: 0, offset: 0.55 }, { opacity: 0 }]
  move(over, seen, { ...timing, fill: 'both' })
}

function leave({ element, from, to }: Flight, delay: number, root: HTMLElement, origin: Box): void {
  const copy = lifted(element, from, root, origin)
  const x = to.x + to.width / 2 - from.x - from.width / 2
  const y = to.y + to.height / 2 - from.y - from.height / 2
  const away = `translate(${x}px, ${y}px) scale(.4)`
  const way = [
    { transform: 'none', opacity: 1 },
    { transform: away, opacity: 0 },
  ]
  move(copy, way, { duration: LONG * pace(), delay, fill: 'both' }, () => copy.remove())
}

function shift({ element, from, to }: Flight): void {
  const way = [
    { transformOrigin: '0 0', transform: between(from, to) },
    { transformOrigin: '0 0', transform: 'none' },
  ]
  move(element, way, { duration: SHORT * pace() })
}

/** Whether somebody sees a thing there: on the page, and not under the dock. */
export function sight(root: HTMLElement): (box: Box, element?: HTMLElement) => boolean {
  const dock = root.querySelector('.dock')?.getBoundingClientRect()
  const bottom = scrollY + (dock && dock.top > innerHeight / 3 ? dock.top : innerHeight)
  return (box, element) =>
    !!element?.closest('.dock') || (box.y + box.height / 2 > scrollY && box.y + box.height / 2 < bottom)
}

/** What would fly out of sight goes to where its panel is spoken for; what happens out of sight is not played. */
function inSight(found: Flight[], root: HTMLElement, after: Picture): Flight[] {
  const isSeen = sight(root)
  return found.flatMap((flight) => {
    if (flight.kind !== 'fly' || isSeen(flight.to, flight.element)) return [flight]
    const name = flight.element.closest<HTMLElement>('[data-stand-in]')?.dataset.standIn
    const to = name ? after.places.get(name) : undefined
    if (!to || !shown(to)) return [flight]
    return isSeen(flight.from, flight.source) ? [{ ...flight, kind: 'leave' as const, to }] : []
  })
}

/** Plays what has changed since a picture was taken. */
export function play(root: HTMLElement, before: Picture): void {
  const leap = leaping
  leaping = false
  if (leap || still() || document.hidden || typeof root.animate !== 'function') return
  const after = picture(root)
  const found = inSight(flights(before, after), root, after)
  if (found.length > MOST) return
  const origin = boxOf(root) // measured once: to measure again after each copy would lay out the table as often
  let set = -1
  let last: HTMLElement | null = null
  for (const flight of found) {
    const whole = wholeOf(flight.source)
    if (flight.kind === 'shift') {
      shift(flight)
      continue
    }
    if (!whole || whole !== last) set += 1 // the halves of a laid card set off together
    last = whole
    const delay = Math.max(0, set) * APART * pace()
    if (flight.kind === 'fly') fly(flight, delay, root, origin)
    else leave(flight, delay, root, origin)
  }
}
