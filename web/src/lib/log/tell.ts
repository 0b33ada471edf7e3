/** Each entry of the record as a sentence. What the viewer did not see is told without it. */
import type { Entry, GameName, Played, Step } from '../live/types'
import { has, t } from '../words/words.svelte'
import { bits, type Bit, type Pieces, type Values } from './bits'
import { stepValues } from './steps'

export type Told = { sentence: Bit[]; remarks: Bit[][]; steps: Bit[][] }
type Teller = (words: string[], played: Played) => [key: string, values?: Values] | null

const HIDDEN = '?'
const card = (name: string | undefined): Bit | undefined => (name && name !== HIDDEN ? { kind: 'card', card: name } : undefined)
const pieces = (colours: string, part: Pieces['part'] = 'body'): Pieces => ({ kind: 'pieces', colours, part })
const isEnd = (word: string): word is 'head' | 'tail' => word === 'head' || word === 'tail'
/** `start head B` and `pick BR`: what kind of piece, and its colours. */
const piece = (words: string[]): Bit => ({ ...pieces(words.at(-1)!, isEnd(words[0]!) ? words[0] : 'body'), shaped: true })

const BOARD: Record<string, Teller> = {
  keep: ([name]) => (name === HIDDEN ? null : ['log.keep', { card: card(name) }]),
  discard: ([name]) => (name === HIDDEN ? ['log.discard_hidden'] : ['log.discard', { card: card(name) }]),
  take: ([cell = ''], { facts, what = facts?.pieces }) => {
    const part = cell.slice(0, -1) as 'body'
    return what ? ['log.take', { pieces: pieces(what, part), cell: cellWords(cell) }] : ['log.take_cell', { cell: cellWords(cell) }]
  },
  choose: ([place = ''], { facts, entry, what = facts?.card }) => {
    if (place === 'deck') { const drawn = card(entry.outcomes[0]); return drawn ? ['log.draw', { card: drawn }] : ['log.draw_hidden'] }
    return what ? ['log.choose', { card: card(what) }] : ['log.choose_place', { n: Number(place.slice(3)) }]
  },
  start: (words, { facts }) => (facts?.coatl ? ['log.start', { piece: piece(words), coatl: facts.coatl }] : ['log.start_some', { piece: piece(words) }]),
  extend: ([coatl = '', side = '', colour = '']) =>
    isEnd(side) ? [`log.extend_${side}`, { piece: pieces(colour, side), coatl }] : [`log.extend_${side}`, { piece: pieces(colour), coatl }],
  fulfil: ([name, coatl = '']) => ['log.fulfil_board', { card: card(name), coatl }],
  temple: ([name = ''], { facts, what = facts?.card }) => {
    const temple = card(what ?? (name.startsWith('pile') ? undefined : name))
    return temple ? ['log.temple', { card: temple }] : ['log.temple_pile', { n: Number(name.slice(4)) }]
  },
  pick: (words) => ['log.pick', { piece: piece(words) }],
  future: () => ['log.future'],
  priest: ([pile = ''], { facts, what = facts?.card }) => (what ? ['log.priest', { card: card(what) }] : ['log.priest_pile', { n: Number(pile.slice(4)) }]),
  steal: ([seat = '', colours = '']) => ['log.steal_gold', { other: { kind: 'name', seat: Number(seat), text: '' }, pieces: pieces(colours) }],
  done: (_, { facts }) => (facts?.pending === 'keep' ? ['log.done_keep'] : facts?.pending === 'finish' ? ['log.done_finish'] : null),
  pass: () => ['log.pass'],
  adam: () => ['log.automaton'],
}

const CARD: Record<string, Teller> = {
  start: ([pair = '']) => ['log.start_feather', { pieces: pieces(pair, 'feather') }],
  beside: ([pair = '', side = '']) => [`log.beside_${side}`, { pieces: pieces(pair, 'feather') }],
  over: ([pair = '', side = '']) => [`log.over_${side}`, { pieces: pieces(pair, 'feather') }],
  discard: ([pair = ''], { facts, entry }) => {
    const shown = facts?.card ?? entry.outcomes[0]?.toUpperCase()
    return shown && shown !== HIDDEN ? ['log.reveal', { pieces: pieces(pair, 'feather'), shown: pieces(shown, 'feather') }] : ['log.discard_feather', { pieces: pieces(pair, 'feather') }]
  },
  raise: ([name], { facts }) => (facts?.level === undefined ? ['log.raise', { card: card(name) }] : ['log.raise_to', { card: card(name), n: facts.level }]),
  fulfil: ([name], { facts }) => (facts?.level === undefined ? ['log.fulfil', { card: card(name) }] : ['log.fulfil_to', { card: card(name), n: facts.level }]),
  steal: ([name], { facts }) => (facts?.from ? ['log.steal_from', { card: card(name), other: { kind: 'name', seat: facts.from, text: '' } }] : ['log.steal', { card: card(name) }]),
  head: ([colour = '']) => ['log.head', { piece: pieces(colour, 'head') }],
  tail: ([colour = '']) => ['log.tail', { piece: pieces(colour, 'tail') }],
  done: (_, { entry }) => drew(entry) ?? null,
  pass: (_, { entry }) => drew(entry) ?? ['log.pass_feather'],
  carl: () => ['log.automaton'],
}

