/** Dragging with mouse, pen or finger: the thing follows the pointer, the place under it lights up, letting go puts it there. */
import type { Attachment } from 'svelte/attachments'
import type { Choice } from './choice.svelte'
import type { Move } from './moves'

const FAR = 7 // pixels before a press becomes a drag

/** The move for letting go at a point: the place itself or one around it; of the two ends of a coatl the nearer one. */
function moveAt(moves: Move[], x: number, y: number): Move | undefined {
  for (
    let spot = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop]');
    spot;
    spot = spot.parentElement?.closest<HTMLElement>('[data-drop]')
  ) {
    const places = spot.dataset.drop!.split(' ')
    const exact = moves.find((move) => places.includes(move.to))
    if (exact) return exact
    const inside = moves.filter((move) => places.some((place) => move.to.startsWith(`${place}/`)))
    const { left, width } = spot.getBoundingClientRect()
    const near = inside.find((move) => move.to.endsWith(x < left + width / 2 ? '/left' : '/right'))
    if (near ?? inside[0]) return near ?? inside[0]
  }
  return undefined
}

export function draggable(choice: Choice, place: string): Attachment<HTMLElement> {
  return (element) => {
    let start: { x: number; y: number } | null = null
    let ghost: HTMLElement | null = null

    function lift(): void {
      const inside = element.querySelectorAll<HTMLElement>('[data-fly]')
      const thing = inside.length === 1 ? inside[0]! : element // a piece without its cell
      const box = thing.getBoundingClientRect()
      ghost = thing.cloneNode(true) as HTMLElement
      ghost.removeAttribute('data-fly')
      ghost.setAttribute('inert', '')
      Object.assign(ghost.style, {
        position: 'fixed',
        left: `${box.x}px`,
        top: `${box.y}px`,
        width: `${box.width}px`,
        height: `${box.height}px`,
        margin: '0',
        zIndex: '90',
        pointerEvents: 'none',
        filter: 'drop-shadow(0 8px 8px #0007)',
      })
      ;(element.closest('[data-table]') ?? document.body).append(ghost)
      choice.hold(place)
      choice.drag = { from: place, over: null }
    }
    function end(): void {
      ghost?.remove()
      ghost = start = null
      choice.drag = null
      removeEventListener('pointermove', follow)
      removeEventListener('pointerup', release)
      removeEventListener('pointercancel', cancel)
      removeEventListener('keydown', escape, true)
    }
    function follow(event: PointerEvent): void {
      if (!start) return
      const dx = event.clientX - start.x
      const dy = event.clientY - start.y
      if (!ghost && Math.hypot(dx, dy) < FAR) return
      if (!ghost) lift()
      ghost!.style.transform = `translate(${dx}px, ${dy}px) scale(1.08)`
      const move = moveAt(choice.targets, event.clientX, event.clientY)
      choice.drag = { from: place, over: move?.to ?? null }
      choice.pointed = move?.action ?? null
    }
    function release(event: PointerEvent): void {
      const dragged = ghost !== null
      const move = dragged ? moveAt(choice.targets, event.clientX, event.clientY) : undefined
      end()
      if (!dragged) return
      addEventListener('click', swallow, { capture: true, once: true })
      setTimeout(() => removeEventListener('click', swallow, true))
      if (move?.kind === 'steal' || move?.kind === 'pick') choice.hold(place)
      else if (move?.action === 'choose deck') choice.proposed = move.action
      else if (move) void choice.do(move.action)
      else choice.drop()
    }
    const swallow = (event: Event) => event.stopPropagation()
    const cancel = () => {
      end()
      choice.drop()
    }
    const escape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') {
        event.stopPropagation()
        cancel()
      }
    }
    function press(event: PointerEvent): void {
      if (event.button !== 0 || !choice.from(place).length) return
      start = { x: event.clientX, y: event.clientY }
      addEventListener('pointermove', follow)
      addEventListener('pointerup', release)
      addEventListener('pointercancel', cancel)
      addEventListener('keydown', escape, true)
    }
    const still = (event: Event) => event.preventDefault() // the browser's own dragging of pictures and text
    element.addEventListener('pointerdown', press)
    element.addEventListener('dragstart', still)
    return () => {
      if (start) end()
      element.removeEventListener('pointerdown', press)
      element.removeEventListener('dragstart', still)
    }
  }
}
