import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { freshSignIn } from '@vitrine/platform/kernel/settings/sign-in-settings'
import { hashing } from '@vitrine/platform/people/credentials/passwords'
import { newEmail } from '../src/guest.ts'
import { emailsTo } from '../src/mailbox.ts'
import { codeOf, refusedWith } from '../src/refused.ts'
import { login, register, startSigningIn } from '../src/signing-in.ts'
import { newVisitor, send } from '../src/wire.ts'

const { shop, policy, newGuest, app, memberOf, signedIn } = await startSigningIn()

describe('login', () => {
  test('SUCCESS, however the address is written; the token is exchanged once for those of a member', async () => {
    const email = newEmail()
    await register(newGuest(), email)
    const answer = await login(newGuest(), ` ${email.toUpperCase()} `)
    assert.equal(answer.state, 'SUCCESS')
    const { access } = await signedIn(answer)
    const { json } = await send(shop, { method: 'POST', path: '/oauth2/token-info', body: { token: access } })
    assert.deepEqual([json.subjectType, json.subjectId], ['MEMBER', answer.identity?.id])
  })

  test('403 -19976 for a wrong password and for an unknown address: the same answer, after the same work', async () => {
    const email = newEmail()
    await register(newGuest(), email)
    const work: string[] = []
    const hear = (what: unknown) => void work.push(String(what))
    hashing.subscribe(hear)
    const known = await refusedWith(login(newGuest(), email, 'wrong'))
    const afterKnown = work.splice(0)
    const unknown = await refusedWith(login(newGuest(), newEmail(), 'wrong'))
    hashing.unsubscribe(hear)
    assert.deepEqual([known?.code, known?.data, known?.message], [unknown?.code, unknown?.data, unknown?.message])
    assert.deepEqual([known?.code, known?.data], ['-19976', { triesLeft: 4 }])
    assert.deepEqual([afterKnown, work], [['verify'], ['verify']])
  })

  test('is never answered with a violation of a field, whatever it holds', async () => {
    const { token } = await newVisitor(shop)
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
    await register(newGuest(), email)
    const { id } = (await memberOf(email))!
    await shop.platform.database.query(sql`update member_credential set must_change = true where site = ${shop.site} and member_id = ${id}`)
    assert.equal(await codeOf(login(newGuest(), email)), '-19973')
    assert.equal(await codeOf(login(newGuest(), email, 'wrong')), '-19976')
  })

  test('STATUS_CHECK says that a member is blocked, only with the right password', async () => {
    const email = newEmail()
    await register(newGuest(), email)
    const { id } = (await memberOf(email))!
    await shop.platform.database.query(sql`update member set status = 'BLOCKED' where site = ${shop.site} and id = ${id}`)
    const { state, sessionToken, identity } = await login(newGuest(), email)
    assert.deepEqual([state, sessionToken, identity?.status?.name], ['STATUS_CHECK', undefined, 'BLOCKED'])
    assert.equal(await codeOf(login(newGuest(), email, 'wrong')), '-19976')
  })

  test('403 SIGN_IN_METHOD_OFF where the shop takes no passwords', async () => {
    await policy({ methods: { ...freshSignIn.methods, password: false, emailCode: false } })
    assert.equal(await codeOf(login(newGuest(), newEmail())), 'SIGN_IN_METHOD_OFF')
    const coded = newGuest().authentication.login({ loginId: { email: newEmail() }, emailOtp: { code: '123456' } })
    assert.equal(await codeOf(coded), 'SIGN_IN_METHOD_OFF')
  })

  test('403 -19971 after five failures on an account, known or not, from wherever; an hour later it is forgotten', async () => {
    const email = newEmail()
    await register(newGuest(), email)
    for (const one of [email, newEmail()]) {
      const codes: string[] = []
      for (let i = 0; i < 6; i++) codes.push(await codeOf(login(newGuest(), one, 'wrong')))
      assert.deepEqual(codes, [...Array<string>(5).fill('-19976'), '-19971'])
    }
    assert.equal(await codeOf(login(newGuest(), email)), '-19971')
    shop.clock.advance(60 * 60_000 + 1)
    assert.equal((await login(newGuest(), email)).state, 'SUCCESS')
    assert.equal(await codeOf(login(newGuest(), email, 'wrong')), '-19976')
  })

  test('403 -19971 after thirty failures from one address, on whatever accounts; other addresses are left alone', async () => {
    const one = newGuest()
    const codes: string[] = []
    for (let i = 0; i < 31; i++) codes.push(await codeOf(login(one, newEmail(), 'wrong')))
    assert.deepEqual([codes[29], codes[30]], ['-19976', '-19971'])
    assert.equal(await codeOf(login(newGuest(), newEmail(), 'wrong')), '-19976')
  })

  test('from a kind of device that is new the member is written to, from one they used before not', async () => {
    const email = newEmail()
    const from = (agent: string) => newGuest({ agent })
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

describe('change-password', () => {
  const changing = async (access: string, newPassword: string) => {
    const headers = { authorization: access }
    const answer = await send(shop, { method: 'POST', path: '/_api/iam/authentication/v2/change-password', headers, body: { newPassword } })
    return answer.status === 200 ? 'done' : answer.json.details.applicationError.code
  }

  test('gives a member a new password, and ends their other sessions', async () => {
    const email = newEmail()
    const other = await signedIn(await register(newGuest(), email))
    const mine = await signedIn(await login(newGuest(), email))
    assert.equal(await changing(mine.access, 'kettle fox marble'), 'done')
    assert.equal((await login(newGuest(), email, 'kettle fox marble')).state, 'SUCCESS')
    const renew = (refreshToken: string) =>
      send(shop, { method: 'POST', path: '/oauth2/token', body: { grantType: 'refresh_token', refreshToken } })
    assert.equal((await renew(mine.refresh)).status, 200)
    assert.notEqual((await renew(other.refresh)).status, 200)
  })

  test('400 PASSWORD_TOO_WEAK, and 403 SIGN_IN_TOO_OLD an hour after the sign-in', async () => {
    const email = newEmail()
    const { access } = await signedIn(await register(newGuest(), email))
    assert.equal(await changing(access, 'password'), 'PASSWORD_TOO_WEAK')
    shop.clock.advance(60 * 60_000 + 1)
    assert.equal(await changing(access, 'kettle fox marble'), 'SIGN_IN_TOO_OLD')
  })
})

describe('sign-on', () => {
  test('signs a known member in, and makes an unknown one', async () => {
    const email = newEmail()
    const made = await app.authentication.signOn({ loginId: { email }, profile: { firstName: 'Grace' }, verifyEmail: true })
    assert.ok(made.sessionToken)
    assert.deepEqual([made.identity.email?.isVerified, made.identity.identityProfile?.firstName], [true, 'Grace'])
    const again = await app.authentication.signOn({ loginId: { email } })
    assert.equal(again.identity.id, made.identity.id)
    const { access } = await signedIn({ state: 'SUCCESS', ...again })
    const { json } = await send(shop, { method: 'POST', path: '/oauth2/token-info', body: { token: access } })
    assert.deepEqual([json.subjectType, json.subjectId], ['MEMBER', made.identity.id])
  })

  test('is for programs alone', async () => {
    assert.equal(await codeOf(newGuest().authentication.signOn({ loginId: { email: newEmail() } })), 'PERMISSION_DENIED')
  })

  test('400 without an address; 403 MEMBER_BLOCKED', async () => {
    assert.equal(await codeOf(app.authentication.signOn({ loginId: { email: 'x' } })), 'INVALID_ARGUMENT')
    const email = newEmail()
    await register(newGuest(), email)
    const { id } = (await memberOf(email))!
    await shop.platform.database.query(sql`update member set status = 'BLOCKED' where site = ${shop.site} and id = ${id}`)
    assert.equal(await codeOf(app.authentication.signOn({ loginId: { email } })), 'MEMBER_BLOCKED')
  })
})

describe('what a page to sign in at needs', () => {
  test('is how the shop has it, without a secret', async () => {
    await policy({ registration: 'APPROVAL', captcha: 'ALWAYS' })
    const { signIn } = await newGuest().signIn.getSignIn()
    assert.deepEqual([signIn.registration, signIn.captcha, signIn.methods.password], ['APPROVAL', 'ALWAYS', true])
    assert.notEqual(signIn.captchaSiteKeys.visible, signIn.captchaSiteKeys.invisible)
  })

  test('an address can be tried', async () => {
    assert.deepEqual(await newGuest().authentication.validateEmail({ email: 'ada@example.com' }), { valid: true, formatInvalid: false })
    assert.deepEqual(await newGuest().authentication.validateEmail({ email: 'ada' }), {
      valid: false,
      formatInvalid: true,
      failure: { reason: 'INVALID_FORMAT' },
    })
  })
})
