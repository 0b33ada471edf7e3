import { cleanup, render, screen } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { setLanguage } from '../i18n/messages.svelte'
import Footer from './Footer.svelte'
import { preparation } from './preparation'

beforeAll(() => setLanguage('en'))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const answering = (headers: Record<string, string>) =>
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('[]', { headers })))

test('the foot of a page leads to the manual, if the server says that it has one', async () => {
  answering({ Link: '</docs/>; rel="help"' })
  const told = await preparation()
  expect(told).toEqual({ parts: [], manual: true })
  render(Footer, { manual: Promise.resolve(told.manual) })
  expect((await screen.findByRole('link', { name: 'Manual' })).getAttribute('href')).toBe('/docs/')
})

test('and not, if it has none', async () => {
  answering({})
  const { manual } = await preparation()
  render(Footer, { manual: Promise.resolve(manual) })
  await tick()
  await tick()
  expect(screen.queryByRole('link', { name: 'Manual' })).toBeNull()
})
