/** A position in words, for those who hear the table instead of seeing it. */
import type { Deck } from '../state/deck'
import type { Suffix } from '../i18n/keys'
import { t } from '../i18n/messages.svelte'
import { partsOf, type Lying } from './coatls'
import type { CardView, PlayerView } from './types'

const CARL = 1 // the second of the players, who has neither coatl nor feathers
const colourName = (letter: string): string => t(`card.colour.${letter as Suffix<'card.colour.'>}`)
export const godName = (god: string): string => t(`card.god.${god as Suffix<'card.god.'>}`)
export const featherText = (pair: string): string =>
  pair === '?' ? t('card.feather_hidden') : [...pair].map(colourName).join(', ')

export function coatlText(parts: Lying[]): string {
  if (!parts.length) return t('card.no_coatl')
  const one = (part: Lying) => {
    const name = colourName(part.colour)
    return part.kind === 'body'
      ? part.stacked
        ? t('card.part_stacked', { colour: name })
        : name
      : t(`card.part_${part.kind}`, { colour: name })
  }
  return t('card.parts', { n: parts.length, list: parts.map(one).join(', ') })
}

/** What a prophecy asks for: `G [^G]^` is “green, then not green on another part”. */
export function patternText(pattern: string): string {
  return pattern.split(' ').map(tokenInWords).join(t('card.then'))
}

function tokenInWords(token: string): string {
  const stacked = token.length > 1 && token.endsWith('^')
  const core = stacked ? token.slice(0, -1) : token
  const letters = core.match(/[RGBYK]/g) ?? []
  const said = core.startsWith('[^')
    ? t('card.token.not', { colour: letters.map(colourName).join(', ') })
    : core.startsWith('[')
      ? letters.map(colourName).join(t('card.or'))
      : core === '.'
        ? t('card.token.any')
        : core === '='
          ? t('card.token.same')
          : colourName(core)
  return stacked ? t('card.part_stacked', { colour: said }) : said
}

export function goalText(goal: string): string {
  const [, kind = '', what = ''] =
    /^(gods|below|run|same|equal|parts>=|parts<=|twins):?(.*)$/.exec(goal) ?? []
  if (kind === 'gods') return t('card.goal.gods', { gods: what.split(',').map(godName).join(', ') })
  if (kind === 'below')
    return t('card.goal.below', { low: godName(what.split('<')[0]!), high: godName(what.split('<')[1]!) })
  if (kind === 'equal')
    return t('card.goal.equal', { one: colourName(what[0]!), other: colourName(what[1]!) })
  if (kind === 'parts>=') return t('card.goal.long', { n: Number(what) })
  if (kind === 'parts<=') return t('card.goal.short', { n: Number(what) })
  return kind === 'twins'
    ? t('card.goal.twins')
    : t(`card.goal.${kind as 'run' | 'same'}`, { n: Number(what) })
}

/** Sentences for the whole table: whose turn, the middle, every player. */
export function positionText(view: CardView, deck: Deck, names: string[], seat: number | null): string[] {
  const card = (id: string) =>
    t('card.card_short', { card: id, pattern: patternText(deck.prophecies[id]?.pattern ?? '') })
  const player = (one: PlayerView, i: number) => {
    const name = names[i] ?? ''
    const prophecies =
      one.prophecies
        .map((id, k) => t('card.say_level', { card: card(id), level: one.levels[k] ?? 0 }))
        .join('; ') || t('card.none')
    return view.carl && i === CARL
      ? t('card.say_carl', { name, prophecies })
      : t('card.say_player', { name, coatl: coatlText(partsOf(one.coatl)), n: one.hand.length, prophecies })
  }
  return [
    t('card.say_round', { round: view.round, rounds: view.rounds }),
    view.pending === 'over'
      ? t('card.over')
      : view.seat === seat && view.viewer !== 'all'
        ? t('card.say_own_turn')
        : t('card.say_turn', { name: names[view.seat - 1] ?? '' }),
    t('card.say_middle', {
      cards:
        view.middle
          .filter((id) => id !== null)
          .map(card)
          .join('; ') || t('card.none'),
    }),
    ...(view.temple
      ? [
          t('card.say_temple', {
            goals: (deck.temples[view.temple]?.goals ?? []).map(goalText).join('; '),
          }),
        ]
      : []),
    ...view.players.map(player),
  ]
}
