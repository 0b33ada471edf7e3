/** The options of a table: as the rules declare them (`options.json` is made by `npm run types`), and what is said of them. */
import type { Suffix } from '../i18n/keys'
import { hasMessage, t } from '../i18n/messages.svelte'
import type { GameName, Info } from '../state/types'
import declared from './options.json'

export type OptionValue = boolean | number | string | number[] | null
export type Option = {
  name: string
  kind: 'players' | 'seat' | 'flag' | 'choice' | 'numbers'
  /** The tables at which it may be chosen. */
  at: 'any' | 'solo' | 'together'
  default: OptionValue
  choices: (string | number)[]
  /** Of the options of a group at most one is chosen. */
  group: string | null
}
/** What a form shows for one option, or for a group of them. */
export type Field = { name: string; options: Option[] }

const OPTIONS = declared as Record<GameName, Option[]>
const SOLO = 'solo'
/** How many play, who begins and whether somebody plays alone is asked for elsewhere. */
const isChosen = ({ name, kind }: Option): boolean => kind !== 'players' && kind !== 'seat' && name !== SOLO

/** The options that a table of this sort has; those of this sort alone come first. */
export const optionsAt = (game: GameName, alone: boolean): Option[] =>
  OPTIONS[game]
    .filter((option) => isChosen(option) && ['any', alone ? SOLO : 'together'].includes(option.at))
    .sort((one, other) => Number(one.at === 'any') - Number(other.at === 'any'))

/** The same as a form shows them: options of which at most one is chosen are one field. */
export function fieldsAt(game: GameName, alone: boolean): Field[] {
  const fields: Field[] = []
  for (const option of optionsAt(game, alone)) {
    const group = option.group && fields.find(({ name }) => name === option.group)
    if (group) group.options.push(option)
    else fields.push({ name: option.group ?? option.name, options: [option] })
  }
  return fields
}

/** Every option of both games at its default. */
export const defaultOptions = (): Record<string, OptionValue> =>
  Object.fromEntries(
    Object.values(OPTIONS)
      .flat()
      .filter(isChosen)
      .map(({ name, default: usual }) => [name, Array.isArray(usual) ? [...usual] : usual]),
  )

/** The choices of an option, the usual one first. */
export const choicesOf = ({ choices, default: usual }: Option): (string | number)[] => [
  ...choices.filter((choice) => choice === usual),
  ...choices.filter((choice) => choice !== usual),
]

/** What an option, a group or a choice is called: `options.NAME`, `options.NAME_CHOICE`. */
export const optionText = (name: string, part: string | number = ''): string =>
  t(`options.${(part === '' ? name : `${name}_${part}`) as Suffix<'options.'>}`)
export const hasOptionText = (name: string, part: string): boolean => hasMessage(`options.${name}_${part}`)

/** The options of a table in a few words, those that differ from the plain game. */
export function optionTexts({
  game,
  options,
  clock,
  own_deck,
}: Pick<Info, 'game' | 'clock' | 'own_deck'> & { options: Partial<Info['options']> }): string[] {
  const chosen: Record<string, OptionValue | undefined> = options
  const words = optionsAt(game, options.solo ?? false).flatMap((option) =>
    chosenTexts(option, chosen[option.name] ?? null),
  )
  if (own_deck) words.push(t('home.own_deck'))
  if (clock)
    words.push(t('home.clocked', { move: durationText(clock.move), reserve: durationText(clock.reserve) }))
  return words
}

function chosenTexts(option: Option, value: OptionValue): string[] {
  const { name, kind, default: usual } = option
  if (kind === 'choice') return value ? [optionText(name, String(value))] : []
  if (kind === 'numbers')
    return Array.isArray(value) && value.length ? [`${optionText(name, 'short')} ${value.join(', ')}`] : []
  return (value ?? usual) === usual ? [] : [value ? optionText(name) : optionText(name, 'off')]
}

/** Seconds as people say them. */
function durationText(seconds: number): string {
  if (seconds >= 86400) return t('home.days', { n: Math.round(seconds / 86400) })
  if (seconds >= 120 || seconds === 60) return t('home.minutes', { n: Math.round(seconds / 60) })
  return t('home.seconds', { n: Math.round(seconds) })
}
