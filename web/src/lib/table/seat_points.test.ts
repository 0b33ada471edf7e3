import { render } from '@testing-library/svelte'
import { flushSync } from 'svelte'
import { beforeAll, expect, test, vi } from 'vitest'
import { setLanguage } from '../i18n/messages.svelte'
import Points from '../ui/Points.svelte'
import SeatPoints from './SeatPoints.svelte'

const waiting: FrameRequestCallback[] = []
beforeAll(() => {
  setLanguage('en')
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => waiting.push(frame))
  vi.spyOn(performance, 'now').mockReturnValue(0)
})
const draw = (time: number) => flushSync(() => waiting.splice(0).forEach((frame) => frame(time)))

test('the chip of a seat counts up with its panel, never ahead of it', async () => {
  const panel = render(Points, { points: 4, seat: 2 })
  const chip = render(SeatPoints, { points: 4 })
  const shown = () => [panel, chip].map(({ container }) => parseInt(container.textContent))
  await Promise.all([panel, chip].map(({ rerender }) => rerender({ points: 60 })))
  expect(shown()).toEqual([4, 4])
  draw(350)
  expect(shown()).toEqual([32, 32])
  draw(700)
  expect(shown()).toEqual([60, 60])
})
