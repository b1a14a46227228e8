import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { solvedCaptcha } from '../src/captcha.ts'
import { goodPassword, guest, newEmail, signInPolicy } from '../src/guest.ts'
import { codeOf } from '../src/refused.ts'
import { startSecondFactors } from '../src/second-factors.ts'

const { shop } = await startSecondFactors()

describe('puzzles', () => {
  const office = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
  const solved = (siteKey: string) => solvedCaptcha(shop, siteKey)
  const keys = async () => (await guest(shop).signIn.getSignIn()).signIn.captchaSiteKeys
  const wrong = (email: string, captchaTokens?: object[]) =>
    codeOf(guest(shop).authentication.login({ loginId: { email }, password: 'wrong', ...(captchaTokens && { captchaTokens }) }))

  test('403 -19971 without one, -19970 with none of ours, and a solution counts once', async () => {
    await signInPolicy(shop, { captcha: 'ALWAYS' })
    const { visible, invisible } = await keys()
    const email = newEmail()
    assert.equal(await wrong(email), '-19971')
    assert.equal(await wrong(email, [{ Recaptcha: 'x' }]), '-19970')
    const solution = await solved(visible)
    assert.equal(await wrong(email, [{ InvisibleRecaptcha: solution }]), '-19970', 'it was made to be seen')
    assert.equal(await wrong(email, [{ Recaptcha: solution }]), '-19976')
    assert.equal(await wrong(email, [{ Recaptcha: solution }]), '-19970')
    const both = [{ Recaptcha: 'x', InvisibleRecaptcha: await solved(invisible) }]
    assert.equal(await wrong(email, both), '-19976', 'one of two is enough')
  })

  // attack: Sign-in limits | one captcha solution is sent many times at once | one is accepted
  test('of many who send one solution at once, one is heard', async () => {
    await signInPolicy(shop, { captcha: 'ALWAYS' })
    const Recaptcha = await solved((await keys()).visible)
    const codes = await Promise.all(Array.from({ length: 6 }, () => wrong(newEmail(), [{ Recaptcha }])))
    assert.equal(codes.filter((code) => code === '-19976').length, 1)
  })

  // attack: Sign-in limits | an old captcha, or one made easier by the client | -19970
  test('are over after ten minutes, and cannot be made easier', async () => {
    await signInPolicy(shop, { captcha: 'ALWAYS' })
    const { visible } = await keys()
    const late = await solved(visible)
    shop.clock.advance(10 * 60_000 + 1)
    assert.equal(await wrong(newEmail(), [{ Recaptcha: late }]), '-19970')
    const { challenge } = JSON.parse(Buffer.from(await solved(visible), 'base64').toString())
    const easier = { ...challenge, parameters: { ...challenge.parameters, keyPrefix: '' } }
    const forged = { challenge: easier, solution: { counter: 0, derivedKey: '00' } }
    assert.equal(await wrong(newEmail(), [{ Recaptcha: Buffer.from(JSON.stringify(forged)).toString('base64') }]), '-19970')
  })

  test('are asked for after three failures on an account where the shop asks the suspicious alone', async () => {
    await signInPolicy(shop, { captcha: 'SUSPICIOUS' })
    const email = newEmail()
    assert.deepEqual(
      [await wrong(email), await wrong(email), await wrong(email), await wrong(email)],
      ['-19976', '-19976', '-19976', '-19971'],
    )
    assert.equal(await wrong(newEmail()), '-19976', 'others are left alone')
  })

  test('are asked for at the registration too', async () => {
    await signInPolicy(shop, { captcha: 'ALWAYS' })
    const register = (captchaTokens?: object[]) =>
      codeOf(
        guest(shop).authentication.register({
          loginId: { email: newEmail() },
          password: goodPassword,
          ...(captchaTokens && { captchaTokens }),
        }),
      )
    assert.equal(await register(), '-19971')
    assert.equal(await register([{ Recaptcha: 'x' }]), '-19970')
    assert.equal(await register([{ Recaptcha: await solved((await keys()).visible) }]), 'done')
    const asked = guest(shop).signIn.sendSignInCode({ email: newEmail() })
    assert.equal(await codeOf(asked), '-19971')
    const refused = guest(shop).signIn.sendSignInCode({ email: newEmail(), captchaTokens: [{ Recaptcha: 'x' }] })
    assert.equal(await codeOf(refused), '-19970')
  })

  test('404 CAPTCHA_SITE_KEY_NOT_FOUND for a key of nobody’s', async () => {
    assert.equal(await codeOf(guest(shop).signIn.getCaptchaChallenge({ siteKey: 'x' })), 'CAPTCHA_SITE_KEY_NOT_FOUND')
  })

  test('the policy is set with its revision, one way to sign in stays, and no secret is said', async () => {
    const { signInSettings } = office()
    const { signIn } = await signInSettings.getSignInSettings()
    const { updatedDate: _, socialRedirectUri: __, ...sent } = signIn
    const social = [{ name: 'Example', issuer: 'https://id.example.com', clientId: 'morrow', clientSecret: 'a very secret secret' }]
    const set = (more: object) => signInSettings.setSignInSettings({ signIn: { ...sent, ...more } })
    const answer = await set({ registration: 'APPROVAL', methods: { ...sent.methods, social } })
    assert.equal(answer.signIn.methods.social[0]?.clientSecretSet, true)
    assert.ok(!JSON.stringify(answer).includes('very secret'))
    assert.equal(await codeOf(set({})), 'STALE_REVISION')
    const { revision } = answer.signIn
    const none = { password: false, emailCode: false, passkey: false, social: [] }
    assert.equal(await codeOf(set({ revision, methods: none })), 'NO_WAY_TO_SIGN_IN')
    const plain = [{ name: 'Example', issuer: 'http://id.example.com', clientId: 'morrow' }]
    assert.equal(await codeOf(set({ revision, methods: { ...sent.methods, social: plain } })), 'ISSUER_NOT_ALLOWED')
    const [saved] = await shop.platform.database.query<{ found: boolean }>(sql`
      select exists (select from audit_entry where site = ${shop.site} and to_jsonb(audit_entry)::text like '%very secret%') as found`)
    assert.equal(saved!.found, false, 'not in the audit log either')
    const { signOnPolicy } = await signInSettings.getSignOnPolicy()
    assert.deepEqual([signOnPolicy.requireOwnerApproval, signOnPolicy.revision], [true, revision])
    await signInSettings.updateSignOnPolicy({ signOnPolicy: { requireOwnerApproval: false, requireEmailVerification: true } })
    const after = await signInSettings.getSignInSettings()
    assert.deepEqual([after.signIn.registration, after.signIn.emailVerification], ['OPEN', true])
  })
})
