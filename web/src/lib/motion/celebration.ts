/**
 * Moments: a finished coatl wriggles and its cards stamp their points, a prophecy at its highest level shines, a win lets
 * feathers fall. Only transform and opacity move; who wants no motion sees the points where they stand anyway.
 */
import { tick } from 'svelte'
import { isBoard, type Played, type Scene } from '../state/types'
import { play } from '../ui/sound'
import { MOTIONS, settings } from '../ui/settings.svelte'
import './celebration.css'
import { boxOf, layer, sight, still } from './flights'

const WRIGGLE = 620
const APART = 45
const STAMP = 520
const SHOWN = 1500 // milliseconds that a stamp can be read

type Stamped = { element: HTMLElement; points: number }

/** Celebrates what a move brought, once the table shows it. */
export async function celebrate(root: HTMLElement | undefined, played: Played, scene: Scene): Promise<void> {
  if (!root || still()) return
  await tick()
  const { seat } = played.entry
  const { closed, final } = played.effects ?? {}
  if (closed) finish(root, piecesOf(root, `coatl/${seat}/${closed.coatl}/`), cardsOf(root, seat, closed))
  for (const one of final ?? [])
    finish(root, piecesOf(root, `coatl:${one.seat}:`), heldBy(root, one.seat, scene))
  for (const card of highest(played)) shine(root, `[data-card="${card}"]`)
}

/** Prophecies that have come to their highest level (RULES 5.2: there they are protected). */
function highest({ entry, effects = {}, steps = [] }: Played): string[] {
  const own = effects.level === 3 ? [entry.action.split(' ').at(-1)!] : []
  return [...own, ...steps.flatMap((step) => (step.protected && step.card ? [step.card] : []))]
}

const all = (root: HTMLElement, selector: string) => [...root.querySelectorAll<HTMLElement>(selector)]
const isShown = (element: HTMLElement) => element.getBoundingClientRect().width > 0
const isSeen = (root: HTMLElement, element: HTMLElement) =>
  isShown(element) && sight(root)(boxOf(element), element)

const piecesOf = (root: HTMLElement, place: string): HTMLElement[] =>
  all(root, `[data-fly^="${place}"]`).filter((one) => !one.dataset.fly!.includes('/card/') && isShown(one))

type Closed = NonNullable<NonNullable<Played['effects']>['closed']>
const cardsOf = (root: HTMLElement, seat: number, { coatl, cards = {} }: Closed): Stamped[] =>
  Object.entries(cards).flatMap(([card, points]) =>
    all(root, `[data-fly="coatl/${seat}/${coatl}/card/${card}"]`).map((element) => ({ element, points })),
  )

/** Card game: each prophecy by its level, as the deck prices them; the view has the sum. */
function heldBy(root: HTMLElement, seat: number, { view }: Scene): Stamped[] {
  if (isBoard(view)) return []
  return all(root, `[data-fly^="seat:${seat}:"][data-worth]`).map((element) => ({
    element,
    points: Number(element.dataset.worth),
  }))
}

function finish(root: HTMLElement, pieces: HTMLElement[], stamps: Stamped[]): void {
  const pace = MOTIONS[settings.motion]
  pieces.forEach((piece, i) => wriggle(piece, i * APART * pace, pace))
  const begin = (pieces.length * APART + WRIGGLE / 2) * pace
  stamps
    .filter(({ element }) => isSeen(root, element))
    .forEach((one, i) => {
      setTimeout(
        () => {
          stamp(root, one, pace) // where the card lies by now: the table may have given way to it
          if (one.points) play('stamp')
        },
        begin + i * 190 * pace,
      )
    })
}

function wriggle(piece: HTMLElement, delay: number, pace: number): void {
  const up = (by: number, turn: number) => ({ transform: `translateY(${by}%) rotate(${turn}deg)` })
  piece.animate([up(0, 0), up(-26, -7), up(14, 5), up(-8, -2), up(0, 0)], {
    duration: WRIGGLE * pace,
    delay,
    easing: 'ease-in-out',
  })
}

