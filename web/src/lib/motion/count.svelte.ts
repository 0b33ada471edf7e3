/** A number that counts up to what it has become; call once in a component. */
import { untrack } from 'svelte'
import { MOTIONS, settings } from '../ui/settings.svelte'
import { still } from './flights'

const LENGTH = 700 // milliseconds

export function countUp(goal: () => number): { readonly shown: number; readonly rises: boolean } {
  let shown = $state(untrack(goal))
  let rises = $state(false)
  $effect(() => {
    const to = goal()
    const from = untrack(() => shown)
    if (to === from) return
    if (still() || document.hidden) {
      shown = to
      return
    }
    rises = to > from
    const length = LENGTH * MOTIONS[settings.motion]
    const begun = performance.now()
    let frame = requestAnimationFrame(function count(time) {
      const part = Math.min(1, Math.max(0, (time - begun) / length))
      shown = Math.round(from + (to - from) * part)
      if (part < 1) frame = requestAnimationFrame(count)
      else rises = false
    })
    return () => cancelAnimationFrame(frame)
  })
  return {
    get shown() {
      return shown
    },
    get rises() {
      return rises
    },
  }
}
