/** What the components of the card game read of a view (docs/server.md). */
export type PlayerView = {
  coatl: string; hand: string[]; prophecies: string[]; levels: number[]; final: boolean; points: number; goals: number; protected: number
}
export type CarlView = { manner: string; favourites: string; action: string | null; used: string[]; backs: Record<string, number>; deck: string[] }
export type CardView = {
  viewer: string; options: { players: number; first: number; solo: boolean; opponent: string | null; manner: string | null }
  pending: string; seat: number; round: number; rounds: number; middle: (string | null)[]; temple: string | null
  feathers: number; deck: number; unseen_feathers: Record<string, number>; unseen_prophecies: string[]
  players: PlayerView[]; plays: number; newest: number[]; revealed: string | null; stolen: number[]; turns: number
  discards: Record<string, number>; lost: string[]; carl: CarlView | null; legal: string[]; can_undo: boolean
}
