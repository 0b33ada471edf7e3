/** What the components of the card game read of a view (docs/server.md); `npm run types` makes the shapes from the server's schema. */
import type { components } from '../net/schema.gen'

type Schemas = components['schemas']
export type CardView = Schemas['CardView']
export type PlayerView = Schemas['CardPlayerView']
export type CarlView = Schemas['CarlView']
