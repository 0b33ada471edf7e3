/** Small sounds, made on the spot; what makes them is loaded with the first one. */
import { settings } from './settings.svelte'

/** Each has its tune in `tunes.ts`. */
export type Sound =
  | 'take'
  | 'place'
  | 'card'
  | 'gain'
  | 'loss'
  | 'highest'
  | 'stamp'
  | 'finish'
  | 'win'
  | 'end'
  | 'turn'
  | 'chat'

export function play(sound: Sound): void {
  if (!settings.sound || !settings.volume || typeof AudioContext === 'undefined') return
  if (navigator.userActivation?.hasBeenActive === false) return // browsers want a touch first
  void import('./tunes')
    .then(({ perform }) => settings.sound && perform(sound, settings.volume))
    .catch(() => {}) // a browser without sound is no reason to stop
}