/** The points of a card come down on it, and stay until they are read. */
function stamp(root: HTMLElement, { element, points }: Stamped, pace: number): void {
  const origin = root.getBoundingClientRect()
  const box = element.getBoundingClientRect()
  const mark = document.createElement('b')
  mark.className = 'stamped'
  mark.textContent = points ? `+${points}` : '0'
  mark.setAttribute('aria-hidden', 'true')
  mark.style.left = `${box.x + box.width / 2 - origin.x}px`
  mark.style.top = `${box.y + box.height / 2 - origin.y}px`
  layer(root).append(mark)
  const at = (scale: number, opacity: number) => ({
    transform: `translate(-50%, -50%) rotate(-8deg) scale(${scale})`,
    opacity,
  })
  const whole = STAMP + SHOWN
  mark.animate(
    [
      { ...at(2.6, 0), offset: 0 },
      { ...at(0.9, 1), offset: (STAMP * 0.5) / whole },
      { ...at(1, 1), offset: (STAMP * 0.8) / whole },
      { ...at(1, 1), offset: 0.85 },
      { ...at(1.1, 0), offset: 1 },
    ],
    { duration: whole * pace, easing: 'ease-out', fill: 'both' },
  ).onfinish = () => mark.remove()
  element.animate([{ transform: 'none' }, { transform: 'scale(.93)' }, { transform: 'none' }], {
    duration: STAMP * 0.6 * pace,
    delay: STAMP * 0.3 * pace,
  })
}

/** A card at its highest level rises and glows for a moment. */
export function shine(root: HTMLElement, selector: string): void {
  const found = all(root, selector).find(isShown)
  if (!found || still()) return
  play('highest')
  if (!isSeen(root, found)) return
  found.animate(
    [
      { transform: 'none' },
      { transform: 'translateY(-10%) scale(1.16) rotate(-2deg)', offset: 0.3 },
      { transform: 'translateY(-10%) scale(1.16) rotate(2deg)', offset: 0.6 },
      { transform: 'none' },
    ],
    { duration: 1000 * MOTIONS[settings.motion], easing: 'ease-in-out' },
  )
  const halo = document.createElement('i')
  halo.className = 'halo'
  halo.setAttribute('aria-hidden', 'true')
  const origin = root.getBoundingClientRect()
  const box = found.getBoundingClientRect()
  Object.assign(halo.style, {
    left: `${box.x - origin.x}px`,
    top: `${box.y - origin.y}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
  })
  layer(root).append(halo)
  halo.animate(
    [
      { transform: 'scale(.8)', opacity: 0 },
      { transform: 'scale(1.1)', opacity: 1, offset: 0.3 },
      { transform: 'scale(1.9)', opacity: 0 },
    ],
    { duration: 1100 * MOTIONS[settings.motion], easing: 'ease-out', fill: 'both' },
  ).onfinish = () => halo.remove()
}

const COLOURS = ['R', 'G', 'B', 'Y', 'K']
const PLUME = 'M2 30 C4 16 12 4 30 2 C28 18 18 28 6 30 Z'

/** Feathers fall over the page: somebody here has won. */
export function rejoice(): void {
  if (still()) return
  const sky = document.createElement('div')
  sky.className = 'plumes'
  sky.setAttribute('aria-hidden', 'true')
  document.body.append(sky)
  const count = innerWidth < 700 ? 18 : 32
  let left = count
  for (let i = 0; i < count; i++) {
    const plume = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
    plume.setAttribute('viewBox', '0 0 32 32')
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path')
    path.setAttribute('d', PLUME)
    plume.append(path)
    const x = ((i + Math.random()) / count) * 100
    plume.style.left = `${x}vw`
    plume.style.color = `var(--${COLOURS[i % COLOURS.length]})`
    sky.append(plume)
    const sway = 20 + Math.random() * 60
    const turn = Math.random() * 360
    plume.animate(
      [
        { transform: `translate(0, -8vh) rotate(${turn}deg)`, opacity: 1 },
        { transform: `translate(${sway}px, 50vh) rotate(${turn + 160}deg)`, opacity: 1, offset: 0.5 },
        { transform: `translate(${-sway / 2}px, 106vh) rotate(${turn + 330}deg)`, opacity: 0.7 },
      ],
      { duration: 2400 + Math.random() * 1600, delay: Math.random() * 700, fill: 'both', easing: 'linear' },
    ).onfinish = () => {
      left -= 1
      if (!left) sky.remove()
    }
  }
}
