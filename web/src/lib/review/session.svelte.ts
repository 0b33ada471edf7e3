/** The review of one game while a page looks at it: asked for again and again until it is done. */
import { request } from '../net/api'
import { tokenOf } from '../net/seats'
import { errorText } from '../i18n/errors'
import type { Review, ReviewState } from './review'

export type Depth = ReviewQuestion['depth']
type ReviewQuestion = { depth: 1 | 2 | 4; known?: number }
const DEEPER = { 1: 2, 2: 4, 4: null } as const
const PACE = 900 // milliseconds between two looks
const GONE = 'review.unknown' // the server has forgotten the record

export class ReviewSession {
  review = $state.raw<Review | null>(null)
  status = $state<ReviewState['status']>('working')
  done = $state(0)
  parts = $state(0)
  trouble = $state('')
  depth = $state<Depth>(1)
  private id: string | null = null
  private timer: ReturnType<typeof setTimeout> | undefined
  private ended = false

  /** Of a table of this server, or of a record that somebody has. */
  constructor(
    private readonly table: string,
    private readonly record: string,
  ) {}

  get deeper(): Depth | null {
    return this.status === 'done' ? DEEPER[this.depth] : null
  }

  /** Begins, or looks whether it has begun. */
  async open(depth: Depth = this.depth): Promise<void> {
    clearTimeout(this.timer)
    Object.assign(this, { depth, id: null, status: 'working', done: 0, parts: 0, trouble: '' })
    await this.look()
  }

  close(): void {
    this.ended = true
    clearTimeout(this.timer)
  }

  private async look(known?: number): Promise<void> {
    const { depth } = this
    try {
      const found = await this.ask({ depth, ...(known === undefined ? {} : { known }) })
      if (this.ended || depth !== this.depth) return
      this.take(found)
    } catch (why) {
      if (this.ended || depth !== this.depth) return
      if ((why as { code?: unknown } | null)?.code === GONE) {
        this.id = null
        return this.look()
      }
      this.fail(errorText(why))
    }
  }

  private ask(question: ReviewQuestion): Promise<ReviewState> {
    if (this.table)
      return request<ReviewState>(`/tables/${this.table}/review`, question, tokenOf(this.table) ?? undefined)
    return request<ReviewState>('/review', {
      ...question,
      ...(this.id ? { id: this.id } : { record: this.record }),
    })
  }

  private take(found: ReviewState): void {
    this.id = found.id
    if (found.review) this.review = found.review
    Object.assign(this, { status: found.status, done: found.done, parts: found.parts })
    if (found.fault) this.fail(errorText(found.fault))
    else if (found.status === 'working') this.timer = setTimeout(() => this.look(found.done), PACE)
  }

  private fail(text: string): void {
    this.status = 'failed'
    this.trouble = text
  }
}
