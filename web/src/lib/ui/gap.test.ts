import { expect, test } from 'vitest'
import { gapFor } from './gap'

const AREA = { width: 400, height: 300 }
const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height })
const place = (wanted: ReturnType<typeof box>, ...taken: ReturnType<typeof box>[]) => {
  const { x, y } = gapFor(
    wanted,
    taken.map((one) => ({ ...one, weight: 1 })),
    AREA,
  )
  return [x, y]
}

test('what covers nothing stays where it is wanted', () => {
  expect(place(box(33, 44, 100, 50))).toEqual([33, 44])
  expect(place(box(33, 44, 100, 50), box(133, 44, 100, 50), box(33, 0, 100, 44))).toEqual([33, 44])
})
test('what would cover something goes to the nearest gap', () => {
  expect(place(box(290, 240, 100, 50), box(290, 200, 100, 100))).toEqual([290, 148])
  expect(place(box(290, 240, 100, 50), box(280, 0, 120, 300))).toEqual([178, 240])
})
test('where no gap is wide enough, the least is covered', () => {
  expect(place(box(150, 100, 100, 50), box(0, 0, 400, 200), box(0, 200, 240, 100))).toEqual([248, 208])
  expect(place(box(150, 100, 100, 50), box(0, 0, 400, 280))).toEqual([150, 242])
})
test('what weighs more is covered last', () => {
  const taken = [
    { ...box(0, 0, 400, 250), weight: 4 },
    { ...box(0, 250, 400, 50), weight: 1 },
  ]
  const { x, y } = gapFor(box(150, 100, 100, 42), taken, AREA)
  expect([x, y]).toEqual([150, 250])
})
