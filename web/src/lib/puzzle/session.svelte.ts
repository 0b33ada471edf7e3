/** A puzzle that somebody tries: what was built, what the server says of it, and what was asked for. */
import { request } from '../net/api'
import { store } from '../storage'
import { errorText } from '../i18n/errors'
import type { Question as Doubt } from '../ui/question'
import { t } from '../i18n/messages.svelte'
import {
  fresh,
  noteStreak,
  pathOf,
  remember,
  remembered,
  streak,
  writeLink,
  type PuzzleState,
  type Which,
} from './puzzle'

type Question = 'view' | 'check' | 'hint' | 'solution'
/** What becomes of the steps so far. */
type Change = (steps: string[]) => string[]

export class PuzzleSession {
  which = $state.raw<Which>({ game: 'board', level: 'medium', seed: '' })
  memory = $state(remembered(this.which))
  puzzle = $state.raw<PuzzleState | null>(null)
  verdict = $state<'' | 'solved' | 'less'>('')
  trouble = $state('')
  waited = $state(0) // seconds
  busy = $state(false)
  doubt = $state.raw<Doubt | null>(null) // before giving up
  streak = $state.raw(streak())
  private refused = false
  private last: Promise<unknown> = Promise.resolve() // question that was asked

  readonly hint = $derived.by(() => this.puzzle?.hint ?? null)
  readonly view = $derived.by(
    () =>
      this.puzzle && {
        ...this.puzzle.view,
        ...('row' in this.puzzle.view ? { row: [], legal: this.offered } : {}),
        can_undo: this.memory.steps.length > 0,
      },
  )
  /** "Check" ends a puzzle: the end of the turn is offered beside it only when nothing else is left. */
  private readonly offered = $derived.by(() => {
    const legal = this.puzzle?.view.legal ?? []
    const others = this.puzzle?.ending ? legal.filter((action) => action !== 'done') : legal
    return others.length ? others : legal
  })
  private readonly path = $derived.by(() => pathOf(this.which))

  constructor(which: Which) {
    void this.open(which)
  }

  async open(which: Which): Promise<void> {
    this.which = which
    this.last = Promise.resolve() // nobody waits for the answer to another puzzle
    this.memory = remembered(which)
    this.puzzle = null
    this.verdict = ''
    this.waited = 0
    store('puzzle.level', which.level)
    store('puzzle.game', which.game)
    history.replaceState(history.state, '', `/puzzle${writeLink(which)}`)
    const clock = setInterval(() => (this.waited += 1), 1000)
    const answered = await this.ask(this.memory.shown ? 'solution' : 'view')
    if (!answered && this.refused) await this.ask('view', () => []) // what was built here is not legal any more
    clearInterval(clock)
  }

  act = async (action: string): Promise<void> => {
    if (action === 'done' && this.puzzle?.ending) return this.check()
    await this.build((steps) => (this.puzzle?.view.legal.includes(action) ? [...steps, action] : steps))
  }
  undo = async (): Promise<void> => {
    await this.build((steps) => steps.slice(0, -1))
  }
  again = (): Promise<void> => this.build(() => [])
  check = async (): Promise<void> => {
    if (!(await this.ask('check'))) return
    this.verdict = this.puzzle!.solved ? 'solved' : 'less'
    if (!this.puzzle!.solved) return
    if (!this.memory.solved && !this.memory.shown) this.count(true)
    this.memory.solved = true
    this.remember()
  }
  next = (): Promise<void> => this.open({ ...this.which, seed: fresh() })
  help = async (): Promise<void> => {
    this.memory.hints += 1
    if (await this.ask('hint')) this.remember()
  }
  /** What cannot be taken back asks first; who has solved it only looks. */
  giveUp = async (): Promise<void> => {
    if (this.memory.solved || this.memory.shown) return this.show()
    this.doubt = {
      text: t('puzzle.give_up_sure'),
      details: [t('puzzle.give_up_text')],
      yes: t('puzzle.give_up'),
      act: () => {
        this.count(false)
        return this.show()
      },
    }
  }

  private async show(): Promise<void> {
    this.memory.shown = true
    if (await this.ask('solution')) this.remember()
  }

  private count(solved: boolean): void {
    noteStreak(solved)
    this.streak = streak()
  }

  private async build(change: Change): Promise<void> {
    if (await this.ask('view', change)) this.remember()
  }

  private remember(): void {
    remember(this.which, this.memory)
  }

  /** One question at a time: whoever presses again before the answer goes on from that answer. */
  private ask(question: Question, change: Change = (steps) => steps): Promise<boolean> {
    const { path } = this
    const asked = this.last.then(() => path === this.path && this.answer(question, path, change))
    this.last = asked
    return asked
  }

  /** Whether there was an answer, and to the puzzle that is still open. */
  private async answer(question: Question, path: string, change: Change): Promise<boolean> {
    const steps = change(this.memory.steps)
    this.busy = true
    this.trouble = this.verdict = ''
    try {
      const found = await request<PuzzleState>(path, { ask: question, steps })
      if (path !== this.path) return false
      this.puzzle = found
      this.memory.steps = steps
      return true
    } catch (why) {
      if (path === this.path) this.trouble = errorText(why)
      this.refused =
        this.memory.steps.length > 0 && String((why as { code?: unknown } | null)?.code).startsWith('action.')
      return false
    } finally {
      this.busy = false
    }
  }
}
