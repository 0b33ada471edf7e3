/** What the components of the board game read of a view (docs/server.md). */
export type CoatlView = { pieces: string; cards: string[]; temple: string | null; closed: boolean; points: number }
export type PlayerView = {
  bodies: string; heads: string; tails: string; hand: string[]; known: string[]; kept: number; ready: boolean; temples: string[]; known_temples: string[]; tokens: string[]; coatls: CoatlView[]; robbed: number; discarded: number; own_discards: Record<string, number>
}
export type SupplyView = { bodies: (string | null)[]; heads: (string | null)[]; tails: (string | null)[]; bag_bodies: Record<string, number>; bag_heads: Record<string, number>; bag_tails: Record<string, number> }
export type BoardView = {
  viewer: string
  options: { players: number; first: number; solo: boolean; difficulties: number[]; tokens: boolean; promo: boolean; fewer_bodies: boolean; golden_feathers: boolean }
  pending: string; seat: number; supply: SupplyView; row: (string | null)[]; deck: number
  temples: (string | null)[]; piles: number[]; players: PlayerView[]; coatl: number | null; acted: number; passes: number
  ending: string | null; ender: number | null; turns_left: number | null; turns: number; discards: Record<string, number>
  adam: { line: string[]; pieces: string[]; pile: Record<string, number> } | null; legal: string[]; can_undo: boolean
}
export type Act = (action: string) => void
