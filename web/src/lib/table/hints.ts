/** A hint in lines, worded here from its facts; what is left of it when something was played; and where it points. */
import { isBoard, type GameName, type Hint, type HintFacts, type Played, type View } from '../state/types'
import { fragments, sentence, type Fragment, type Pieces } from '../log/fragments'
import type { Key, Suffix } from '../i18n/keys'
import { advise } from '../log/narration'
import { hasMessage, t } from '../i18n/messages.svelte'
import { placesFor } from '../log/places'
import { readAction } from '../notation'

export type Advice = Pick<Hint, 'action' | 'headline'> & Partial<Hint>
export type Change = HintFacts['changes'][number]
export type Lines = { headline: Fragment[]; plan: Fragment[][]; reasons: Fragment[][]; others: Fragment[][] }
type Aim = NonNullable<HintFacts['aim']>

const words = (text: string): Fragment[] => [{ kind: 'text', text }]
const card = (name: string): Fragment => ({ kind: 'card', card: name })
const coatl = (pieces: string): Fragment => ({ kind: 'coatl', pieces })
const rounded = (points: number): number => Math.round(points * 10) / 10

/** What is left of a line after what was played since; null if somebody played something else. */
export function leftOf(
  steps: readonly string[],
  played: readonly Played[],
  seat: number | null,
): readonly string[] | null {
  const followed = played.every(({ entry }, i) => entry.seat === seat && entry.action === steps[i])
  return followed && played.length <= steps.length ? steps.slice(played.length) : null
}

/** The places of the table that a line speaks of, to light them up. */
export function hintPlaces(game: GameName, steps: readonly string[], seat: number): string[] {
  const places = steps.flatMap((action) => placesFor(game, { entry: { seat, action, outcomes: [] } }, []))
  const side = game === 'card' ? `side:${seat}` : null
  return [...new Set(places)].filter((place) => place !== side)
}

/** The pieces or the card that a step takes from the middle, as it lies there now. */
function lyingAt(view: View | null, action: string): string | undefined {
  if (!view || !isBoard(view)) return undefined
  const { verb, place, number = 0 } = readAction('board', action)
  const cells = { body: view.supply.bodies, head: view.supply.heads, tail: view.supply.tails, row: view.row }
  const named = verb === 'take' || verb === 'choose' ? cells[place as keyof typeof cells] : undefined
  return (verb === 'priest' ? view.temples : named)?.[number - 1] ?? undefined
}

/** A step that only leads on goes without saying, unless there is no other or, in the card game, it ends the turn. */
function spoken(game: GameName, steps: readonly string[]): readonly string[] {
  const last = game === 'card' ? steps.length - 1 : -1
  return steps.some((step) => step !== 'done')
    ? steps.filter((step, i) => step !== 'done' || i === last)
    : steps
}

/** What the button says that ends a turn of the card game. */
const endOfTurn = (steps: readonly string[]): string =>
  t(steps.some((step) => step.startsWith('tail')) ? 'card.ending.finish' : 'card.ending.turn')

export function hintLines(advice: Advice, game: GameName, view: View | null = null): Lines {
  const { facts } = advice
  const steps = spoken(game, advice.steps ?? [])
  const plan = steps.map((action, i) =>
    action === 'done' && view && isBoard(view)
      ? words(t(`board.done_${view.pending as Suffix<'board.done_'>}`)) // as the button says
      : action === 'done' && steps.length > 1
        ? words(endOfTurn(steps))
        : advise(
            game,
            action,
            [],
            lyingAt(view, action) ?? (i === 0 ? (facts?.what ?? undefined) : undefined),
          ),
  )
  if (!facts || !hasMessage(headlineKey(facts)))
    return {
      headline: words(advice.headline),
      plan,
      reasons: (advice.reasons ?? []).map(words),
      others: (advice.others ?? []).map(words),
    }
  return {
    headline: headlineOf(facts),
    plan,
    reasons: reasonsOf(facts),
    others: [...facts.others]
      .sort((a, b) => (a.less ?? 0) - (b.less ?? 0))
      .map((one) => otherLine(game, one)),
  }
}

