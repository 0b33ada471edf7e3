import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { setLanguage } from '../i18n/messages.svelte'
import { LEGAL, deck, preview, progress, view } from './sample'
import Table from './Table.svelte'
import type { BoardView } from './types'

vi.setConfig({ testTimeout: 20_000 }) // a whole table takes jsdom a while on a busy machine

let acted: string[]
let undone: number
const NAMES = ['Ann', 'Ben']

function table(more: Partial<BoardView> = {}, props: Record<string, unknown> = {}) {
  const shown = view(more)
  return render(Table, {
    view: shown,
    progress: progress([12, 7]),
    deck,
    names: NAMES,
    seat: 1,
    log: [],
    preview: () => Promise.resolve(preview),
    undo: () => {
      undone += 1
    },
    act: (action: string) => {
      acted.push(action)
    },
    ...props,
  })
}
const place = (name: string) => document.querySelector<HTMLElement>(`[data-place="${name}"]`)!
const press = (name: string) => fireEvent.click(place(name))
const button = (name: string | RegExp) => screen.getByRole('button', { name })
/** Which element lies under the pointer; jsdom has no layout. */
const under = (element: () => Element | null) => {
  document.elementFromPoint = () => element()
}
const move = (kind: string, x: number) =>
  new MouseEvent(kind, { bubbles: true, clientX: x, clientY: 5, button: 0 })
async function drag(from: HTMLElement, onto: string) {
  from.dispatchEvent(move('pointerdown', 0))
  under(() => document.querySelector(`[data-drop~="${onto}"]`))
  dispatchEvent(move('pointermove', 40))
  await tick()
  dispatchEvent(move('pointermove', 50))
  await tick()
  dispatchEvent(move('pointerup', 50))
  await new Promise((done) => setTimeout(done)) // the click that a browser sends after it is swallowed until then
}
const touch = () =>
  document
    .querySelector('[data-table]')!
    .dispatchEvent(Object.assign(new Event('pointerdown', { bubbles: true }), { pointerType: 'touch' }))
const key = (element: Element | Window, name: string) => fireEvent.keyDown(element, { key: name })

beforeAll(async () => {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  } // jsdom has none
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
  await setLanguage('en')
})
beforeEach(() => {
  acted = []
  undone = 0
})
afterEach(cleanup)

test('a cell and a card of the row are taken by one click, one of the deck after a yes', async () => {
  table()
  await press('cell/body1')
  await press('row/1')
  await press('deck')
  expect(acted).toEqual(['take body1', 'choose row1'])
  await fireEvent.click(button('Yes, do it'))
  expect(acted).toEqual(['take body1', 'choose row1', 'choose deck'])
})

test('whatever is clicked, only legal actions are emitted', async () => {
  table()
  for (const one of [...document.querySelectorAll<HTMLElement>('[data-table] [data-place]')]) {
    await fireEvent.click(one)
    for (const target of [
      ...document.querySelectorAll<HTMLElement>('.end.open, .fresh.open, .lay, .chooser button'),
    ])
      if (target.isConnected) await fireEvent.click(target)
  }
  expect(new Set(acted.map((action) => action.split(' ')[0]))).toEqual(
    new Set(['take', 'choose', 'extend', 'fulfil', 'steal']), // a token is asked for once more
  )
  expect(acted.filter((action) => !LEGAL.includes(action))).toEqual([])
})

test('a piece is picked up, its places light up, and a click puts it there', async () => {
  table()
  await press('piece/1/body/B')
  const open = [...document.querySelectorAll<HTMLElement>('.end.open, .fresh.open')].map(
    (one) => one.dataset.place,
  )
  expect(open).toEqual(['coatl/1/1/left', 'coatl/1/1/right', 'coatl/1/new'])
  await press('coatl/1/1/right')
  expect(acted).toEqual(['extend 1 right B'])
})

test('dragging a piece, a card and a cell emits what clicks emit', async () => {
  table()
  await drag(place('piece/1/body/B'), 'coatl/1/1/left')
  await drag(place('piece/1/head/G'), 'coatl/1/2/left')
  await drag(place('card/1/R5'), 'coatl/1/2')
  await drag(place('cell/head2'), 'board/1')
  await drag(place('row/1'), 'hand/1')
  expect(acted).toEqual(['extend 1 left B', 'extend 2 head G', 'fulfil R5 2', 'take head2', 'choose row1'])
})

