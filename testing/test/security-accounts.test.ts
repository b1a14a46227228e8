/** What somebody who means ill would try with the accounts of members, each by its name. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { attempt } from '@vitrine/client'
import { newId } from '@vitrine/platform/kernel/db/id'
import { hashing } from '@vitrine/platform/people/credentials/passwords'
import { Secret, TOTP } from 'otpauth'
import { asMember, type Guest, goodPassword, guest, newEmail, register, signInPolicy } from '../src/guest.ts'
import { codeFor as codeInEmail } from '../src/mailbox.ts'
import { newMember } from '../src/member.ts'
import { startPlatformForFile } from '../src/platform-for-file.ts'
import { codeOf } from '../src/refused.ts'
import { statementsOf } from '../src/statements.ts'
import { newVisitor, send } from '../src/wire.ts'

const shop = await startPlatformForFile()

const login = (who: Guest, email: string, password = goodPassword) => who.authentication.login({ loginId: { email }, password })

/** Somebody new with a password, and what they call with. */
async function person() {
  await signInPolicy(shop, {})
  const email = newEmail()
  const mine = guest(shop)
  const { identity, sessionToken } = await register(mine, email)
  const { json } = await send(shop, {
    method: 'POST',
    path: '/oauth2/token',
    headers: { authorization: `${(await newVisitor(shop)).token},${shop.apiKey}` },
    body: { grantType: 'authorized_client', clientId: shop.clientId, sessionToken },
  })
  return { email, id: identity!.id!, access: json.access_token as string, me: asMember(shop, { access: json.access_token, refresh: '' }) }
}

