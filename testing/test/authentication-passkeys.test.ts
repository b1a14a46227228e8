import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import * as account from '@vitrine/client/account'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { freshSignIn } from '@vitrine/platform/kernel/settings/sign-in-settings'
import { authenticator } from '../src/authenticator.ts'
import { asMember, enter, goodPassword, guest, newEmail, signInPolicy } from '../src/guest.ts'
import { codeFor } from '../src/mailbox.ts'
import { codeOf } from '../src/refused.ts'
import { startSecondFactors } from '../src/second-factors.ts'

const { shop, login, member, withTotp } = await startSecondFactors()

describe('passkeys', () => {
  const begin = () => guest(shop).signIn.beginPasskey()
  const finish = (challengeId: string, credential: string) => guest(shop).signIn.finishPasskey({ challengeId, credential })

  async function withPasskey() {
    const device = authenticator(shop.url)
    const made = await member()
    const { challengeId, publicKeyCredentialCreationOptionsJson: options } = await made.me.mySecurity.beginPasskey()
    const { passkey } = await made.me.mySecurity.keepPasskey({ challengeId, credential: device.create(options), name: 'Phone' })
    return { ...made, device, passkey }
  }

  test('sign in without an address, and without a second proof', async () => {
    const { id, device } = await withPasskey()
    await signInPolicy(shop, { mfa: 'REQUIRED' })
    const { challengeId, publicKeyCredentialRequestOptionsJson: options } = await begin()
    assert.equal(JSON.parse(options).allowCredentials?.length ?? 0, 0)
    const { state, identity } = await finish(challengeId, device.get(options))
    assert.deepEqual([state, identity?.id], ['SUCCESS', id])
  })

  // attack: Sign-in limits | a passkey challenge is used twice, late, or at another shop | 400 PASSKEY_REFUSED
  test('400 PASSKEY_REFUSED: a challenge counts once, for five minutes, and for this shop', async () => {
    const { device } = await withPasskey()
    const { challengeId, publicKeyCredentialRequestOptionsJson: options } = await begin()
    const answer = device.get(options)
    const codes = await Promise.all(Array.from({ length: 4 }, () => codeOf(finish(challengeId, answer))))
    assert.deepEqual(codes.toSorted(), ['PASSKEY_REFUSED', 'PASSKEY_REFUSED', 'PASSKEY_REFUSED', 'done'])
    const late = await begin()
    shop.clock.advance(5 * 60_000 + 1)
    assert.equal(await codeOf(finish(late.challengeId, device.get(late.publicKeyCredentialRequestOptionsJson))), 'PASSKEY_REFUSED')
    const away = await begin()
    const elsewhere = device.get(away.publicKeyCredentialRequestOptionsJson, { from: 'https://evil.example' })
    assert.equal(await codeOf(finish(away.challengeId, elsewhere)), 'PASSKEY_REFUSED')
    const other = await begin()
    assert.equal(await codeOf(finish(other.challengeId, device.get(away.publicKeyCredentialRequestOptionsJson))), 'PASSKEY_REFUSED')
  })

  // attack: Sign-in limits | a passkey without user verification, or a cloned authenticator | 400 PASSKEY_REFUSED
  test('400 PASSKEY_REFUSED without finger or face, for a copy whose counter goes back, and for one that nobody has', async () => {
    const { device } = await withPasskey()
    const use = async (how: (options: string) => string) => {
      const { challengeId, publicKeyCredentialRequestOptionsJson: options } = await begin()
      return codeOf(finish(challengeId, how(options)))
    }
    assert.equal(await use((options) => device.get(options, { verified: false })), 'PASSKEY_REFUSED')
    assert.equal(await use((options) => device.get(options)), 'done')
    device.rewind()
    assert.equal(await use((options) => device.get(options)), 'PASSKEY_REFUSED')
    assert.equal(await use((options) => authenticator(shop.url).get(options)), 'PASSKEY_REFUSED')
    assert.equal(await use(() => '{}'), 'PASSKEY_REFUSED')
    assert.equal(await use(() => 'not json'), 'PASSKEY_REFUSED')
  })

  test('are made by their owner alone, once each, renamed and given up', async () => {
    const { me, device, passkey } = await withPasskey()
    const other = await member()
    const begun = await me.mySecurity.beginPasskey()
    assert.equal(JSON.parse(begun.publicKeyCredentialCreationOptionsJson).excludeCredentials.length, 1)
    const credential = authenticator(shop.url).create(begun.publicKeyCredentialCreationOptionsJson)
    assert.equal(await codeOf(other.me.mySecurity.keepPasskey({ challengeId: begun.challengeId, credential })), 'PASSKEY_REFUSED')
    const same = device.create(begun.publicKeyCredentialCreationOptionsJson)
    assert.equal(await codeOf(me.mySecurity.keepPasskey({ challengeId: begun.challengeId, credential: same })), 'PASSKEY_REFUSED')
    const passkeyId = passkey.id
    assert.equal(await codeOf(other.me.mySecurity.renamePasskey({ passkeyId, name: 'Mine' })), 'PASSKEY_NOT_FOUND')
    assert.equal((await me.mySecurity.renamePasskey({ passkeyId, name: 'Old phone' })).passkey.name, 'Old phone')
    assert.equal(await codeOf(other.me.mySecurity.deletePasskey({ passkeyId })), 'PASSKEY_NOT_FOUND')
    await me.mySecurity.deletePasskey({ passkeyId })
    const { challengeId, publicKeyCredentialRequestOptionsJson: options } = await begin()
    assert.equal(await codeOf(finish(challengeId, device.get(options))), 'PASSKEY_REFUSED')
  })

  test('are a second proof beside another one', async () => {
    const { me, email, secret } = await withTotp()
    const device = authenticator(shop.url)
    const begun = await me.mySecurity.beginPasskey()
    await me.mySecurity.keepPasskey({
      challengeId: begun.challengeId,
      credential: device.create(begun.publicKeyCredentialCreationOptionsJson),
    })
    assert.ok(secret)
    const { stateToken } = await login(email)
    const verify = (webauthnData: object) =>
      guest(shop).authentication.verify({ factorType: 'WEBAUTHN', stateToken: stateToken!, webauthnData })
    const { mfaChallengeData } = await verify({})
    const { challengeId, publicKeyCredentialRequestOptionsJson: options } = mfaChallengeData!.verificationChallengeData.webauthnData!
    assert.equal((await verify({ challengeId, credential: device.get(options) })).state, 'SUCCESS')
  })

  test('are off where the shop says so', async () => {
    await signInPolicy(shop, { methods: { ...freshSignIn.methods, passkey: false } })
    assert.equal(await codeOf(begin()), 'SIGN_IN_METHOD_OFF')
    assert.equal(await codeOf(finish('77777777-7777-4777-8777-777777777777', '{}')), 'SIGN_IN_METHOD_OFF')
    const { me } = await member()
    assert.equal(await codeOf(me.mySecurity.beginPasskey()), 'SIGN_IN_METHOD_OFF')
  })
})

