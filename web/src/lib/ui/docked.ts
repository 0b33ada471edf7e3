/** What stands at the lower edge of the page: whatever is scrolled or focused into sight stays above it. */
export function docked(node: HTMLElement): { destroy: () => void } | undefined {
  if (typeof ResizeObserver === 'undefined') return
  const page = document.documentElement
  const watch = new ResizeObserver(() => {
    const foot = parseFloat(getComputedStyle(node).bottom) // none if it stands at the side
    page.style.scrollPaddingBottom = Number.isNaN(foot) ? '' : `${node.offsetHeight + foot}px`
  })
  watch.observe(node)
  return {
    destroy: () => {
      watch.disconnect()
      page.style.scrollPaddingBottom = ''
    },
  }
}
