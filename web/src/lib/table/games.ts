/** The table of each game, loaded when one is shown. */
import type { Component } from 'svelte'
import type { Deck } from '../state/deck'
import type { GameName, Mark, Played, Preview, Progress, View } from '../state/types'

/** What a table is given: it shows the view and emits legal actions. */
export type TableProps = {
  view: View
  progress: Progress
  deck: Deck
  names: string[]
  seat: number | null
  log: Played[]
  preview: () => Promise<Preview>
  act: (action: string) => Promise<void>
  undo: () => Promise<void>
  marked: Mark
  hint?: readonly string[]
  why?: (seat: number) => void
}

const TABLES: Record<GameName, () => Promise<{ default: unknown }>> = {
  board: () => import('../board/Table.svelte'),
  card: () => import('../card/Table.svelte'),
}

export const loadTable = async (game: GameName): Promise<Component<TableProps>> =>
  (await TABLES[game]()).default as Component<TableProps>
