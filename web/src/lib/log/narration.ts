/** Each entry of the record as a sentence. What the viewer did not see is left out. */
import type { Entry, GameName, Played, Step } from '../state/types'
import type { Key, Suffix } from '../i18n/keys'
import { hasMessage } from '../i18n/messages.svelte'
import { coatlName } from '../board/names'
import type { Part } from '../art/pieces'
import { readAction, type Action } from '../notation'
import { fragments, sentence, type Fragment, type Pieces, type Values } from './fragments'
import { cellText, stepValues } from './steps'

export type Narration = { sentence: Fragment[]; remarks: Fragment[][]; steps: Fragment[][] }
type LogKey = Extract<Key, `log.${string}`>
type Teller = (action: Action, played: Played) => [key: LogKey, values?: Values] | null

const HIDDEN = '?'
const card = (name: string | undefined): Fragment | undefined =>
  name && name !== HIDDEN ? { kind: 'card', card: name } : undefined
const pieces = (colours: string, part: Pieces['part'] = 'body'): Pieces => ({ kind: 'pieces', colours, part })
const laid = ({ colours = '', piece }: Action): Pieces => pieces(colours, piece)
/** The sentence itself does not say that it is a head or a tail. */
const shaped = (action: Action): Fragment => ({ ...laid(action), shaped: true })
const other = (seat: number): Fragment => ({ kind: 'name', seat, text: '' })

const BOARD: Record<string, Teller> = {
  keep: (action) => (action.card === HIDDEN ? null : ['log.keep', { card: card(action.card) }]),
  discard: (action) =>
    action.card === HIDDEN ? ['log.discard_hidden'] : ['log.discard', { card: card(action.card) }],
  take: ({ place, number = 0, piece }, { effects }) => {
    const cell = cellText(place as Part['kind'], number)
    return effects?.what
      ? ['log.take', { pieces: pieces(effects.what, piece), cell }]
      : ['log.take_cell', { cell }]
  },
  choose: ({ place, number = 0 }, { effects, entry }) => {
    if (place === 'deck') {
      const drawn = card(entry.outcomes[0])
      return drawn ? ['log.draw', { card: drawn }] : ['log.draw_hidden']
    }
    return effects?.what ? ['log.choose', { card: card(effects.what) }] : ['log.choose_place', { n: number }]
  },
  start: (action, { effects }) =>
    effects?.coatl
      ? ['log.start', { piece: shaped(action), coatl: coatlName(effects.coatl) }]
      : ['log.start_some', { piece: shaped(action) }],
  extend: (action) => {
    const end = action.piece === 'body' ? action.side! : (action.piece as 'head' | 'tail')
    return [`log.extend_${end}`, { piece: laid(action), coatl: coatlName(action.coatl!) }]
  },
  fulfil: (action) => ['log.fulfil_board', { card: card(action.card), coatl: coatlName(action.coatl!) }],
  temple: (action, { effects }) => {
    const temple = card(effects?.what ?? action.card)
    return temple ? ['log.temple', { card: temple }] : ['log.temple_pile', { n: action.number! }]
  },
  pick: (action) => ['log.pick', { piece: shaped(action) }],
  future: () => ['log.future'],
  priest: ({ number = 0 }, { effects }) =>
    effects?.what ? ['log.priest', { card: card(effects.what) }] : ['log.priest_pile', { n: number }],
  steal: (action) => ['log.steal_gold', { other: other(action.seat!), pieces: laid(action) }],
  done: (_, { effects }) =>
    effects?.pending === 'keep'
      ? ['log.done_keep']
      : effects?.pending === 'finish'
        ? ['log.done_finish']
        : null,
  pass: () => ['log.pass'],
  adam: () => ['log.automaton'],
}

const CARD: Record<string, Teller> = {
  start: (action) => ['log.start_feather', { pieces: laid(action) }],
  beside: (action) => [`log.beside_${action.side!}`, { pieces: laid(action) }],
  over: (action) => [`log.over_${action.side!}`, { pieces: laid(action) }],
  discard: (action, { effects, entry }) => {
    const shown = effects?.revealed ?? entry.outcomes[0]?.toUpperCase()
    return shown && shown !== HIDDEN
      ? ['log.reveal', { pieces: laid(action), shown: pieces(shown, 'feather') }]
      : ['log.discard_feather', { pieces: laid(action) }]
  },
  raise: (action, { effects }) =>
    effects?.level === undefined
      ? ['log.raise', { card: card(action.card) }]
      : ['log.raise_to', { card: card(action.card), n: effects.level }],
  fulfil: (action, { effects }) =>
    effects?.level === undefined
      ? ['log.fulfil', { card: card(action.card) }]
      : ['log.fulfil_to', { card: card(action.card), n: effects.level }],
  steal: (action, { effects }) => {
    if (!effects?.victim) return ['log.steal', { card: card(action.card) }]
    const values = { card: card(action.card), other: other(effects.victim) }
    return effects.level == null
      ? ['log.steal_from', values]
      : ['log.steal_from_to', { ...values, n: effects.level }]
  },
  head: (action) => ['log.head', { piece: laid(action) }],
  tail: (action) => ['log.tail', { piece: laid(action) }],
  done: (_, { entry }) => drew(entry) ?? null,
  pass: (_, { entry }) => drew(entry) ?? ['log.pass_feather'],
  carl: () => ['log.automaton'],
}

