import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { Secret } from 'otpauth'
import { asMember, enter, goodPassword, guest, signInPolicy } from '../src/guest.ts'
import { emailsTo } from '../src/mailbox.ts'
import { codeOf } from '../src/refused.ts'
import { startSecondFactors } from '../src/second-factors.ts'

const { shop, login, totpNow, halfAMinute, member, withTotp, verifyTotp } = await startSecondFactors()

describe('an authenticator app', () => {
  test('is asked for after the password: MFA_CHALLENGE, and SUCCESS with its code', async () => {
    const { email, secret } = await withTotp()
    const { state, sessionToken, stateToken, mfaChallengeData } = await login(email)
    assert.deepEqual([state, sessionToken], ['MFA_CHALLENGE', undefined])
    assert.equal(mfaChallengeData?.factorType, 'TOTP')
    const answer = await verifyTotp(stateToken!, totpNow(secret))
    assert.equal(answer.state, 'SUCCESS')
    assert.deepEqual(
      answer.identity?.factors.map(({ type, status }) => [type, status]),
      [['TOTP', 'ACTIVE']],
    )
    const sessions = await asMember(shop, await enter(shop, answer)).mySecurity.listMySessions()
    assert.deepEqual(sessions.sessions.find(({ current }) => current)?.methods, ['PASSWORD', 'TOTP'])
  })

  // attack: Sign-in limits | one TOTP code is used many times at once | one use
  test('each step of time counts once, also for those who come at once', async () => {
    const { email, secret } = await withTotp()
    const states = await Promise.all(Array.from({ length: 4 }, () => login(email)))
    const code = totpNow(secret)
    const codes = await Promise.all(states.map(({ stateToken }) => codeOf(verifyTotp(stateToken!, code))))
    assert.deepEqual(codes.toSorted(), ['VERIFICATION_FAILED', 'VERIFICATION_FAILED', 'VERIFICATION_FAILED', 'done'])
    const { stateToken } = await login(email)
    assert.equal(await codeOf(verifyTotp(stateToken!, code)), 'VERIFICATION_FAILED', 'and never again')
    halfAMinute()
    assert.equal((await verifyTotp(stateToken!, totpNow(secret))).state, 'SUCCESS')
  })

  test('a state token ends with its success; five wrong codes are a lockout', async () => {
    const { email, secret } = await withTotp()
    const { stateToken } = await login(email)
    await verifyTotp(stateToken!, totpNow(secret))
    halfAMinute()
    assert.equal(await codeOf(verifyTotp(stateToken!, totpNow(secret))), 'SIGN_IN_OVER')
    const again = (await login(email)).stateToken!
    const codes: string[] = []
    for (let i = 0; i < 6; i++) codes.push(await codeOf(verifyTotp(again, '000000')))
    assert.equal(codes[0], 'VERIFICATION_FAILED')
    assert.equal(codes.at(-1), 'TOO_MANY_REQUESTS')
  })

  // attack: Operations and defaults | TOTP secrets are read from a copy of the database | sealed
  test('its secret is sealed where it lies', async () => {
    const { id, secret } = await withTotp()
    const [row] = await shop.platform.database.query<{ sealed: Buffer }>(
      sql`select sealed from member_factor where site = ${shop.site} and member_id = ${id}`,
    )
    assert.ok(!row!.sealed.includes(secret) && !row!.sealed.includes(Buffer.from(Secret.fromBase32(secret).bytes)))
  })

  test('is confirmed by its owner alone, with a code of its own, within a quarter of an hour', async () => {
    const { me } = await member()
    const other = await member()
    const { secret, setupToken } = await me.mySecurity.beginTotp()
    assert.equal(await codeOf(me.mySecurity.confirmFactor({ setupToken, code: '000000' })), 'VERIFICATION_FAILED')
    assert.equal(await codeOf(other.me.mySecurity.confirmFactor({ setupToken, code: totpNow(secret) })), 'SIGN_IN_OVER')
    shop.clock.advance(15 * 60_000 + 1000)
    assert.equal(await codeOf(me.mySecurity.confirmFactor({ setupToken, code: totpNow(secret) })), 'SIGN_IN_OVER')
  })

  test('is given up with the password', async () => {
    const { me, email, factorId } = await withTotp()
    assert.equal(await codeOf(me.mySecurity.removeFactor({ factorId, password: 'wrong' })), '-19976')
    await me.mySecurity.removeFactor({ factorId, password: goodPassword })
    assert.equal(await codeOf(me.mySecurity.removeFactor({ factorId, password: goodPassword })), 'FACTOR_NOT_FOUND')
    assert.equal((await login(email)).state, 'SUCCESS')
  })

  test('nobody is asked for it where the shop asks nobody', async () => {
    const { email } = await withTotp()
    await signInPolicy(shop, { mfa: 'OFF' })
    assert.equal((await login(email)).state, 'SUCCESS')
  })

  test('stands also after a new password by email', async () => {
    const { email } = await withTotp()
    await guest(shop).recovery.sendRecoveryEmail({ email })
    const [emailMessage] = await emailsTo(shop, email)
    const recoveryToken = /token=([\w-]{43})/.exec(emailMessage!.text)![1]!
    const { state } = await guest(shop).recovery.recover({ recoveryToken, password: 'kettle fox marble' })
    assert.equal(state, 'MFA_CHALLENGE')
  })
})

