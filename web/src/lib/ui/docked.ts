type Edge = 'top' | 'bottom'

/** What stands at an edge of the page: whatever is scrolled or focused into sight stays clear of it. */
export function docked(node: HTMLElement, edge: Edge = 'bottom'): { destroy: () => void } | undefined {
  if (typeof ResizeObserver === 'undefined') return
  const { style } = document.documentElement
  const padding = edge === 'top' ? 'scrollPaddingTop' : 'scrollPaddingBottom'
  const watch = new ResizeObserver(() => {
    const away = parseFloat(getComputedStyle(node)[edge])
    const isAtSide = Number.isNaN(away) || node.offsetWidth < innerWidth / 2
    style[padding] = isAtSide ? '' : `${node.offsetHeight + away}px`
  })
  watch.observe(node)
  return {
    destroy: () => {
      watch.disconnect()
      style[padding] = ''
    },
  }
}
