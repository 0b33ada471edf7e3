/** For tests of what is pressed before an answer: a server that answers when the test says so. */
import { vi } from 'vitest'

type Body = { ask?: string; steps?: string[]; actions?: string[] }

export const settle = (): Promise<void> => new Promise((done) => setTimeout(done))

export class SlowServer {
  readonly asked: Body[] = []
  private readonly answers: (() => void)[] = []

  constructor(private readonly content: (asked: Body, path: string) => object) {
    vi.stubGlobal('fetch', (path: string, { body }: { body?: string }) => {
      const asked = body ? (JSON.parse(body) as Body) : {}
      this.asked.push(asked)
      return new Promise((resolve) => {
        this.answers.push(() => resolve(new Response(JSON.stringify(this.content(asked, path)))))
      })
    })
  }

  async answer(...places: number[]): Promise<void> {
    for (const place of places) {
      await settle()
      this.answers[place]!()
      await settle()
    }
  }
}
