/** Where we are: a path of the address, and how to go elsewhere without loading the page again. */
export const place = $state({ path: location.pathname, hash: location.hash })

function follow(): void {
  place.path = location.pathname
  place.hash = location.hash
}

addEventListener('popstate', follow)

export function go(path: string): void {
  history.pushState(null, '', path)
  follow()
  scrollTo(0, 0)
}
