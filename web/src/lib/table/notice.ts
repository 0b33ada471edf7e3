/** Tells somebody who looks elsewhere that it is their turn: in the title, by a sound, by a system notification if allowed. */
import { play } from '../ui/sound'
import { title } from '../ui/title.svelte'
import { t } from '../i18n/messages.svelte'

type Page = { hidden: boolean }
const TAG = 'coatl-turn'

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
      void this.notify(text)
    }
  }

  private async notify(text: string): Promise<void> {
    if (!this.page.hidden || typeof Notification === 'undefined' || Notification.permission !== 'granted')
      return
    const options = { body: text, tag: TAG, data: { path: location.pathname } }
    const worker = await serviceWorker()
    if (!this.mine) return // it came and went meanwhile
    if (worker) return worker.showNotification(t('table.your_turn'), options)
    try {
      this.shown = new Notification(t('table.your_turn'), options)
      this.shown.onclick = () => {
        window.focus()
        this.close()
      }
    } catch {
      /* phones know those of service workers only, and there is none without HTTPS */
    }
  }

  close(): void {
    this.shown?.close()
    this.shown = null
    void serviceWorker()
      .then((worker) => worker?.getNotifications({ tag: TAG }))
      .then((shown) => shown?.forEach((one) => one.close()))
  }
  end(): void {
    this.close()
    title.alarm = ''
  }
}

/** The service worker that shows notifications, and answers when one is pressed (tools/worker.js). */
const serviceWorker = async (): Promise<ServiceWorkerRegistration | undefined> => {
  const found = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
  return found?.active ? found : undefined
}

/** Whether it makes sense to ask for notifications. */
export const canAsk = (): boolean =>
  typeof Notification !== 'undefined' && Notification.permission === 'default'
export const ask = async (): Promise<boolean> => (await Notification.requestPermission()) === 'granted'
