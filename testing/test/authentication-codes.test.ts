import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { freshSignIn } from '@vitrine/platform/kernel/settings/sign-in-settings'
import { goodPassword, guest, newEmail, signInPolicy } from '../src/guest.ts'
import { codeFor, emailsTo } from '../src/mailbox.ts'
import { codeOf } from '../src/refused.ts'
import { startSecondFactors } from '../src/second-factors.ts'

const { shop, login, totpNow, halfAMinute, member, withTotp, verifyTotp } = await startSecondFactors()

describe('codes by email and telephone as a second proof', () => {
  test('an email brings one, again when it is asked for, and the right one gets in', async () => {
    const { me, email } = await member()
    const { setupToken, hint } = await me.mySecurity.beginCode({ factorType: 'EMAIL' })
    assert.match(hint, /^.•••@example\.com$/)
    await me.mySecurity.confirmFactor({ setupToken, code: await codeFor(shop, email) })
    const { state, stateToken, mfaChallengeData } = await login(email)
    assert.deepEqual([state, mfaChallengeData?.factorType], ['MFA_CHALLENGE', 'EMAIL'])
    const first = await codeFor(shop, email)
    const verify = (token: string, code?: string) =>
      guest(shop).authentication.verify({ factorType: 'EMAIL', stateToken: token, emailData: { ...(code && { code }) } })
    const again = await verify(stateToken!)
    assert.equal(again.state, 'MFA_CHALLENGE')
    const second = await codeFor(shop, email)
    if (first !== second) assert.equal(await codeOf(verify(again.stateToken!, first)), 'VERIFICATION_FAILED')
    assert.equal((await verify(again.stateToken!, second)).state, 'SUCCESS')
  })

  test('a telephone rings in the inbox where nobody else brings messages', async () => {
    for (const factorType of ['SMS', 'CALL'] as const) {
      const { me, email } = await member()
      const phone = `+4930${Math.floor(1_000_000 + Math.random() * 9_000_000)}`
      const { setupToken, hint } = await me.mySecurity.beginCode({ factorType, phone })
      assert.equal(hint, `•••• ${phone.slice(-4)}`)
      const figures = async () => {
        const [message] = await emailsTo(shop, phone)
        return factorType === 'SMS' ? /\b\d{6}\b/.exec(message!.text)![0] : /(\d(?:, \d){5})/.exec(message!.text)![1]!.replaceAll(', ', '')
      }
      const { factor } = await me.mySecurity.confirmFactor({ setupToken, code: await figures() })
      assert.deepEqual([factor.type, factor.hint], [factorType, hint])
      const { stateToken } = await login(email)
      const code = await figures()
      const data = factorType === 'SMS' ? { smsData: { code } } : { callData: { code } }
      assert.equal((await guest(shop).authentication.verify({ factorType, stateToken: stateToken!, ...data })).state, 'SUCCESS')
    }
  })

  test('409 FACTOR_NOT_AVAILABLE for what a member has not, and for PUSH where nobody brings it', async () => {
    const { email, me } = await withTotp()
    const { stateToken } = await login(email)
    for (const factorType of ['PUSH', 'SMS', 'CALL', 'EMAIL', 'PASSWORD', 'WEBAUTHN', 'RECOVERY_CODE'] as const)
      assert.equal(
        await codeOf(guest(shop).authentication.verify({ factorType, stateToken: stateToken! })),
        'FACTOR_NOT_AVAILABLE',
        factorType,
      )
    assert.equal(await codeOf(me.mySecurity.beginCode({ factorType: 'SMS' })), 'FACTOR_NOT_AVAILABLE')
  })

  test('what was proved by email is not proved by email again: the password is asked for', async () => {
    const { me, email } = await member()
    const { setupToken } = await me.mySecurity.beginCode({ factorType: 'EMAIL' })
    await me.mySecurity.confirmFactor({ setupToken, code: await codeFor(shop, email) })
    await guest(shop).signIn.sendSignInCode({ email })
    const answer = await guest(shop).authentication.login({ loginId: { email }, emailOtp: { code: await codeFor(shop, email) } })
    assert.deepEqual([answer.state, answer.mfaChallengeData?.factorType], ['MFA_CHALLENGE', 'PASSWORD'])
    const verify = (password: string) =>
      guest(shop).authentication.verify({ factorType: 'PASSWORD', stateToken: answer.stateToken!, passwordData: { password } })
    assert.equal(await codeOf(verify('wrong')), 'VERIFICATION_FAILED')
    assert.equal((await verify(goodPassword)).state, 'SUCCESS')
  })
})

