/** What the person at this device likes: theme, sound and motion. */
import { store, stored } from '../storage'

export const THEMES = ['auto', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** How long motion takes, compared with the usual. */
export const MOTIONS = { calm: 1.8, usual: 1, quick: 0.5, none: 0 } as const
export type Motion = keyof typeof MOTIONS

const before = stored<string>('motion', 'usual')
const first = stored<string>('theme', 'auto')
export const settings = $state({
  theme: (THEMES.includes(first as Theme) ? first : 'auto') as Theme,
  sound: stored<boolean>('sound', true) === true,
  volume: Math.min(1, Math.max(0, Number(stored<number>('volume', 0.7)) || 0)), // from 0 to 1
  motion: (before in MOTIONS ? before : 'usual') as Motion,
})

/** Follows the choice; without one the system decides. */
export function dress(): void {
  const root = document.documentElement
  if (settings.theme === 'auto') delete root.dataset.theme
  else root.dataset.theme = settings.theme
}

export function setTheme(theme: Theme): void {
  settings.theme = theme
  store('theme', theme)
  dress()
}

export function setSound(on: boolean): void {
  settings.sound = on
  store('sound', on)
}

export function setVolume(volume: number): void {
  settings.volume = volume
  store('volume', volume)
}

export function setMotion(motion: Motion): void {
  settings.motion = motion
  store('motion', motion)
}
