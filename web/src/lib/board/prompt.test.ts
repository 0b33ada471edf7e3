import { beforeAll, expect, test } from 'vitest'
import { setLanguage } from '../i18n/messages.svelte'
import { promptText } from './prompt'

beforeAll(() => setLanguage('en'))
const prompt = (pending: 'keep' | 'turn' | 'finish', ...legal: string[]) =>
  promptText({ pending, legal, coatl: 1 })

test('it says what can be done, the end last', () =>
  expect(prompt('turn', 'done', 'take body1', 'take body2', 'fulfil B4 1')).toBe(
    'You can take pieces, fulfil a prophecy, or end your turn.',
  ))
test('to close a coatl is not to end a turn', () =>
  expect(prompt('finish', 'done')).toBe('Coatl I is finished. You can close the coatl.'))
test('before the first turn there is none to end', () => expect(prompt('keep', 'done')).toBe(''))
