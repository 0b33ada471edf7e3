/** The values of an automaton's step (RULES 4.5, 5.5), ready for its message. */
import type { Step } from '../state/types'
import type { Suffix } from '../i18n/keys'
import { t } from '../i18n/messages.svelte'
import { cellNumber } from '../board/names'
import type { Part } from '../art/pieces'
import type { Fragment, Values } from './fragments'

/** A cell of the supply board by the number that it bears there. */
export const cellText = (kind: Part['kind'], number: number): string =>
  t(`log.cell_${kind}`, { n: cellNumber(kind, number) })

/** `key` chooses among the forms of a message. */
export function stepValues(step: Step): { key?: string; values: Values } {
  const values: Values = {}
  if (step.card) values.card = { kind: 'card', card: (step.cards ?? [step.card]).join(', ') }
  if (step.kind === 'missed') values.n = step.cards?.length ?? 1
  if (step.cell) values.cell = cellText(step.cell.slice(0, -1) as Part['kind'], Number(step.cell.slice(-1)))
  if (step.colour) {
    values.piece = pieces(step.colour)
    values.n = step.colour.length
  }
  if (typeof step.feather === 'string')
    values.feather = { kind: 'pieces', colours: step.feather, part: 'feather' }
  if (typeof step.level === 'number') values.n = step.level
  if (typeof step.god === 'string') values.god = t(`log.god_${step.god as Suffix<'log.god_'>}`)
  if (typeof step.action === 'string') values.action = t(`log.action_${step.action as Suffix<'log.action_'>}`)
  return { ...formOf(step), values }
}

const pieces = (colours: string): Fragment => ({ kind: 'pieces', colours, part: 'body' })

/** CARL prefers cards with a favourite colour; the reason is told. */
function formOf(step: Step): { key?: string } {
  if (['raised', 'stolen', 'fulfilled'].includes(step.kind))
    return { key: step.favourite ? 'favourite' : 'any' }
  if (step.kind === 'favourites' && !step.feather) return { key: 'none' }
  return {}
}
