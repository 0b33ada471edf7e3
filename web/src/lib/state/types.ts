/** What the server tells of a table (docs/server.md); `npm run types` makes the shapes from the server's schema. */
import type { BoardView } from '../board/types'
import type { CardView } from '../card/types'
import type { components } from '../net/schema.gen'

type Schemas = components['schemas']
export type GameName = Schemas['Info']['game']
export type View = BoardView | CardView
/** Points so far, by seat, and what the end still allows once it has begun. */
export type Progress = Schemas['Progress']
export const isBoard = (view: View): view is BoardView => 'supply' in view
export type Entry = Omit<Schemas['EntryInfo'], 'steps'> & { steps?: Step[] }
/** What an action did, besides what its notation says: what lay there, what was gained and lost, what began. */
export type Effects = Omit<Schemas['EntryInfo'], 'seat' | 'action' | 'outcomes' | 'steps'>
/** A line of the log: what was played, by whom, what it did, and for an automaton its steps. */
export type Played = {
  entry: Pick<Entry, 'seat' | 'action' | 'outcomes'>
  by?: string
  steps?: Step[]
  time?: number
  effects?: Effects
}
/**
 * One step of an automaton: a kind that has its message in each language, and what it speaks of; one of a newer server
 * is shown in the server's words.
 */
export type Step = Partial<Omit<Schemas['Step'], 'kind' | 'action'>> & { kind: string; action?: string }
export type Seat = Schemas['SeatInfo']
export type Clock = Schemas['ClockInfo']
export type Info = Schemas['Info']
export type Clocks = Schemas['StateMessage']['clocks']
export type Said = Schemas['ChatLine']
export type StateMessage = Schemas['StateMessage']
export type EventMessage = Schemas['EventMessage']
export type PresenceMessage = Schemas['PresenceMessage']
/** Something that happened at a table, as this device heard of it. */
export type Event = EventMessage['event']

/** How a coatl stands with each card in reach: how often, which points, which pieces (from 1). */
export type Standing = Schemas['Standing']
/**
 * `points` if all coatls were finished as they are; `opens`: cards that could be laid or gained next; `falls`: own cards
 * that would stand lower.
 */
export type Reach = Schemas['Reach']
/** The standing now, and after each placement that could come next. */
export type Preview = Schemas['Preview']
/** Advice in English, and as facts to word it in any language. */
export type Hint = Schemas['HintData']
export type HintFacts = Schemas['Facts']
/** How a game ended, and where all points come from. */
export type Result = Schemas['ResultInfo']
export type SeatReport = Schemas['SeatReport']
/** Why a coatl scores what it scores. */
export type Scored = Schemas['Scored']
/** Places of a table that light up, while a line of the log is pointed at. */
export type Mark = readonly string[]
/** The table at one moment, as one viewer sees it, and what has happened up to then. */
export type Scene = { view: View; progress: Progress; log: Played[] }
