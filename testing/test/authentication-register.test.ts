import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { newEmail } from '../src/guest.ts'
import { codeFor, emailsTo } from '../src/mailbox.ts'
import { codeOf, refusedWith } from '../src/refused.ts'
import { testSections } from '../src/shop.ts'
import { login, register, startSigningIn } from '../src/signing-in.ts'
import { newVisitor, send } from '../src/wire.ts'

const { shop, policy, newGuest, memberOf } = await startSigningIn()

describe('register', () => {
  test('SUCCESS signs a new member in, with what they say of themselves', async () => {
    const email = newEmail()
    const { state, sessionToken, identity } = await register(newGuest(), email)
    assert.equal(state, 'SUCCESS')
    assert.ok(sessionToken)
    assert.equal(identity?.email?.address, email)
    assert.equal(identity?.status?.name, 'ACTIVE')
    assert.equal(identity?.identityProfile?.firstName, 'Ada')
    const member = await memberOf(email)
    assert.deepEqual([member?.status, member?.verified, member?.privacy], ['APPROVED', false, 'PRIVATE'])
    assert.equal(member?.last?.getTime(), shop.clock.now().getTime())
  })

  test('keeps no password, but its argon2id', async () => {
    const email = newEmail()
    await register(newGuest(), email)
    const { id } = (await memberOf(email))!
    const [row] = await shop.platform.database.query<{ hash: string }>(
      sql`select password_hash as hash from member_credential where site = ${shop.site} and member_id = ${id}`,
    )
    assert.match(row!.hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  test('400 with a violation that the published client knows as an invalid e-mail', async () => {
    for (const email of ['', 'ada', 'ada@', '@example.com', 'a b@example.com']) {
      const refused = await refusedWith(register(newGuest(), email))
      assert.equal(refused?.code, 'INVALID_ARGUMENT', email)
      const [violation] = (refused.data as { fieldViolations: { field: string; data: object }[] }).fieldViolations
      assert.equal(violation?.field, 'loginId.email')
      assert.deepEqual(violation?.data, { type: 'EMAIL' })
    }
  })

  test('409 -19995 where the address has an account, however it is written; its owner is written to', async () => {
    const email = newEmail()
    await register(newGuest(), email)
    assert.equal(await codeOf(register(newGuest(), email.toUpperCase())), '-19995')
    const [message] = await emailsTo(shop, email)
    assert.match(message!.subject, /You have an account/)
  })

  test('400 PASSWORD_TOO_WEAK says why: short, about oneself, common, easy', async () => {
    const reason = async (typed: string) => {
      const refused = await refusedWith(register(newGuest(), 'lovelace.ada@example.com', { password: typed }))
      assert.equal(refused?.code, 'PASSWORD_TOO_WEAK')
      return (refused.data as { reason: string }).reason
    }
    assert.equal(await reason('x9$Kq2!'), 'TOO_SHORT')
    assert.equal(await reason('lovelace.ada@example.com'), 'ABOUT_YOU')
    assert.equal(await reason('Test shop'), 'ABOUT_YOU')
    assert.equal(await reason('password1'), 'TOO_COMMON')
    assert.equal(await reason('elephant'), 'TOO_EASY')
    assert.equal(await codeOf(register(newGuest(), newEmail(), { password: null })), 'PASSWORD_TOO_WEAK')
  })

  test('403 REGISTRATION_CLOSED where the shop takes nobody', async () => {
    await policy({ registration: 'CLOSED' })
    assert.equal(await codeOf(register(newGuest(), newEmail())), 'REGISTRATION_CLOSED')
  })

  test('REQUIRE_OWNER_APPROVAL lets nobody in before the shop says yes; the member and the shop are written to', async () => {
    await policy({ registration: 'APPROVAL' })
    const email = newEmail()
    const { state, sessionToken, identity } = await register(newGuest(), email)
    assert.deepEqual([state, sessionToken], ['REQUIRE_OWNER_APPROVAL', undefined])
    assert.deepEqual(identity?.status, { name: 'PENDING', reasons: ['PENDING_EMAIL_VERIFICATION_REQUIRED'] })
    assert.equal((await login(newGuest(), email)).state, 'REQUIRE_OWNER_APPROVAL')
    const [message] = await emailsTo(shop, email)
    assert.match(message!.subject, /looks at your account/)
    const toShop = await emailsTo(shop, testSections.mail.replyTo || testSections.mail.from)
    assert.ok(toShop.some(({ subject }) => subject.includes(email)))

    for (let once = 0; once < 2; once++)
      await send(shop, {
        method: 'POST',
        path: `/members/v1/members/${identity.id}/approve`,
        headers: { authorization: shop.apiKey },
        body: {},
      })
    assert.equal((await login(newGuest(), email)).state, 'SUCCESS')
    const told = (await emailsTo(shop, email)).filter(({ text }) => text.includes('/login'))
    assert.equal(told.length, 1, 'once, however often the shop says yes')
  })

  test('takes nothing from the profile that is not its owner’s to say', async () => {
    const email = newEmail()
    const profile = { firstName: 'Ada', status: 'APPROVED', slug: 'owner', loginEmailVerified: true, privacyStatus: 'PRIVATE' }
    await policy({ registration: 'APPROVAL', newMembersArePublic: true })
    await register(newGuest(), email, { profile, status: 'APPROVED', emailVerified: true })
    const member = await memberOf(email)
    assert.deepEqual([member?.status, member?.verified, member?.privacy], ['PENDING', false, 'PRIVATE'])
  })

  test('five at once with one address make one member', async () => {
    const email = newEmail()
    const codes = await Promise.all(Array.from({ length: 5 }, () => codeOf(register(newGuest(), email))))
    assert.deepEqual(codes.toSorted(), [...Array<string>(4).fill('-19995'), 'done'])
  })
})

describe('verification of an address', () => {
  before(() => policy({ emailVerification: true }))
  const begin = async () => {
    await policy({ emailVerification: true })
    const who = newGuest()
    const email = newEmail()
    const { state, stateToken, sessionToken } = await register(who, email)
    assert.deepEqual([state, sessionToken], ['REQUIRE_EMAIL_VERIFICATION', undefined])
    return { who, email, stateToken: stateToken! }
  }

  test('the code of the email verifies, and signs in', async () => {
    const { who, email, stateToken } = await begin()
    const code = await codeFor(shop, email)
    const { state, sessionToken } = await who.verification.verifyDuringAuthentication({ code, stateToken })
    assert.equal(state, 'SUCCESS')
    assert.ok(sessionToken)
    const member = await memberOf(email)
    assert.deepEqual([member?.status, member?.verified], ['APPROVED', true])
    assert.equal((await login(newGuest(), email)).state, 'SUCCESS')
  })

  test('a wrong code is 400 VERIFICATION_FAILED; after five of them the right one is too, until another is sent', async () => {
    const { who, email, stateToken } = await begin()
    const code = await codeFor(shop, email)
    const wrong = code === '000000' ? '000001' : '000000'
    for (let i = 0; i < 5; i++)
      assert.equal(await codeOf(who.verification.verifyDuringAuthentication({ code: wrong, stateToken })), 'VERIFICATION_FAILED')
    assert.equal(await codeOf(who.verification.verifyDuringAuthentication({ code, stateToken })), 'VERIFICATION_FAILED')
    await who.verification.resendDuringAuthentication({ stateToken })
    const { state } = await who.verification.verifyDuringAuthentication({ code: await codeFor(shop, email), stateToken })
    assert.equal(state, 'SUCCESS')
  })

  test('a code counts for a quarter of an hour', async () => {
    const { who, email, stateToken } = await begin()
    const code = await codeFor(shop, email)
    shop.clock.advance(14 * 60_000 + 59_000)
    const later = (await login(newGuest(), email)).stateToken!
    shop.clock.advance(2_000)
    assert.equal(await codeOf(who.verification.verifyDuringAuthentication({ code, stateToken: later })), 'VERIFICATION_FAILED')
    assert.equal(await codeOf(who.verification.verifyDuringAuthentication({ code, stateToken })), 'SIGN_IN_OVER')
  })

  // attack: Sign-in limits | one email code is verified twice at once | one succeeds
  test('of two who verify one code at once, one gets in', async () => {
    const { who, email, stateToken } = await begin()
    const code = await codeFor(shop, email)
    const codes = await Promise.all(
      Array.from({ length: 8 }, () => codeOf(who.verification.verifyDuringAuthentication({ code, stateToken }))),
    )
    assert.equal(codes.filter((one) => one === 'done').length, 1, String(codes))
  })

  // attack: Tokens, OAuth, sessions | a state token is reused, invented or of another shop | refused
  test('a state token ends with its success, is of its shop alone, and cannot be made up', async () => {
    const { who, email, stateToken } = await begin()
    await who.verification.verifyDuringAuthentication({ code: await codeFor(shop, email), stateToken })
    assert.equal(await codeOf(who.verification.verifyDuringAuthentication({ code: '123456', stateToken })), 'SIGN_IN_OVER')
    assert.equal(await codeOf(who.verification.resendDuringAuthentication({ stateToken })), 'SIGN_IN_OVER')
    const [head, , signature] = stateToken.split('.')
    const forged = `${head}.${Buffer.from(JSON.stringify({ use: 'seal:sign-in', is: {}, exp: 9e9 })).toString('base64url')}.${signature}`
    for (const text of [forged, 'x', stateToken.slice(0, -2)])
      assert.equal(await codeOf(who.verification.verifyDuringAuthentication({ code: '123456', stateToken: text })), 'SIGN_IN_OVER')
  })

  test('tells nobody but its owner that an address has an account', async () => {
    const { who, email, stateToken } = await begin()
    await who.verification.verifyDuringAuthentication({ code: await codeFor(shop, email), stateToken })
    const again = await register(newGuest(), email, { password: 'kettle fox marble' })
    assert.deepEqual(Object.keys(again).toSorted(), ['state', 'stateToken'])
    assert.equal(again.state, 'REQUIRE_EMAIL_VERIFICATION')
    const [message] = await emailsTo(shop, email)
    assert.match(message!.subject, /You have an account/)
    assert.equal(
      await codeOf(who.verification.verifyDuringAuthentication({ code: '123456', stateToken: again.stateToken! })),
      'VERIFICATION_FAILED',
    )
    assert.equal(await codeOf(login(newGuest(), email, 'kettle fox marble')), '-19976')
  })

  // attack: Sign-in limits | an account is registered with an email that belongs to somebody else, before they do | its password is gone when the owner of the email registers
  test('somebody else’s password goes when the owner of the address registers', async () => {
    const { email } = await begin()
    const owner = newGuest()
    const { stateToken } = await register(owner, email, { password: 'kettle fox marble' })
    await owner.verification.verifyDuringAuthentication({ code: await codeFor(shop, email), stateToken: stateToken! })
    assert.equal(await codeOf(login(newGuest(), email)), '-19976')
    assert.equal((await login(newGuest(), email, 'kettle fox marble')).state, 'SUCCESS')
  })

  test('with approval both are needed, in turn', async () => {
    await policy({ emailVerification: true, registration: 'APPROVAL' })
    const who = newGuest()
    const email = newEmail()
    const { stateToken } = await register(who, email)
    const { state } = await who.verification.verifyDuringAuthentication({ code: await codeFor(shop, email), stateToken: stateToken! })
    assert.equal(state, 'REQUIRE_OWNER_APPROVAL')
  })

  test('can be started for a member at both spellings; somebody unknown gets the same answer', async () => {
    const { email } = await begin()
    const { id } = (await memberOf(email))!
    const { token } = await newVisitor(shop)
    for (const path of ['/_api/iam/verification/v1/start', '/_api/iam/verification/v1/Start']) {
      const answer = await send(shop, {
        method: 'POST',
        path,
        headers: { authorization: token },
        body: { identityId: id, target: 'EMAIL' },
      })
      assert.equal(answer.status, 200, answer.text)
      assert.ok(answer.json.verificationId)
    }
    const who = newGuest()
    // Of emails of one instant none is the latest.
    shop.clock.advance(1_000)
    const { verificationId } = await who.verification.start({ identityId: id, target: 'EMAIL' })
    const { state } = await who.verification.verifyDuringAuthentication({ code: await codeFor(shop, email), stateToken: verificationId })
    assert.equal(state, 'SUCCESS')
    const unknown = await newGuest().verification.start({ identityId: '77777777-7777-4777-8777-777777777777', target: 'EMAIL' })
    assert.deepEqual(Object.keys(unknown), ['verificationId'])
  })
})
