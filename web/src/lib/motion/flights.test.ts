import { expect, test, vi } from 'vitest'
import { shine } from './celebration'
import { flights, play, type Picture } from './flights'

const box = (x: number, width = 10) => ({ x, y: 0, width, height: 10 })
function seen(thing: string, x: number, data: Record<string, string> = {}) {
  const element = document.createElement('div')
  Object.assign(element.dataset, data)
  return { element, thing, box: box(x) }
}
const picture = (
  things: Record<string, ReturnType<typeof seen>>,
  places: Record<string, number> = {},
): Picture => ({
  things: new Map(Object.entries(things)),
  places: new Map(Object.entries(places).map(([name, x]) => [name, box(x)])),
})
const summary = (before: Picture, after: Picture) =>
  flights(before, after).map(({ kind, from, to }) => [kind, from.x, to.x])

test('a thing that is gone here and new there flies', () => {
  expect(summary(picture({ 'cell/1': seen('R', 5) }), picture({ 'board/1': seen('R', 90) }))).toEqual([
    ['fly', 5, 90],
  ])
})
test('a place that has another thing now gives its old one away and gets the new one from its source', () => {
  const before = picture({ 'cell/1': seen('R', 5) }, { bag: 50 })
  const after = picture({ 'cell/1': seen('G', 5, { from: 'bag' }), 'board/1': seen('R', 90) }, { bag: 50 })
  expect(summary(before, after)).toEqual([
    ['fly', 50, 5],
    ['fly', 5, 90],
  ])
})
test('what stays and is moved aside slides, what stays stays', () => {
  expect(
    summary(picture({ a: seen('R', 5), b: seen('G', 20) }), picture({ a: seen('R', 15), b: seen('G', 20) })),
  ).toEqual([['shift', 5, 15]])
})
test('a card of two halves slides as one, with its shadow', () => {
  const halves = (x: number) => {
    const card = document.createElement('div')
    card.dataset.whole = ''
    const [left, right] = [seen('R', x, { fly: 'a:0' }), seen('G', x + 10, { fly: 'a:1' })]
    card.append(left.element, right.element)
    return { card, now: picture({ 'a:0': left, 'a:1': right }) }
  }
  const { card, now } = halves(15)
  const [only, ...rest] = flights(halves(5).now, now)
  expect([only?.kind, only?.element, only?.from, only?.to]).toEqual(['shift', card, box(5, 20), box(15, 20)])
  expect(rest).toEqual([])
})
test('what is gone for good leaves for its place, if that is on the page', () => {
  expect(
    summary(
      picture({ a: seen('R', 5, { to: 'discards' }), b: seen('G', 9, { to: 'nowhere' }) }),
      picture({}, { discards: 70 }),
    ),
  ).toEqual([['leave', 5, 70]])
})
test('one thing is the source of one flight only', () => {
  const after = picture({ x: seen('R', 50), y: seen('R', 60, { from: 'bag' }) }, { bag: 1 })
  expect(summary(picture({ a: seen('R', 5) }), after)).toEqual([
    ['fly', 5, 50],
    ['fly', 1, 60],
  ])
})
test('what is hidden before or after does not travel', () => {
  const hidden = { ...seen('R', 0), box: { x: 0, y: 0, width: 0, height: 0 } }
  expect(summary(picture({ a: hidden }), picture({ a: seen('R', 50) }))).toEqual([])
  expect(summary(picture({ a: seen('R', 50) }), picture({ a: hidden }))).toEqual([])
  expect(summary(picture({ a: hidden }), picture({ b: seen('R', 50) }))).toEqual([])
})
test('a leap through many moves is not played', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  const animate = vi.fn(() => ({}))
  const moves = (number: number) => {
    const root = Object.assign(document.createElement('div'), { animate })
    const before = picture({})
    for (let i = 0; i < number; i++) {
      const { element } = seen('R', 0)
      Object.assign(element, { animate, getBoundingClientRect: () => box(i) })
      Object.assign(element.dataset, { fly: `${i}`, thing: 'R' })
      before.things.set(`${i}`, { element, thing: 'R', box: box(500) })
      root.append(element)
    }
    animate.mockClear()
    play(root, before)
    return animate.mock.calls.length
  }
  expect([moves(30), moves(31)]).toEqual([30, 0])
  vi.unstubAllGlobals()
})
test('what shines at the edge makes the page no wider: docked buttons would jump on a phone', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  const [root, card] = [document.createElement('div'), document.createElement('b')]
  Element.prototype.animate = vi.fn(() => ({}) as Animation) // jsdom has none
  card.getBoundingClientRect = () => new DOMRect(330, 100, 60, 70)
  root.append(card)
  shine(root, 'b')
  const around = root.querySelector('.halo')!.parentElement!.style
  expect([around.position, around.inset, around.overflowX]).toEqual(['absolute', '0px', 'clip'])
  vi.unstubAllGlobals()
})
