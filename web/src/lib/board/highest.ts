/** Prophecies beside own coatls that are at their highest level (RULES 3), as the server tells. */
import type { Reach } from '../state/types'

/** Notes what is at its highest level, and says what has come there since; the first time is no news. */
export class Highest {
  private known: Set<string> | null = null

  /** The keys of those cards on the table. */
  news(now: Reach, seat: number): string[] {
    const found = now.coatls.flatMap(({ cards, closed }, i) =>
      Object.entries(cards)
        .filter(([, { lies, points, next }]) => !closed && lies === 'laid' && points > 0 && !next)
        .map(([card]) => `coatl/${seat}/${i + 1}/card/${card}`),
    )
    const fresh = found.filter((key) => this.known && !this.known.has(key))
    this.known = new Set(found)
    return fresh
  }
}
