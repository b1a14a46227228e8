import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as account from '@vitrine/client/account'
import * as backOffice from '@vitrine/client/back-office'
import type { StaffRole } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { createSite } from '@vitrine/platform/kernel/sites/directory'
import { figuresAt } from '../src/code-app.ts'
import { colleague } from '../src/colleague.ts'
import { asMember, enter, goodPassword, guest, newEmail, ownPages, signInPolicy } from '../src/guest.ts'
import { codeFor, emailsTo } from '../src/mailbox.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'

let shop: TestPlatform
/** What was asked on telephones, and what was said yes to. */
const asked: string[] = []
const said = new Set<string>()

before(async () => {
  shop = await startTestPlatform({
    push: {
      ask: async ({ transactionId }) => void asked.push(transactionId),
      answered: async ({ transactionId }) => said.has(transactionId),
    },
  })
  await ownPages(shop)
  await signInPolicy(shop, {})
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

const codeOf = async (call: Promise<unknown>) => (await attempt(call))[0]?.code ?? 'done'
const staff = async (role: StaffRole = 'SUPPORT') =>
  createClient({ baseUrl: shop.url, auth: await colleague(shop, role), modules: backOffice })
const login = (email: string, password = goodPassword, agent = 'Mozilla/5.0 (Macintosh) Firefox/140') =>
  guest(shop, { agent }).authentication.login({ loginId: { email }, password })

/** A member with a password, signed in at one place. */
async function member() {
  const email = newEmail()
  const answer = await guest(shop, { agent: 'Mozilla/5.0 (iPhone) Safari/605' }).authentication.register({
    loginId: { email },
    password: goodPassword,
    profile: { firstName: 'Ada', lastName: 'Lovelace' },
  })
  return { email, id: answer.identity!.id!, me: asMember(shop, await enter(shop, answer)) }
}
const newest = async () => {
  const { entries } = await (await staff('OWNER')).audit.queryAudit({})
  const [entry] = entries.filter(({ act }) => act !== 'SIGNED_IN')
  return (await (await staff('OWNER')).audit.getAuditEntry({ id: entry!.id })).entry
}
/** A new password, by the email that leads to it. */
async function recover(email: string, password: string) {
  await guest(shop).recovery.sendRecoveryEmail({ email })
  const [message] = await emailsTo(shop, email)
  const recoveryToken = /token=([\w-]{43})/.exec(message!.text)![1]!
  return guest(shop).recovery.recover({ recoveryToken, password })
}

describe('where a member is signed in', () => {
  test('staff see it, the latest first, and how else they sign in', async () => {
    const { email, id } = await member()
    await login(email)
    const { sessions, ...ways } = await (await staff()).memberSecurity.getSecurity({ id })
    assert.deepEqual(
      sessions.map(({ agent, methods }) => [agent, methods]),
      [
        ['Mozilla/5.0 (Macintosh) Firefox/140', ['PASSWORD']],
        ['Mozilla/5.0 (iPhone) Safari/605', ['PASSWORD']],
      ],
    )
    assert.ok(sessions.every(({ address, usedDate }) => address.startsWith('10.20.') && !Number.isNaN(Date.parse(usedDate))))
    assert.deepEqual(ways, { passwordSet: true, newPasswordWanted: false, passkeys: 0, factors: [] })
  })

  test('one of them is ended, and the others go on; the log says which it was', async () => {
    const { email, id, me } = await member()
    const other = asMember(shop, await enter(shop, await login(email)))
    const { memberSecurity } = await staff()
    const [latest] = (await memberSecurity.getSecurity({ id })).sessions
    await memberSecurity.endSession({ id, sessionId: latest!.id })
    await shop.platform.learnEnded()
    assert.equal(await codeOf(other.mySecurity.listMySessions()), 'INVALID_TOKEN')
    assert.equal(await codeOf(me.mySecurity.listMySessions()), 'done')
    assert.equal(await codeOf(memberSecurity.endSession({ id, sessionId: latest!.id })), 'SESSION_NOT_FOUND')
    const [change] = (await newest()).changes
    assert.deepEqual([change!.kind, change!.id, change!.name], ['member', id, 'Ada Lovelace'])
    assert.deepEqual(
      change!.fields.map(({ path, before: was, after: is }) => [path, was, is]),
      [[['sessions', `#${latest!.id}`], { id: latest!.id, agent: latest!.agent }, undefined]],
    )
  })

  test('all of them are ended at once', async () => {
    const { email, id, me } = await member()
    await login(email)
    const { memberSecurity } = await staff()
    assert.deepEqual(await memberSecurity.endSessions({ id }), { ended: 2 })
    await shop.platform.learnEnded()
    assert.equal(await codeOf(me.mySecurity.listMySessions()), 'INVALID_TOKEN')
    assert.deepEqual((await memberSecurity.getSecurity({ id })).sessions, [])
    assert.equal((await newest()).fields, 2)
  })

  test('another member’s are not ended by this member’s name', async () => {
    const [ada, bob] = [await member(), await member()]
    const { memberSecurity } = await staff()
    const [theirs] = (await memberSecurity.getSecurity({ id: bob.id })).sessions
    assert.equal(await codeOf(memberSecurity.endSession({ id: ada.id, sessionId: theirs!.id })), 'SESSION_NOT_FOUND')
  })

  test('404 MEMBER_NOT_FOUND for nobody, and 403 for who may not see or change members', async () => {
    const nobody = newId()
    const calls = ({ memberSecurity }: Awaited<ReturnType<typeof staff>>, id: string) => [
      () => memberSecurity.getSecurity({ id }),
      () => memberSecurity.endSessions({ id }),
      () => memberSecurity.endSession({ id, sessionId: newId() }),
      () => memberSecurity.wantNewPassword({ id, wanted: true }),
      () => memberSecurity.removeSecondStep({ id }),
    ]
    const answers = async (role: StaffRole, id: string) => {
      const codes: string[] = []
      for (const call of calls(await staff(role), id)) codes.push(await codeOf(call()))
      return codes
    }
    assert.deepEqual(new Set(await answers('SUPPORT', nobody)), new Set(['MEMBER_NOT_FOUND']))
    const { id } = await member()
    const no = 'PERMISSION_DENIED'
    assert.deepEqual(await answers('ORDERS', id), ['done', no, no, no, no], 'who sees members sees it')
    assert.deepEqual(await answers('WAREHOUSE', id), [no, no, no, no, no])
  })
})

describe('a new password that the shop asks for', () => {
  test('the old one is refused with -19973 until there is another one, which has to be another one', async () => {
    const { email, id, me } = await member()
    const { memberSecurity } = await staff()
    const asked = await memberSecurity.wantNewPassword({ id, wanted: true, signOut: true })
    assert.deepEqual(asked, { newPasswordWanted: true, ended: 1 })
    await shop.platform.learnEnded()
    assert.equal(await codeOf(me.mySecurity.listMySessions()), 'INVALID_TOKEN')
    assert.equal((await memberSecurity.getSecurity({ id })).newPasswordWanted, true)
    const { changes } = await newest()
    assert.deepEqual(
      changes.flatMap(({ fields }) => fields.map(({ path }) => path[0])),
      ['newPasswordWanted', 'sessions'],
    )
    assert.equal(await codeOf(login(email)), '-19973')
    assert.equal(await codeOf(login(email, 'wrong')), '-19976', 'who does not know it learns nothing')
    const [refused] = await attempt(recover(email, goodPassword))
    assert.deepEqual([refused?.code, refused?.data], ['PASSWORD_TOO_WEAK', { reason: 'THE_OLD_ONE' }])
    assert.equal((await recover(email, 'kettle fox marble')).state, 'SUCCESS')
    assert.equal((await login(email, 'kettle fox marble')).state, 'SUCCESS')
    assert.equal((await memberSecurity.getSecurity({ id })).newPasswordWanted, false)
  })

  test('whoever is signed in changes it there, to another one', async () => {
    const { id, me } = await member()
    await (await staff()).memberSecurity.wantNewPassword({ id, wanted: true })
    const change = (newPassword: string) => me.mySecurity.changeMyPassword({ oldPassword: goodPassword, newPassword })
    assert.equal(await codeOf(change(goodPassword)), 'PASSWORD_TOO_WEAK')
    assert.equal(await codeOf(me.authentication.changePassword({ newPassword: goodPassword })), 'PASSWORD_TOO_WEAK')
    assert.equal(await codeOf(change('kettle fox marble')), 'done')
  })

  test('a code by email lets them in as before, and taking it back makes the password good again', async () => {
    const { email, id } = await member()
    const { memberSecurity } = await staff()
    await memberSecurity.wantNewPassword({ id, wanted: true })
    await guest(shop).signIn.sendSignInCode({ email })
    const code = await codeFor(shop, email)
    const byCode = await guest(shop).authentication.login({ loginId: { email }, emailOtp: { code } })
    assert.equal(byCode.state, 'SUCCESS')
    assert.equal(await codeOf(login(email)), '-19973')
    assert.deepEqual(await memberSecurity.wantNewPassword({ id, wanted: false }), { newPasswordWanted: false, ended: 0 })
    assert.equal((await login(email)).state, 'SUCCESS')
  })

  test('409 MEMBER_HAS_NO_PASSWORD for who signs in otherwise', async () => {
    const { identity } = await createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: account }).authentication.signOn({
      loginId: { email: newEmail() },
    })
    const { memberSecurity } = await staff()
    assert.equal(await codeOf(memberSecurity.wantNewPassword({ id: identity.id!, wanted: true })), 'MEMBER_HAS_NO_PASSWORD')
    const [{ count } = { count: 0 }] = await shop.platform.database.query<{ count: number }>(
      sql`select count(*)::integer as count from member_credential where site = ${shop.site} and member_id = ${identity.id!}`,
    )
    assert.equal(count, 0)
  })
})

