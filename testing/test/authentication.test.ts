import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as account from '@vitrine/client/account'
import type { Ok } from '@vitrine/contract'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { freshSignIn, type SignInSettings } from '@vitrine/platform/kernel/settings/sign-in-settings'
import { hashing } from '@vitrine/platform/people/credentials/passwords'
import { enter, type Guest, goodPassword, newEmail, guest as newGuest, ownPages, signInPolicy } from '../src/guest.ts'
import { codeFor, emailsTo } from '../src/mailbox.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { testSections } from '../src/shop.ts'
import { send } from '../src/wire.ts'

let shop: TestPlatform

before(async () => {
  shop = await startTestPlatform()
  await ownPages(shop)
})
after(async () => {
  assert.deepEqual(shop.faults, [])
  await shop[Symbol.asyncDispose]()
})
afterEach(() => policy({}))

const password = goodPassword
const policy = (more: Partial<SignInSettings>) => signInPolicy(shop, more)
const guest = () => newGuest(shop)

const app = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: account })
const refusalOf = async (call: Promise<unknown>) => (await attempt(call))[0]
const codeOf = async (call: Promise<unknown>) => (await refusalOf(call))?.code ?? 'done'
const register = (who: Guest, email: string, more: object = {}) =>
  who.authentication.register({ loginId: { email }, password, profile: { firstName: 'Ada', lastName: 'Lovelace' }, ...more })
const login = (who: Guest, email: string, typed = password) => who.authentication.login({ loginId: { email }, password: typed })

async function memberOf(email: string) {
  const [row] = await shop.platform.database.query<{
    id: string
    status: string
    verified: boolean
    privacy: string
    last: Date | null
  }>(sql`
    select id, status, login_email_verified as verified, privacy_status as privacy, last_login_at as last
    from member where site = ${shop.site} and lower(login_email) = lower(${email})`)
  return row
}
const signedIn = (answer: Ok<'POST /_api/iam/authentication/v2/login'>) => enter(shop, answer)

