/** The instruments, drawn with code: clay drum, rattle, flute and bells. No sample is loaded. */
import type { Sound } from './sound'

type Note = (audio: BaseAudioContext, to: AudioNode, at: number) => void

/** A tone that swells and dies away; `slide` is the pitch at its end. */
const tone =
  (type: OscillatorType, pitch: number, length: number, loudness: number, slide = pitch): Note =>
  (audio, to, at) => {
    const source = new OscillatorNode(audio, { type, frequency: pitch })
    source.frequency.setValueAtTime(pitch, at) // else it slides from now on, before it is heard
    source.frequency.exponentialRampToValueAtTime(slide, at + length)
    source.connect(swell(audio, to, at, length, loudness))
    source.start(at)
    source.stop(at + length)
  }
const flute = (pitch: number, length = 0.34): Note => tone('triangle', pitch, length, 0.5)
/** Its skin, which the small speaker of a phone can give, and its body. */
const drum =
  (pitch: number): Note =>
  (audio, to, at) => {
    tone('sine', pitch, 0.16, 0.7, pitch / 2)(audio, to, at)
    tone('triangle', pitch * 4, 0.07, 0.5, pitch * 2.5)(audio, to, at)
  }
const bell =
  (pitch: number): Note =>
  (audio, to, at) => {
    tone('sine', pitch, 0.9, 0.34)(audio, to, at)
    tone('sine', pitch * 2.76, 0.4, 0.12)(audio, to, at)
  }

/** Seeds that shake: noise in a narrow band. */
const rattle =
  (pitch: number, length: number, loudness = 0.5): Note =>
  (audio, to, at) => {
    const noise = new AudioBufferSourceNode(audio, { buffer: hiss(audio), loop: true })
    const band = new BiquadFilterNode(audio, { type: 'bandpass', frequency: pitch, Q: 1.4 })
    noise.connect(band).connect(swell(audio, to, at, length, loudness))
    noise.start(at)
    noise.stop(at + length)
  }

function swell(
  audio: BaseAudioContext,
  to: AudioNode,
  at: number,
  length: number,
  loudness: number,
): AudioNode {
  const gain = new GainNode(audio, { gain: 0 })
  gain.gain.setValueAtTime(0.0001, at)
  gain.gain.exponentialRampToValueAtTime(loudness, at + Math.min(0.02, length / 4))
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length)
  gain.connect(to)
  return gain
}

let shared: AudioBuffer | null = null
function hiss(audio: BaseAudioContext): AudioBuffer {
  if (shared) return shared
  shared = new AudioBuffer({ length: audio.sampleRate / 2, sampleRate: audio.sampleRate })
  const samples = shared.getChannelData(0)
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1
  return shared
}

const [C, D, E, G, A, C2, E2, G2] = [523.25, 587.33, 659.25, 783.99, 880, 1046.5, 1318.5, 1568] // five tones, as a clay flute has

/** What is played when, in seconds. */
export const TUNES: Record<Sound, [Note, at: number][]> = {
  take: [
    [rattle(2400, 0.07, 0.9), 0],
    [drum(330), 0.03],
  ],
  place: [
    [drum(160), 0],
    [rattle(900, 0.06, 0.6), 0],
  ],
  card: [[rattle(3600, 0.14, 1.2), 0]],
  gain: [
    [flute(E, 0.18), 0],
    [flute(A, 0.3), 0.1],
  ],
  loss: [[tone('triangle', D, 0.36, 0.5, A / 2), 0]],
  highest: [
    [bell(E), 0],
    [bell(G), 0.1],
    [bell(C2), 0.2],
  ],
  stamp: [
    [drum(100), 0],
    [rattle(1500, 0.09, 1.2), 0],
  ],
  finish: [
    [drum(120), 0],
    [flute(C, 0.2), 0],
    [flute(D, 0.2), 0.12],
    [flute(G, 0.2), 0.24],
    [bell(C2), 0.38],
    [rattle(5200, 0.5, 0.2), 0.38],
  ],
  win: [
    [drum(110), 0],
    [flute(C), 0],
    [flute(E), 0.16],
    [flute(G), 0.32],
    [drum(110), 0.48],
    [bell(C2), 0.48],
    [bell(E2), 0.64],
    [bell(G2), 0.8],
    [rattle(5200, 0.9, 0.2), 0.5],
  ],
  end: [
    [drum(110), 0],
    [flute(G), 0],
    [flute(E), 0.2],
    [flute(C, 0.6), 0.4],
  ],
  turn: [
    [drum(160), 0],
    [flute(C, 0.22), 0],
    [flute(G, 0.5), 0.16],
  ],
  chat: [[bell(A), 0]],
}

let context: AudioContext | null = null
let master: GainNode | null = null
const LOUDEST = 0.32

/** Plays a sound at a volume from 0 to 1. */
export function perform(sound: Sound, volume: number): void {
  context ??= new AudioContext()
  master ??= new GainNode(context)
  master.connect(context.destination)
  void context.resume()
  master.gain.value = LOUDEST * volume * volume // ears hear squares
  for (const [note, at] of TUNES[sound]) note(context, master, context.currentTime + 0.01 + at)
}
