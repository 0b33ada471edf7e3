/** What an action meant, seen from the views before and after it: its notation names places, people want pieces and cards. */
import type { BoardView } from '../board/types'
import type { CardView } from '../card/types'
import type { Entry, Facts, View } from '../live/types'

export const isBoard = (view: View): view is BoardView => 'supply' in view

export function factsOf(entry: Entry, before: View | null, after: View | null): Facts {
  if (!before) return {}
  const found = isBoard(before)
    ? { ...boardFacts(entry, before), ...(after && isBoard(after) ? boardNews(entry, before, after) : {}) }
    : { ...(after && !isBoard(after) ? cardNews(entry, before, after) : {}), ...victim(entry, before) }
  return { pending: before.pending, ...found }
}

function boardFacts({ action, seat }: Entry, view: BoardView): Facts {
  const [verb, place = ''] = action.split(' ')
  const at = Number(place.slice(-1)) - 1
  if (verb === 'take') {
    const cells = { body: view.supply.bodies, head: view.supply.heads, tail: view.supply.tails }[place.slice(0, -1)]
    return { pieces: cells?.[at] ?? undefined }
  }
  if (verb === 'choose' && place.startsWith('row')) return { card: view.row[at] ?? undefined }
  if ((verb === 'temple' && place.startsWith('pile')) || verb === 'priest') return { card: view.temples[at] ?? undefined, coatl: view.coatl ?? undefined }
  if (verb === 'temple') return { coatl: view.coatl ?? undefined }
  if (verb === 'start') return { coatl: (view.players[seat - 1]?.coatls.length ?? 0) + 1 }
  return {}
}

/** A coatl that was finished, and the end that began by it. */
function boardNews({ seat }: Entry, before: BoardView, after: BoardView): Facts {
  const was = before.players[seat - 1]?.coatls ?? [], now = after.players[seat - 1]?.coatls ?? []
  const i = now.findIndex((coatl, j) => coatl.closed && !was[j]?.closed)
  return {
    ...(i >= 0 ? { closed: { coatl: i + 1, points: now[i]!.points } } : {}),
    ...(after.ending && !before.ending ? { ending: after.ending } : {}),
  }
}

const levelsOf = (view: CardView, seat: number) => new Map(view.players[seat - 1]?.prophecies.map((card, i) => [card, view.players[seat - 1]!.levels[i]!]))

/** The level a prophecy came to, those that fell, a new round, and final results. */
function cardNews({ action, seat }: Entry, before: CardView, after: CardView): Facts {
  const [verb, card = ''] = action.split(' ')
  const was = levelsOf(before, seat), now = levelsOf(after, seat)
  const fell = verb === 'over' ? [...was].flatMap(([one, level]) => ((now.get(one) ?? -1) < level ? [{ card: one, level: now.get(one) ?? null }] : [])) : []
  const final = after.players.flatMap((player, i) => (player.final && !before.players[i]?.final ? [{ seat: i + 1, points: player.points }] : []))
  return {
    ...(['raise', 'fulfil', 'steal'].includes(verb!) && now.has(card) ? { level: now.get(card)! } : {}),
    ...(fell.length ? { fell } : {}), ...(final.length ? { final } : {}),
    ...(after.round !== before.round && after.pending !== 'over' ? { round: after.round, rounds: after.rounds } : {}),
    ...(verb === 'discard' && after.revealed ? { card: after.revealed } : {}),
  }
}

function victim({ action, seat }: Entry, before: CardView): Facts {
  const [verb, card = ''] = action.split(' ')
  const from = before.players.findIndex((player, i) => i !== seat - 1 && player.prophecies.includes(card)) + 1
  return verb === 'steal' && from ? { from } : {}
}
