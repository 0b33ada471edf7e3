/** Where we are: a path of the address, and how to go elsewhere without loading the page again. */
export const place = $state({ path: location.pathname, search: location.search, hash: location.hash })

function follow(): void {
  place.path = location.pathname
  place.search = location.search
  place.hash = location.hash
}

addEventListener('popstate', follow)
addEventListener('hashchange', follow)
addEventListener('click', (event) => {
  const link = (event.target as Element | null)?.closest?.('a')
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey && !event.defaultPrevented
  if (!link || !plain || link.target || link.hasAttribute('download') || link.origin !== location.origin || link.hash || isOfServer(link.pathname)) return
  event.preventDefault()
  go(link.pathname + link.search)
})

const isOfServer = (path: string) => path.startsWith('/api/') || path === '/openapi.json'

export function go(path: string): void {
  history.pushState(null, '', path)
  follow()
  scrollTo(0, 0)
  document.getElementById('content')?.focus()
}
