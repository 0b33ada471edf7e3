/** Tells somebody who looks elsewhere that it is their turn: in the title, by a sound, by a system notification if allowed. */
import { play } from '../ui/sound'
import { title } from '../ui/title.svelte'
import { t } from '../words/words.svelte'

type Page = { hidden: boolean }

export class TurnNotice {
  private mine: boolean | null = null
  private shown: Notification | null = null

  constructor(private readonly page: Page = document) {}

  /** Says whether it is one's turn; told again and again, it speaks up once. The first time is no news. */
  update(mine: boolean, text: string): void {
    const news = mine && this.mine === false
    this.mine = mine
    title.alarm = mine ? t('table.your_turn') : ''
    if (!mine) this.close()
    if (news) {
      play('turn')
      this.notify(text)
    }
  }

  private notify(text: string): void {
    if (!this.page.hidden || typeof Notification === 'undefined' || Notification.permission !== 'granted') return
    try {
      this.shown = new Notification(t('table.your_turn'), { body: text, tag: 'coatl-turn' })
      this.shown.onclick = () => { window.focus(); this.close() }
    } catch { /* some phones know notifications of service workers only */ }
  }

  close(): void {
    this.shown?.close()
    this.shown = null
  }
  end(): void {
    this.close()
    title.alarm = ''
  }
}

/** Whether it makes sense to ask for notifications. */
export const canAsk = (): boolean => typeof Notification !== 'undefined' && Notification.permission === 'default'
export const ask = async (): Promise<boolean> => (await Notification.requestPermission()) === 'granted'
