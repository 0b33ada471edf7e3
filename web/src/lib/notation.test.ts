import { expect, test } from 'vitest'
import examples from '../../../tests/describe/actions.json'
import { readAction } from './notation'

test.each(['board', 'card'] as const)(
  'the notation of the %s game is read as the engine reads it',
  (game) => {
    for (const [text, parts] of Object.entries(examples[game]))
      expect(readAction(game, text), text).toEqual(parts)
  },
)

test('of an action of a later version the verb is known', () =>
  expect(readAction('board', 'dance wildly')).toEqual({ verb: 'dance' }))
