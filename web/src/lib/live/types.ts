/** What the server tells of a table (docs/server.md). */
import type { BoardView } from '../board/types'
import type { CardView } from '../card/types'

export type GameName = 'board' | 'card'
export type View = BoardView | CardView
export type Entry = { seat: number; action: string; outcomes: string[]; steps?: Step[] }
/** A line of the log: what was played, by whom, and for an automaton its steps. */
export type Played = { entry: Entry; by?: string; steps?: Step[]; time?: number; facts?: Facts }
/** What was to be seen when an action was played and does not stand in its notation. */
export type Facts = { before?: string; pieces?: string; card?: string; coatl?: number; level?: number; from?: number; closed?: { coatl: number; points: number }; fell?: { card: string; level: number | null }[]; pending?: string; ending?: string; round?: number; rounds?: number; final?: { seat: number; points: number }[] }
/** One step of an automaton: a kind that has its words in each language, and what it speaks of. */
export type Step = {
  kind: string; words?: string; card?: string; cell?: string; colour?: string
  feather?: string; colours?: string; action?: string; god?: string; level?: number; protected?: boolean; favourite?: boolean
}
export type Seat = { seat: number; kind: 'person' | 'open' | 'invited' | 'bot' | 'automaton'; name: string; bot: string | null; stand_in: string | null; host: boolean }
export type Clock = { move: number; reserve: number; timeout: 'bot' | 'loss' }
export type Info = {
  id: string; game: GameName; options: Record<string, unknown>; own_deck: boolean; public: boolean; status: string; created: number
  seats: Seat[]; host: string; hints: boolean; spectators: boolean; spectators_chat: boolean; clock: Clock | null
  result: { winners: number[]; [more: string]: unknown } | null; back: { turn: number; agreed: number[] } | null
  rematch: string[]; successor: string | null; predecessor: string | null; reactions: string[]; silenced: number[]; seed: string | null; commitment: string | null
}
export type Clocks = Record<string, { until: number | null; reserve: number }> | null
export type Said = { name: string; seat: number | null; text: string; time: number; [more: string]: unknown }

/** How a coatl stands with each card in reach: how often, which points, which pieces (from 1). */
export type Standing = {
  times: number; points: number; level: number; where: [number, number][]
  /** The next level, if there is a higher one. */
  next: { times: number; points: number } | null
  lies: 'laid' | 'hand' | 'row' | 'pile' | 'own' | 'middle' | 'neighbour' | 'temple'
  /** Card game: the level on which an own prophecy lies, whatever its count is now. */
  held: number | null
}
/** `points` if all coatls were finished as they are; `opens`: cards that could be laid or gained next; `falls`: own cards that would stand lower. */
export type Reach = {
  coatls: { pieces: string; closed: boolean; points: number; cards: Record<string, Standing> }[]
  points: number; scored: number; opens: string[]; falls: { card: string; was: number; now: number }[]
}
/** The standing now, and after each placement that could come next. */
export type Preview = { now: Reach; after: Record<string, Reach> }
/** Places of a table that light up, while a line of the log is pointed at. */
export type Mark = readonly string[]
/** What a table component may ask for; it knows no rule. */
export type Doing = {
  act: (action: string) => Promise<void>
  undo: () => Promise<void>
}
