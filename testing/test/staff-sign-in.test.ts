// How staff prove who they are in two steps, their own account, and what those try who are not them.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import type { StaffRole } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { ownerLinks } from '@vitrine/platform/people/flows/owner-links'
import { type AtTheDoor, atTheDoor, figuresOf, hire, officeOf, setsUpSecondStep, signsIn, staffPassword } from '../src/colleague.ts'
import { emailsTo } from '../src/mailbox.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { codeOf } from '../src/refused.ts'
import { recoveryOf } from '../src/staff-writes.ts'
import { statementsOf } from '../src/statements.ts'
import { refusalOf, send } from '../src/wire.ts'

let shop: TestPlatform
let office: ReturnType<typeof newOffice>
const newOffice = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
const minute = 60_000
const day = 24 * 60 * minute
const person = async (role: StaffRole = 'SUPPORT') => {
  const hired = await hire(shop, role)
  const door = await signsIn(shop, hired.email)
  return { ...hired, door, ...officeOf(shop, door) }
}
/** Somebody with an app that makes codes. The code that confirmed it is spent, so half a minute goes by. */
const careful = async (role?: StaffRole) => {
  const who = await person(role)
  const second = await setsUpSecondStep(shop, who.door)
  shop.clock.advance(30_000)
  return { ...who, ...second }
}
const goesOn = (step: string | undefined, code: string, more: { remember?: boolean; address?: string } = {}) =>
  atTheDoor(shop, 'POST', { body: { step, code, remember: more.remember ?? false }, ...(more.address && { address: more.address }) })
const comesIn = async (email: string, code: string, remember = false) => goesOn((await signsIn(shop, email)).said.step, code, { remember })
const visits = async (id: string) =>
  (await office.audit.queryAudit({ query: { filter: { actorId: id }, cursorPaging: { limit: 20 } } })).entries.map(({ act }) => act)

