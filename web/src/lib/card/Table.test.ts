import { cleanup, fireEvent, render, screen, within } from '@testing-library/svelte'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { setLanguage } from '../i18n/messages.svelte'
import { deck, forecast, player, view } from './example'
import Table from './Table.svelte'
import type { CardView } from './types'

const act = vi.fn()
const undo = vi.fn()
beforeAll(() => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  } // jsdom has none
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
  return setLanguage('en')
})
beforeEach(() => {
  act.mockReset()
  undo.mockReset()
  document.elementFromPoint = () => null
})
afterEach(cleanup)

function show(more: Partial<CardView> = {}, props: Record<string, unknown> = {}) {
  const shown = render(Table, {
    view: view(more),
    deck,
    names: ['Ana', 'Ben', 'Cem'],
    seat: 1,
    log: [],
    preview: () => Promise.resolve(forecast),
    act,
    undo,
    ...props,
  })
  const all = (selector: string) => [...shown.container.querySelectorAll<HTMLElement>(selector)]
  return { ...shown, all, one: (selector: string) => all(selector)[0]! }
}
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
const settle = () => new Promise((done) => setTimeout(done))

test('a click on a feather and on a place emits that placement', async () => {
  const { one } = show()
  await fireEvent.click(one('[data-hand="0"]'))
  await fireEvent.click(one('[data-spot="beside RG right"]'))
  expect(act.mock.calls).toEqual([['beside RG right']])
})

test('keys emit the same placement', async () => {
  show()
  await press('1')
  await press('ArrowLeft')
  const spot = document.activeElement as HTMLElement
  expect(spot.dataset.spot).toBe('beside RG right')
  await fireEvent.click(spot) // what a browser makes of Enter on a button
  expect(act.mock.calls).toEqual([['beside RG right']])
})

test('Enter confirms what is aimed at when no button has the focus', async () => {
  const { one } = show()
  await press('1')
  await press('ArrowLeft')
  one('[data-spot]').blur()
  ;(document.activeElement as HTMLElement).blur()
  await fireEvent.keyDown(document.body, { key: 'Enter' })
  expect(act.mock.calls).toEqual([['beside RG right']])
})

const drag = async (feather: HTMLElement, pointerType: string, to: () => HTMLElement) => {
  await fireEvent.pointerDown(feather, { pointerId: 3, pointerType, button: 0, clientX: 10, clientY: 10 })
  await fireEvent.pointerMove(window, { pointerId: 3, pointerType, clientX: 40, clientY: 40 })
  document.elementFromPoint = () => to()
  await fireEvent.pointerMove(window, { pointerId: 3, pointerType, clientX: 80, clientY: 80 })
  await fireEvent.pointerUp(window, { pointerId: 3, pointerType, clientX: 80, clientY: 80 })
}

test('a drag with the mouse emits the same placement', async () => {
  const { one } = show()
  await drag(one('[data-hand="0"]'), 'mouse', () => one('[data-spot="beside RG right"]'))
  expect(act.mock.calls).toEqual([['beside RG right']])
})

test('a drag with a finger asks before it emits', async () => {
  const { one } = show()
  await drag(one('[data-hand="0"]'), 'touch', () => one('[data-spot="beside RG right"]'))
  expect(act).not.toHaveBeenCalled()
  await fireEvent.click(screen.getByRole('button', { name: 'Lay it here' }))
  expect(act.mock.calls).toEqual([['beside RG right']])
})

test('a drag that ends elsewhere emits nothing', async () => {
  const { one } = show()
  await drag(one('[data-hand="0"]'), 'mouse', () => document.body)
  expect(act).not.toHaveBeenCalled()
})

test('a finger on a place shows it first, and a second tap is final', async () => {
  const { one } = show()
  await fireEvent.click(one('[data-hand="0"]'))
  const tap = async () => {
    const spot = one('[data-spot="over RG left"]')
    await fireEvent.pointerDown(spot, { pointerType: 'touch' })
    spot.focus()
    await fireEvent.click(spot, { detail: 1 })
  }
  await tap()
  expect(act).not.toHaveBeenCalled()
  await tap()
  expect(act.mock.calls).toEqual([['over RG left']])
})

