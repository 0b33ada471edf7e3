/** The service worker (tools/worker.js) keeps the pages at hand for a moment without network. */

let registration: ServiceWorkerRegistration | undefined

/** Starts it when the page is there; `outdated` is called in a tab that is older than what the server has now. */
export async function startServiceWorker(outdated: () => void): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return // browsers have none without HTTPS
  const workers = navigator.serviceWorker
  const script = new URL(import.meta.url).pathname
  workers.addEventListener('message', (event: MessageEvent<{ current: boolean }>) => {
    if (!event.data.current) outdated()
  })
  workers.addEventListener('controllerchange', () => workers.controller?.postMessage({ script }))
  document.addEventListener('visibilitychange', lookForUpdate)
  if (document.readyState !== 'complete') await new Promise((done) => addEventListener('load', done))
  registration = await workers.register('/worker.js').catch(() => undefined) // a browser may refuse to store anything
}

/** Asks the server for a newer build: when the tab is looked at again, and when the connection comes back after a restart. */
export function lookForUpdate(): void {
  if (!document.hidden) void registration?.update().catch(() => {})
}
