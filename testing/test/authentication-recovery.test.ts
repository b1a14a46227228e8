import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { goodPassword, newEmail } from '../src/guest.ts'
import { codeFor, emailsTo } from '../src/mailbox.ts'
import { codeOf } from '../src/refused.ts'
import { login, register, startSigningIn } from '../src/signing-in.ts'
import { send } from '../src/wire.ts'

const { shop, newGuest, app, memberOf, signedIn } = await startSigningIn()

describe('recovery', () => {
  const linkIn = (text: string) => /token=([\w-]{43})/.exec(text)![1]!
  async function asked() {
    const email = newEmail()
    await register(newGuest(), email)
    await newGuest().recovery.sendRecoveryEmail({ email })
    const [message] = await emailsTo(shop, email)
    return { email, message: message!, token: linkIn(message!.text) }
  }

  test('the link of the email sets a new password, signs in, and ends all sessions', async () => {
    const email = newEmail()
    const first = await signedIn(await register(newGuest(), email))
    await newGuest().recovery.sendRecoveryEmail({ email })
    const [message] = await emailsTo(shop, email)
    assert.match(message!.text, new RegExp(`${shop.url}/reset/new\\?token=`))
    const { state, sessionToken } = await newGuest().recovery.recover({
      recoveryToken: linkIn(message!.text),
      password: 'kettle fox marble',
    })
    assert.equal(state, 'SUCCESS')
    assert.ok(sessionToken)
    assert.equal(await codeOf(login(newGuest(), email)), '-19976')
    assert.equal((await login(newGuest(), email, 'kettle fox marble')).state, 'SUCCESS')
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
      Array.from({ length: 8 }, (_, i) =>
        codeOf(newGuest().recovery.recover({ recoveryToken: token, password: `kettle fox marble ${i}` })),
      ),
    )
    assert.deepEqual(codes.toSorted(), [...Array<string>(7).fill('RECOVERY_TOKEN_OVER'), 'done'])
  })

  // attack: Sign-in limits | a recovery link after thirty minutes, or an invented one | 400 RECOVERY_TOKEN_OVER
  test('400 RECOVERY_TOKEN_OVER after thirty minutes, and for what nobody was sent', async () => {
    const { token } = await asked()
    shop.clock.advance(30 * 60_000 + 1)
    assert.equal(await codeOf(newGuest().recovery.recover({ recoveryToken: token, password: 'kettle fox marble' })), 'RECOVERY_TOKEN_OVER')
    assert.equal(await codeOf(newGuest().recovery.recover({ recoveryToken: 'x', password: 'kettle fox marble' })), 'RECOVERY_TOKEN_OVER')
  })

  test('400 PASSWORD_TOO_WEAK leaves the link good', async () => {
    const { token } = await asked()
    assert.equal(await codeOf(newGuest().recovery.recover({ recoveryToken: token, password: 'password' })), 'PASSWORD_TOO_WEAK')
    assert.equal((await newGuest().recovery.recover({ recoveryToken: token, password: 'kettle fox marble' })).state, 'SUCCESS')
  })

  test('without a password it signs in, and the password stays', async () => {
    const { email, token } = await asked()
    assert.equal((await newGuest().recovery.recover({ recoveryToken: token })).state, 'SUCCESS')
    assert.equal((await login(newGuest(), email)).state, 'SUCCESS')
  })

  test('the digits of the email sign in as well, once', async () => {
    const { email } = await asked()
    const code = await codeFor(shop, email)
    const use = () => codeOf(newGuest().authentication.login({ loginId: { email }, emailOtp: { code } }))
    const codes = await Promise.all([use(), use(), use()])
    assert.deepEqual(codes.toSorted(), ['-19976', '-19976', 'done'])
  })

  test('for an address that nobody has the answer and the work are the same, and nobody is written to', async () => {
    const known = newEmail()
    await register(newGuest(), known)
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
      assert.deepEqual(await newGuest().recovery.sendRecoveryEmail({ email }), {})
      const after = await tally()
      return [after.tokens - before.tokens, after.codes - before.codes]
    }
    assert.deepEqual(await grown(known), await grown(unknown))
    assert.deepEqual(await emailsTo(shop, unknown), [])
  })

  // attack: Sign-in limits | recovery emails are asked for again and again | 429 TOO_MANY_REQUESTS
  test('429 for whoever asks again and again, for an address that nobody has as well', async () => {
    const known = newEmail()
    await register(newGuest(), known)
    for (const email of [known, newEmail()]) {
      const codes: string[] = []
      for (let i = 0; i < 6; i++) codes.push(await codeOf(newGuest().recovery.sendRecoveryEmail({ email })))
      assert.equal(codes.at(-1), 'TOO_MANY_REQUESTS')
    }
  })

  // attack: Sign-in limits | a recovery email with a link to a foreign address | 400 REDIRECT_URI_NOT_ALLOWED
  test('400 REDIRECT_URI_NOT_ALLOWED for a link to elsewhere; to an address of the app it leads there', async () => {
    const email = newEmail()
    await register(newGuest(), email)
    const to = (url: string) => newGuest().recovery.sendRecoveryEmail({ email, redirect: { url, clientId: shop.clientId } })
    for (const url of ['https://evil.example/', 'javascript:alert(1)', '//evil.example', 'https://shop.example.evil.example/x'])
      assert.equal(await codeOf(to(url)), 'REDIRECT_URI_NOT_ALLOWED', url)
    await to('https://shop.example/new?lang=de')
    const [message] = await emailsTo(shop, email)
    assert.match(message!.text, /https:\/\/shop\.example\/new\?lang=de&token=/)
  })

  test('an account that the shop made is activated by an email', async () => {
    const email = newEmail()
    await app.authentication.signOn({ loginId: { email } })
    const { id } = (await memberOf(email))!
    await app.recovery.sendActivationEmail({ identityId: id })
    const [message] = await emailsTo(shop, email)
    assert.match(message!.subject, /Your account at Test shop/)
    assert.equal((await newGuest().recovery.recover({ recoveryToken: linkIn(message!.text), password: goodPassword })).state, 'SUCCESS')
    assert.equal((await login(newGuest(), email)).state, 'SUCCESS')
    const nobody = app.recovery.sendActivationEmail({ identityId: '77777777-7777-4777-8777-777777777777' })
    assert.equal(await codeOf(nobody), 'MEMBER_NOT_FOUND')
    const away = app.recovery.sendActivationEmail({ identityId: id, emailOptions: { redirect: { url: 'https://evil.example/' } } })
    assert.equal(await codeOf(away), 'REDIRECT_URI_NOT_ALLOWED')
  })

  test('the link of an invitation is good for seven days', async () => {
    const invited = async () => {
      const email = newEmail()
      await app.authentication.signOn({ loginId: { email } })
      await app.recovery.sendActivationEmail({ identityId: (await memberOf(email))!.id })
      const [message] = await emailsTo(shop, email)
      assert.match(message!.text, /good for\s+seven days/)
      return { recoveryToken: linkIn(message!.text), password: goodPassword }
    }
    const [first, second] = [await invited(), await invited()]
    shop.clock.advance(7 * 24 * 60 * 60_000 - 60_000)
    assert.equal((await newGuest().recovery.recover(first)).state, 'SUCCESS')
    shop.clock.advance(2 * 60_000)
    assert.equal(await codeOf(newGuest().recovery.recover(second)), 'RECOVERY_TOKEN_OVER')
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
