/** The types of message keys and their values: a key that no message has, or a value that is missing, does not compile. */
import type { MessageValues, Value } from './keys.gen'

export type { Value }
export type Key = keyof MessageValues
/** What follows a prefix in the keys that begin with it: `Suffix<'board.god_'>` is `'red' | 'green' | …`. */
export type Suffix<Prefix extends string> = Key extends infer K
  ? K extends `${Prefix}${infer Rest}`
    ? Rest
    : never
  : never

type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never
/** The values that all of these messages together need. */
export type ValuesOf<K extends Key> = Intersection<MessageValues[K]>
/** The second argument of `t`: none for a message without holes. */
export type ValuesArgument<K extends Key, Other = never> = keyof ValuesOf<K> extends never
  ? [values?: Record<string, never>]
  : [values: { [Name in keyof ValuesOf<K>]: ValuesOf<K>[Name] | Other }]
