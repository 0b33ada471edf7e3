/** Several people at one device: who shall hold it, so that nobody sees another one's hand. */
import type { Info, View } from '../state/types'

/** The own seat that has to act and is not played by a bot; the holder first, else in the order of the seats. */
export function whoIsNext(
  own: number[],
  info: Info,
  views: Record<string, View | null>,
  holder: number | null,
): number | null {
  const acting = own.filter((seat) => !info.seats[seat - 1]?.stand_in && views[String(seat)]?.legal.length)
  return holder !== null && acting.includes(holder) ? holder : (acting[0] ?? null)
}

/** Whether the table is hidden: nobody holds the device yet, or somebody else is to act. */
export function isHidden(own: number[], info: Info, holder: number | null, next: number | null): boolean {
  if (own.length < 2 || info.status !== 'playing') return false
  return holder === null || !own.includes(holder) || (next !== null && next !== holder)
}
