/** What can be done now, in one sentence made from the legal actions: never what cannot. */
import { currentLanguage, t } from '../i18n/messages.svelte'
import { readAction } from '../notation'
import { coatlName } from './names'
import type { BoardView } from './types'

type Deed =
  'take' | 'choose' | 'choose_on' | 'build' | 'fulfil' | 'temple' | 'steal' | 'token' | 'discard' | Ending
type Ending = 'end' | 'close' | 'pass'
const DEEDS: Record<string, Deed> = {
  take: 'take',
  choose: 'choose',
  start: 'build',
  extend: 'build',
  fulfil: 'fulfil',
  temple: 'temple',
  steal: 'steal',
  pick: 'token',
  future: 'token',
  priest: 'token',
  discard: 'discard',
  done: 'end',
  pass: 'pass',
}

function deedOf(action: string, pending: string): Deed | undefined {
  const deed = DEEDS[readAction('board', action).verb]
  if (deed === 'choose' && pending === 'choose') return 'choose_on'
  if (deed === 'end' && pending === 'keep') return undefined // no turn has begun: its button says it
  return deed === 'end' && pending === 'finish' ? 'close' : deed
}

export function promptText(view: Pick<BoardView, 'legal' | 'pending' | 'coatl'>): string {
  const deeds = view.legal.flatMap((action) => deedOf(action, view.pending) ?? [])
  if (!deeds.length) return ''
  const ordered = [...new Set(Object.values(DEEDS).concat('choose_on', 'close'))].filter((one) =>
    deeds.includes(one),
  )
  const last = (one: Deed) => Number(['end', 'close', 'pass'].includes(one))
  const words = ordered.sort((a, b) => last(a) - last(b)).map((deed) => t(`board.can_${deed}`))
  const list = new Intl.ListFormat(currentLanguage(), { type: 'disjunction' }).format(words)
  return view.pending === 'finish'
    ? t('board.prompt_finished', { coatl: coatlName(view.coatl ?? 1), list })
    : t('board.prompt_can', { list })
}