describe('sessions', () => {
  test('are listed, ended one by one, and all others at once', async () => {
    const { email, me } = await member()
    const others = await Promise.all([login(email), login(email)])
    const entered = await Promise.all(others.map((answer) => enter(shop, answer)))
    const { sessions } = await me.mySecurity.listMySessions()
    assert.equal(sessions.length, 3)
    const [one] = sessions.filter(({ current }) => !current)
    await me.mySecurity.endMySession({ sessionId: one!.id })
    assert.equal(await codeOf(me.mySecurity.endMySession({ sessionId: one!.id })), 'SESSION_NOT_FOUND')
    assert.deepEqual(await me.mySecurity.endMyOtherSessions(), { ended: 1 })
    assert.deepEqual(
      (await me.mySecurity.listMySessions()).sessions.map(({ current }) => current),
      [true],
    )
    await shop.platform.learnEnded()
    for (const other of entered) assert.equal(await codeOf(asMember(shop, other).mySecurity.listMySessions()), 'INVALID_TOKEN')
  })

  // attack: Other people's data | a member lists or ends another member's sessions | not found
  test('another member’s are nobody’s', async () => {
    const { me } = await member()
    const other = await member()
    const [theirs] = (await other.me.mySecurity.listMySessions()).sessions
    assert.equal(await codeOf(me.mySecurity.endMySession({ sessionId: theirs!.id })), 'SESSION_NOT_FOUND')
  })
})

describe('one’s own password', () => {
  test('is changed with the old one', async () => {
    const { me, email } = await member()
    const change = (oldPassword: string, newPassword: string) => codeOf(me.mySecurity.changeMyPassword({ oldPassword, newPassword }))
    assert.equal(await change('wrong', 'kettle fox marble'), '-19976')
    assert.equal(await change(goodPassword, 'password'), 'PASSWORD_TOO_WEAK')
    assert.equal(await change(goodPassword, 'kettle fox marble'), 'done')
    assert.equal(await codeOf(login(email)), '-19976')
  })
})

describe('403 SIGN_IN_TOO_OLD', () => {
  test('for who has no password to give, an hour after the sign-in', async () => {
    const app = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: account })
    const email = newEmail()
    const me = asMember(shop, await enter(shop, await app.authentication.signOn({ loginId: { email } })))
    const { setupToken } = await me.mySecurity.beginCode({ factorType: 'EMAIL' })
    const { factor } = await me.mySecurity.confirmFactor({ setupToken, code: await codeFor(shop, email) })
    assert.equal((await me.mySecurity.makeRecoveryCodes()).codes.length, 10)
    shop.clock.advance(60 * 60_000 + 1)
    assert.equal(await codeOf(me.mySecurity.makeRecoveryCodes()), 'SIGN_IN_TOO_OLD')
    assert.equal(await codeOf(me.mySecurity.removeFactor({ factorId: factor.id })), 'SIGN_IN_TOO_OLD')
    assert.equal(await codeOf(me.mySecurity.changeMyPassword({ newPassword: goodPassword })), 'SIGN_IN_TOO_OLD')
  })
})

describe('404 MEMBER_NOT_FOUND', () => {
  test('for whom the shop has deleted meanwhile', async () => {
    const { me, id } = await member()
    await shop.platform.database.query(sql`
      update member set deleted_at = ${shop.clock.now()}, deleted_by = 'STAFF' where site = ${shop.site} and id = ${id}`)
    const calls = [
      me.mySecurity.beginTotp(),
      me.mySecurity.beginCode({ factorType: 'EMAIL' }),
      me.mySecurity.makeRecoveryCodes({ password: goodPassword }),
      me.mySecurity.changeMyPassword({ oldPassword: goodPassword, newPassword: 'kettle fox marble' }),
      me.mySecurity.beginPasskey(),
      me.authentication.changePassword({ newPassword: 'kettle fox marble' }),
    ]
    assert.deepEqual(await Promise.all(calls.map(codeOf)), Array<string>(6).fill('MEMBER_NOT_FOUND'))
  })
})