test('dropping on a coatl means its nearer end, dropping elsewhere means nothing', async () => {
  table()
  const lane = document.querySelector<HTMLElement>('[data-drop="coatl/1/1"]')!
  lane.getBoundingClientRect = () => ({ left: 0, width: 60 }) as DOMRect
  await drag(place('piece/1/body/B'), 'coatl/1/1') // at 50 of 60
  await drag(place('piece/1/body/B'), 'coatl/1/2')
  expect(acted).toEqual(['extend 1 right B'])
  expect(document.querySelector('.held')).toBeNull()
})

test('the keyboard picks up a piece, goes to its places, and Enter acts there', async () => {
  table()
  await key(window, 'p')
  expect((document.activeElement as HTMLElement).dataset.place).toBe('piece/1/body/B')
  await fireEvent.click(document.activeElement!) // what a browser makes of Enter
  await waitFor(() => expect((document.activeElement as HTMLElement).dataset.place).toBe('coatl/1/1/left'))
  await fireEvent.click(document.activeElement!)
  expect(acted).toEqual(['extend 1 left B'])
})

test('Escape puts a piece back', async () => {
  table()
  await press('piece/1/body/B')
  await key(window, 'Escape')
  expect(document.querySelector('.end.open')).toBeNull()
})

test('u undoes and e ends the turn, when they may', async () => {
  const { rerender } = table()
  await key(window, 'u')
  await key(window, 'e')
  expect([undone, acted]).toEqual([0, []])
  await rerender({ view: view({ pending: 'assemble', legal: ['done', 'start B'], can_undo: true }) })
  await key(window, 'u')
  await key(window, 'e')
  expect([undone, acted]).toEqual([1, ['done']])
})

test('letters typed into a field are no shortcuts', async () => {
  table({ legal: ['done'], pending: 'assemble', can_undo: true })
  const field = document.createElement('input')
  document.body.append(field)
  await key(field, 'e')
  await key(field, 'u')
  field.remove()
  expect([undone, acted]).toEqual([0, []])
})

test('done is named by what it does', async () => {
  const { rerender } = table({ pending: 'assemble', legal: ['done'] })
  await fireEvent.click(button('End turn'))
  await rerender({ view: view({ pending: 'finish', coatl: 1, legal: ['done'] }) })
  await fireEvent.click(button('Close the coatl'))
  expect(acted).toEqual(['done', 'done'])
})

test('ending asks once when points lie on the table that could still be taken, and says which', async () => {
  const worth = { now: preview.now, after: { 'fulfil K5 1': { ...preview.now, points: 2 } } }
  table({ pending: 'assemble', legal: ['done', 'fulfil K5 1'] }, { preview: () => Promise.resolve(worth) })
  await tick()
  await fireEvent.click(button('End turn'))
  expect(acted).toEqual([])
  const asked = within(screen.getByRole('dialog', { name: 'Points still lie on the table' }))
  expect(asked.getByText('Fulfil K5 with coatl I: +2')).toBeTruthy()
  await fireEvent.click(asked.getByRole('button', { name: 'End turn' }))
  expect(acted).toEqual(['done'])
})

test('a card that is saved for later is asked about once, and again before it is too late', async () => {
  let points = 2
  const preview2 = () =>
    Promise.resolve({ now: preview.now, after: { 'fulfil K5 1': { ...preview.now, points } } })
  const legal = ['done', 'fulfil K5 1']
  const asks = async (change: Partial<BoardView>) => {
    await rerender({ view: view({ legal, ...change }), preview: preview2 })
    await tick()
    await fireEvent.click(
      screen.getAllByRole('button', {
        name: change.pending === 'finish' ? 'Close the coatl' : 'End turn',
      })[0]!,
    )
    const dialog = screen.queryByRole('dialog', { name: 'Points still lie on the table' })
    if (dialog) await fireEvent.click(within(dialog).getByTestId('sure'))
    await tick()
    return dialog !== null
  }
  const { rerender } = table({ pending: 'assemble', legal }, { preview: preview2 })
  expect(await asks({ pending: 'assemble' })).toBe(true)
  expect(await asks({ pending: 'assemble' })).toBe(false)
  expect(await asks({ pending: 'assemble', ending: 'bodies' })).toBe(true)
  expect(await asks({ pending: 'finish', coatl: 1 })).toBe(true)
  points = 5
  expect(await asks({ pending: 'assemble' })).toBe(true)
})