describe('a second proof that everybody has to give', () => {
  test('REQUIRE_MFA leads to an app while signing in', async () => {
    await signInPolicy(shop, { mfa: 'REQUIRED' })
    const email = newEmail()
    const { state, stateToken, sessionToken, requireMfaData } = await guest(shop).authentication.register({
      loginId: { email },
      password: goodPassword,
    })
    assert.deepEqual([state, sessionToken], ['REQUIRE_MFA', undefined])
    assert.deepEqual(
      requireMfaData?.availableFactors.map(({ factorType }) => factorType),
      ['TOTP', 'EMAIL'],
    )
    assert.equal(await codeOf(verifyTotp(stateToken!, '000000')), 'FACTOR_NOT_AVAILABLE', 'not before it is set up')
    const begun = await guest(shop).signIn.beginTotp({ stateToken: stateToken! })
    assert.match(begun.uri, /^otpauth:\/\/totp\/Test%20shop:/)
    assert.ok(!begun.stateToken.includes(begun.secret))
    assert.equal(await codeOf(verifyTotp(begun.stateToken, '000000')), 'VERIFICATION_FAILED')
    const done = await verifyTotp(begun.stateToken, totpNow(begun.secret))
    assert.equal(done.state, 'SUCCESS')
    halfAMinute()
    const next = await login(email)
    assert.equal(next.state, 'MFA_CHALLENGE')
    assert.deepEqual(
      next.mfaChallengeData?.availableFactors.map(({ factorType }) => factorType),
      ['TOTP', 'RECOVERY_CODE'],
      'a lost phone shuts nobody out',
    )
    const codes = done.additionalData?.recoveryCodes?.listValue?.value as { strValue: string }[]
    assert.equal(codes.length, 10)
    const verify = async (stateToken: string, code: string) =>
      (await guest(shop).authentication.verify({ factorType: 'RECOVERY_CODE', stateToken, recoveryCodeData: { code } })).state
    assert.equal(await verify((await login(email)).stateToken!, codes[0]!.strValue), 'SUCCESS')
    assert.equal(await codeOf(verify((await login(email)).stateToken!, codes[0]!.strValue)), 'VERIFICATION_FAILED', 'each once')
    assert.equal(await codeOf(guest(shop).signIn.beginTotp({ stateToken: next.stateToken! })), 'SIGN_IN_OVER', 'nobody sets up another one')
  })

  test('or to emails', async () => {
    await signInPolicy(shop, { mfa: 'REQUIRED' })
    const email = newEmail()
    const { stateToken } = await guest(shop).authentication.register({ loginId: { email }, password: goodPassword })
    const asked = await guest(shop).authentication.verify({ factorType: 'EMAIL', stateToken: stateToken! })
    assert.equal(asked.state, 'MFA_CHALLENGE')
    const emailData = { code: await codeFor(shop, email) }
    const { state } = await guest(shop).authentication.verify({ factorType: 'EMAIL', stateToken: asked.stateToken!, emailData })
    assert.equal(state, 'SUCCESS')
    assert.equal((await login(email)).mfaChallengeData?.factorType, 'EMAIL')
  })
})

describe('a code by email in the place of a password', () => {
  test('signs in, once, and proves the address', async () => {
    const { email } = await member()
    assert.deepEqual(await guest(shop).signIn.sendSignInCode({ email }), {})
    const code = await codeFor(shop, email)
    const use = () => codeOf(guest(shop).authentication.login({ loginId: { email }, emailOtp: { code } }))
    assert.deepEqual((await Promise.all([use(), use()])).toSorted(), ['-19976', 'done'])
    const { identity } = await login(email)
    assert.equal(identity?.email?.isVerified, true)
  })

  test('is answered alike for an address that nobody has, and refused where the shop has it off', async () => {
    const email = newEmail()
    assert.deepEqual(await guest(shop).signIn.sendSignInCode({ email }), {})
    assert.deepEqual(await emailsTo(shop, email), [])
    await signInPolicy(shop, { methods: { ...freshSignIn.methods, emailCode: false } })
    assert.equal(await codeOf(guest(shop).signIn.sendSignInCode({ email })), 'SIGN_IN_METHOD_OFF')
  })
})
