/** The table in words: labels of controls, and a text of the whole position for those who do not see it. */
import type { Part } from '../art/pieces'
import type { Deck, Prophecy, Temple } from '../state/deck'
import type { Progress } from '../state/types'
import type { Suffix } from '../i18n/keys'
import { t } from '../i18n/messages.svelte'
import { piecesOf, readAction, type Action } from '../notation'
import { partsOf } from './coatls'
import { patternSentence } from './patterns'
import type { BoardView, CoatlView, PlayerView } from './types'
import { cellNumber, coatlName } from './names'

/** Whether it is the turn of who looks; a replay with all hands open is looked at by nobody in particular. */
export const isAddressed = (view: BoardView, seat: number | null): boolean =>
  view.seat === seat && view.viewer !== 'all'
/** Whether the opening scene is played: cards may be chosen freely, which a lesson does not allow. */
export const isOpening = (view: BoardView, seat: number | null): boolean =>
  view.pending === 'keep' &&
  seat !== null &&
  view.legal.some((action) => action.startsWith('keep')) &&
  (view.options.solo || view.legal.includes('done'))
const colour = (letter: string): string =>
  t(`board.colour_${letter === '*' ? 'gold' : (letter as Suffix<'board.colour_'>)}`)
export const god = (name: string): string => t(`board.god_${name as Suffix<'board.god_'>}`)
export const colours = (letters: string): string => [...letters].map(colour).join(', ')
export const pieceText = (part: Part): string =>
  t(`board.piece_${part.kind}`, { colour: colour(part.colour) })
export const counted = (pieces: Record<string, number>): number =>
  Object.values(pieces).reduce((sum, n) => sum + n, 0)

export const levelsText = (card: Pick<Prophecy, 'levels'>): string =>
  Object.entries(card.levels)
    .map(([times, points]) => t('board.level', { times: t('board.times', { n: Number(times) }), n: points }))
    .join('; ')

const prophecyText = (card: Prophecy): string =>
  t('board.card_said', {
    id: card.id,
    god: god(card.colour),
    pattern: patternSentence(card),
    levels: levelsText(card),
  })

export function goalText(goal: string): string {
  const [kind = '', what = ''] = goal.split(':')
  if (kind === 'length') return t('board.goal_length', { n: Number(what) })
  if (kind === 'no_card') return t('board.goal_no_card', { god: god(what) })
  return kind === 'equal'
    ? t('board.goal_equal', { one: colour(what[0]!), other: colour(what[1]!) })
    : t('board.goal_without', { colour: colour(what) })
}

/** What a temple brings for each number of goals that are met. */
export const templeLevels = (card: Temple): string =>
  card.points.map((n, i) => t('board.level', { times: t('board.goals_met', { n: i + 1 }), n })).join('; ')

const templeText = (card: Temple): string =>
  t('board.temple_card', {
    id: card.id,
    goals: card.goals.map(goalText).join('; '),
    levels: templeLevels(card),
  })

export function cardText(id: string, deck: Deck): string {
  const prophecy = deck.prophecies[id]
  const temple = deck.temples[id]
  return prophecy ? prophecyText(prophecy) : temple ? templeText(temple) : t('board.card_hidden')
}

/** The content of a cell of the supply board in words. */
export function cellText(cell: string, content: string | null): string {
  const kind = cell.slice(0, 4) as Part['kind']
  const name = t(`board.cell_${kind}`, { n: cellNumber(kind, Number(cell.slice(4))) })
  return content
    ? t('common.labelled', { label: name, text: colours(content) })
    : t('board.cell_empty', { cell: name })
}

