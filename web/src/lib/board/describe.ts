/** The table in words: labels of controls, and a text of the whole position for those who do not see it. */
import type { Part } from '../art/pieces'
import type { Deck, Prophecy, Temple } from '../live/deck'
import { t } from '../words/words.svelte'
import { partsOf } from './coatls'
import { moveOf } from './moves'
import type { BoardView, CoatlView, PlayerView } from './types'

export const NUMERALS = ['I', 'II', 'III']
/** Whether it is the turn of who looks; a replay with all hands open is looked at by nobody in particular. */
export const isAddressed = (view: BoardView, seat: number | null): boolean => view.seat === seat && view.viewer !== 'all'
const colour = (letter: string): string => t(`board.colour_${letter === '*' ? 'gold' : letter}`)
export const colours = (letters: string): string => [...letters].map(colour).join(', ')
export const pieceText = (part: Part): string => t(`board.piece_${part.kind}`, { colour: colour(part.colour) })
export const counted = (pieces: Record<string, number>): number => Object.values(pieces).reduce((sum, n) => sum + n, 0)

function tokenText(token: string): string {
  if (token.startsWith('!')) return t('board.token_not', { colour: colour(token.slice(1)) })
  const core = token.replace(/[+^]$/, '')
  const name = core === '.' ? t('board.token_any') : colour(core)
  return token.endsWith('+') ? t('board.token_many', { colour: name }) : name
}

function prophecyText(card: Prophecy): string {
  const pattern = card.pattern.split(' ').map(tokenText).join(', ')
  const levels = Object.entries(card.levels).map(([times, points]) => t('board.level', { times, n: points })).join('; ')
  return t(`board.card_${card.kind}`, { id: card.id, god: t(`board.god_${card.colour}`), pattern, levels })
}

export function goalText(goal: string): string {
  const [kind = '', what = ''] = goal.split(':')
  if (kind === 'length') return t('board.goal_length', { n: Number(what) })
  if (kind === 'no_card') return t('board.goal_no_card', { god: t(`board.god_${what}`) })
  return kind === 'equal' ? t('board.goal_equal', { one: colour(what[0]!), other: colour(what[1]!) }) : t('board.goal_without', { colour: colour(what) })
}

const templeText = (card: Temple): string =>
  t('board.temple_card', { id: card.id, goals: card.goals.map(goalText).join('; '), points: card.points.join(' / ') })

export function cardText(id: string, deck: Deck): string {
  const prophecy = deck.prophecies[id], temple = deck.temples[id]
  return prophecy ? prophecyText(prophecy) : temple ? templeText(temple) : t('board.card_hidden')
}

/** The content of a cell of the supply board in words. */
export function cellText(cell: string, content: string | null): string {
  const name = t(`board.cell_${cell.slice(0, 4)}`, { n: Number(cell.slice(4)) })
  return content ? `${name}: ${colours(content)}` : t('board.cell_empty', { cell: name })
}

/** An action as a short imperative: what the button does. */
export function actionText(action: string, view: BoardView, names: string[]): string {
  const words = action.split(' '), kind = words[0]!
  const move = moveOf(action, view.seat, view.coatl)
  const last = words.at(-1)!
  if (kind === 'done') return t(`board.done_${view.pending}`)
  if (kind === 'take') return t('board.do_take', { what: cellText(last, contentOf(view, last)) })
  if (kind === 'choose') return last === 'deck' ? t('board.do_deck') : t('board.do_choose', { card: view.row[Number(last.slice(3)) - 1] ?? last })
  if (kind === 'start') return t('board.do_start', { piece: pieceText(move!.part!) })
  if (kind === 'extend') return t(`board.do_extend_${move!.to.split('/')[3]}`, { piece: pieceText(move!.part!), coatl: NUMERALS[Number(words[1]) - 1]! })
  if (kind === 'fulfil') return t('board.do_fulfil', { card: words[1]!, coatl: NUMERALS[Number(last) - 1]! })
  if (kind === 'temple' || kind === 'priest') return t(`board.do_${kind}`, { card: last.startsWith('pile') ? (view.temples[Number(last.slice(4)) - 1] ?? last) : last })
  if (kind === 'pick') return words.length === 3 ? t('board.do_pick', { what: pieceText({ kind: words[1] as Part['kind'], colour: last as Part['colour'] }) }) : t('board.do_pick', { what: colours(last) })
  if (kind === 'steal') return t('board.do_steal', { name: names[Number(words[1]) - 1] ?? words[1]!, what: colours(last) })
  return t(`board.do_${kind}`, { card: last })
}

function contentOf(view: BoardView, cell: string): string | null {
  const at = Number(cell.slice(4)) - 1
  return { body: view.supply.bodies, head: view.supply.heads, tail: view.supply.tails }[cell.slice(0, 4)]?.[at] ?? null
}

export function coatlText(coatl: CoatlView, number: number): string {
  const parts = partsOf(coatl.pieces)
  const cards = [...coatl.cards, ...(coatl.temple ? [coatl.temple] : [])].join(', ')
  return [
    t(coatl.closed ? 'board.coatl_closed' : 'board.coatl_open', { number: NUMERALS[number - 1] ?? String(number), n: coatl.points }),
    parts.map((part) => (part.kind === 'body' ? colour(part.colour) : pieceText(part))).join(', '),
    cards && t('board.coatl_cards', { cards }),
  ].filter(Boolean).join(': ')
}

export const pointsOf = (player: PlayerView): number => player.coatls.reduce((sum, one) => sum + (one.closed ? one.points : 0), 0)

function playerText(player: PlayerView, name: string): string {
  const pieces = colours(player.bodies) || t('board.none')
  const ends = [...player.heads].map((one) => pieceText({ kind: 'head', colour: one as 'R' })).concat([...player.tails].map((one) => pieceText({ kind: 'tail', colour: one as 'R' })))
  const hand = player.hand.includes('?') ? t('board.hand_count', { n: player.hand.length }) : player.hand.join(', ') || t('board.none')
  return t('board.say_player', { name, n: pointsOf(player), pieces: [pieces, ...ends].join(', '), hand, coatls: player.coatls.map((one, i) => coatlText(one, i + 1)).join('. ') || t('board.none') })
}

/** Who is to move and what lies where, one paragraph a line. */
export function positionText(view: BoardView, names: string[]): string[] {
  const cells = (kind: string, all: (string | null)[]) => all.map((content, i) => cellText(`${kind}${i + 1}`, content)).join('. ')
  return [
    view.pending === 'over' ? t('board.over') : t('board.to_move', { name: names[view.seat - 1] ?? '' }),
    `${cells('body', view.supply.bodies)}. ${cells('head', view.supply.heads)}. ${cells('tail', view.supply.tails)}.`,
    t('board.say_row', { cards: view.row.map((card) => card ?? t('board.none')).join(', '), n: view.deck }),
    t('board.say_temples', { cards: view.temples.map((card) => card ?? t('board.none')).join(', ') }),
    ...view.players.map((player, i) => playerText(player, names[i] ?? '')),
    ...(view.adam ? [t('board.say_adam', { line: view.adam.line.map((card, i) => `${card} (${colours(view.adam!.pieces[i] ?? '') || t('board.none')})`).join(', '), n: counted(view.adam.pile) })] : []),
  ]
}
