import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as account from '@vitrine/client/account'
import * as backOffice from '@vitrine/client/back-office'
import type { StaffRole } from '@vitrine/contract'
import { newId } from '@vitrine/platform/db/id'
import { sql } from '@vitrine/platform/db/sql'
import { colleague } from '../src/colleague.ts'
import { asMember, enter, goodPassword, guest, newEmail, ownPages, signInPolicy } from '../src/guest.ts'
import { codeFor, lettersTo } from '../src/mailbox.ts'
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
  assert.deepEqual(shop.faults, [])
  await shop[Symbol.asyncDispose]()
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
/** A new password, by the letter that leads to it. */
async function recover(email: string, password: string) {
  await guest(shop).recovery.sendRecoveryEmail({ email })
  const [letter] = await lettersTo(shop, email)
  const recoveryToken = /token=([\w-]{43})/.exec(letter!.text)![1]!
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
    ]
    const answers = async (role: StaffRole, id: string) => {
      const codes: string[] = []
      for (const call of calls(await staff(role), id)) codes.push(await codeOf(call()))
      return codes
    }
    assert.deepEqual(new Set(await answers('SUPPORT', nobody)), new Set(['MEMBER_NOT_FOUND']))
    const { id } = await member()
    const no = 'PERMISSION_DENIED'
    assert.deepEqual(await answers('ORDERS', id), ['done', no, no, no], 'who sees members sees it')
    assert.deepEqual(await answers('WAREHOUSE', id), [no, no, no, no])
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

  test('a code by letter lets them in as before, and taking it back makes the password good again', async () => {
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
