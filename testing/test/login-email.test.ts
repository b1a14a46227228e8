/** Signing in with another address, and what somebody who means ill would try with that. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { attempt } from '@vitrine/client'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { asMember, enter, goodPassword, guest, newEmail, ownPages, signInPolicy } from '../src/guest.ts'
import { codeFor, emailsTo } from '../src/mailbox.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { newMember as gone } from '../src/subscribed-member.ts'

let shop: TestPlatform

before(async () => {
  shop = await startTestPlatform()
  await ownPages(shop)
  await signInPolicy(shop, {})
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

const codeOf = async (call: Promise<unknown>) => (await attempt(call))[0]?.code ?? 'done'
const login = (email: string, agent = 'Mozilla/5.0 (Macintosh) Firefox/140') =>
  guest(shop, { agent }).authentication.login({ loginId: { email }, password: goodPassword })
const password = goodPassword

/** A member with a password, signed in at one place. */
async function member() {
  const email = newEmail()
  const answer = await guest(shop, { agent: 'Mozilla/5.0 (iPhone) Safari/605' }).authentication.register({
    loginId: { email },
    password,
    profile: { firstName: 'Ada' },
  })
  return { email, id: answer.identity!.id!, me: asMember(shop, await enter(shop, answer)) }
}

describe('another address to sign in with', () => {
  test('200 is proved by the code sent there, and then signs in in the place of the old one, which is told', async () => {
    const { email, me, id } = await member()
    const elsewhere = asMember(shop, await enter(shop, await login(email)))
    const next = newEmail()
    await me.mySecurity.askForMyLoginEmail({ email: next, password })
    assert.equal((await me.mySecurity.getMyFactors({})).newEmail, next)
    assert.equal((await login(email)).state, 'SUCCESS', 'nothing has changed yet')
    assert.deepEqual(await me.mySecurity.confirmMyLoginEmail({ code: await codeFor(shop, next) }), { loginEmail: next })

    const { member: now } = await me.members.getCurrentMember({ fieldsets: ['FULL'] })
    assert.deepEqual([now.id, now.loginEmail, now.loginEmailVerified], [id, next, true])
    assert.deepEqual(now.contact?.emails, [next])
    assert.equal((await me.mySecurity.getMyFactors({})).newEmail, undefined)
    assert.equal(await codeOf(login(email)), '-19976')
    assert.equal((await login(next)).state, 'SUCCESS')
    const [told] = await emailsTo(shop, email)
    assert.match(told!.subject, /^You sign in to .+ with another address$/)
    assert.ok(!told!.text.includes(next), 'the old mailbox is not told the new address')
    await shop.platform.learnEnded()
    assert.equal(await codeOf(elsewhere.mySecurity.listMySessions()), 'INVALID_TOKEN')
    assert.equal(await codeOf(me.mySecurity.listMySessions()), 'done')
  })

  test('-19976 without the password, or with another; no email is written', async () => {
    const { me } = await member()
    const next = newEmail()
    assert.equal(await codeOf(me.mySecurity.askForMyLoginEmail({ email: next })), '-19976')
    assert.equal(await codeOf(me.mySecurity.askForMyLoginEmail({ email: next, password: 'some other words' })), '-19976')
    assert.deepEqual(await emailsTo(shop, next), [])
  })

  test('SIGN_IN_TOO_OLD for who has no password and signed in long ago; within the hour it is enough', async () => {
    const { me, id } = await member()
    await shop.platform.database.query(
      sql`update member_credential set password_hash = null where site = ${shop.site} and member_id = ${id}`,
    )
    const next = newEmail()
    await me.mySecurity.askForMyLoginEmail({ email: next })
    assert.equal(await codeOf(me.mySecurity.confirmMyLoginEmail({ code: await codeFor(shop, next) })), 'done')
    await shop.platform.database.query(sql`
      update member_session set created_at = created_at - interval '2 hours' where site = ${shop.site} and member_id = ${id}`)
    assert.equal(await codeOf(me.mySecurity.askForMyLoginEmail({ email: newEmail() })), 'SIGN_IN_TOO_OLD')
  })

  test('VERIFICATION_FAILED with a wrong code, and where nothing was asked for; INVALID_ARGUMENT for the one they have, or none', async () => {
    const { me, email } = await member()
    assert.equal(await codeOf(me.mySecurity.confirmMyLoginEmail({ code: '000000' })), 'VERIFICATION_FAILED')
    assert.equal(await codeOf(me.mySecurity.askForMyLoginEmail({ email: email.toUpperCase(), password })), 'INVALID_ARGUMENT')
    assert.equal(await codeOf(me.mySecurity.askForMyLoginEmail({ email: 'ada', password })), 'INVALID_ARGUMENT')
  })
})

test('MEMBER_NOT_FOUND for whom there is no account any more', async () => {
  const { mySecurity } = (await gone(shop)).client
  assert.equal(await codeOf(mySecurity.askForMyLoginEmail({ email: newEmail() })), 'MEMBER_NOT_FOUND')
  assert.equal(await codeOf(mySecurity.confirmMyLoginEmail({ code: '123456' })), 'MEMBER_NOT_FOUND')
})

