/** What a sign of the table means: shown large beside it while it is hovered, focused or pressed for long. */
import type { Attachment } from 'svelte/attachments'
import { hasMoved } from './pointer'

export type Term = { title: string; text: string; lines?: string[] }
const LONG = 450 // milliseconds of a press that only looks

class Explained {
  term = $state.raw<Term | null>(null)
}
export const explained = new Explained()

/** An attachment for a sign: it can be focused, and those who listen hear the same words. */
export function explains(term: Term): Attachment<HTMLElement> {
  return (node) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const show = () => (explained.term = term)
    const leave = () => {
      clearTimeout(timer)
      if (explained.term === term) explained.term = null
    }
    const listeners: Record<string, (event: Event) => void> = {
      pointerenter: (event) => {
        if ((event as PointerEvent).pointerType === 'mouse' && hasMoved(event)) show()
      },
      pointerleave: leave,
      focusin: show,
      focusout: leave,
      pointerdown: (event) => {
        if ((event as PointerEvent).pointerType === 'touch') timer = setTimeout(show, LONG)
      },
      pointerup: leave,
      pointercancel: leave,
    }
    if (!node.querySelector('button')) node.tabIndex = 0
    node.setAttribute('aria-description', [term.text, ...(term.lines ?? [])].join(' '))
    for (const [name, listener] of Object.entries(listeners)) node.addEventListener(name, listener)
    return () => {
      leave()
      for (const [name, listener] of Object.entries(listeners)) node.removeEventListener(name, listener)
    }
  }
}