test('pointing at a place tells what the piece would gain and lose there', async () => {
  table()
  await tick()
  await press('piece/1/body/B')
  await fireEvent.focus(place('coatl/1/1/left'))
  const shown = within(screen.getByTestId('preview'))
  expect(shown.getByText('+2 points')).toBeTruthy()
  expect(shown.getByText('0 → 2')).toBeTruthy() // R5
  expect(shown.getByText('2 → 0')).toBeTruthy() // K5
  await fireEvent.focus(place('coatl/1/new'))
  expect(screen.queryByTestId('preview')).toBeNull()
})

test('with a finger the outcome is shown first, and a second tap does it', async () => {
  table()
  touch()
  await press('piece/1/body/B')
  await press('coatl/1/1/left')
  expect(acted).toEqual([])
  expect(screen.getByTestId('preview')).toBeTruthy()
  await press('coatl/1/1/left')
  expect(acted).toEqual(['extend 1 left B'])
  await press('cell/body1')
  await fireEvent.click(button('Leave it'))
  expect(acted.length).toBe(1)
  await press('cell/body1')
  await fireEvent.click(button('Yes, do it'))
  expect(acted[1]).toBe('take body1')
})

test('cards in hand narrate how far each coatl reaches them, and light up the pieces that count', async () => {
  table()
  await tick()
  expect(within(place('card/1/R5')).getByText('2/3')).toBeTruthy()
  expect(within(place('card/1/K5')).getAllByText('2').length).toBeGreaterThan(0)
  await fireEvent.focus(place('card/1/K5'))
  const pieces = [...place('coatl/1/1').querySelectorAll('[data-fly]')].map((piece) =>
    piece.classList.contains('lit'),
  )
  expect(pieces).toEqual([true, true, false])
})

test('a token is given up only after a second yes', async () => {
  table()
  await press('token/1/future')
  await press('pile/1')
  expect(acted).toEqual([])
  await fireEvent.click(button('Yes, do it'))
  expect(acted).toEqual(['priest pile1'])
})

test('perfect pick and robbing offer just the legal pieces', async () => {
  table()
  await press('token/1/pick')
  expect(
    within(screen.getByRole('group', { name: 'Pieces to choose from' }))
      .getAllByRole('button')
      .map((one) => one.getAttribute('aria-label')),
  ).toEqual(['Perfect pick: blue, red', 'Perfect pick: yellow head'])
  await fireEvent.click(button('Perfect pick: yellow head'))
  await fireEvent.click(button('Perfect pick: yellow head'))
  expect(acted).toEqual([]) // a token is gone for good: a double press is no yes
  await fireEvent.click(screen.getByTestId('yes'))
  await press('piece/1/body/*')
  await fireEvent.click(button('Steal from Ben: red'))
  expect(acted).toEqual(['pick head Y', 'steal 2 R'])
})

test('a double press on what has changed under the pointer does one thing', async () => {
  table({ can_undo: true })
  await press('piece/1/body/B')
  await fireEvent.click(button('Put it back'), { detail: 1 })
  await fireEvent.click(button('Undo'), { detail: 2 })
  expect(undone).toBe(0)
  await fireEvent.click(button('Undo'), { detail: 1 })
  expect(undone).toBe(1)
  await fireEvent.click(place('cell/head2'), { detail: 2 }) // the table has just come
  expect(acted).toEqual([])
})

test('in the set-up a press chooses and a press takes back, and all is sent at once', async () => {
  table({ pending: 'keep', legal: ['keep R5', 'keep K5', 'done'] })
  const order = () =>
    [...document.querySelectorAll<HTMLElement>('[data-dealt]')].map((one) => one.dataset.place)
  const before = order()
  touch()
  await press('card/1/K5')
  await press('card/1/R5')
  await press('card/1/R5')
  expect(acted).toEqual([])
  expect(order()).toEqual(before)
  expect(place('card/1/K5').getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByText('1 chosen')).toBeTruthy()
  await fireEvent.click(button('Keep these'))
  await waitFor(() => expect(acted).toEqual(['keep K5', 'done']))
})

test('keeping no prophecy asks first', async () => {
  table({ pending: 'keep', legal: ['keep R5', 'keep K5', 'done'] })
  await fireEvent.click(button('Keep these'))
  expect(acted).toEqual([])
  await fireEvent.click(button('Keep none'))
  await waitFor(() => expect(acted).toEqual(['done']))
})