describe('security of accounts', () => {
  // attack: Sign-in limits | registration, recovery and sign-in with unknown and known emails are compared | the same answers, word for word
  test('user enumeration: an address that nobody has is answered like one that somebody has, word for word', async () => {
    const asks: ((who: Guest, email: string) => Promise<unknown>)[] = [
      (who, of) => login(who, of, 'wrong'),
      (who, of) => who.authentication.login({ loginId: { email: of }, emailOtp: { code: '000000' } }),
      (who, of) => who.signIn.sendSignInCode({ email: of }),
      (who, of) => who.recovery.sendRecoveryEmail({ email: of }),
      (who, of) => register(who, of),
    ]
    const told = async (ask: (typeof asks)[number], of: string) => {
      const [refused, answer] = await attempt(ask(guest(shop), of))
      const { stateToken, identity, ...rest } = (answer ?? {}) as Record<string, unknown>
      return [refused?.status, refused?.code, refused?.data, refused?.message, typeof stateToken, typeof identity, rest]
    }
    for (const ask of asks) {
      const { email } = await person()
      await signInPolicy(shop, { emailVerification: true })
      assert.deepEqual(await told(ask, email), await told(ask, newEmail()), String(ask))
    }
    await signInPolicy(shop, {})
  })

  // attack: Sign-in limits | the work of an answer for unknown and known emails is compared | the same hash and the same statements
  test('user enumeration by time: for an address that nobody has the same is computed and the same is asked of the database', async () => {
    const workOf = async (ask: () => Promise<unknown>) => {
      const hashes: string[] = []
      const hear = (what: unknown) => void hashes.push(String(what))
      hashing.subscribe(hear)
      const { statements } = await statementsOf(shop, () => attempt(ask()))
      hashing.unsubscribe(hear)
      return { hashes, statements }
    }
    const ways: readonly (readonly [string, (who: Guest, email: string) => Promise<unknown>, readonly string[]])[] = [
      ['a wrong password', (who, of) => login(who, of, 'wrong'), ['verify']],
      ['no password', (who, of) => login(who, of, ''), ['verify']],
      ['a wrong code', (who, of) => who.authentication.login({ loginId: { email: of }, emailOtp: { code: '000000' } }), []],
      ['recovery', (who, of) => who.recovery.sendRecoveryEmail({ email: of }), []],
      ['a code by email', (who, of) => who.signIn.sendSignInCode({ email: of }), []],
    ]
    for (const [name, ask, hashes] of ways) {
      const { email } = await person()
      // The first call of a browser makes it a visitor, and the first one after another policy reads that.
      const [one, other] = [guest(shop), guest(shop)]
      for (const who of [one, other]) for (const whose of [email, newEmail()]) await attempt(ask(who, whose))
      const known = await workOf(() => ask(one, email))
      assert.deepEqual(known.hashes, hashes, name)
      assert.ok(known.statements.length > 0, name)
      assert.deepEqual(await workOf(() => ask(other, newEmail())), known, name)
    }
    // Whoever registers gets an account where there is none: a few rows, beside a password that is hashed for either.
    await signInPolicy(shop, { emailVerification: true })
    const { email } = await person()
    await signInPolicy(shop, { emailVerification: true })
    for (const one of [email, newEmail()]) assert.deepEqual((await workOf(() => register(guest(shop), one))).hashes, ['hash'])
    await signInPolicy(shop, {})
  })

  test('brute force of a password: five tries on an account from wherever, thirty from one address, then each takes a captcha', async () => {
    const { email } = await person()
    for (let i = 0; i < 5; i++) assert.equal(await codeOf(login(guest(shop), email, `guess ${i}`)), '-19976')
    assert.equal(await codeOf(login(guest(shop), email, goodPassword)), '-19971')
    const one = guest(shop)
    const codes: string[] = []
    for (let i = 0; i < 31; i++) codes.push(await codeOf(login(one, newEmail(), 'guess')))
    assert.deepEqual([codes[29], codes[30]], ['-19976', '-19971'])
  })

  // attack: Sign-in limits | guessing a six-digit email code | five tries, then not even the right code
  test('brute force of six digits: five tries, then not even the right ones', async () => {
    const { email } = await person()
    await guest(shop).signIn.sendSignInCode({ email })
    const code = await codeInEmail(shop, email)
    const use = (figures: string) => codeOf(guest(shop).authentication.login({ loginId: { email }, emailOtp: { code: figures } }))
    for (let i = 1; i <= 5; i++) assert.equal(await use(String((Number(code) + i) % 1_000_000).padStart(6, '0')), '-19976')
    assert.notEqual(await use(code), 'done')
    shop.clock.advance(900_001)
    assert.notEqual(await use(code), 'done')
  })

  // attack: Sign-in limits | a TOTP code is used a second time | refused
  test('TOTP replay: the six digits of a step count once, whoever has looked over a shoulder', async () => {
    const { email, me } = await person()
    const { secret, setupToken } = await me.mySecurity.beginTotp()
    const figures = () =>
      new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 }).generate({
        timestamp: shop.clock.now().getTime(),
      })
    const enrolling = figures()
    await me.mySecurity.confirmFactor({ setupToken, code: enrolling })
    const prove = async (code: string) => {
      const { stateToken } = await login(guest(shop), email)
      return codeOf(guest(shop).authentication.verify({ factorType: 'TOTP', stateToken: stateToken!, totpData: { code } }))
    }
    assert.equal(await prove(enrolling), 'VERIFICATION_FAILED', 'also those that set it up')
    shop.clock.advance(30_000)
    const code = figures()
    assert.equal(await prove(code), 'done')
    assert.equal(await prove(code), 'VERIFICATION_FAILED')
    const { stateToken } = await login(guest(shop), email)
    assert.ok(stateToken, 'and the password alone is none of both')
  })

  // attack: Other people's data | a member asks for the FULL field set of another member | the PUBLIC field set
  test('privilege by field set: FULL of somebody else is PUBLIC, however it is asked for', async () => {
    const ada = await person()
    await ada.me.members.updateMember({ member: { id: ada.id, contact: { firstName: 'Ada', phones: ['+49 341 1'] } } })
    const open = await ada.me.members.joinCommunity()
    const { me: eve } = await person()
    const asks: ((fieldset: 'EXTENDED' | 'FULL') => Promise<unknown>)[] = [
      (one) => eve.members.getMember({ id: ada.id, fieldsets: [one] }),
      (one) => eve.members.getMember({ id: ada.id, fieldsets: ['PUBLIC', one], fieldSet: one } as never),
      (one) => eve.members.listMembers({ fieldsets: [one] }),
      (one) => eve.members.queryMembers({ fieldsets: [one], query: { filter: { id: ada.id } } }),
    ]
    const secret = [ada.email, '+49 341 1', 'APPROVED', 'lastLoginDate', 'loginEmailVerified']
    for (const ask of asks)
      for (const fieldset of ['EXTENDED', 'FULL'] as const) {
        const text = JSON.stringify(await ask(fieldset))
        assert.ok(text.includes(ada.id), String(ask))
        for (const one of secret) assert.ok(!text.includes(one), `${String(ask)} tells ${one}`)
      }
    const bySlug = { slug: open.member.profile!.slug!, fieldsets: ['FULL'] }
    assert.equal(await codeOf(eve.members.getMemberBySlug(bySlug as never)), 'INVALID_ARGUMENT')
    const own = JSON.stringify(await ada.me.members.getCurrentMember({ fieldsets: ['FULL'] }))
    for (const one of secret) assert.ok(own.includes(one), `${one} is there to be seen by its owner`)
  })

  // attack: Other people's data | a member sets their own loginEmail, status or verification | the fields are dropped
  test('mass assignment: what only the shop says of a member is not taken from them', async () => {
    const { id, me, email } = await person()
    const before = (await me.members.getCurrentMember({ fieldsets: ['FULL'] })).member
    const forged = {
      id: newId(),
      status: 'BLOCKED',
      activityStatus: 'MUTED',
      loginEmail: 'evil@example.com',
      loginEmailVerified: !before.loginEmailVerified,
      contactId: newId(),
      createdDate: '2000-01-01T00:00:00.000Z',
      lastLoginDate: '2000-01-01T00:00:00.000Z',
      site: newId(),
      role: 'OWNER',
    }
    await me.members.updateMember({ member: { ...forged, id, contact: { firstName: 'Ada' } } })
    const { member: after } = await me.members.getCurrentMember({ fieldsets: ['FULL'] })
    const { updatedDate: _, contact, ...rest } = after
    const { updatedDate: __, contact: ___, ...was } = before
    assert.deepEqual([rest, contact?.firstName], [was, 'Ada'])
    const memberId = await newMember(shop)
    assert.equal(await codeOf(me.members.updateMember({ member: { id: memberId, contact: { firstName: 'Eve' } } })), 'PERMISSION_DENIED')

    await signInPolicy(shop, { registration: 'APPROVAL' })
    const asked = newEmail()
    await register(guest(shop), asked, {
      status: 'APPROVED',
      emailVerified: true,
      role: 'OWNER',
      profile: { status: 'APPROVED', loginEmailVerified: true },
    })
    assert.equal((await login(guest(shop), asked)).state, 'REQUIRE_OWNER_APPROVAL')
    await signInPolicy(shop, {})
    assert.equal((await login(guest(shop), email)).state, 'SUCCESS')
  })
})