before(async () => {
  shop = await startTestPlatform()
  office = newOffice()
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

describe('the second step', () => {
  test('202 asks for a code; with it there is a session, and none before', async () => {
    const { id, email, secret } = await careful()
    const asked = await signsIn(shop, email)
    assert.deepEqual([asked.status, asked.cookie, Object.keys(asked.said).toSorted()], [202, '', ['next', 'step']])
    const done = await goesOn(asked.said.step, figuresOf(shop, secret))
    assert.equal(done.status, 200)
    assert.match(done.cookie, /^vitrine_staff=[\w-]{43}$/)
    assert.equal(await codeOf(officeOf(shop, done).staffAccount.getMe()), 'done')
    assert.equal((await visits(id))[0], 'SIGNED_IN')
  })

  test('401 for a code that was used: by another sign-in, or by the same', async () => {
    const { email, secret } = await careful()
    const code = figuresOf(shop, secret)
    const asked = await signsIn(shop, email)
    assert.equal((await goesOn(asked.said.step, code)).status, 200)
    assert.deepEqual((await goesOn(asked.said.step, code)).said, { reason: 'over' }, 'the sign-in is done')
    assert.equal((await comesIn(email, code)).status, 401, 'the code is spent')
    assert.equal((await comesIn(email, figuresOf(shop, secret, -1))).status, 401, 'and so is the one before it')
    shop.clock.advance(30_000)
    assert.equal((await comesIn(email, figuresOf(shop, secret))).status, 200)
  })

  // attack: Sign-in limits | one second-step code of staff is sent many times at once | one session
  test('of many who send one code at once, one comes in', async () => {
    const { email, secret } = await careful()
    const steps = await Promise.all(Array.from({ length: 4 }, async () => (await signsIn(shop, email)).said.step))
    const code = figuresOf(shop, secret)
    const doors = await Promise.all([...steps, ...steps].map((step) => goesOn(step, code)))
    assert.equal(doors.filter(({ status }) => status === 200).length, 1)
  })

  test('401 for a step of somebody else’s making, or that is too old', async () => {
    const { email, secret } = await careful()
    const { said } = await signsIn(shop, email)
    const [head, claims, signature] = said.step!.split('.') as [string, string, string]
    const forged = { ...(JSON.parse(Buffer.from(claims, 'base64url').toString()) as object), is: { staffId: newId(), stays: true } }
    const code = figuresOf(shop, secret)
    for (const step of ['x', `${head}.${Buffer.from(JSON.stringify(forged)).toString('base64url')}.${signature}`])
      assert.deepEqual((await goesOn(step, code)).said, { reason: 'over' })
    shop.clock.advance(15 * minute)
    assert.deepEqual((await goesOn(said.step, figuresOf(shop, secret))).said, { reason: 'over' })
  })

  test('429 after five wrong codes, from whatever address, with the right one too; it ends by itself', async () => {
    const { id, email, secret } = await careful()
    const step = (await signsIn(shop, email)).said.step
    for (let left = 4; left >= 0; left--) assert.deepEqual((await goesOn(step, '000000')).said, { reason: 'wrong', triesLeft: left })
    const paused = await goesOn(step, figuresOf(shop, secret))
    assert.deepEqual([paused.status, paused.said], [429, { reason: 'paused', seconds: 60 }])
    assert.deepEqual((await visits(id)).slice(0, 5), Array(5).fill('SIGN_IN_FAILED'))
    shop.clock.advance(minute)
    assert.equal((await goesOn(step, figuresOf(shop, secret))).status, 200)
  })

  test('each recovery code comes in once, however it is typed', async () => {
    const { email, recoveryCodes } = await careful()
    const [first, second] = recoveryCodes as [string, string]
    const done = await comesIn(email, first.toLowerCase().replace('-', ' '))
    assert.equal(done.status, 200)
    const { staffMember, sessions } = await officeOf(shop, done).staffAccount.getMe()
    assert.equal(staffMember.recoveryCodesLeft, 9)
    assert.deepEqual(sessions[0]!.methods, ['PASSWORD', 'RECOVERY_CODE'])
    assert.equal((await comesIn(email, first)).status, 401)
    assert.equal((await comesIn(email, second)).status, 200)
  })

  test('a browser that is remembered needs no code for thirty days, for its owner alone, until it is forgotten', async () => {
    const { email, secret } = await careful()
    const other = await careful()
    const done = await comesIn(email, figuresOf(shop, secret), true)
    assert.match(done.cookies[1]!, /^vitrine_staff_browser=[\w-]{43}; Path=\/admin\/session; HttpOnly; SameSite=Strict; Max-Age=2592000$/)
    const cookie = done.cookies[1]!.split(';', 1)[0]!
    const back = (who = email) => atTheDoor(shop, 'POST', { body: { email: who, password: staffPassword }, cookie })
    const again = await back()
    assert.equal(again.status, 200)
    assert.equal((await back(other.email)).status, 202)
    const mine = officeOf(shop, again).staffAccount
    const { browsers, sessions } = await mine.getMe()
    assert.deepEqual([browsers.length, sessions[0]!.methods], [1, ['PASSWORD', 'BROWSER']])
    assert.equal(
      await codeOf(officeOf(shop, await person().then(({ door }) => door)).staffAccount.forgetBrowser({ browserId: browsers[0]!.id })),
      'DEVICE_NOT_FOUND',
    )
    await mine.forgetBrowser({ browserId: browsers[0]!.id })
    assert.equal(await codeOf(mine.forgetBrowser({ browserId: browsers[0]!.id })), 'DEVICE_NOT_FOUND')
    assert.equal((await back()).status, 202)

    shop.clock.advance(30_000)
    const later = (await comesIn(email, figuresOf(shop, secret), true)).cookies[1]!.split(';', 1)[0]!
    shop.clock.advance(30 * day)
    assert.equal((await atTheDoor(shop, 'POST', { body: { email, password: staffPassword }, cookie: later })).status, 202)
  })

  test('a wrong password says nothing of it: the same answer with a second step, without, and for nobody', async () => {
    const { email } = await careful()
    const { email: plain } = await hire(shop, 'SUPPORT')
    const answers = await Promise.all([email, plain, 'nobody@morrow.example'].map((who) => signsIn(shop, who, 'no')))
    for (const { status, said, cookies } of answers) assert.deepEqual([status, said, cookies], [401, { reason: 'wrong', triesLeft: 4 }, []])
  })

  test('keeps neither secrets nor codes that could be read', async () => {
    const { id, email, secret, recoveryCodes } = await careful()
    const done = await comesIn(email, figuresOf(shop, secret), true)
    const saved = JSON.stringify(
      await shop.platform.database.query(sql`
        select row_to_json(t)::text as all from staff_totp t where staff_id = ${id}
        union all select row_to_json(c)::text from staff_recovery_code c where staff_id = ${id}
        union all select row_to_json(b)::text from staff_browser b where staff_id = ${id}
        union all select row_to_json(a)::text from audit_entry a where actor_id = ${id}`),
    )
    const [, browser] = done.cookies[1]!.split(/[=;]/) as [string, string]
    for (const text of [secret, browser, ...recoveryCodes])
      assert.ok(!saved.includes(text) && !saved.includes(Buffer.from(text).toString('hex')))
  })
})

describe('one’s own account', () => {
  test('shows who one is, and where one is signed in', async () => {
    const { id, email, staffAccount } = await person()
    const me = await staffAccount.getMe()
    assert.deepEqual([me.staffMember.id, me.staffMember.email, me.sessions.length, me.browsers], [id, email, 1, []])
    assert.ok(me.sessions[0]!.current)
  })

  test('takes another name, by its revision, and the log says whose', async () => {
    const { id, staffAccount } = await person()
    const { staffMember } = await staffAccount.updateMe({ staffMember: { revision: '1', name: '  Tom Okafor ' } })
    assert.deepEqual([staffMember.name, staffMember.revision], ['Tom Okafor', '2'])
    assert.equal(await codeOf(staffAccount.updateMe({ staffMember: { revision: '1', name: 'Tim' } })), 'STALE_REVISION')
    const [entry] = (await office.audit.queryAudit({ query: { filter: { entityIds: { $hasSome: [id] } }, cursorPaging: { limit: 1 } } }))
      .entries
    assert.deepEqual([entry!.kind, entry!.actor.id, entry!.first!.after], ['staffMember', id, 'Tom Okafor'])
  })

  test('takes another password with the old one: elsewhere one is signed out, and an email says so', async () => {
    const { email, door, staffAccount } = await person()
    const elsewhere = await signsIn(shop, email)
    assert.equal(await codeOf(staffAccount.changePassword({ oldPassword: 'no', newPassword: 'kettle fox marble' })), '-19976')
    const [weak] = await attempt(staffAccount.changePassword({ oldPassword: staffPassword, newPassword: 'password1' }))
    assert.deepEqual([weak?.code, weak?.data], ['PASSWORD_TOO_WEAK', { reason: 'TOO_COMMON' }])
    await staffAccount.changePassword({ oldPassword: staffPassword, newPassword: 'kettle fox marble' })
    await shop.platform.learnEnded()
    assert.deepEqual(
      [await codeOf(officeOf(shop, elsewhere).staffAccount.getMe()), await codeOf(officeOf(shop, door).staffAccount.getMe())],
      ['INVALID_TOKEN', 'done'],
    )
    assert.equal((await signsIn(shop, email)).status, 401)
    assert.equal((await signsIn(shop, email, 'kettle fox marble')).status, 200)
    assert.match((await emailsTo(shop, email))[0]!.subject, /^Your password for running .* is a new one$/)
  })

  test('429 TOO_MANY_REQUESTS for whoever guesses the password at a table that was left signed in', async () => {
    const { staffAccount } = await person()
    for (let left = 4; left >= 0; left--) {
      const [refused] = await attempt(staffAccount.beginSecondStep({ password: 'no' }))
      assert.deepEqual([refused?.code, refused?.data], ['-19976', { triesLeft: left }])
    }
    assert.equal(await codeOf(staffAccount.beginSecondStep({ password: staffPassword })), 'TOO_MANY_REQUESTS')
    assert.equal(
      await codeOf(staffAccount.changePassword({ oldPassword: staffPassword, newPassword: 'kettle fox marble' })),
      'TOO_MANY_REQUESTS',
    )
  })

  test('an app is set up with the password and its first code, once; its recovery codes are ten', async () => {
    const { staffAccount, door } = await person()
    const { secret, uri, setupToken } = await staffAccount.beginSecondStep({ password: staffPassword })
    assert.match(uri, /^otpauth:\/\/totp\/.*secret=/)
    assert.equal(await codeOf(staffAccount.confirmSecondStep({ setupToken, code: '000000' })), 'VERIFICATION_FAILED')
    const other = await person()
    const code = figuresOf(shop, secret)
    assert.equal(await codeOf(other.staffAccount.confirmSecondStep({ setupToken, code })), 'SIGN_IN_OVER', 'what somebody else began')
    const { staffMember, recoveryCodes } = await staffAccount.confirmSecondStep({ setupToken, code })
    assert.deepEqual([staffMember.secondStep, recoveryCodes.length, new Set(recoveryCodes).size], [true, 10, 10])
    assert.equal(await codeOf(staffAccount.confirmSecondStep({ setupToken, code })), 'SIGN_IN_OVER')
    assert.equal(await codeOf(officeOf(shop, door).staffAccount.getMe()), 'done', 'one stays signed in')
    const { setupToken: late, secret: unused } = await staffAccount.beginSecondStep({ password: staffPassword })
    for (let i = 0; i < 5; i++) await attempt(staffAccount.confirmSecondStep({ setupToken: late, code: '000000' }))
    assert.equal(await codeOf(staffAccount.confirmSecondStep({ setupToken: late, code: figuresOf(shop, unused) })), 'TOO_MANY_REQUESTS')
    shop.clock.advance(15 * minute)
  })

  test('recovery codes are made anew, and the ones before are over', async () => {
    const { email, staffAccount, recoveryCodes } = await careful()
    assert.equal(await codeOf(staffAccount.makeRecoveryCodes({ password: 'no' })), '-19976')
    const { recoveryCodes: fresh } = await staffAccount.makeRecoveryCodes({ password: staffPassword })
    assert.equal((await comesIn(email, recoveryCodes[0]!)).status, 401)
    assert.equal((await comesIn(email, fresh[0]!)).status, 200)
    const plain = await person()
    assert.equal(await codeOf(plain.staffAccount.makeRecoveryCodes({ password: staffPassword })), 'SECOND_STEP_OFF')
  })

  test('the second step is given up with the password, and an email says so', async () => {
    const { email, staffAccount } = await careful()
    assert.equal(await codeOf(staffAccount.removeSecondStep({ password: 'no' })), '-19976')
    const { staffMember } = await staffAccount.removeSecondStep({ password: staffPassword })
    assert.equal(staffMember.secondStep, false)
    assert.equal((await signsIn(shop, email)).status, 200)
    assert.equal(await codeOf(staffAccount.removeSecondStep({ password: staffPassword })), 'SECOND_STEP_OFF')
    assert.match((await emailsTo(shop, email))[0]!.subject, /^Your second step .* is off$/)
  })

  test('one signs out elsewhere, place by place or all at once, and nobody else’s places', async () => {
    const { email, staffAccount } = await person()
    const places = [await signsIn(shop, email), await signsIn(shop, email), await signsIn(shop, email)]
    const idOf = async (door: AtTheDoor) => (await officeOf(shop, door).staffAccount.getMe()).sessions.find(({ current }) => current)!.id
    const [first] = places as [AtTheDoor]
    const id = await idOf(first)
    const other = await person()
    assert.equal(await codeOf(other.staffAccount.endSession({ sessionId: id })), 'SESSION_NOT_FOUND')
    await staffAccount.endSession({ sessionId: id })
    assert.equal(await codeOf(staffAccount.endSession({ sessionId: id })), 'SESSION_NOT_FOUND')
    assert.deepEqual(await staffAccount.endSessions(), { ended: 2 })
    await shop.platform.learnEnded()
    assert.deepEqual(
      await Promise.all(places.map((door) => codeOf(officeOf(shop, door).staffAccount.getMe()))),
      places.map(() => 'INVALID_TOKEN'),
    )
    assert.equal((await staffAccount.getMe()).sessions.length, 1)
  })
})

describe('a forgotten password', () => {
  const fresh = 'kettle fox marble'
  const { sendLink, resetPassword } = {
    sendLink: (email: string) => office.staffRecovery.sendLink({ email }),
    resetPassword: (token: string, password = fresh) => office.staffRecovery.resetPassword({ token, password }),
  }
  const linkFor = async (email: string) => {
    await sendLink(email)
    return recoveryOf(shop, email)
  }

  test('200 an email leads to another one: everywhere one is signed out, the second step stays, and the log says so', async () => {
    const { id, email, secret, staffAccount } = await careful()
    const known = await comesIn(email, figuresOf(shop, secret), true)
    assert.equal(known.status, 200)
    shop.clock.advance(30_000)
    assert.deepEqual(await sendLink(email.toUpperCase()), {})
    assert.deepEqual(await resetPassword(await recoveryOf(shop, email)), { email })
    await shop.platform.learnEnded()
    assert.equal(await codeOf(staffAccount.getMe()), 'INVALID_TOKEN')
    assert.equal((await atTheDoor(shop, 'GET', { cookie: known.cookie })).status, 204)
    assert.equal((await signsIn(shop, email)).status, 401, 'the old one')
    const asked = await atTheDoor(shop, 'POST', { body: { email, password: fresh }, cookie: known.cookies.join('; ') })
    assert.deepEqual([asked.status, asked.said['next']], [202, 'CODE'], 'nor is the browser remembered any more')
    assert.equal((await goesOn(asked.said.step, figuresOf(shop, secret))).status, 200)
    assert.match((await emailsTo(shop, email))[0]!.subject, /^Your password for running .* is a new one$/)
    const { entries } = await office.audit.queryAudit({ query: { filter: { actorId: id }, cursorPaging: { limit: 20 } } })
    const [entry] = entries.filter(({ operation }) => operation === 'POST /vitrine/v1/staff/recovery/reset')
    assert.deepEqual([entry?.act, entry?.entityId], ['CHANGED', id])
  })

  test('400 RECOVERY_TOKEN_OVER when it was used, is half an hour old, or no link; all links are over with one of them', async () => {
    const { email } = await hire(shop, 'SUPPORT')
    const [first, second] = [await linkFor(email), await linkFor(email)]
    const outcomes = await Promise.all([first, first, second].map((token) => codeOf(resetPassword(token))))
    assert.deepEqual(outcomes.toSorted(), ['RECOVERY_TOKEN_OVER', 'RECOVERY_TOKEN_OVER', 'done'])
    for (const token of [first, second, 'x', first.slice(0, -4)]) assert.equal(await codeOf(resetPassword(token)), 'RECOVERY_TOKEN_OVER')
    const late = await linkFor(email)
    shop.clock.advance(30 * minute)
    assert.equal(await codeOf(resetPassword(late)), 'RECOVERY_TOKEN_OVER')
    const changed = await linkFor(email)
    const door = await signsIn(shop, email, fresh)
    await officeOf(shop, door).staffAccount.changePassword({ oldPassword: fresh, newPassword: 'seven brass owls' })
    assert.equal(await codeOf(resetPassword(changed)), 'RECOVERY_TOKEN_OVER', 'they remembered it meanwhile')
    const gone = await hire(shop, 'SUPPORT')
    const theirs = await linkFor(gone.email)
    await office.staff.removeStaffMember({ id: gone.id })
    assert.equal(await codeOf(resetPassword(theirs)), 'RECOVERY_TOKEN_OVER', 'whoever was taken off the staff stays off')
  })

  describe('by a link that was made on the server', () => {
    const made = (email: string) => ownerLinks(shop.platform.database, { email, origin: shop.url, clock: shop.clock })
    const tokenFor = async (email: string) => {
      const { links } = await made(email)
      assert.ok(links[0]!.url.startsWith(`${shop.url}/admin/new-password#`))
      return links[0]!.url.split('#')[1]!
    }

    test('200 an owner who has lost all is in again: the second step is off, all owners are written to, and the log says how', async () => {
      const { id, email } = await careful('OWNER')
      const other = await hire(shop, 'OWNER')
      for (let i = 0; i < 5; i++) await comesIn(email, '000000')
      assert.deepEqual(await resetPassword(await tokenFor(email.toUpperCase())), { email })
      assert.equal((await signsIn(shop, email)).status, 401, 'the old one')
      assert.equal((await signsIn(shop, email, fresh)).status, 200, 'with the new password alone, at once')
      const emails = await emailsTo(shop, email)
      assert.match(emails.map(({ subject }) => subject).join('\n'), /^Your second step .* is off$/m)
      assert.match(emails.map(({ subject }) => subject).join('\n'), /^Your password .* is a new one$/m)
      assert.match((await emailsTo(shop, other.email))[0]!.subject, /^The second step of .* is off$/)
      const { entries } = await office.audit.queryAudit({ query: { filter: { actorId: id }, cursorPaging: { limit: 20 } } })
      const { id: entryId } = entries.find(({ operation }) => operation === 'POST /vitrine/v1/staff/recovery/reset')!
      const { entry } = await office.audit.getAuditEntry({ id: entryId })
      assert.deepEqual(entry.changes[0]!.fields.map(({ path, before, after }) => [path[0], before, after]).slice(1), [
        ['linkMadeOnTheServer', undefined, true],
        ['secondStep', true, false],
      ])
    })

    test('400 RECOVERY_TOKEN_OVER when it was used, is half an hour old, or who it is for owns the shop no more; nothing has changed', async () => {
      const { email } = await hire(shop, 'OWNER')
      const [first, second] = [await tokenFor(email), await tokenFor(email)]
      const outcomes = await Promise.all([first, first, second].map((token) => codeOf(resetPassword(token))))
      assert.deepEqual(outcomes.toSorted(), ['RECOVERY_TOKEN_OVER', 'RECOVERY_TOKEN_OVER', 'done'])
      const late = await tokenFor(email)
      shop.clock.advance(30 * minute)
      assert.equal(await codeOf(resetPassword(late)), 'RECOVERY_TOKEN_OVER')
      const { id, email: former } = await careful('OWNER')
      const token = await tokenFor(former)
      await office.staff.updateStaffMember({ staffMember: { id, role: 'SUPPORT' } })
      assert.equal(await codeOf(resetPassword(token)), 'RECOVERY_TOKEN_OVER')
      assert.equal((await office.staff.getStaffMember({ id })).staffMember.secondStep, true)
    })

    // attack: API keys and roles | an administrator makes themselves owner by recovery | there is no such call
    test('there is none for those who own no shop, nor any call that makes one', async () => {
      const { email } = await hire(shop, 'SUPPORT')
      const owner = await hire(shop, 'OWNER')
      const { links, owners } = await made(email)
      assert.deepEqual(links, [])
      assert.ok(owners.includes(owner.email) && !owners.includes(email))
      // What the API seals for whoever asks leaves the second step as it is, and nothing else can be said with it.
      const { secret, email: hers } = await careful('OWNER')
      const asks = { method: 'POST', path: '/vitrine/v1/staff/recovery/send' }
      const more = await send(shop, { ...asks, body: { email: hers, secondStepOff: true, origin: 'https://elsewhere.example' } })
      assert.equal(refusalOf(more), 'INVALID_ARGUMENT')
      await send(shop, { ...asks, body: { email: hers } })
      await resetPassword(await recoveryOf(shop, hers))
      const asked = await signsIn(shop, hers, fresh)
      assert.deepEqual([asked.status, asked.said['next']], [202, 'CODE'])
      shop.clock.advance(30_000)
      assert.equal((await goesOn(asked.said.step, figuresOf(shop, secret))).status, 200)
    })
  })

  test('400 PASSWORD_TOO_WEAK says why, and leaves the link good', async () => {
    const { email } = await hire(shop, 'OWNER')
    const token = await linkFor(email)
    const [refused] = await attempt(resetPassword(token, 'password'))
    assert.deepEqual([refused?.code, refused?.data], ['PASSWORD_TOO_WEAK', { reason: 'TOO_COMMON' }])
    assert.deepEqual(await resetPassword(token), { email })
  })

  // attack: Sign-in limits | recovery for staff with unknown emails | the same answer after the same statements
  test('user enumeration: an address that nobody has is answered like one that somebody has, after the same statements', async () => {
    const { email } = await hire(shop, 'SUPPORT')
    const nobody = 'nobody-at-all@morrow.example'
    const told = async (address: string) => {
      const seen = await statementsOf(shop, () => sendLink(address))
      return [seen.answer, seen.statements]
    }
    // What is read once and known from then on.
    await told('somebody-before@morrow.example')
    assert.deepEqual(await told(email), await told(nobody))
    await recoveryOf(shop, email)
    assert.deepEqual(await emailsTo(shop, nobody), [])
  })

  test('429 for whoever asks again and again, for an address that nobody has as well; a minute later it goes on', async () => {
    const { email } = await hire(shop, 'SUPPORT')
    for (const address of [email, 'nobody-whatsoever@morrow.example']) {
      const codes: string[] = []
      for (let i = 0; i < 6; i++) codes.push(await codeOf(sendLink(address)))
      assert.deepEqual(codes, [...Array<string>(5).fill('done'), 'TOO_MANY_REQUESTS'])
    }
    shop.clock.advance(minute)
    assert.equal(await codeOf(sendLink(email)), 'done')
  })

  test('keeps no link that could be used: what lies in the database cannot be read', async () => {
    const { email } = await hire(shop, 'SUPPORT')
    const token = await linkFor(email)
    const tables = await shop.platform.database.query<{ name: string }>(sql`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'inbox_mail'`)
    for (const { name } of tables) {
      const rows = await shop.platform.database.query<{ row: string }>({ strings: [`select t::text as row from "${name}" t`], values: [] })
      assert.ok(!rows.some(({ row }) => row.includes(token)), `${name} has the link`)
    }
  })
})
