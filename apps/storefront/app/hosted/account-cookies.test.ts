import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountCookies, readAccountCookies } from './account-cookies.ts'

const none = { lasting: [], untilClosed: [] }
const [hanna, marta] = ['h'.repeat(40), 'm'.repeat(40)]

test('who stays is in a lasting cookie, who does not in one that goes with the browser', () => {
  const lines = accountCookies(none, { lasting: [hanna], untilClosed: [marta] }, true)
  assert.deepEqual(lines, [
    `__Host-accounts=${hanna}; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure`,
    `__Host-accounts-until-closed=${marta}; Path=/; HttpOnly; SameSite=Lax; Secure`,
  ])
  const header = lines.map((line) => line.split(';')[0]).join('; ')
  assert.deepEqual(readAccountCookies(header, true), { lasting: [hanna], untilClosed: [marta] })
})

test('what has not changed is not set again, and what is empty is taken away', () => {
  const before = { lasting: [hanna, marta], untilClosed: [marta] }
  assert.deepEqual(accountCookies(before, before, false), [])
  assert.deepEqual(accountCookies(before, { ...before, untilClosed: [] }, false), [
    'accounts-until-closed=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
  ])
})

test('what is no reference is not read, nor more than there can be', () => {
  assert.deepEqual(readAccountCookies(null, true), none)
  assert.deepEqual(readAccountCookies(`accounts=short~${hanna}~${'x'.repeat(401)}~"${marta}"`, false).lasting, [hanna])
  assert.equal(readAccountCookies(`accounts=${Array.from({ length: 50 }, () => hanna).join('~')}`, false).lasting.length, 10)
})