describe('recovery codes', () => {
  test('are ten, each good once, and only their hashes are kept', async () => {
    const { me, email, id } = await withTotp()
    assert.equal(await codeOf(me.mySecurity.makeRecoveryCodes({ password: 'wrong' })), '-19976')
    const { codes } = await me.mySecurity.makeRecoveryCodes({ password: goodPassword })
    assert.equal(new Set(codes).size, 10)
    const states = await Promise.all([login(email), login(email)])
    const use = (stateToken: string, code: string) =>
      codeOf(guest(shop).authentication.verify({ factorType: 'RECOVERY_CODE', stateToken, recoveryCodeData: { code } }))
    const used = await Promise.all(states.map(({ stateToken }) => use(stateToken!, codes[0]!.toLowerCase().replace('-', ' '))))
    assert.deepEqual(used.toSorted(), ['VERIFICATION_FAILED', 'done'])
    assert.equal((await me.mySecurity.getMyFactors()).recoveryCodesLeft, 9)
    await me.mySecurity.makeRecoveryCodes({ password: goodPassword })
    const { stateToken } = await login(email)
    assert.equal(await use(stateToken!, codes[1]!), 'VERIFICATION_FAILED', 'new ones end the earlier ones')
    const rows = await shop.platform.database.query<{ hash: Buffer }>(
      sql`select hash from member_recovery_code where site = ${shop.site} and member_id = ${id}`,
    )
    assert.ok(rows.every(({ hash }) => hash.length === 32))
  })
})

describe('remembered devices', () => {
  test('spare the second proof for thirty days, to their owner alone, until they are forgotten', async () => {
    const { email, secret } = await withTotp()
    const { stateToken } = await login(email)
    const { additionalData } = await verifyTotp(stateToken!, totpNow(secret), { rememberThisDevice: true })
    const deviceToken = additionalData?.['deviceToken']?.strValue
    assert.ok(deviceToken)
    assert.equal((await login(email, { clientMetaData: { deviceToken } })).state, 'SUCCESS')
    assert.equal((await login(email, { clientMetaData: { deviceToken: 'x' } })).state, 'MFA_CHALLENGE')
    const other = await withTotp()
    assert.equal((await login(other.email, { clientMetaData: { deviceToken } })).state, 'MFA_CHALLENGE')
    shop.clock.advance(29 * 24 * 3_600_000)
    const back = asMember(shop, await enter(shop, await login(email, { clientMetaData: { deviceToken } })))
    const [device] = (await back.mySecurity.getMyFactors()).devices
    await back.mySecurity.forgetDevice({ deviceId: device!.id })
    assert.equal(await codeOf(back.mySecurity.forgetDevice({ deviceId: device!.id })), 'DEVICE_NOT_FOUND')
    assert.equal((await login(email, { clientMetaData: { deviceToken } })).state, 'MFA_CHALLENGE')
  })

  test('are over after thirty days', async () => {
    const { email, secret } = await withTotp()
    const { stateToken } = await login(email)
    const { additionalData } = await verifyTotp(stateToken!, totpNow(secret), { rememberThisDevice: true })
    shop.clock.advance(30 * 24 * 3_600_000)
    assert.equal((await login(email, { clientMetaData: { deviceToken: additionalData!['deviceToken']!.strValue } })).state, 'MFA_CHALLENGE')
  })
})
