/** What happens at a table, said aloud and shown for a moment: moves to a screen reader, signs at the seats, comings and goings. */
import type { LiveTable } from '../state/table.svelte'
import type { Event, Info, Played } from '../state/types'
import { plainText } from '../log/fragments'
import { narrate } from '../log/narration'
import { still } from '../motion/flights'
import { go } from '../router.svelte'
import { keepToken, tokenOf } from '../net/seats'
import { announce, hush, note } from '../ui/notes.svelte'
import { play } from '../ui/sound'
import type { Suffix } from '../i18n/keys'
import { t } from '../i18n/messages.svelte'
import { namesOf } from './names'

const SHOWN = 4000 // milliseconds for a sign
const READ = 2600
const READ_STEP = 1600 // for a move of somebody else, for a step of an automaton
const ANNOUNCED = [
  'joined',
  'left',
  'removed',
  'replaced',
  'resigned',
  'returned',
  'timed_out',
  'went_back',
  'started',
] as const
type Announced = (typeof ANNOUNCED)[number]

export class TableAnnouncer {
  signs = $state<Record<number, string>>({})
  unread = $state(0)
  private hushed = false
  latest = $state<Played | null>(null) // what somebody else did just now, or the clock
  private reading: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly live: LiveTable) {}

  end(): void {
    clearTimeout(this.reading)
  }

  hear(event: Event): void {
    const info = this.live.info
    if (!info) return
    const names = namesOf(info)
    const seat = ('seat' in event && event.seat) || 0
    if (event.kind === 'played') this.moved(names)
    else if (event.kind === 'reaction') this.sign(seat, event.reaction, event.name)
    else if (event.kind === 'chat') this.said(event)
    else if (event.kind === 'rematch' && event.table) this.follow(event.table)
    else if (event.kind === 'rematch') this.asked(info)
    else if (event.kind === 'answered_back' && event.yes === false)
      note(t('table.event_refused_back', { name: names[seat - 1] ?? '' }))
    else if (event.kind === 'timed_out' && this.live.seats.includes(seat))
      note(t(`table.own_time_${info.clock?.timeout === 'bot' ? 'bot' : 'loss'}`), 'trouble')
    else if (event.kind === 'joined' && this.live.sitting)
      return // that is me
    else if (event.kind === 'resigned' && info.status === 'over')
      return // the end screen says it, where a note would cover it
    else if (ANNOUNCED.includes(event.kind as Announced) && !this.live.seats.includes(seat))
      note(
        t(`table.event_${event.kind as Announced}`, {
          name: ('name' in event && event.name) || names[seat - 1] || '',
        }),
      )
  }

  /** While the device goes from hand to hand nothing is said of what the last one saw. */
  hush(on: boolean): void {
    this.hushed = on
    if (on) hush()
  }

  private moved(names: string[]): void {
    if (this.hushed) return
    const last = this.live.log.at(-1)
    const narration = last && narrate(this.live.info!.game, last, names)
    if (narration)
      announce([narration.sentence, ...narration.remarks, ...narration.steps].map(plainText).join(' '))
    if (last && (!last.steps || still())) this.show(last) // an automaton acts beside its panel
  }

  /** Until it is read, or until one goes on oneself; the turn of an automaton step by step. */
  private show(played: Played, step = 0): void {
    clearTimeout(this.reading)
    const { steps = [] } = played
    const isOwn = this.live.seats.includes(played.entry.seat) && played.by !== 'clock' // which nobody here chose
    this.latest = isOwn ? null : { ...played, steps: steps.slice(step, step + 1) }
    const more = step + 1 < steps.length
    this.reading = setTimeout(
      () => (more ? this.show(played, step + 1) : (this.latest = null)),
      more ? READ_STEP : READ,
    )
  }

  private sign(seat: number, reaction: string, name: string): void {
    announce(
      t('common.labelled', { label: name, text: t(`table.sign_${reaction as Suffix<'table.sign_'>}`) }),
    )
    this.signs[seat] = reaction
    setTimeout(() => {
      if (this.signs[seat] === reaction) delete this.signs[seat]
    }, SHOWN)
  }

  private said(event: Extract<Event, { kind: 'chat' }>): void {
    if (event.seat !== null && this.live.seats.includes(event.seat)) return
    this.unread += 1
    announce(t('common.labelled', { label: event.name, text: event.text }))
    play('chat')
  }

  /** Somebody would like to play again. */
  private asked(info: Info): void {
    const own = this.live.seats.map((seat) => info.seats[seat - 1]?.name)
    const names = info.rematch.filter((name) => !own.includes(name))
    if (names.length) note(t('table.rematch_asked', { names: names.join(', ') }))
  }

  /** The next table knows the same tokens. */
  private follow(table: string): void {
    const token = tokenOf(this.live.id)
    if (!token || !this.live.seats.length) return
    keepToken(table, token)
    go(`/t/${table}`)
  }
}