/** An action as a short imperative: what the button does. */
export function actionText(text: string, view: BoardView, names: string[]): string {
  const action = readAction('board', text)
  const { verb, card = '', number = 0, coatl = 0 } = action
  const numeral = coatlName(coatl)
  const [piece] = piecesOf(action)
  if (verb === 'done') return t(`board.done_${view.pending as Suffix<'board.done_'>}`)
  if (verb === 'take') {
    const cell = `${action.place}${number}`
    return t('board.do_take', { what: cellText(cell, lyingAt(view, action)) })
  }
  if (verb === 'choose')
    return action.place === 'deck'
      ? t('board.do_deck')
      : t('board.do_choose', { card: lyingAt(view, action) ?? '' })
  if (verb === 'start') return t('board.do_start', { piece: pieceText(piece!) })
  if (verb === 'extend')
    return t(`board.do_extend_${action.side!}`, { piece: pieceText(piece!), coatl: numeral })
  if (verb === 'fulfil') return t('board.do_fulfil', { card, coatl: numeral })
  if (verb === 'temple' || verb === 'priest')
    return t(`board.do_${verb}`, { card: card || (lyingAt(view, action) ?? '') })
  if (verb === 'pick')
    return t('board.do_pick', {
      what: action.piece === 'body' ? colours(action.colours!) : pieceText(piece!),
    })
  if (verb === 'steal')
    return t('board.do_steal', { name: names[action.seat! - 1] ?? '', what: colours(action.colours!) })
  return t(`board.do_${verb as 'keep' | 'discard'}`, { card })
}

/** What lies at the open place that an action names. */
function lyingAt(view: BoardView, { place, number = 0 }: Action): string | null {
  const { bodies, heads, tails } = view.supply
  const places = { body: bodies, head: heads, tail: tails, row: view.row, pile: view.temples, deck: [] }
  return places[place!][number - 1] ?? null
}

export function coatlText(coatl: CoatlView, number: number): string {
  const parts = partsOf(coatl.pieces)
  const cards = [...coatl.cards, ...(coatl.temple ? [coatl.temple] : [])].join(', ')
  const label = t(coatl.closed ? 'board.coatl_closed' : 'board.coatl_open', {
    number: coatlName(number),
    n: coatl.points,
  })
  const pieces = parts.map((part) => (part.kind === 'body' ? colour(part.colour) : pieceText(part)))
  if (cards) pieces.push(t('board.coatl_cards', { cards }))
  return t('common.labelled', { label, text: pieces.join(', ') })
}

function playerText(player: PlayerView, points: number, name: string): string {
  const pieces = colours(player.bodies) || t('board.none')
  const ends = [...player.heads]
    .map((one) => pieceText({ kind: 'head', colour: one as 'R' }))
    .concat([...player.tails].map((one) => pieceText({ kind: 'tail', colour: one as 'R' })))
  const hand = player.hand.includes('?')
    ? t('board.hand_count', { n: player.hand.length })
    : player.hand.join(', ') || t('board.none')
  return t('board.say_player', {
    name,
    n: points,
    pieces: [pieces, ...ends].join(', '),
    hand,
    coatls: player.coatls.map((one, i) => coatlText(one, i + 1)).join('. ') || t('board.none'),
  })
}

/** Whose turn it is. */
export function turnText(view: BoardView, names: string[], seat: number | null): string {
  if (view.pending === 'over') return t('board.over')
  return isAddressed(view, seat)
    ? t('board.your_turn')
    : t('board.to_move', { name: names[view.seat - 1] ?? '' })
}

/** Who is to move and what lies where, one paragraph a line. */
export function positionText(
  view: BoardView,
  { points }: Progress,
  names: string[],
  seat: number | null,
): string[] {
  const cells = (kind: string, all: (string | null)[]) =>
    all.map((content, i) => cellText(`${kind}${i + 1}`, content)).join('. ')
  return [
    turnText(view, names, seat),
    `${cells('body', view.supply.bodies)}. ${cells('head', view.supply.heads)}. ${cells('tail', view.supply.tails)}.`,
    t('board.say_row', { cards: view.row.map((card) => card ?? t('board.none')).join(', '), n: view.deck }),
    t('board.say_temples', { cards: view.temples.map((card) => card ?? t('board.none')).join(', ') }),
    ...view.players.map((player, i) => playerText(player, points[i] ?? 0, names[i] ?? '')),
    ...(view.adam
      ? [
          t('board.say_adam', {
            line: view.adam.line
              .map((card, i) => `${card} (${colours(view.adam!.pieces[i] ?? '') || t('board.none')})`)
              .join(', '),
            n: counted(view.adam.pile),
          }),
        ]
      : []),
  ]
}
