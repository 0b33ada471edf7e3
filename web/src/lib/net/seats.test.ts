import { beforeEach, expect, test } from 'vitest'
import { forget } from '../kept'
import { forgetToken, invitesOf, keepToken, known, tokenOf } from './seats'

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
