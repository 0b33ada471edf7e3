/** What the components of the board game read of a view (docs/server.md). */
export type CoatlView = { pieces: string; cards: string[]; temple: string | null; closed: boolean; points: number }
export type PlayerView = {
  bodies: string; heads: string; tails: string; hand: string[]; temples: string[]; tokens: string[]; coatls: CoatlView[]
}
export type SupplyView = { bodies: (string | null)[]; heads: (string | null)[]; tails: (string | null)[] }
export type BoardView = {
  viewer: string; seat: number; pending: string; supply: SupplyView; row: (string | null)[]; deck: number
  temples: (string | null)[]; piles: number[]; players: PlayerView[]; turns: number; legal: string[]; can_undo: boolean
}
export type Prophecy = { id: string; colour: string; kind: string; pattern: string; levels: Record<string, number> }
export type Temple = { id: string; goals: string[]; points: number[] }
export type Deck = { prophecies: Record<string, Prophecy>; temples: Record<string, Temple> }
export type Act = (action: string) => void