describe('a second step that is taken away', () => {
  const figures = (secret: string) => figuresAt(secret, shop.clock.now().getTime())

  /** A member with an authenticator app, and codes for when it is lost. */
  async function withApp() {
    const made = await member()
    const { mySecurity } = made.me
    const { secret, setupToken } = await mySecurity.beginTotp()
    await mySecurity.confirmFactor({ setupToken, code: figures(secret) })
    const { codes } = await mySecurity.makeRecoveryCodes({ password: goodPassword })
    shop.clock.advance(30_000)
    return { ...made, secret, codes }
  }
  const prove = (stateToken: string, secret: string) =>
    guest(shop).authentication.verify({
      factorType: 'TOTP',
      stateToken,
      totpData: { code: figures(secret) },
      rememberThisDevice: true,
    })

  test('who has lost the phone and the codes signs in with the password alone; they are out everywhere, and an email says so', async () => {
    const { email, id, me, codes } = await withApp()
    const { memberSecurity } = await staff()
    assert.deepEqual((await memberSecurity.getSecurity({ id })).factors, ['TOTP'])
    const waiting = await login(email)
    assert.equal(waiting.state, 'MFA_CHALLENGE')
    assert.deepEqual(await memberSecurity.removeSecondStep({ id }), { ended: 1 })
    await shop.platform.learnEnded()
    assert.equal(await codeOf(me.mySecurity.listMySessions()), 'INVALID_TOKEN')
    const { factors, sessions } = await memberSecurity.getSecurity({ id })
    assert.deepEqual([factors, sessions], [[], []])
    const byCode = { factorType: 'RECOVERY_CODE', stateToken: waiting.stateToken!, recoveryCodeData: { code: codes[0]! } } as const
    assert.equal(await codeOf(guest(shop).authentication.verify(byCode)), 'FACTOR_NOT_AVAILABLE', 'the codes went with the app')
    const answer = await login(email)
    assert.equal(answer.state, 'SUCCESS')
    const mine = await asMember(shop, await enter(shop, answer)).mySecurity.getMyFactors()
    assert.deepEqual([mine.factors, mine.recoveryCodesLeft], [[], 0])
    const [message] = (await emailsTo(shop, email)).filter(({ subject }) => /second step/.test(subject))
    assert.match(message!.subject, /^Your second step at .* is off$/)
    assert.match(message!.text, /signed you out everywhere/)
    assert.match(message!.text, /\/reset/, 'and where to go who did not ask for it')
  })

  test('the log says that it was, and which sessions ended with it', async () => {
    const { id } = await withApp()
    await (await staff()).memberSecurity.removeSecondStep({ id })
    const { operation, changes } = await newest()
    assert.equal(operation, 'POST /vitrine/v1/members/{id}/remove-second-step')
    const [change] = changes
    assert.deepEqual([changes.length, change!.kind, change!.id, change!.name], [1, 'member', id, 'Ada Lovelace'])
    assert.deepEqual(
      change!.fields.map(({ path: [field], before: was, after: is }) => [field, field === 'sessions' ? typeof was : was, is]),
      [
        ['secondStep', true, false],
        ['sessions', 'object', undefined],
      ],
    )
  })

  test('twice under one key is once; 409 SECOND_STEP_OFF where there is none, and nobody is signed out for it', async () => {
    const { email, id } = await withApp()
    const { memberSecurity } = await staff()
    const once = { idempotencyKey: newId() }
    const first = await memberSecurity.removeSecondStep({ id }, once)
    const back = asMember(shop, await enter(shop, await login(email)))
    assert.deepEqual(await memberSecurity.removeSecondStep({ id }, once), first)
    assert.equal(await codeOf(memberSecurity.removeSecondStep({ id })), 'SECOND_STEP_OFF')
    await shop.platform.learnEnded()
    assert.equal(await codeOf(back.mySecurity.listMySessions()), 'done')
    const emails = (await emailsTo(shop, email)).filter(({ subject }) => /second step/.test(subject))
    assert.equal(emails.length, 1)
  })

  test('emails and telephones go with the app, and so do the devices that were spared it', async () => {
    const { email, id, me, secret } = await withApp()
    const { setupToken } = await me.mySecurity.beginCode({ factorType: 'EMAIL' })
    await me.mySecurity.confirmFactor({ setupToken, code: await codeFor(shop, email) })
    const { additionalData } = await prove((await login(email)).stateToken!, secret)
    const deviceToken = additionalData!['deviceToken']!.strValue
    const { memberSecurity } = await staff()
    assert.deepEqual((await memberSecurity.getSecurity({ id })).factors, ['TOTP', 'EMAIL'])
    await memberSecurity.removeSecondStep({ id })
    const { mySecurity } = asMember(shop, await enter(shop, await login(email)))
    const another = await mySecurity.beginTotp()
    await mySecurity.confirmFactor({ setupToken: another.setupToken, code: figures(another.secret) })
    const loginId = { email }
    const { state } = await guest(shop).authentication.login({ loginId, password: goodPassword, clientMetaData: { deviceToken } })
    assert.equal(state, 'MFA_CHALLENGE')
  })

  test('where the shop asks everybody for one, they set up another on the way in', async () => {
    const { email, id } = await withApp()
    await signInPolicy(shop, { mfa: 'REQUIRED' })
    try {
      await (await staff()).memberSecurity.removeSecondStep({ id })
      assert.equal((await login(email)).state, 'REQUIRE_MFA')
    } finally {
      await signInPolicy(shop, {})
    }
  })

  test('another shop’s member is not found, and keeps it, also where both have one id', async () => {
    const { database } = shop.platform
    const other = newId()
    await createSite(database, { id: other, name: 'Another' }, shop.clock.now())
    /** The same person in the other shop, under an id. */
    async function elsewhere(id: string, theirId: string) {
      await database.query(sql`
        insert into member (site, id, contact_id, login_email, login_email_verified, status, privacy_status, activity_status, slug, words,
          revision, document, created_at, updated_at)
        select ${other}, ${theirId}, contact_id, login_email, login_email_verified, status, privacy_status, activity_status, slug, words,
          revision, document, created_at, updated_at from member where site = ${shop.site} and id = ${id}`)
      await database.query(sql`
        insert into member_factor (site, id, member_id, type, sealed, last_step, created_at)
        select ${other}, id, ${theirId}, type, sealed, last_step, created_at from member_factor where site = ${shop.site} and member_id = ${id}`)
    }
    const [ada, bob] = [await withApp(), await withApp()]
    const theirId = newId()
    await elsewhere(ada.id, theirId)
    await elsewhere(bob.id, bob.id)
    const { memberSecurity } = await staff()
    assert.equal(await codeOf(memberSecurity.removeSecondStep({ id: theirId })), 'MEMBER_NOT_FOUND')
    await memberSecurity.removeSecondStep({ id: bob.id })
    const saved = await database.query<{ id: string }>(sql`select member_id as id from member_factor where site = ${other}`)
    assert.deepEqual(saved.map(({ id }) => id).toSorted(), [theirId, bob.id].toSorted())
  })
})

describe('a question on the telephone', () => {
  test('PUSH lets a member in once they said yes, where somebody brings it', async () => {
    const { email, id } = await member()
    await shop.platform.database.query(
      sql`insert into member_factor (site, id, member_id, type, created_at) values (${shop.site}, ${newId()}, ${id}, 'PUSH', ${shop.clock.now()})`,
    )
    assert.deepEqual((await (await staff()).memberSecurity.getSecurity({ id })).factors, ['PUSH'])
    const challenge = await login(email)
    assert.deepEqual([challenge.state, challenge.mfaChallengeData?.factorType], ['MFA_CHALLENGE', 'PUSH'])
    const { verify } = guest(shop).authentication
    const { transactionId } = challenge.mfaChallengeData!.verificationChallengeData.pushData!
    const answer = () => verify({ factorType: 'PUSH', stateToken: challenge.stateToken!, pushData: { transactionId: transactionId } })
    assert.equal(await codeOf(answer()), 'VERIFICATION_FAILED')
    await shop.platform.everyMinute()
    assert.deepEqual(asked, [transactionId])
    said.add(transactionId)
    assert.equal((await answer()).state, 'SUCCESS')
  })
})