describe('register', () => {
  test('SUCCESS signs a new member in, with what they say of themselves', async () => {
    const email = newEmail()
    const { state, sessionToken, identity } = await register(guest(), email)
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
    await register(guest(), email)
    const { id } = (await memberOf(email))!
    const [row] = await shop.platform.database.query<{ hash: string }>(
      sql`select password_hash as hash from member_credential where site = ${shop.site} and member_id = ${id}`,
    )
    assert.match(row!.hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  test('400 with a violation that the published client knows as an invalid e-mail', async () => {
    for (const email of ['', 'ada', 'ada@', '@example.com', 'a b@example.com']) {
      const refused = await refusalOf(register(guest(), email))
      assert.equal(refused?.code, 'INVALID_ARGUMENT', email)
      const [violation] = (refused.data as { fieldViolations: { field: string; data: object }[] }).fieldViolations
      assert.equal(violation?.field, 'loginId.email')
      assert.deepEqual(violation?.data, { type: 'EMAIL' })
    }
  })

  test('409 -19995 where the address has an account, however it is written; its owner is written to', async () => {
    const email = newEmail()
    await register(guest(), email)
    assert.equal(await codeOf(register(guest(), email.toUpperCase())), '-19995')
    const [message] = await emailsTo(shop, email)
    assert.match(message!.subject, /You have an account/)
  })

  test('400 PASSWORD_TOO_WEAK says why: short, about oneself, common, easy', async () => {
    const reason = async (typed: string) => {
      const refused = await refusalOf(register(guest(), 'lovelace.ada@example.com', { password: typed }))
      assert.equal(refused?.code, 'PASSWORD_TOO_WEAK')
      return (refused.data as { reason: string }).reason
    }
    assert.equal(await reason('x9$Kq2!'), 'TOO_SHORT')
    assert.equal(await reason('lovelace.ada@example.com'), 'ABOUT_YOU')
    assert.equal(await reason('Test shop'), 'ABOUT_YOU')
    assert.equal(await reason('password1'), 'TOO_COMMON')
    assert.equal(await reason('elephant'), 'TOO_EASY')
    assert.equal(await codeOf(register(guest(), newEmail(), { password: null })), 'PASSWORD_TOO_WEAK')
  })

  test('403 REGISTRATION_CLOSED where the shop takes nobody', async () => {
    await policy({ registration: 'CLOSED' })
    assert.equal(await codeOf(register(guest(), newEmail())), 'REGISTRATION_CLOSED')
  })

  test('REQUIRE_OWNER_APPROVAL lets nobody in before the shop says yes; the member and the shop are written to', async () => {
    await policy({ registration: 'APPROVAL' })
    const email = newEmail()
    const { state, sessionToken, identity } = await register(guest(), email)
    assert.deepEqual([state, sessionToken], ['REQUIRE_OWNER_APPROVAL', undefined])
    assert.deepEqual(identity?.status, { name: 'PENDING', reasons: ['PENDING_EMAIL_VERIFICATION_REQUIRED'] })
    assert.equal((await login(guest(), email)).state, 'REQUIRE_OWNER_APPROVAL')
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
    assert.equal((await login(guest(), email)).state, 'SUCCESS')
    const told = (await emailsTo(shop, email)).filter(({ text }) => text.includes('/login'))
    assert.equal(told.length, 1, 'once, however often the shop says yes')
  })

  test('takes nothing from the profile that is not its owner’s to say', async () => {
    const email = newEmail()
    const profile = { firstName: 'Ada', status: 'APPROVED', slug: 'owner', loginEmailVerified: true, privacyStatus: 'PRIVATE' }
    await policy({ registration: 'APPROVAL', newMembersArePublic: true })
    await register(guest(), email, { profile, status: 'APPROVED', emailVerified: true })
    const member = await memberOf(email)
    assert.deepEqual([member?.status, member?.verified, member?.privacy], ['PENDING', false, 'PRIVATE'])
  })

  test('five at once with one address make one member', async () => {
    const email = newEmail()
    const codes = await Promise.all(Array.from({ length: 5 }, () => codeOf(register(guest(), email))))
    assert.deepEqual(codes.toSorted(), [...Array<string>(4).fill('-19995'), 'done'])
  })
})

describe('verification of an address', () => {
  before(() => policy({ emailVerification: true }))
  const begin = async () => {
    await policy({ emailVerification: true })
    const who = guest()
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
    assert.equal((await login(guest(), email)).state, 'SUCCESS')
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
    const later = (await login(guest(), email)).stateToken!
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
    const again = await register(guest(), email, { password: 'kettle fox marble' })
    assert.deepEqual(Object.keys(again).toSorted(), ['state', 'stateToken'])
    assert.equal(again.state, 'REQUIRE_EMAIL_VERIFICATION')
    const [message] = await emailsTo(shop, email)
    assert.match(message!.subject, /You have an account/)
    assert.equal(
      await codeOf(who.verification.verifyDuringAuthentication({ code: '123456', stateToken: again.stateToken! })),
      'VERIFICATION_FAILED',
    )
    assert.equal(await codeOf(login(guest(), email, 'kettle fox marble')), '-19976')
  })

  // attack: Sign-in limits | an account is registered with an email that belongs to somebody else, before they do | its password is gone when the owner of the email registers
  test('somebody else’s password goes when the owner of the address registers', async () => {
    const { email } = await begin()
    const owner = guest()
    const { stateToken } = await register(owner, email, { password: 'kettle fox marble' })
    await owner.verification.verifyDuringAuthentication({ code: await codeFor(shop, email), stateToken: stateToken! })
    assert.equal(await codeOf(login(guest(), email)), '-19976')
    assert.equal((await login(guest(), email, 'kettle fox marble')).state, 'SUCCESS')
  })

  test('with approval both are needed, in turn', async () => {
    await policy({ emailVerification: true, registration: 'APPROVAL' })
    const who = guest()
    const email = newEmail()
    const { stateToken } = await register(who, email)
    const { state } = await who.verification.verifyDuringAuthentication({ code: await codeFor(shop, email), stateToken: stateToken! })
    assert.equal(state, 'REQUIRE_OWNER_APPROVAL')
  })

  test('can be started for a member at both spellings; somebody unknown gets the same answer', async () => {
    const { email } = await begin()
    const { id } = (await memberOf(email))!
    const { token } = await visitorToken()
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
    const who = guest()
    // Of emails of one instant none is the latest.
    shop.clock.advance(1_000)
    const { verificationId } = await who.verification.start({ identityId: id, target: 'EMAIL' })
    const { state } = await who.verification.verifyDuringAuthentication({ code: await codeFor(shop, email), stateToken: verificationId })
    assert.equal(state, 'SUCCESS')
    const unknown = await guest().verification.start({ identityId: '77777777-7777-4777-8777-777777777777', target: 'EMAIL' })
    assert.deepEqual(Object.keys(unknown), ['verificationId'])
  })
})

async function visitorToken() {
  const { json } = await send(shop, { method: 'POST', path: '/oauth2/token', body: { grantType: 'anonymous', clientId: shop.clientId } })
  return { token: json.access_token as string }
}

describe('login', () => {
  test('SUCCESS, however the address is written; the token is exchanged once for those of a member', async () => {
    const email = newEmail()
    await register(guest(), email)
    const answer = await login(guest(), ` ${email.toUpperCase()} `)
    assert.equal(answer.state, 'SUCCESS')
    const { access } = await signedIn(answer)
    const { json } = await send(shop, { method: 'POST', path: '/oauth2/token-info', body: { token: access } })
    assert.deepEqual([json.subjectType, json.subjectId], ['MEMBER', answer.identity?.id])
  })

  test('403 -19976 for a wrong password and for an unknown address: the same answer, after the same work', async () => {
    const email = newEmail()
    await register(guest(), email)
    const work: string[] = []
    const hear = (what: unknown) => void work.push(String(what))
    hashing.subscribe(hear)
    const known = await refusalOf(login(guest(), email, 'wrong'))
    const afterKnown = work.splice(0)
    const unknown = await refusalOf(login(guest(), newEmail(), 'wrong'))
    hashing.unsubscribe(hear)
    assert.deepEqual([known?.code, known?.data, known?.message], [unknown?.code, unknown?.data, unknown?.message])
    assert.deepEqual([known?.code, known?.data], ['-19976', { triesLeft: 4 }])
    assert.deepEqual([afterKnown, work], [['verify'], ['verify']])
  })

  test('is never answered with a violation of a field, whatever it holds', async () => {
    const { token } = await visitorToken()
    const odd = [
      {},
      { loginId: 7 },
      { loginId: { email: 'x'.repeat(5000) } },
      { loginId: { email: 'a\u0000b' }, password: 7 },
      { captchaTokens: 'x' },
    ]
    for (const [i, body] of odd.entries()) {
      const headers = { authorization: token, 'x-vitrine-peer': `10.30.0.${i}` }
      const { status, json } = await send(shop, { method: 'POST', path: '/_api/iam/authentication/v2/login', headers, body })
      assert.equal(status >= 400 && status < 500, true)
      assert.equal(json.details.validationError, undefined)
      assert.equal(typeof json.details.applicationError.code, 'string')
    }
  })

  test('403 -19973 where the shop wants a new password, and only with the right one', async () => {
    const email = newEmail()
    await register(guest(), email)
    const { id } = (await memberOf(email))!
    await shop.platform.database.query(sql`update member_credential set must_change = true where site = ${shop.site} and member_id = ${id}`)
    assert.equal(await codeOf(login(guest(), email)), '-19973')
    assert.equal(await codeOf(login(guest(), email, 'wrong')), '-19976')
  })

  test('STATUS_CHECK says that a member is blocked, only with the right password', async () => {
    const email = newEmail()
    await register(guest(), email)
    const { id } = (await memberOf(email))!
    await shop.platform.database.query(sql`update member set status = 'BLOCKED' where site = ${shop.site} and id = ${id}`)
    const { state, sessionToken, identity } = await login(guest(), email)
    assert.deepEqual([state, sessionToken, identity?.status?.name], ['STATUS_CHECK', undefined, 'BLOCKED'])
    assert.equal(await codeOf(login(guest(), email, 'wrong')), '-19976')
  })

  test('403 SIGN_IN_METHOD_OFF where the shop takes no passwords', async () => {
    await policy({ methods: { ...freshSignIn.methods, password: false, emailCode: false } })
    assert.equal(await codeOf(login(guest(), newEmail())), 'SIGN_IN_METHOD_OFF')
    const coded = guest().authentication.login({ loginId: { email: newEmail() }, emailOtp: { code: '123456' } })
    assert.equal(await codeOf(coded), 'SIGN_IN_METHOD_OFF')
  })

  test('403 -19971 after five failures on an account, known or not, from wherever; an hour later it is forgotten', async () => {
    const email = newEmail()
    await register(guest(), email)
    for (const one of [email, newEmail()]) {
      const codes: string[] = []
      for (let i = 0; i < 6; i++) codes.push(await codeOf(login(guest(), one, 'wrong')))
      assert.deepEqual(codes, [...Array<string>(5).fill('-19976'), '-19971'])
    }
    assert.equal(await codeOf(login(guest(), email)), '-19971')
    shop.clock.advance(60 * 60_000 + 1)
    assert.equal((await login(guest(), email)).state, 'SUCCESS')
    assert.equal(await codeOf(login(guest(), email, 'wrong')), '-19976')
  })

  test('403 -19971 after thirty failures from one address, on whatever accounts; other addresses are left alone', async () => {
    const one = guest()
    const codes: string[] = []
    for (let i = 0; i < 31; i++) codes.push(await codeOf(login(one, newEmail(), 'wrong')))
    assert.deepEqual([codes[29], codes[30]], ['-19976', '-19971'])
    assert.equal(await codeOf(login(guest(), newEmail(), 'wrong')), '-19976')
  })

  test('from a kind of device that is new the member is written to, from one they used before not', async () => {
    const email = newEmail()
    const from = (agent: string) => newGuest(shop, { agent })
    const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 15_6) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15'
    await register(from(mac), email)
    await login(from(mac.replace('26.0', '26.1')), email)
    assert.deepEqual(await emailsTo(shop, email), [])
    await login(from('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'), email)
    const [message] = await emailsTo(shop, email)
    assert.match(message!.subject, /A new device/)
    assert.match(message!.text, /Firefox on Linux/)
  })
})

describe('recovery', () => {
  const linkIn = (text: string) => /token=([\w-]{43})/.exec(text)![1]!
  async function asked() {
    const email = newEmail()
    await register(guest(), email)
    await guest().recovery.sendRecoveryEmail({ email })
    const [message] = await emailsTo(shop, email)
    return { email, message: message!, token: linkIn(message!.text) }
  }

  test('the link of the email sets a new password, signs in, and ends all sessions', async () => {
    const email = newEmail()
    const first = await signedIn(await register(guest(), email))
    await guest().recovery.sendRecoveryEmail({ email })
    const [message] = await emailsTo(shop, email)
    assert.match(message!.text, new RegExp(`${shop.url}/reset/new\\?token=`))
    const { state, sessionToken } = await guest().recovery.recover({ recoveryToken: linkIn(message!.text), password: 'kettle fox marble' })
    assert.equal(state, 'SUCCESS')
    assert.ok(sessionToken)
    assert.equal(await codeOf(login(guest(), email)), '-19976')
    assert.equal((await login(guest(), email, 'kettle fox marble')).state, 'SUCCESS')
    assert.equal((await memberOf(email))?.verified, true, 'the email proved the address')
    const renewed = await send(shop, {
      method: 'POST',
      path: '/oauth2/token',
      body: { grantType: 'refresh_token', refreshToken: first.refresh },
    })
    assert.notEqual(renewed.status, 200)
    const [told] = await emailsTo(shop, email)
    assert.match(told!.subject, /Your password .* is a new one/)
  })

  // attack: Sign-in limits | a recovery link is used many times at once | one use
  test('counts once, also for those who come at once', async () => {
    const { token } = await asked()
    const codes = await Promise.all(
      Array.from({ length: 8 }, (_, i) => codeOf(guest().recovery.recover({ recoveryToken: token, password: `kettle fox marble ${i}` }))),
    )
    assert.deepEqual(codes.toSorted(), [...Array<string>(7).fill('RECOVERY_TOKEN_OVER'), 'done'])
  })

  // attack: Sign-in limits | a recovery link after thirty minutes, or an invented one | 400 RECOVERY_TOKEN_OVER
  test('400 RECOVERY_TOKEN_OVER after thirty minutes, and for what nobody was sent', async () => {
    const { token } = await asked()
    shop.clock.advance(30 * 60_000 + 1)
    assert.equal(await codeOf(guest().recovery.recover({ recoveryToken: token, password: 'kettle fox marble' })), 'RECOVERY_TOKEN_OVER')
    assert.equal(await codeOf(guest().recovery.recover({ recoveryToken: 'x', password: 'kettle fox marble' })), 'RECOVERY_TOKEN_OVER')
  })

  test('400 PASSWORD_TOO_WEAK leaves the link good', async () => {
    const { token } = await asked()
    assert.equal(await codeOf(guest().recovery.recover({ recoveryToken: token, password: 'password' })), 'PASSWORD_TOO_WEAK')
    assert.equal((await guest().recovery.recover({ recoveryToken: token, password: 'kettle fox marble' })).state, 'SUCCESS')
  })

  test('without a password it signs in, and the password stays', async () => {
    const { email, token } = await asked()
    assert.equal((await guest().recovery.recover({ recoveryToken: token })).state, 'SUCCESS')
    assert.equal((await login(guest(), email)).state, 'SUCCESS')
  })

  test('the figures of the email sign in as well, once', async () => {
    const { email } = await asked()
    const code = await codeFor(shop, email)
    const use = () => codeOf(guest().authentication.login({ loginId: { email }, emailOtp: { code } }))
    const codes = await Promise.all([use(), use(), use()])
    assert.deepEqual(codes.toSorted(), ['-19976', '-19976', 'done'])
  })

  test('for an address that nobody has the answer and the work are the same, and nobody is written to', async () => {
    const known = newEmail()
    await register(guest(), known)
    await shop.platform.jobs.settle()
    const unknown = newEmail()
    const tally = async () => {
      const [row] = await shop.platform.database.query<{ tokens: number; codes: number }>(sql`
        select (select count(*) from recovery_token where site = ${shop.site})::int as tokens,
          (select count(*) from sign_in_code where site = ${shop.site})::int as codes`)
      return row!
    }
    const grown = async (email: string) => {
      const before = await tally()
      assert.deepEqual(await guest().recovery.sendRecoveryEmail({ email }), {})
      const after = await tally()
      return [after.tokens - before.tokens, after.codes - before.codes]
    }
    assert.deepEqual(await grown(known), await grown(unknown))
    assert.deepEqual(await emailsTo(shop, unknown), [])
  })

  // attack: Sign-in limits | recovery emails are asked for again and again | 429 TOO_MANY_REQUESTS
  test('429 for whoever asks again and again, for an address that nobody has as well', async () => {
    const known = newEmail()
    await register(guest(), known)
    for (const email of [known, newEmail()]) {
      const codes: string[] = []
      for (let i = 0; i < 6; i++) codes.push(await codeOf(guest().recovery.sendRecoveryEmail({ email })))
      assert.equal(codes.at(-1), 'TOO_MANY_REQUESTS')
    }
  })

  // attack: Sign-in limits | a recovery email with a link to a foreign address | 400 REDIRECT_URI_NOT_ALLOWED
  test('400 REDIRECT_URI_NOT_ALLOWED for a link to elsewhere; to an address of the app it leads there', async () => {
    const email = newEmail()
    await register(guest(), email)
    const to = (url: string) => guest().recovery.sendRecoveryEmail({ email, redirect: { url, clientId: shop.clientId } })
    for (const url of ['https://evil.example/', 'javascript:alert(1)', '//evil.example', 'https://shop.example.evil.example/x'])
      assert.equal(await codeOf(to(url)), 'REDIRECT_URI_NOT_ALLOWED', url)
    await to('https://shop.example/new?lang=de')
    const [message] = await emailsTo(shop, email)
    assert.match(message!.text, /https:\/\/shop\.example\/new\?lang=de&token=/)
  })

  test('an account that the shop made is activated by an email', async () => {
    const email = newEmail()
    await app().authentication.signOn({ loginId: { email } })
    const { id } = (await memberOf(email))!
    await app().recovery.sendActivationEmail({ identityId: id })
    const [message] = await emailsTo(shop, email)
    assert.match(message!.subject, /Your account at Test shop/)
    assert.equal((await guest().recovery.recover({ recoveryToken: linkIn(message!.text), password })).state, 'SUCCESS')
    assert.equal((await login(guest(), email)).state, 'SUCCESS')
    const nobody = app().recovery.sendActivationEmail({ identityId: '77777777-7777-4777-8777-777777777777' })
    assert.equal(await codeOf(nobody), 'MEMBER_NOT_FOUND')
    const away = app().recovery.sendActivationEmail({ identityId: id, emailOptions: { redirect: { url: 'https://evil.example/' } } })
    assert.equal(await codeOf(away), 'REDIRECT_URI_NOT_ALLOWED')
  })

  // attack: Operations and defaults | tokens are read from a copy of the database | hashes only
  test('no token lies in the database as it is', async () => {
    const { token, email } = await asked()
    const code = await codeFor(shop, email)
    const [row] = await shop.platform.database.query<{ found: boolean }>(sql`
      select exists (select from recovery_token where encode(hash, 'escape') like ${`%${token}%`})
        or exists (select from sign_in_code where encode(hash, 'escape') like ${`%${code}%`}) as found`)
    assert.equal(row!.found, false)
  })
})

describe('change-password', () => {
  const changing = async (access: string, newPassword: string) => {
    const headers = { authorization: access }
    const answer = await send(shop, { method: 'POST', path: '/_api/iam/authentication/v2/change-password', headers, body: { newPassword } })
    return answer.status === 200 ? 'done' : answer.json.details.applicationError.code
  }

  test('gives a member a new password, and ends their other sessions', async () => {
    const email = newEmail()
    const other = await signedIn(await register(guest(), email))
    const mine = await signedIn(await login(guest(), email))
    assert.equal(await changing(mine.access, 'kettle fox marble'), 'done')
    assert.equal((await login(guest(), email, 'kettle fox marble')).state, 'SUCCESS')
    const renew = (refreshToken: string) =>
      send(shop, { method: 'POST', path: '/oauth2/token', body: { grantType: 'refresh_token', refreshToken } })
    assert.equal((await renew(mine.refresh)).status, 200)
    assert.notEqual((await renew(other.refresh)).status, 200)
  })

  test('400 PASSWORD_TOO_WEAK, and 403 SIGN_IN_TOO_OLD an hour after the sign-in', async () => {
    const email = newEmail()
    const { access } = await signedIn(await register(guest(), email))
    assert.equal(await changing(access, 'password'), 'PASSWORD_TOO_WEAK')
    shop.clock.advance(60 * 60_000 + 1)
    assert.equal(await changing(access, 'kettle fox marble'), 'SIGN_IN_TOO_OLD')
  })
})

describe('sign-on', () => {
  test('signs a known member in, and makes an unknown one', async () => {
    const email = newEmail()
    const made = await app().authentication.signOn({ loginId: { email }, profile: { firstName: 'Grace' }, verifyEmail: true })
    assert.ok(made.sessionToken)
    assert.deepEqual([made.identity.email?.isVerified, made.identity.identityProfile?.firstName], [true, 'Grace'])
    const again = await app().authentication.signOn({ loginId: { email } })
    assert.equal(again.identity.id, made.identity.id)
    const { access } = await signedIn({ state: 'SUCCESS', ...again })
    const { json } = await send(shop, { method: 'POST', path: '/oauth2/token-info', body: { token: access } })
    assert.deepEqual([json.subjectType, json.subjectId], ['MEMBER', made.identity.id])
  })

  test('is for programs alone', async () => {
    assert.equal(await codeOf(guest().authentication.signOn({ loginId: { email: newEmail() } })), 'PERMISSION_DENIED')
  })

  test('400 without an address; 403 MEMBER_BLOCKED', async () => {
    assert.equal(await codeOf(app().authentication.signOn({ loginId: { email: 'x' } })), 'INVALID_ARGUMENT')
    const email = newEmail()
    await register(guest(), email)
    const { id } = (await memberOf(email))!
    await shop.platform.database.query(sql`update member set status = 'BLOCKED' where site = ${shop.site} and id = ${id}`)
    assert.equal(await codeOf(app().authentication.signOn({ loginId: { email } })), 'MEMBER_BLOCKED')
  })
})

describe('what a page to sign in at needs', () => {
  test('is how the shop has it, without a secret', async () => {
    await policy({ registration: 'APPROVAL', captcha: 'ALWAYS' })
    const { signIn } = await guest().signIn.getSignIn()
    assert.deepEqual([signIn.registration, signIn.captcha, signIn.methods.password], ['APPROVAL', 'ALWAYS', true])
    assert.notEqual(signIn.captchaSiteKeys.visible, signIn.captchaSiteKeys.invisible)
  })

  test('an address can be tried', async () => {
    assert.deepEqual(await guest().authentication.validateEmail({ email: 'ada@example.com' }), { valid: true, formatInvalid: false })
    assert.deepEqual(await guest().authentication.validateEmail({ email: 'ada' }), {
      valid: false,
      formatInvalid: true,
      failure: { reason: 'INVALID_FORMAT' },
    })
  })
})
