/** What a placement would change, read from the server's preview: nothing is counted here. */
import type { Deck } from '../state/deck'
import type { Preview, Reach, Standing } from '../state/types'
import { readAction } from '../notation'

/** One line of the outlook: a card that could be gained, would fall, or a temple with another number of goals. */
export type Change = {
  card: string
  kind: 'raise' | 'fulfil' | 'steal' | 'fall' | 'temple'
  from: number | null
  to: number
  points: number
}

/** The standings of the only coatl that a player of the card game has. */
export const standings = (reach: Reach | undefined): Record<string, Standing> => reach?.coatls[0]?.cards ?? {}

/** What an action would bring: losses first, then what could be gained. */
export function changes(
  preview: Preview | null,
  action: string | null,
  deck: Deck,
  levels: Record<string, number>,
): Change[] {
  const after = action ? preview?.after[action] : undefined
  if (!preview || !after) return []
  const now = standings(preview.now)
  const then = standings(after)
  const worth = (card: string, level: number) => deck.prophecies[card]?.levels[level] ?? 0
  const falls = after.falls.map((fall): Change => ({
    card: fall.card,
    kind: 'fall',
    from: fall.was,
    to: fall.now,
    points: worth(fall.card, fall.now) - worth(fall.card, fall.was),
  }))
  const gains = after.opens.map((open): Change => {
    const { verb: kind, card = '' } = readAction('card', open)
    const to = then[card]?.level ?? 0
    const from = kind === 'raise' ? (falls.find((fall) => fall.card === card)?.to ?? levels[card] ?? 0) : null
    return { card, kind: kind as Change['kind'], from, to, points: worth(card, to) - worth(card, from ?? 0) }
  })
  const temples = Object.keys(deck.temples).filter(
    (card) => then[card] && then[card].times !== (now[card]?.times ?? 0),
  )
  return [
    ...falls,
    ...gains,
    ...temples.map((card): Change => ({
      card,
      kind: 'temple',
      from: now[card]?.times ?? 0,
      to: then[card]!.times,
      points: then[card]!.points - (now[card]?.points ?? 0),
    })),
  ]
}

/** The parts, from 1, that a card counts. */
export function counted(standing: Standing | undefined): Set<number> {
  const all = new Set<number>()
  for (const [from, to] of standing?.where ?? []) for (let place = from; place <= to; place++) all.add(place)
  return all
}