test('turning a feather changes the action, by its control and by the key t', async () => {
  const { one } = show()
  await fireEvent.click(screen.getByRole('button', { name: 'Turn round: red, green' }))
  await fireEvent.click(one('[data-hand="0"]'))
  await fireEvent.click(one('[data-spot$="left"]'))
  await press('t')
  await fireEvent.click(one('[data-spot$="left"]'))
  expect(act.mock.calls).toEqual([['beside GR left'], ['beside RG left']])
})

test('the card that takes the place of a turned one is never drawn turned itself', async () => {
  const { container, rerender } = show()
  await fireEvent.click(screen.getByRole('button', { name: 'Turn round: red, green' }))
  const drawn: unknown[] = []
  const look = new MutationObserver((changes) => drawn.push(...changes.map(({ oldValue }) => oldValue)))
  look.observe(container, { subtree: true, attributeFilter: ['data-what'], attributeOldValue: true })
  const [own, ...others] = view().players
  await rerender({ view: view({ players: [{ ...own!, coatl: 'GRG^B', hand: ['BY'] }, ...others] }) })
  await settle()
  expect(drawn).toEqual([])
})

test('only legal places are offered, and the only feather that can be laid is chosen at once', async () => {
  const { all, one } = show({ legal: ['over BY left', 'over YB left'] })
  await settle()
  expect((one('[data-hand="0"]') as HTMLButtonElement).disabled).toBe(true)
  expect(all('[data-spot]').map((spot) => spot.dataset.spot)).toEqual(['over BY left'])
})

test('a feather that can be laid only when it is turned round can be turned and laid', async () => {
  const { all, one } = show({ legal: ['beside GR left'] })
  await settle()
  const feather = one('[data-hand="0"]') as HTMLButtonElement
  expect([feather.disabled, feather.ariaPressed]).toEqual([false, 'true'])
  expect(all('[data-spot]')).toEqual([])
  expect(screen.getByText('It fits only the other way round: turn it.')).toBeTruthy()
  await fireEvent.click(screen.getByRole('button', { name: 'Turn round: red, green' }))
  await fireEvent.click(one('[data-spot="beside GR left"]'))
  expect(act.mock.calls).toEqual([['beside GR left']])
})

test('what a placement opens and lowers is told before it is final', async () => {
  const { one } = show()
  await settle()
  await fireEvent.click(one('[data-hand="0"]'))
  one('[data-spot="beside RG right"]').focus()
  await settle()
  const outlook = screen.getByRole('status', { name: 'What this would bring' })
  expect(outlook.textContent).toContain('B1 could go up from level 1 to 2.')
  expect(outlook.textContent).toContain('B4 could be taken at level 1.')
  expect(within(outlook).getByText('+3')).toBeTruthy()
  await press('t')
  one('[data-spot="over GR left"]').focus()
  await settle()
  expect(outlook.textContent).toContain('B1 falls from level 1 to 0.')
  expect(act).not.toHaveBeenCalled()
})

test('a mouse shows what a place would bring; only a chosen place has a button, and keeps it', async () => {
  const { all, one, queryByTestId, getByTestId } = show()
  await fireEvent.click(one('[data-hand="0"]'))
  await fireEvent.pointerEnter(one('[data-spot="beside RG right"]'), { pointerType: 'mouse' })
  expect(all('.ghost').length).toBe(2)
  expect(queryByTestId('lay')).toBeNull()
  await fireEvent.pointerLeave(one('[data-spot="beside RG right"]'), { pointerType: 'mouse' })
  expect(all('.ghost').length).toBe(0)
  one('[data-spot="over RG right"]').focus()
  await fireEvent.pointerEnter(one('[data-spot="beside RG right"]'), { pointerType: 'mouse' })
  await fireEvent.pointerLeave(one('[data-spot="beside RG right"]'), { pointerType: 'mouse' })
  await fireEvent.click(getByTestId('lay'))
  expect(act.mock.calls).toEqual([['over RG right']])
})
test('the card in aim is drawn where it would lie', async () => {
  const { all, one } = show()
  await fireEvent.click(one('[data-hand="0"]'))
  one('[data-spot="over RG right"]').focus()
  await settle()
  const ghosts = all('.ghost')
  expect(ghosts.map((part) => part.className.match(/\b[RGBYK]\b/)![0])).toEqual(['R', 'G'])
  expect(ghosts[0]!.querySelector('.under')!.classList.contains('B')).toBe(true)
})

