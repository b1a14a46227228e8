import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Seals } from '../../kernel/seals.ts'
import { deviceCookies, deviceSeconds } from './device-cookies.ts'

/** Seals that can be read: what matters here is what is stated, and for what. */
const seals: Seals = {
  seal: async (site, kind, statement, seconds) => JSON.stringify({ site, kind, statement, seconds }),
  open: async (site, kind, text) => {
    const sealed = JSON.parse(text) as { site: string; kind: string; statement: Record<string, unknown> }
    return sealed.site === site && sealed.kind === kind ? sealed.statement : undefined
  },
}
const members = deviceCookies(seals, 'member-device')
const account = { id: 'm1', passwordAt: new Date('2026-03-10T09:00:00.000Z') }

test('a device that has signed in is known again, under the same id however often it signs in', async () => {
  const cookie = await members.issue('s1', account)
  const id = await members.find('s1', account, cookie)
  assert.match(id!, /^[0-9a-f-]{36}$/)
  assert.equal(await members.find('s1', account, await members.issue('s1', account, id)), id)
  assert.notEqual(await members.find('s1', account, await members.issue('s1', account)), id, 'another device')
  assert.equal((JSON.parse(cookie) as { seconds: number }).seconds, deviceSeconds)
})

test('a device is unknown to another account, another shop and the staff', async () => {
  const cookie = await members.issue('s1', account)
  assert.equal(await members.find('s1', { ...account, id: 'm2' }, cookie), undefined)
  assert.equal(await members.find('s1', undefined, cookie), undefined)
  assert.equal(await members.find('s2', account, cookie), undefined)
  assert.equal(await deviceCookies(seals, 'staff-device').find('s1', account, cookie), undefined)
})

test('another password makes all devices unknown, also the first that an account gets', async () => {
  const cookie = await members.issue('s1', account)
  assert.equal(await members.find('s1', { ...account, passwordAt: new Date('2026-03-11T09:00:00.000Z') }, cookie), undefined)
  const without = { ...account, passwordAt: null }
  const first = await members.issue('s1', without)
  assert.ok(await members.find('s1', without, first))
  assert.equal(await members.find('s1', account, first), undefined)
})

test('no cookie, or one that is longer than any of ours, is not even opened', async () => {
  const strict = deviceCookies({ ...seals, open: () => assert.fail('it was opened') }, 'member-device')
  assert.equal(await strict.find('s1', account, undefined), undefined)
  assert.equal(await strict.find('s1', account, 'x'.repeat(2001)), undefined)
})