const isReady = (aim: Aim): boolean => !(aim.lacks || aim.head || aim.tail)

function headlineKey({ kind, aim, points, now }: HintFacts): Key {
  if (kind === 'aim' && aim) return isReady(aim) ? 'table.hint_aim_ready' : 'table.hint_aim'
  const word = kind === 'grow' && points <= now ? 'build' : kind.replaceAll('-', '_')
  return `table.hint_${word as Suffix<'table.hint_'>}`
}

const headlineOf = (facts: HintFacts): Fragment[] =>
  facts.kind === 'aim' && facts.aim
    ? aimLine(facts.aim)
    : sentence(headlineKey(facts), { n: rounded(facts.points), now: rounded(facts.now) })

const aimLine = (aim: Aim): Fragment[] =>
  fragments(isReady(aim) ? 'table.hint_aim_ready' : 'table.hint_aim', {
    coatl: coatl(aim.coatl),
    n: aim.points,
  })

function reasonsOf(facts: HintFacts): Fragment[][] {
  const { aim } = facts
  return [
    ...facts.coatls.flatMap((made) => [
      made.was
        ? fragments('table.hint_becomes', { was: coatl(made.was), coatl: coatl(made.coatl), n: made.points })
        : fragments('table.hint_new', { coatl: coatl(made.coatl), n: made.points }),
      ...facts.cards.filter((one) => one.coatl === made.number).map(cardLine),
    ]),
    ...(aim ? (facts.kind === 'aim' ? facts.cards.map(cardLine) : [aimLine(aim)]) : []),
    ...(aim && !isReady(aim) ? [lacking(aim)] : []),
    ...facts.changes.map(changeLine),
    ...(facts.at_once === null ? [] : [fragments('table.hint_at_once', { n: rounded(facts.at_once) })]),
    ...(facts.outlook ? [outlookLine(facts.outlook)] : []),
    ...(facts.games ? [fragments('table.hint_games', { n: facts.games })] : []),
  ]
}

function outlookLine({ margin, win }: NonNullable<HintFacts['outlook']>): Fragment[] {
  const points = rounded(margin)
  const key = points === 0 ? 'even' : points > 0 ? 'ahead' : 'behind'
  return fragments(`table.hint_${key}`, { n: Math.abs(points), win: Math.round(100 * win) })
}

/** What the coatl in view still needs: body segments, head and tail in one line. */
function lacking(aim: Aim): Fragment[] {
  const parts: [string, Pieces['part']][] = [
    [aim.lacks, 'body'],
    [aim.head, 'head'],
    [aim.tail, 'tail'],
  ]
  const [first, ...more] = parts.flatMap(([colours, part]): Pieces[] =>
    colours ? [{ kind: 'pieces', colours, part, shaped: part !== 'body' }] : [],
  )
  const line = fragments('table.hint_lacks', { pieces: first! })
  return line.flatMap((one) =>
    one === first ? [one, ...more.flatMap((other) => [...words(', '), other])] : [one],
  )
}

const cardLine = (one: HintFacts['cards'][number]): Fragment[] =>
  fragments('table.hint_card', { card: card(one.card), times: one.times, n: one.points })

export function changeLine(change: Change): Fragment[] {
  if (change.kind === 'coatl') return fragments('table.hint_coatl', { coatl: coatl(String(change.now)) })
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
  const { less } = other
  const compared =
    less === null
      ? fragments('table.hint_other', { n: rounded(other.points ?? 0) })
      : less < 0.1
        ? fragments('table.hint_as_good')
        : fragments('table.hint_less', { n: rounded(less) })
  return [...compared, ...(first ? [...words(' '), ...advise(game, first, [], other.what ?? undefined)] : [])]
}
