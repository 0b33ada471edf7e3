/** Dragging with mouse, pen or finger: a short way is a tap, a longer one carries the thing to a place with `data-spot`. */
import type { Choice } from './choice.svelte'

const FAR = 7 // pixels that make a drag of a tap

const under = (x: number, y: number): string | null =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-spot]')?.dataset.spot ?? null

/** Follows one pointer from its press on something in the hand; `moved` is told when it turns out to be a drag. */
export function follow(press: PointerEvent, choice: Choice, index: number, moved: () => void): void {
  if (press.button !== 0 || !choice.holdings[index]?.open) return
  const far = (event: PointerEvent) =>
    Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY) > FAR
  const move = (event: PointerEvent) => {
    if (event.pointerId !== press.pointerId || (!choice.drag && !far(event))) return
    if (!choice.drag) {
      choice.choose(index)
      moved()
    }
    choice.drag = { x: event.clientX, y: event.clientY }
    const spot = under(event.clientX, event.clientY)
    choice.lookAt(spot)
  }
  const end = (event: PointerEvent) => {
    if (event.pointerId !== press.pointerId) return
    for (const kind of ['pointermove', 'pointerup', 'pointercancel'] as const)
      window.removeEventListener(kind, kind === 'pointermove' ? move : end)
    const spot = choice.drag !== null && event.type === 'pointerup' ? choice.considered : null
    choice.drag = null
    choice.lookAt(null)
    if (event.pointerType === 'mouse') void choice.emit(spot)
    else if (spot) choice.aim = spot // a finger is asked to confirm
  }
  window.addEventListener('pointermove', move)
  window.addEventListener('pointerup', end)
  window.addEventListener('pointercancel', end)
}
