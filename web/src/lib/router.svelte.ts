/** Where we are: a path of the address, and how to go elsewhere without loading the page again. */
export const place = $state({ path: pathHere(), search: location.search, hash: location.hash })

/** A link that was sent may have got a stroke at its end. */
function pathHere(): string {
  return location.pathname.replace(/(.)\/+$/, '$1')
}

function follow(): void {
  place.path = pathHere()
  place.search = location.search
  place.hash = location.hash
}

addEventListener('popstate', follow)
addEventListener('hashchange', follow)
addEventListener('click', (event) => {
  const link = (event.target as Element | null)?.closest?.('a')
  const plain =
    event.button === 0 &&
    !event.metaKey &&
    !event.ctrlKey &&
    !event.shiftKey &&
    !event.altKey &&
    !event.defaultPrevented
  if (
    !link ||
    !plain ||
    link.target ||
    link.hasAttribute('download') ||
    link.origin !== location.origin ||
    link.hash ||
    isOfServer(link.pathname)
  )
    return
  event.preventDefault()
  go(link.pathname + link.search)
})

const isOfServer = (path: string) => /^\/(api|docs)\//.test(path) || path === '/openapi.json'

export function go(path: string): void {
  history.pushState(null, '', path)
  follow()
  scrollTo(0, 0)
  document.getElementById('content')?.focus()
}
