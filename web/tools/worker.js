// The service worker: keeps the pages at hand, so that a reload without network shows the table again, which then
// connects by itself. What the server knows (/api) is never kept.

const BUILD = __BUILD__
const FILES = __FILES__
const PREFIX = 'coatl-'
const SHELL = '/'

addEventListener('install', (event) => {
  skipWaiting()
  event.waitUntil(caches.open(PREFIX + BUILD).then((cache) => cache.addAll([SHELL, ...FILES])))
})

addEventListener('activate', (event) => {
  event.waitUntil(forget().then(() => clients.claim()))
})

/** Keeps this build and the one before: an old tab may still need a part of it. */
async function forget() {
  const own = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== PREFIX + BUILD)
  await Promise.all(own.slice(0, -1).map((name) => caches.delete(name)))
}

addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin || pathname.startsWith('/api')) return
  if (request.mode === 'navigate')
    event.respondWith(fetch(request).catch(() => caches.match(SHELL, { cacheName: PREFIX + BUILD })))
  else if (pathname.startsWith('/assets/'))
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)))
})

/** A page asks whether it is of this build: it names its own script. */
addEventListener('message', (event) => {
  event.source.postMessage({ current: FILES.includes(event.data.script) })
})

/** Somebody pressed the notice that it is their turn: the tab with the table comes to the front, or a new one opens. */
addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(show(event.notification.data.path))
})

async function show(path) {
  const tabs = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = tabs.find((tab) => new URL(tab.url).pathname === path)
  return open ? open.focus() : clients.openWindow(path)
}
