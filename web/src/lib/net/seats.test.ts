import { beforeEach, expect, test, vi } from 'vitest'
import { forget } from '../storage'
import { forgetToken, invitesOf, isToken, keepToken, known, markOver, tokenOf } from './seats'

beforeEach(() => forget('seats'))

test('invitations stay with the table that they are for, also when its token comes again', () => {
  keepToken('a', 'host', { 2: 'secret' })
  keepToken('b', 'guest')
  expect([invitesOf('a'), invitesOf('b'), invitesOf('c')]).toEqual([{ 2: 'secret' }, {}, {}])
  keepToken('a', 'host')
  expect(invitesOf('a')).toEqual({ 2: 'secret' })
  forgetToken('a')
  expect([tokenOf('a'), invitesOf('a')]).toEqual([null, {}])
})

test('a device remembers so many tables, the newest first, and nothing of the others', () => {
  for (let i = 0; i < 60; i++) keepToken(`t${i}`, `token${i}`, { 2: `invite${i}` })
  expect(known().length).toBe(40)
  expect(known()[0]!.table).toBe('t59')
  expect([tokenOf('t0'), invitesOf('t0')]).toEqual([null, {}])
  expect(JSON.stringify({ ...localStorage })).not.toContain('invite1"')
})

test('a seat that another tab has taken is not forgotten by this one', () => {
  keepToken('a', 'mine')
  const other = [
    { table: 'b', token: 'theirs', since: 0 },
    ...JSON.parse(localStorage.getItem('coatl.seats')!),
  ]
  localStorage.setItem('coatl.seats', JSON.stringify(other))
  keepToken('c', 'mine too')
  expect([tokenOf('a'), tokenOf('b'), tokenOf('c')]).toEqual(['mine', 'theirs', 'mine too'])
})

test('without storage the page remembers', () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  keepToken('a', 'mine')
  full.mockRestore()
  expect(tokenOf('a')).toBe('mine')
})

test('what is stored by somebody else and no list of seats is no seat', () => {
  for (const text of ['null', '5', '{}', '[null]', 'x']) {
    localStorage.setItem('coatl.seats', text)
    expect(known()).toEqual([])
  }
})

test('a text that is cut off is no token', () => {
  expect(['k'.repeat(43), 'k'.repeat(31), '<b>'.repeat(20), ''].map(isToken)).toEqual([
    true,
    false,
    false,
    false,
  ])
})

test('a game that is on is remembered longer than many that are over', () => {
  keepToken('slow', 'mine')
  for (let i = 0; i < 60; i++) {
    keepToken(`t${i}`, `token${i}`)
    markOver(`t${i}`)
  }
  expect(known().map((one) => one.table)).toEqual(['slow'])
  expect([tokenOf('slow'), tokenOf('t0'), tokenOf('t59')]).toEqual(['mine', null, 'token59'])
})
