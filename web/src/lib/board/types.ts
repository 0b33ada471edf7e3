/** What the components of the board game read of a view (docs/server.md); `npm run types` makes the shapes from the server's schema. */
import type { components } from '../net/schema.gen'

type Schemas = components['schemas']
export type BoardView = Schemas['BoardView']
export type PlayerView = Schemas['BoardPlayerView']
export type SupplyView = Schemas['SupplyView']
export type CoatlView = Schemas['CoatlView']
