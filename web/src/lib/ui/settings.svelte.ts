/** What the person at this device likes: theme and sound. */
import { keep, kept } from '../kept'

export const THEMES = ['auto', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const first = kept<string>('theme', 'auto')
export const settings = $state({
  theme: (THEMES.includes(first as Theme) ? first : 'auto') as Theme,
  sound: kept<boolean>('sound', true) === true,
})

/** Follows the choice; without one the system decides. */
export function dress(): void {
  const root = document.documentElement
  if (settings.theme === 'auto') delete root.dataset.theme
  else root.dataset.theme = settings.theme
}

export function setTheme(theme: Theme): void {
  settings.theme = theme
  keep('theme', theme)
  dress()
}

export function setSound(on: boolean): void {
  settings.sound = on
  keep('sound', on)
}