/** The feathers that were drawn at the end of a turn; those of others are not seen. */
function drew({ outcomes }: Entry): [string, Values?] | null {
  const seen = outcomes.filter((one) => /^[rgbyk]{2}$/.test(one))
  if (seen.length === 1) return ['log.drew_one', { pieces: pieces(seen[0]!.toUpperCase(), 'feather') }]
  if (seen.length) return ['log.drew', { pieces: pieces(seen[0]!.toUpperCase(), 'feather'), more: pieces(seen[1]!.toUpperCase(), 'feather') }]
  const unseen = outcomes.filter((one) => one === HIDDEN).length
  return unseen ? ['log.drew_hidden', { n: unseen }] : null
}

const cellWords = (cell: string): string => t(`log.cell_${cell.slice(0, -1)}`, { n: Number(cell.slice(-1)) })

/** A line of the log in words; null for steps that say nothing (the end of a choice). */
export function tell(game: GameName, played: Played, names: string[]): Told | null {
  const [verb = '', ...words] = played.entry.action.split(' ')
  const teller = (game === 'board' ? BOARD : CARD)[verb]
  const found = teller ? teller(words, played) : (['log.other', { action: played.entry.action }] as [string, Values])
  const remarks = remarksOf(game, played, names)
  if (!found && !remarks.length) return null
  const steps = (played.steps ?? []).map((step) => named(stepBits(game, step), names))
  if (!found) return { sentence: remarks[0]!, remarks: remarks.slice(1), steps }
  const name: Bit = { kind: 'name', seat: played.entry.seat, text: names[played.entry.seat - 1] ?? '' }
  return { sentence: named(bits(found[0], { name, ...found[1] }), names), remarks, steps }
}

/** The same as advice: what to do. `what` are the pieces or the card that it takes. */
export function advise(game: GameName, action: string, names: string[] = [], what?: string): Bit[] {
  const [verb = '', ...words] = action.split(' ')
  const facts = what ? { pieces: what.replace(/[^RGBYK*]/g, ''), card: what } : undefined
  const found = (game === 'board' ? BOARD : CARD)[verb]?.(words, { entry: { seat: 1, action, outcomes: [] }, facts })
  return named(found ? bits(`log.do_${found[0].slice('log.'.length)}`, found[1]) : verb === 'done' ? bits(game === 'board' ? 'log.do_done' : 'log.do_go_on') : bits('log.do_other', { action }), names)
}

/** Bits that name a seat get its name. */
const named = (sentence: Bit[], names: string[]): Bit[] => sentence.map((bit) => (bit.kind === 'name' && !bit.text ? { ...bit, text: names[bit.seat - 1] ?? '' } : bit))

/** One step of an automaton; in the server's words where this page has none for its kind. */
export function stepBits(game: GameName, step: Step | string): Bit[] {
  if (typeof step === 'string') return [{ kind: 'text', text: step }]
  const { key: form, values } = stepValues(step)
  const key = `log.${game === 'board' ? 'adam' : 'carl'}_${form ? `${step.kind}_${form}` : step.kind}`
  if (!has(key)) return [{ kind: 'text', text: step.words ?? step.kind }]
  const told = bits(key, values)
  return step.protected ? [...told, { kind: 'text', text: ' ' }, ...bits('log.protected')] : told
}

function remarksOf(game: GameName, { entry, facts, by }: Played, names: string[]): Bit[][] {
  const told: Bit[][] = []
  if (by === 'clock') told.push(bits('log.by_clock'))
  if (facts?.closed) told.push(bits('log.closed', { coatl: facts.closed.coatl, n: facts.closed.points }))
  for (const { card: fallen, level } of facts?.fell ?? []) told.push(level === null ? bits('log.fell_away', { card: card(fallen) }) : bits('log.fell', { card: card(fallen), n: level }))
  if (game === 'board' && entry.outcomes.some((one) => /^[rgbyk*]$/.test(one))) told.push(bits('log.refilled'))
  for (const one of facts?.final ?? []) told.push(named(bits('log.final', { name: { kind: 'name', seat: one.seat, text: '' }, n: one.points }), names))
  if (facts?.round) told.push(facts.round === facts.rounds ? bits('log.last_round', { n: facts.round }) : bits('log.round', { n: facts.round, rounds: facts.rounds! }))
  if (facts?.ending) told.push(bits(`log.ending_${facts.ending.replace('-', '_')}`))
  return told
}
