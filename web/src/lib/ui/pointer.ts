/** Where the mouse was last: to tell a hand that points at something from a table that moved under a resting one. */
let last = { x: NaN, y: NaN }

if (typeof window !== 'undefined')
  for (const kind of ['pointermove', 'pointerdown'])
    window.addEventListener(
      kind,
      (event) => {
        const { clientX: x, clientY: y } = event as PointerEvent
        last = { x, y }
      },
      { capture: true, passive: true },
    )

/** Whether something was pointed at by moving there; a focus always is. */
export const hasMoved = (event: Event): boolean =>
  !(event instanceof MouseEvent) || event.clientX !== last.x || event.clientY !== last.y
