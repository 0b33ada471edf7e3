/** A hint in lines. */
import type { GameName } from '../live/types'
import type { Bit } from '../log/bits'

export type Advice = { action: string | null; headline: string; steps?: string[]; reasons?: string[]; others?: string[]; points?: number }
export type Lines = { headline: Bit[]; reasons: Bit[][]; others: Bit[][] }

const words = (text: string): Bit[] => [{ kind: 'text', text }]

export function hintLines(advice: Advice, _game: GameName): Lines {
  return { headline: words(advice.headline), reasons: (advice.reasons ?? []).map(words), others: (advice.others ?? []).map(words) }
}
