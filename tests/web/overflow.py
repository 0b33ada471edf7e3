"""Texts that cannot be read whole: cut off by a box, or sticking out of the screen."""

from playwright.sync_api import Page

# What scrolls is no fault, nor what only screen readers read; and a pixel is a matter of rounding.
FIND = """() => {
  const style = (node) => getComputedStyle(node)
  const scrolls = (node) => ['auto', 'scroll'].includes(style(node).overflowX)
  const hides = (node) => ['hidden', 'clip'].includes(style(node).overflowX)
  const isForEars = (node) => style(node).clipPath !== 'none' || style(node).clip !== 'auto'
  const parents = (node) => (node.parentElement ? [node.parentElement, ...parents(node.parentElement)] : [])
  const texts = (node) => [...node.childNodes].filter((one) => one.nodeType === Node.TEXT_NODE && one.data.trim())

  function boxOf(text) {
    const range = document.createRange()
    range.selectNode(text)
    return range.getBoundingClientRect()
  }
  function faultOf(node) {
    if (hides(node) && node.scrollWidth > node.clientWidth + 1) return 'cut'
    if (style(node).overflowY === 'hidden' && node.scrollHeight > node.clientHeight + 1) return 'cut below'
    const box = [node, ...parents(node)].find((one) => scrolls(one) || hides(one)) ?? document.documentElement
    if (scrolls(box) && box !== document.documentElement && box !== document.body) return null
    const frame = box.getBoundingClientRect()
    const fits = ({ left, right }) => left >= frame.left - 1 && right <= frame.right + 1
    return texts(node).map(boxOf).every(fits) ? null : 'outside'
  }
  const seen = [...document.querySelectorAll('body *')].filter((node) =>
    texts(node).length && !node.closest('svg, script, style, noscript') && ![node, ...parents(node)].some(isForEars)
    && node.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }))
  return seen.flatMap((node) => {
    const fault = faultOf(node)
    return fault ? [`${fault}: ${node.tagName.toLowerCase()}.${node.className}: ${node.textContent.trim()}`] : []
  })
}"""


def overflows(page: Page) -> list[str]:
    """Every text that cannot be read whole, and why; and whether one would have to scroll sideways."""
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return [*([f"the page is {wide} pixels too wide"] if wide > 0 else []), *page.evaluate(FIND)]