test('the coatl that is being finished takes temples from pile and hand', async () => {
  table({ pending: 'finish', coatl: 2, legal: ['temple pile2', 'temple T1', 'done'] })
  await press('pile/2')
  await press('temple/1/T1')
  await fireEvent.click(button('Close it with temple T1'))
  expect(acted).toEqual(['temple pile2', 'temple T1'])
})

test.each([
  ['a spectator', null],
  ['a player who waits', 1],
])('%s can look at cards and do nothing', async (_, seat) => {
  table({ legal: [] }, { seat })
  for (const one of [...document.querySelectorAll<HTMLElement>('[data-table] [data-place]')])
    await fireEvent.click(one)
  for (const one of ['p', 's', 'e', 'u', 'Enter']) await key(window, one)
  expect(acted).toEqual([])
  expect(document.querySelectorAll('.open, .end:not(:disabled)').length).toBe(0)
  expect(screen.queryByRole('button', { name: /undo|end turn/i })).toBeNull()
})

test('hidden cards are backs, known ones are faces', () => {
  table()
  const ben = within(screen.getByRole('article', { name: 'Ben' }))
  expect(ben.getAllByRole('img', { name: 'hidden prophecy' }).length).toBe(2)
  expect(ben.getAllByRole('img', { name: 'hidden temple' }).length).toBe(1)
  expect(ben.getByRole('button', { name: /^Prophecy B1/ })).toBeTruthy()
})

test('a spectator sees every hand as its backs', () => {
  table(
    {
      viewer: 'spectator',
      legal: [],
      players: view().players.map((one) => ({ ...one, hand: ['?', '?', '?'], temples: ['?'] })),
    },
    { seat: null },
  )
  expect(screen.getAllByRole('img', { name: 'hidden prophecy' }).length).toBe(6)
  expect(screen.getAllByRole('article').map((one) => one.getAttribute('aria-label'))).toEqual(NAMES)
  const keys = [...document.querySelectorAll<HTMLElement>('[data-fly]')].map((one) => one.dataset.fly)
  expect(new Set(keys).size).toBe(keys.length) // nobody lies there twice
})

test("ADAM's line lies there with the pieces on its cards", () => {
  table({
    options: { ...view().options, solo: true, tokens: false },
    players: [view().players[0]!],
    adam: { line: ['G1', 'B1'], pieces: ['YK', ''], pile: { R5: 2 } },
  })
  const adam = within(screen.getByRole('article', { name: 'Ben' }))
  expect(adam.getByRole('img', { name: 'On it: yellow, black' })).toBeTruthy()
  expect(adam.getByText('2 cards played')).toBeTruthy()
  expect(adam.getByTitle('7 points').textContent).toBe('7 points')
})

test('a place that the log speaks of is marked', () => {
  table({}, { marked: ['cell/body2', 'coatl/2/1/left'] })
  expect(place('cell/body2').classList.contains('marked')).toBe(true)
  expect(place('coatl/2/1').closest('section')!.classList.contains('marked')).toBe(true)
  expect(document.querySelectorAll('.marked').length).toBe(2)
})

test('the position is told in words', () => {
  table()
  const text = screen.getByRole('region', { name: 'The table in words' }).textContent!
  expect(text).toContain('It is your turn.')
  expect(text).toContain('body cell 2: blue, blue')
  expect(text).toContain(
    'Ben, 7 points. Board: red. Hand: 3 hidden cards. Coatls: Coatl I: green head, green, red.',
  )
})

test('a preview that comes too late is not shown', async () => {
  const answers: ((answer: typeof preview) => void)[] = []
  const asked = vi.fn(() => new Promise<typeof preview>((done) => answers.push(done)))
  const { rerender } = table({}, { preview: asked })
  await rerender({ view: view({ turns: 5 }) })
  expect(asked).toHaveBeenCalledTimes(2)
  answers[0]!(preview)
  await tick()
  expect(screen.queryByText('2/3')).toBeNull()
  answers[1]!(preview)
  await waitFor(() => expect(screen.getByText('2/3')).toBeTruthy())
})

test('where every hand lies open nobody is addressed: it is told whose turn it is', () => {
  table({ viewer: 'all', legal: [], seat: 1 })
  expect(screen.queryByText('It is your turn.')).toBeNull()
  expect(screen.getAllByText('Ann is to move.').length).toBeGreaterThan(0)
})