describe('security of another address', () => {
  // attack: Sign-in limits | a change of email to one that somebody has | the same answer as for a free one
  test('user enumeration: an address that somebody has is answered like a free one, and its owner gets no code', async () => {
    const { email: taken } = await member()
    const { me } = await member()
    const before = (await emailsTo(shop, taken)).length
    const free = await me.mySecurity.askForMyLoginEmail({ email: newEmail(), password })
    assert.deepEqual(await me.mySecurity.askForMyLoginEmail({ email: taken, password }), free)
    assert.equal((await me.mySecurity.getMyFactors({})).newEmail, taken)
    assert.equal((await emailsTo(shop, taken)).length, before)
    assert.equal(await codeOf(me.mySecurity.confirmMyLoginEmail({ code: '123456' })), 'VERIFICATION_FAILED')
  })

  test('a code proves the address that it was sent to, and no other that is asked for before or after', async () => {
    const { me, email } = await member()
    const [mine, theirs] = [newEmail(), newEmail()]
    await me.mySecurity.askForMyLoginEmail({ email: mine, password })
    const code = await codeFor(shop, mine)
    await me.mySecurity.askForMyLoginEmail({ email: theirs, password })
    assert.equal(await codeOf(me.mySecurity.confirmMyLoginEmail({ code })), 'VERIFICATION_FAILED')
    assert.equal((await login(email)).state, 'SUCCESS')
  })

  test('a code is of the member who asked, good for a quarter of an hour, and once', async () => {
    const [one, other] = [await member(), await member()]
    const next = newEmail()
    await one.me.mySecurity.askForMyLoginEmail({ email: next, password })
    await other.me.mySecurity.askForMyLoginEmail({ email: newEmail(), password })
    const code = await codeFor(shop, next)
    assert.equal(await codeOf(other.me.mySecurity.confirmMyLoginEmail({ code })), 'VERIFICATION_FAILED')
    await shop.platform.database.query(sql`update email_change set expires_at = expires_at - interval '1 day' where site = ${shop.site}`)
    assert.equal(await codeOf(one.me.mySecurity.confirmMyLoginEmail({ code })), 'VERIFICATION_FAILED')
    await shop.platform.database.query(sql`update email_change set expires_at = expires_at + interval '1 day' where site = ${shop.site}`)
    assert.equal(await codeOf(one.me.mySecurity.confirmMyLoginEmail({ code })), 'done')
    assert.equal(await codeOf(one.me.mySecurity.confirmMyLoginEmail({ code })), 'VERIFICATION_FAILED')
  })

  // attack: Sign-in limits | guessing the code of a change of email | five tries, then not even the right code
  test('brute force of six digits: five tries, then not even the right ones', async () => {
    const { me } = await member()
    const next = newEmail()
    await me.mySecurity.askForMyLoginEmail({ email: next, password })
    const code = await codeFor(shop, next)
    const wrong = code === '000000' ? '111111' : '000000'
    for (let i = 0; i < 5; i++) assert.notEqual(await codeOf(me.mySecurity.confirmMyLoginEmail({ code: wrong })), 'done')
    await shop.platform.database.query(sql`delete from sign_in_failure where site = ${shop.site}`)
    assert.equal(await codeOf(me.mySecurity.confirmMyLoginEmail({ code })), 'VERIFICATION_FAILED')
  })

  // attack: Sign-in limits | codes are sent to one mailbox again and again | 429 TOO_MANY_REQUESTS
  test('flooding: neither a member nor a mailbox is the way to emails without end', async () => {
    const { me } = await member()
    const target = newEmail()
    const answers: string[] = []
    for (let i = 0; i < 7; i++) answers.push(await codeOf(me.mySecurity.askForMyLoginEmail({ email: target, password })))
    assert.equal(answers.at(-1), 'TOO_MANY_REQUESTS')
    const { me: other } = await member()
    assert.equal(await codeOf(other.mySecurity.askForMyLoginEmail({ email: target, password })), 'TOO_MANY_REQUESTS')
    await shop.platform.database.query(sql`delete from sign_in_failure where site = ${shop.site}`)
  })

  test('one address, two who prove it at once: one has it, the other is told; nobody gets both', async () => {
    const [one, other] = [await member(), await member()]
    const next = newEmail()
    await one.me.mySecurity.askForMyLoginEmail({ email: next, password })
    const first = await codeFor(shop, next)
    await other.me.mySecurity.askForMyLoginEmail({ email: next.toUpperCase().replace('@EXAMPLE.COM', '@example.com'), password })
    const emails = await emailsTo(shop, next.toUpperCase().replace('@EXAMPLE.COM', '@example.com'))
    const [, a, b] = /\b(\d{3}) (\d{3})\b/.exec(emails[0]!.text)!
    const done = await Promise.all([
      codeOf(one.me.mySecurity.confirmMyLoginEmail({ code: first })),
      codeOf(other.me.mySecurity.confirmMyLoginEmail({ code: `${a}${b}` })),
    ])
    assert.deepEqual(done.toSorted(), ['-19995', 'done'])
  })

  test('what lies in the old mailbox is over: its link to a new password, its code, and the devices that were trusted', async () => {
    const { me, email } = await member()
    const next = newEmail()
    await guest(shop).recovery.sendRecoveryEmail({ email })
    const [message] = await emailsTo(shop, email)
    const recoveryToken = /token=([\w-]{43})/.exec(message!.text)![1]!
    await me.mySecurity.askForMyLoginEmail({ email: next, password })
    await me.mySecurity.confirmMyLoginEmail({ code: await codeFor(shop, next) })
    assert.equal(await codeOf(guest(shop).recovery.recover({ recoveryToken, password: 'kettle fox marble' })), 'RECOVERY_TOKEN_OVER')
  })

  // attack: Other people's data | the login email is changed by a profile update | unchanged
  test('mass assignment: the address is not changed by what changes the rest of a profile', async () => {
    const { me, id, email } = await member()
    await attempt(me.members.updateMember({ member: { id, loginEmail: newEmail(), contact: { firstName: 'Eve' } } } as never))
    assert.equal((await me.members.getCurrentMember({ fieldsets: ['FULL'] })).member.loginEmail, email)
  })
})
