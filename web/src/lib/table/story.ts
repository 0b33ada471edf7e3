/** What an automaton does, for its panel; a table that is only shown has no story. */
import { getContext, setContext } from 'svelte'
import type { Story } from '../motion/frames'
import type { GameName } from '../state/types'

type Told = { game: GameName; story: Story | null; skip: () => void }
const KEY = Symbol('story')
export const provideStory = (told: Told): unknown => setContext(KEY, told)
export const useStory = (): Told | undefined => getContext<Told | undefined>(KEY)
