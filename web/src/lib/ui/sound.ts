/** Small sounds, made on the spot: clay drum and flute. No file is loaded. */
import { settings } from './settings.svelte'

export type Sound = 'turn' | 'chat' | 'end'
const TUNES: Record<Sound, [frequency: number, at: number][]> = {
  turn: [
    [523.25, 0],
    [659.25, 0.14],
  ],
  chat: [[880, 0]],
  end: [
    [392, 0],
    [523.25, 0.16],
    [659.25, 0.32],
    [783.99, 0.48],
  ],
}
let context: AudioContext | null = null

export function play(sound: Sound): void {
  if (
    !settings.sound ||
    typeof AudioContext === 'undefined' ||
    navigator.userActivation?.hasBeenActive === false
  )
    return // browsers want a touch first
  try {
    context ??= new AudioContext()
    void context.resume()
    for (const [frequency, at] of TUNES[sound]) note(context, frequency, context.currentTime + at)
  } catch {
    /* a browser without sound is no reason to stop */
  }
}

function note(audio: AudioContext, frequency: number, start: number): void {
  const flute = audio.createOscillator()
  const loudness = audio.createGain()
  flute.type = 'triangle'
  flute.frequency.value = frequency
  loudness.gain.setValueAtTime(0.0001, start)
  loudness.gain.exponentialRampToValueAtTime(0.12, start + 0.03)
  loudness.gain.exponentialRampToValueAtTime(0.0001, start + 0.42)
  flute.connect(loudness).connect(audio.destination)
  flute.start(start)
  flute.stop(start + 0.45)
}