test('parts that lie on others are drawn as stacks, with the card below where the log tells it', async () => {
  const log = [
    { entry: { seat: 1, action: 'start BK', outcomes: [] } },
    { entry: { seat: 1, action: 'over RG left', outcomes: [] } },
  ]
  const { all, one } = show({ players: [player({ coatl: 'RG^K' }), player(), player()] }, { log })
  expect(all('.own .part').map((part) => part.classList.contains('stacked'))).toEqual([false, true, false])
  expect(one('.own .stacked .under').classList.contains('B')).toBe(true)
})

test('without a log a stack is still a stack', () => {
  const { all } = show()
  expect(all('.own .coatl .stacked .under').length).toBe(1)
})

test('pointing at a prophecy lights up the parts that count', async () => {
  const { all, one } = show()
  await settle()
  one('[data-card="B1"]').focus()
  await settle()
  expect(all('.own .coatl .part').map((part) => part.classList.contains('lit'))).toEqual([true, true, false])
})

test('prophecies are raised, taken and stolen by a click on the card, with the level they get', async () => {
  const { one } = show({
    pending: 'gain',
    legal: ['done', 'raise B1', 'fulfil B4', 'steal Y6'],
    newest: [1, 2],
  })
  await settle()
  expect(one('[data-card="Y6"]').textContent).toContain('steal3')
  for (const card of ['B1', 'B4', 'Y6']) await fireEvent.click(one(`[data-card="${card}"]`))
  expect(act.mock.calls).toEqual([['raise B1'], ['fulfil B4'], ['steal Y6']])
})

test('the second half of a double press takes no other gain that has moved to its place', async () => {
  const { one, rerender } = show({ pending: 'gain', legal: ['done', 'raise B1', 'fulfil B4'] })
  await settle()
  const first = one('[data-offer]').dataset.offer!
  await fireEvent.click(one('[data-offer]'), { detail: 1 })
  const left = ['raise B1', 'fulfil B4'].filter((action) => action !== first)
  await rerender({ view: view({ pending: 'gain', legal: ['done', ...left] }) })
  await settle()
  expect(one('[data-offer]').dataset.offer).toBe(left[0])
  await fireEvent.click(one('[data-offer]'), { detail: 2 })
  expect(act.mock.calls).toEqual([[first]])
  await fireEvent.click(one('[data-offer]'), { detail: 1 })
  expect(act.mock.calls).toEqual([[first], left])
})

test('arrows walk through the cards that can be gained', async () => {
  const { all } = show({ pending: 'gain', legal: ['done', 'raise B1', 'fulfil B4'], newest: [1, 2] })
  await press('ArrowRight')
  const first = (document.activeElement as HTMLElement).dataset.card
  await press('ArrowRight')
  const second = (document.activeElement as HTMLElement).dataset.card
  expect([first, second].sort()).toEqual(['B1', 'B4'])
  expect(all('[data-gain]').length).toBe(2)
})

test.each([
  [{ plays: 0 }, 'Next feather'],
  [{ plays: 1 }, 'End turn'],
  [{ players: [player({ coatl: '(RGB' }), player(), player()] }, 'On to the tail'],
  [{ players: [player({ coatl: '(RGB)' }), player(), player()] }, 'Finish the coatl'],
])('done is named by what it does: %o', async (more, name) => {
  show({ pending: 'gain', legal: ['done'], ...more })
  await fireEvent.click(screen.getByRole('button', { name }))
  await press('e')
  expect(act.mock.calls).toEqual([['done'], ['done']])
})

test('undo is there when it is possible, by button and by key', async () => {
  const { rerender } = show({ can_undo: true })
  await fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await press('u')
  expect(undo).toHaveBeenCalledTimes(2)
  await rerender({ view: view() })
  await press('u')
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  expect(undo).toHaveBeenCalledTimes(2)
})

test('a feather is discarded for the top card, which alone can then be laid', async () => {
  const { one, rerender } = show()
  await fireEvent.click(one('[data-hand="1"]'))
  await fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
  expect(act).not.toHaveBeenCalled() // it cannot be taken back
  await fireEvent.click(screen.getByRole('button', { name: 'Discard it' }))
  expect(act.mock.calls).toEqual([['discard BY']])
  await rerender({
    view: view({ pending: 'revealed', revealed: 'YK', legal: ['beside YK left', 'beside KY left'] }),
  })
  await settle()
  expect((one('[data-hand="1"]') as HTMLButtonElement).disabled).toBe(true)
  await fireEvent.click(one('[data-spot="beside YK left"]'))
  expect(act.mock.calls.at(-1)).toEqual(['beside YK left'])
})

