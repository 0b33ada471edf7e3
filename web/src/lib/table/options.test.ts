/** The form of the rules is made from the declaration of the options, in every language. */
import { cleanup, fireEvent, render } from '@testing-library/svelte'
import { afterEach, describe, expect, test } from 'vitest'
import { LANGUAGES, setLanguage, type Language } from '../i18n/messages.svelte'
import { choicesOf, fieldsAt, optionText, optionTexts, type Field } from './options'
import RuleFields from './RuleFields.svelte'
import { firstPlan, isSolo, type Plan, type Way } from './plan'

afterEach(cleanup)

const TABLES: [Way, Plan['game']][] = [
  ['adam', 'board'],
  ['carl', 'card'],
  ['friends', 'board'],
  ['friends', 'card'],
]

/** Everything that a field says: its label, and those of its choices. */
const textsOf = ({ name, options }: Field): string[] =>
  options.length > 1
    ? [optionText(name), optionText(name, 'none'), ...options.map((option) => optionText(option.name))]
    : [optionText(name), ...choicesOf(options[0]!).map((choice) => optionText(name, choice))]

describe.each(Object.keys(LANGUAGES) as Language[])('in %s', (language) => {
  test.each(TABLES)('%s, %s game: every option has its field', async (way, game) => {
    await setLanguage(language)
    const { container } = render(RuleFields, { way, plan: { ...firstPlan(way), game } })
    const texts = fieldsAt(game, isSolo(way)).flatMap(textsOf)
    expect(texts.filter((text) => text.startsWith('options.'))).toEqual([])
    for (const text of texts) expect(container.textContent).toContain(text)
    expect(container.querySelectorAll('select, fieldset, label.check').length > 0).toBe(texts.length > 0)
  })
})

test('of the options of a group at most one is chosen', async () => {
  await setLanguage('en')
  const plan = firstPlan('friends')
  const { getByLabelText } = render(RuleFields, { way: 'friends', plan })
  const select = getByLabelText(optionText('bodies'))
  await fireEvent.change(select, { target: { value: 'golden_feathers' } })
  expect(plan.options).toMatchObject({ golden_feathers: true, fewer_bodies: false })
  await fireEvent.change(select, { target: { value: 'fewer_bodies' } })
  expect(plan.options).toMatchObject({ golden_feathers: false, fewer_bodies: true })
})

test('a table says what differs from the plain game', async () => {
  await setLanguage('en')
  const about = { clock: null, own_deck: false }
  const plain = {
    players: 2,
    solo: false,
    tokens: true,
    promo: false,
    fewer_bodies: false,
    golden_feathers: false,
  }
  expect(optionTexts({ ...about, game: 'board', options: plain })).toEqual([])
  expect(optionTexts({ ...about, game: 'board', options: { ...plain, tokens: false, promo: true } })).toEqual(
    ['without tokens', 'Promo cards'],
  )
  const alone = { players: 1, solo: true, tokens: false, difficulties: [1, 4] }
  expect(optionTexts({ ...about, game: 'board', options: alone })).toEqual(['difficulties 1, 4'])
  const carl = { players: 1, solo: true, opponent: 'carl2', manner: 'random' }
  expect(optionTexts({ ...about, game: 'card', options: carl })).toEqual([
    'CARL 2.0: 6 rounds, stronger',
    'drawn at random',
  ])
})