/** The feathers that were drawn at the end of a turn; those of others are not seen. */
function drew({ outcomes }: Entry): [LogKey, Values?] | null {
  const seen = outcomes.filter((one) => /^[rgbyk]{2}$/.test(one))
  if (seen.length === 1) return ['log.drew_one', { pieces: pieces(seen[0]!.toUpperCase(), 'feather') }]
  if (seen.length)
    return [
      'log.drew',
      { pieces: pieces(seen[0]!.toUpperCase(), 'feather'), more: pieces(seen[1]!.toUpperCase(), 'feather') },
    ]
  const unseen = outcomes.filter((one) => one === HIDDEN).length
  return unseen ? ['log.drew_hidden', { n: unseen }] : null
}

/** A line of the log in words; null for steps that say nothing (the end of a choice). */
export function narrate(game: GameName, played: Played, names: string[]): Narration | null {
  const action = readAction(game, played.entry.action)
  const teller = (game === 'board' ? BOARD : CARD)[action.verb]
  const found = teller
    ? teller(action, played)
    : (['log.other', { action: played.entry.action }] as [LogKey, Values])
  const remarks = remarksOf(played, names)
  if (!found && !remarks.length) return null
  const steps = (played.steps ?? []).map((step) => named(stepFragments(game, step), names))
  if (!found) return { sentence: remarks[0]!, remarks: remarks.slice(1), steps }
  const name: Fragment = { kind: 'name', seat: played.entry.seat, text: names[played.entry.seat - 1] ?? '' }
  return { sentence: named(sentence(found[0], { name, ...found[1] }), names), remarks, steps }
}

/** The same as advice: what to do. `what` are the pieces or the card that it takes. */
export function advise(game: GameName, action: string, names: string[] = [], what?: string): Fragment[] {
  const parts = readAction(game, action)
  const effects = what ? { what: parts.verb === 'take' ? what.replace(/[^RGBYK*]/g, '') : what } : undefined
  const played = { entry: { seat: 1, action, outcomes: [] }, effects }
  const found = (game === 'board' ? BOARD : CARD)[parts.verb]?.(parts, played)
  return named(
    found
      ? sentence(`log.do_${found[0].slice('log.'.length) as Suffix<'log.do_'>}`, found[1])
      : parts.verb === 'done'
        ? fragments(game === 'board' ? 'log.do_done' : 'log.do_go_on')
        : fragments('log.do_other', { action }),
    names,
  )
}

/** Bits that name a seat get its name. */
const named = (sentence: Fragment[], names: string[]): Fragment[] =>
  sentence.map((fragment) =>
    fragment.kind === 'name' && !fragment.text
      ? { ...fragment, text: names[fragment.seat - 1] ?? '' }
      : fragment,
  )

/** One step of an automaton; in the server's words where this page has none for its kind. */
export function stepFragments(game: GameName, step: Step | string): Fragment[] {
  if (typeof step === 'string') return [{ kind: 'text', text: step }]
  const { key: form, values } = stepValues(step)
  const key = `log.${game === 'board' ? 'adam' : 'carl'}_${form ? `${step.kind}_${form}` : step.kind}`
  if (!hasMessage(key)) return [{ kind: 'text', text: step.words ?? step.kind }]
  const words = sentence(key, values)
  return step.protected ? [...words, { kind: 'text', text: ' ' }, ...fragments('log.protected')] : words
}

function remarksOf({ effects = {}, by }: Played, names: string[]): Fragment[][] {
  const remarks: Fragment[][] = []
  if (by === 'clock') remarks.push(fragments('log.by_clock'))
  if (effects.closed)
    remarks.push(
      fragments('log.closed', { coatl: coatlName(effects.closed.coatl), n: effects.closed.points }),
    )
  for (const { card: fallen, now } of effects.falls ?? [])
    remarks.push(
      now === null
        ? fragments('log.fell_away', { card: card(fallen) })
        : fragments('log.fell', { card: card(fallen), n: now }),
    )
  if (effects.refilled) remarks.push(fragments('log.refilled'))
  for (const one of effects.final ?? [])
    remarks.push(named(fragments('log.final', { name: other(one.seat), n: one.points }), names))
  if (effects.round)
    remarks.push(
      effects.round === effects.rounds
        ? fragments('log.last_round', { n: effects.round })
        : fragments('log.round', { n: effects.round, rounds: effects.rounds! }),
    )
  if (effects.ending)
    remarks.push(fragments(`log.ending_${effects.ending.replace('-', '_') as Suffix<'log.ending_'>}`))
  return remarks
}
