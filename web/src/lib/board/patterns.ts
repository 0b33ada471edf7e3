/** What a prophecy of the board game asks for, in one plain sentence: for who hears the card, and for who looks at it closely. */
import type { Prophecy } from '../state/deck'
import type { Suffix } from '../i18n/keys'
import { t } from '../i18n/messages.svelte'

type Colour = Suffix<'board.nothing_'>
type Run = { colour: Colour | 'any'; n: number; more: boolean }

const colourOf = (core: string): Run['colour'] => (/^[RGBYK]$/.test(core) ? (core as Colour) : 'any')

/** Equal neighbours are one run: `B B Y+` is two blue, then one or more yellow. */
function runsOf(tokens: string[]): Run[] {
  const runs: Run[] = []
  for (const token of tokens) {
    const more = token.endsWith('+')
    const colour = colourOf(token.replace('+', ''))
    const last = runs.at(-1)
    if (last && last.colour === colour && !last.more && !more) last.n += 1
    else runs.push({ colour, n: 1, more })
  }
  return runs
}

const runText = ({ colour, n, more }: Run): string =>
  more ? t(`board.some_${colour}`) : t(`board.run_${colour}`, { n })

export function patternSentence({ kind, pattern }: Pick<Prophecy, 'kind' | 'pattern'>): string {
  const tokens = pattern.split(' ')
  const runs = runsOf(tokens.filter((token) => !token.startsWith('!')))
  if (kind !== 'sequence') return t(`board.pattern_${kind}`, { list: runs.map(runText).join(', ') })
  const list = runs.map(runText).join(t('board.pattern_then'))
  const row = t(runs.length > 1 ? 'board.pattern_row' : 'board.pattern_run', { list })
  const banned = tokens.find((token) => token.startsWith('!'))?.slice(1)
  return banned
    ? t('board.pattern_alone', { pattern: row, nothing: t(`board.nothing_${banned as Colour}`) })
    : row
}