test('heads are chosen by letter and laid on the left', async () => {
  const { one } = show({ pending: 'head', legal: ['head R', 'head K'] })
  await press('k')
  await fireEvent.click(one('[data-spot="head K"]'))
  expect(act.mock.calls).toEqual([['head K']])
})

test('a typed move may be cut short, and only a legal one is emitted', async () => {
  show()
  const field = screen.getByRole('combobox', { name: 'Type a move' })
  await fireEvent.input(field, { target: { value: 'o rg r' } })
  await fireEvent.submit(field.closest('form')!)
  await fireEvent.input(field, { target: { value: 'over RR left' } })
  await fireEvent.submit(field.closest('form')!)
  expect(act.mock.calls).toEqual([['over RG right']])
  expect(screen.getByText('“rr” fits nothing that is possible now.')).toBeTruthy()
})

test.each([
  ['a replay', { legal: [] }, {}],
  ['a table without a seat', { pending: 'gain', legal: ['done', 'raise B1'] }, { seat: null }],
])('nothing can be done at %s', async (_, more, props) => {
  const { all } = show(more, { ...props, preview: () => Promise.reject(new Error('none')) })
  await settle()
  const open = all('button:not([disabled])').filter((button) => !button.dataset.card) // cards are explained
  expect(open.map((button) => button.textContent)).toEqual(['Discards: 2']) // one may look
  for (const button of all('button')) await fireEvent.click(button)
  for (const key of ['1', 'ArrowRight', 'Enter', 'e', 'd', 't', 'u']) await press(key)
  expect(act).not.toHaveBeenCalled()
  expect(undo).not.toHaveBeenCalled()
})

test('hidden feathers show as backs', () => {
  const { all } = show()
  const backs = all('.rival .feather.back')
  expect(backs.length).toBe(6)
  expect(all('.rival .backs .part').length).toBe(0)
})

test('whoever watches can have every card explained, a protected one too', async () => {
  const [own, ...others] = view().players
  const players = [{ ...own!, prophecies: ['B1', 'G6'], levels: [1, 3] }, ...others]
  const { all, container } = show({ players }, { seat: null, preview: () => Promise.reject(new Error()) })
  await settle()
  for (const card of all('[data-card]') as HTMLButtonElement[]) {
    expect(card.disabled).toBe(false)
    await fireEvent.focus(card)
    const told = container.ownerDocument.querySelector('.inspector')!.textContent
    expect([told?.includes(card.dataset.card!), told?.includes('Your coatl')]).toEqual([true, false])
  }
})

test('a protected prophecy says so', () => {
  const { one } = show()
  expect(one('[data-card="G6"]').textContent).toContain('Level 3, protected')
})

test('a place named by the log lights up', () => {
  const log = [{ entry: { seat: 2, action: 'start YK', outcomes: [] } }]
  const { all } = show({}, { log, marked: ['card:B4', 'feather:2:0'] })
  expect(all('.marked').map((one) => one.dataset.card ?? one.dataset.fly)).toEqual([
    'B4',
    'coatl:2:0left',
    'coatl:2:0right',
  ])
})

test('the position is there in words', () => {
  show()
  expect(screen.getByText(/Ana: 3 parts: red, green on another part, blue/)).toBeTruthy()
  expect(screen.getByText(/In the middle: B4 \(red, then blue\)/)).toBeTruthy()
})

test('CARL shows what drives it', () => {
  const carl = {
    manner: 'greedy',
    favourites: 'RK',
    action: 'P6',
    used: ['P6'],
    backs: { blue: 1, yellow: 2 },
    deck: [],
  }
  show(
    {
      carl,
      players: [player({ coatl: 'RG', hand: ['RG'] }), player({ prophecies: ['Y6'], levels: [1] })],
      temple: null,
    },
    { names: ['Ana', 'CARL'] },
  )
  const side = screen.getByRole('article', { name: 'Side of CARL' })
  expect(side.textContent).toContain('greedy')
  expect(side.textContent).toContain('fulfil ×2')
  expect(within(side).getByRole('img', { name: '2 × yellow: steal twice' })).toBeTruthy()
})

test('the question mark lists the keys', async () => {
  show()
  await press('?')
  expect(
    within(screen.getByRole('dialog', { name: 'Keys' })).getByText('turn the feather round'),
  ).toBeTruthy()
})
