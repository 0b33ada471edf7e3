/** Who is asked why a seat has its points; a table that is only shown explains nothing. */
import { getContext, setContext } from 'svelte'

type Why = (seat: number) => void
const KEY = Symbol('why')
export const provideWhy = (why: () => Why | undefined): unknown => setContext(KEY, why)
export const useWhy = (): Why | undefined => getContext<(() => Why | undefined) | undefined>(KEY)?.()
