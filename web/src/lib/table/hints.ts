/** A hint in lines: worded here from its facts, in the server's words where it has none. */
import type { GameName, Hint, HintFacts } from '../state/types'
import { fragments, sentence, type Fragment } from '../log/fragments'
import { advise } from '../log/narration'
import { hasMessage } from '../i18n/messages.svelte'

export type Advice = Pick<Hint, 'action' | 'headline'> & Partial<Hint>
export type Facts = HintFacts
export type Change = HintFacts['changes'][number]
export type Lines = { headline: Fragment[]; plan: Fragment[][]; reasons: Fragment[][]; others: Fragment[][] }

const words = (text: string): Fragment[] => [{ kind: 'text', text }]
const card = (name: string): Fragment => ({ kind: 'card', card: name })

export function hintLines(advice: Advice, game: GameName): Lines {
  const { facts } = advice
  const key = `table.hint_${facts?.kind.replaceAll('-', '_')}`
  if (!facts || !hasMessage(key))
    return {
      headline: words(advice.headline),
      plan: [],
      reasons: (advice.reasons ?? []).map(words),
      others: (advice.others ?? []).map(words),
    }
  const steps = advice.steps ?? []
  const plan = (steps.length ? steps : advice.action ? [advice.action] : []).map((action, i) =>
    advise(game, action, [], i === 0 ? (facts.what ?? undefined) : undefined),
  )
  return {
    headline: sentence(key, { n: rounded(facts.points), now: rounded(facts.now) }),
    plan,
    reasons: reasonsOf(facts),
    others: facts.others.map((other) => otherLine(game, other)),
  }
}

const rounded = (points: number): number => Math.round(points * 10) / 10

function reasonsOf(facts: HintFacts): Fragment[][] {
  return [
    ...facts.coatls.flatMap((made) => [
      made.was
        ? fragments('table.hint_becomes', {
            was: { kind: 'coatl', pieces: made.was },
            coatl: { kind: 'coatl', pieces: made.coatl },
            n: made.points,
          })
        : fragments('table.hint_new', { coatl: { kind: 'coatl', pieces: made.coatl }, n: made.points }),
      ...facts.cards.filter((one) => one.coatl === made.number).map(cardLine),
    ]),
    ...Object.entries(facts.lacks).map(([name, pieces]) =>
      fragments('table.hint_lacks', {
        card: card(name),
        pieces: { kind: 'pieces', colours: pieces.replace(/[^RGBYK]/g, ''), part: 'body' },
      }),
    ),
    ...facts.changes.map(changeLine),
  ]
}

const cardLine = (one: HintFacts['cards'][number]): Fragment[] =>
  fragments('table.hint_card', { card: card(one.card), times: one.times, n: one.points })

export function changeLine(change: Change): Fragment[] {
  if (change.kind === 'coatl')
    return fragments('table.hint_coatl', { coatl: { kind: 'coatl', pieces: String(change.now) } })
  if (change.kind === 'reveal') return fragments('table.hint_reveal')
  const values = {
    card: card(change.card ?? ''),
    was: change.was ?? 0,
    now: change.now ?? 0,
    n: change.points,
  }
  return ['level', 'fall', 'temple'].includes(change.kind)
    ? fragments(`table.hint_${change.kind}`, values)
    : words(change.words)
}

function otherLine(game: GameName, other: HintFacts['others'][number]): Fragment[] {
  const first = other.steps[0]
  return [
    ...fragments('table.hint_other', { n: rounded(other.points) }),
    ...(first ? [...words(' '), ...advise(game, first, [], other.what ?? undefined)] : []),
  ]
}
