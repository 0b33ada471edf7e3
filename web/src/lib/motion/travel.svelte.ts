/** Keeps a table in motion: call once in a component; `root` is its element, `moment` what its picture depends on. */
import { picture, play, still, type Picture } from './flights'

export function travel(root: () => HTMLElement | undefined, moment: () => unknown): void {
  let before: Picture | null = null
  $effect.pre(() => {
    moment()
    const element = root()
    before = element && !still() ? picture(element) : null
  })
  $effect(() => {
    moment()
    const element = root()
    const was = before
    before = null
    if (element && was) play(element, was)
  })
}
