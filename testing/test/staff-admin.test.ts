// Who runs the shop: people, roles, invitations, sessions and rules, each call and each refusal.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { attempt } from '@vitrine/client'
import type { StaffRole } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { atTheDoor, hire, officeOf, setsUpSecondStep, signsIn } from '../src/colleague.ts'
import { emailsTo } from '../src/mailbox.ts'
import { startBeside } from '../src/platform.ts'
import { codeOf } from '../src/refused.ts'
import { invitationIn } from '../src/staff-writes.ts'
import { day, newEmail, nobody, startStaffedShop } from '../src/staffed-shop.ts'
import { send } from '../src/wire.ts'

const { shop, office, person, mayStill, latest } = await startStaffedShop()

describe('the people', () => {
  test('are listed with role, second step, and where they are signed in', async () => {
    const tom = await person('WAREHOUSE')
    const { staffMembers } = await office.staff.listStaff()
    const shown = staffMembers.find(({ id }) => id === tom.id)!
    assert.deepEqual(
      [shown.email, shown.role, shown.secondStep, shown.sessions, shown.agents],
      [tom.email, 'WAREHOUSE', false, 1, ['Firefox/140.0 (X11; Linux)']],
    )
    assert.equal(shown.seenDate, shop.clock.now().toISOString())
    assert.deepEqual((await office.staff.getStaffMember({ id: tom.id })).staffMember, shown)
    assert.equal(await codeOf(office.staff.getStaffMember({ id: nobody })), 'STAFF_NOT_FOUND')
  })

  test('another role counts at once, without a new sign-in, and is in the log', async () => {
    const tom = await person('WAREHOUSE')
    const oldSession = (await office.staff.listSessions({ staffMemberId: tom.id })).sessions[0]!.id
    const { staffMember } = await office.staff.updateStaffMember({ staffMember: { id: tom.id, role: 'SUPPORT' } })
    assert.deepEqual([staffMember.role, staffMember.revision], ['SUPPORT', '2'])
    await shop.platform.learnEnded()
    assert.equal(await mayStill(tom.door), 'INVALID_TOKEN', 'the token of the old role is over')
    const renewed = await atTheDoor(shop, 'GET', { cookie: tom.door.cookie })
    assert.equal((renewed.said['person'] as { role: string }).role, 'SUPPORT')
    assert.notEqual((await office.staff.listSessions({ staffMemberId: tom.id })).sessions[0]!.id, oldSession)
    const { kind, act, first, name } = await latest(tom.id)
    assert.deepEqual([kind, act, name], ['staffMember', 'CHANGED', tom.email])
    assert.deepEqual(first, { path: ['role'], before: 'WAREHOUSE', after: 'SUPPORT' })
  })

  test('409 STALE_REVISION for a role that was given to somebody who changed since', async () => {
    const { id } = await hire(shop, 'SUPPORT')
    await office.staff.updateStaffMember({ staffMember: { id, revision: '1', role: 'ORDERS' } })
    assert.equal(await codeOf(office.staff.updateStaffMember({ staffMember: { id, revision: '1', role: 'WAREHOUSE' } })), 'STALE_REVISION')
    assert.equal(await codeOf(office.staff.updateStaffMember({ staffMember: { id: nobody, role: 'ORDERS' } })), 'STAFF_NOT_FOUND')
  })

  test('who is taken off the staff is out, and can be brought back as they were for thirty days', async () => {
    const tom = await person('WAREHOUSE')
    await office.staff.removeStaffMember({ id: tom.id })
    await shop.platform.learnEnded()
    assert.equal(await mayStill(tom.door), 'INVALID_TOKEN')
    assert.equal((await atTheDoor(shop, 'GET', { cookie: tom.door.cookie })).status, 204)
    assert.equal((await signsIn(shop, tom.email)).status, 401)
    assert.ok(!(await office.staff.listStaff()).staffMembers.some(({ id }) => id === tom.id))
    assert.equal((await latest(tom.id)).act, 'DELETED')
    assert.equal(await codeOf(office.staff.removeStaffMember({ id: tom.id })), 'STAFF_NOT_FOUND')

    const { staffMember } = await office.staff.restoreStaffMember({ id: tom.id })
    assert.deepEqual([staffMember.role, staffMember.sessions], ['WAREHOUSE', 0])
    assert.equal((await signsIn(shop, tom.email)).status, 200)
    assert.equal(await codeOf(office.staff.restoreStaffMember({ id: tom.id })), 'STAFF_NOT_FOUND', 'they are there')

    await office.staff.removeStaffMember({ id: tom.id })
    shop.clock.advance(30 * day + 1)
    await shop.platform.everyMinute()
    assert.equal(await codeOf(office.staff.restoreStaffMember({ id: tom.id })), 'STAFF_NOT_FOUND')
  })

  test('409 STAFF_EMAIL_TAKEN brings nobody back whose address somebody else has by now', async () => {
    const { id, email } = await hire(shop, 'SUPPORT')
    await office.staff.removeStaffMember({ id })
    const token = invitationIn(await office.staff.invite({ staffInvitation: { email, role: 'ORDERS' } }))
    await office.staff.acceptInvitation({ token, name: 'Lea', password: 'kettle fox marble' })
    assert.equal(await codeOf(office.staff.restoreStaffMember({ id })), 'STAFF_EMAIL_TAKEN')
  })

  test('a member with the address of somebody who left can be deleted again', async () => {
    const { id, email } = await hire(shop, 'SUPPORT')
    const { member } = await office.memberManagement.createMember({ member: { loginEmail: email } })
    assert.equal(await codeOf(office.memberManagement.deleteMember({ id: member.id! })), 'INVALID_ARGUMENT')
    await office.staff.removeStaffMember({ id })
    assert.equal(await codeOf(office.memberManagement.deleteMember({ id: member.id! })), 'done')
  })

  test('without their phone they come in by the password alone, once an owner took the second step away; all owners hear of it', async () => {
    const owner = await hire(shop, 'OWNER', 'Ana Duarte')
    const tom = await person('SUPPORT')
    assert.equal(await codeOf(office.staff.removeSecondStep({ id: tom.id })), 'SECOND_STEP_OFF')
    assert.equal(await codeOf(office.staff.removeSecondStep({ id: nobody })), 'STAFF_NOT_FOUND')
    await setsUpSecondStep(shop, tom.door)
    assert.equal((await signsIn(shop, tom.email)).status, 202)
    const { staffMember } = await office.staff.removeSecondStep({ id: tom.id })
    assert.deepEqual([staffMember.secondStep, staffMember.recoveryCodesLeft], [false, 0])
    assert.equal((await signsIn(shop, tom.email)).status, 200)
    assert.match((await emailsTo(shop, tom.email))[0]!.subject, /^Your second step .* is off$/)
    assert.match((await emailsTo(shop, owner.email))[0]!.subject, /^The second step of colleague-\d+@morrow\.example is off$/)
    assert.deepEqual((await latest(tom.id)).first, { path: ['secondStep'], before: true, after: false })
  })
})

describe('the last owner', () => {
  const demote = (id: string) => office.staff.updateStaffMember({ staffMember: { id, role: 'SUPPORT' } })
  const owners = async () => (await office.staff.listStaff()).staffMembers.filter(({ role }) => role === 'OWNER')

  test('409 LAST_OWNER: can be neither lowered nor removed', async () => {
    const [first, ...others] = await owners()
    for (const { id } of others) await demote(id)
    assert.equal(await codeOf(demote(first!.id)), 'LAST_OWNER')
    assert.equal(await codeOf(office.staff.removeStaffMember({ id: first!.id })), 'LAST_OWNER')
    assert.equal(await codeOf(office.staff.updateStaffMember({ staffMember: { id: first!.id, role: 'OWNER' } })), 'done')
  })

  test('stays, however many owners lower and remove each other at once', async () => {
    for (let round = 0; round < 3; round++) {
      const two = [await person('OWNER'), await person('OWNER')]
      const [before] = (await owners()).filter(({ id }) => two.every((one) => one.id !== id))
      await demote(before!.id)
      const [a, b] = two as [(typeof two)[0], (typeof two)[0]]
      const said = await Promise.all([
        codeOf(a.staff.updateStaffMember({ staffMember: { id: b.id, role: 'SUPPORT' } })),
        codeOf(b.staff.removeStaffMember({ id: a.id })),
        codeOf(b.staff.updateStaffMember({ staffMember: { id: a.id, role: 'SUPPORT' } })),
        codeOf(a.staff.removeStaffMember({ id: b.id })),
      ])
      assert.equal((await owners()).length, 1, said.join())
      assert.ok(said.includes('LAST_OWNER'), said.join())
    }
  })
})

describe('an invitation', () => {
  const invite = (email: string, role: StaffRole = 'ORDERS') => office.staff.invite({ staffInvitation: { email, role } })
  const accept = (token: string, more: { name?: string; password?: string } = {}) =>
    office.staff.acceptInvitation({ token, name: 'Tom Okafor', password: 'kettle fox marble', ...more })

  test('says what it is to, makes somebody of the staff, and is in the log', async () => {
    const mira = await person('OWNER')
    const email = newEmail()
    const made = await mira.staff.invite({ staffInvitation: { email, role: 'WAREHOUSE' } })
    const { staffInvitation } = made
    assert.deepEqual([staffInvitation.email, staffInvitation.role, staffInvitation.invitedBy], [email, 'WAREHOUSE', mira.email])
    assert.equal(Date.parse(staffInvitation.expiresDate) - shop.clock.now().getTime(), 7 * day)
    assert.deepEqual((await latest(staffInvitation.id)).act, 'CREATED')
    assert.ok((await office.staff.listInvitations()).staffInvitations.some(({ id }) => id === staffInvitation.id))

    const token = invitationIn(made)
    const seen = await office.staff.previewInvitation({ token })
    assert.deepEqual([seen.email, seen.role, seen.invitedBy, seen.secondStep], [email, 'WAREHOUSE', mira.email, false])
    assert.deepEqual(await accept(token), { email })
    const door = await signsIn(shop, email, 'kettle fox marble')
    assert.deepEqual((door.said['person'] as { name: string; role: string }).role, 'WAREHOUSE')
    assert.ok(!(await office.staff.listInvitations()).staffInvitations.some(({ id }) => id === staffInvitation.id))
    const { staffMember } = await officeOf(shop, door).staffAccount.getMe()
    assert.equal(staffMember.name, 'Tom Okafor')
    const joined = await latest(staffMember.id)
    assert.deepEqual([joined.kind, joined.act, joined.actor.name], ['staffMember', 'CREATED', 'Tom Okafor'])
  })

  test('410 INVITATION_OVER alike for what was used, withdrawn, replaced, has expired or never was; the secret is kept nowhere', async () => {
    const tokenOf = async (after: (id: string, token: string, email: string) => Promise<unknown>) => {
      const email = newEmail()
      const made = await invite(email)
      const { staffInvitation } = made
      const token = invitationIn(made)
      const [row] = await shop.platform.database.query<{ all: string }>(
        sql`select row_to_json(i)::text || coalesce((select string_agg(l::text, '') from sign_in_email l), '') as all from staff_invitation i
          where id = ${staffInvitation.id}`,
      )
      const written = await latest(staffInvitation.id)
      assert.equal(written.act, 'CREATED')
      assert.ok(![row!.all, JSON.stringify(written)].some((all) => all.includes(token)))
      assert.deepEqual(await emailsTo(shop, email), [], 'the inbox is open to everybody')
      await after(staffInvitation.id, token, email)
      return token
    }
    const over = [
      'x'.repeat(43),
      await tokenOf((_, token) => accept(token)),
      await tokenOf((id) => office.staff.withdrawInvitation({ id })),
      await tokenOf(async (id) => office.staff.sendInvitation({ id })),
      await tokenOf(async () => shop.clock.advance(7 * day)),
    ]
    const answers = []
    for (const token of over)
      for (const call of [() => office.staff.previewInvitation({ token }), () => accept(token)]) {
        const [refused] = await attempt(call())
        answers.push([refused?.status, refused?.code, refused?.message, refused?.data])
      }
    for (const answer of answers) assert.deepEqual(answer, answers[0])
    assert.equal(answers[0]![1], 'INVITATION_OVER')
  })

  test('is sent again with a new link that lasts as long, and withdrawn', async () => {
    const email = newEmail()
    const made = await invite(email)
    const { staffInvitation } = made
    shop.clock.advance(6 * day)
    const sent = await office.staff.sendInvitation({ id: staffInvitation.id })
    const { staffInvitation: again } = sent
    assert.equal(Date.parse(again.expiresDate) - shop.clock.now().getTime(), 7 * day)
    const second = invitationIn(sent)
    assert.notEqual(second, invitationIn(made))
    assert.equal(await codeOf(office.staff.previewInvitation({ token: second })), 'done')
    await office.staff.withdrawInvitation({ id: staffInvitation.id })
    assert.equal((await latest(staffInvitation.id)).act, 'DELETED')
    for (const call of [office.staff.sendInvitation, office.staff.withdrawInvitation])
      assert.equal(await codeOf(call({ id: staffInvitation.id })), 'INVITATION_NOT_FOUND')
  })

  test('goes out by mail where there is a mail server, and then nobody else hears the link', async () => {
    assert.equal((await office.staff.listInvitations()).byMail, false)
    // Nobody answers there: what is to go out waits.
    await using second = await startBeside(shop, { smtpUrl: 'smtp://127.0.0.1:1', report: () => {} })
    const email = newEmail()
    const ask = (method: string, path: string, body?: object) =>
      send({ ...shop, platform: second }, { method, path, headers: { authorization: shop.apiKey }, ...(body && { body }) })
    const { json: made } = await ask('POST', '/vitrine/v1/staff/invitations', { staffInvitation: { email, role: 'ORDERS' } })
    assert.equal(made.staffInvitation.email, email)
    const { json: again } = await ask('POST', `/vitrine/v1/staff/invitations/${made.staffInvitation.id}/send`, {})
    for (const answer of [made, again]) assert.deepEqual(Object.keys(answer), ['staffInvitation'])
    assert.equal((await ask('GET', '/vitrine/v1/staff/invitations')).json.byMail, true)
    const waiting = await shop.platform.database.query(
      sql`delete from sign_in_email where site = ${shop.site} and kind = 'staff-invitation' and addressee = ${made.staffInvitation.id} returning id`,
    )
    assert.equal(waiting.length, 2)
    assert.ok(!shop.told.some((line) => line.includes(email)))
  })

  test('that two take up at once makes one person', async () => {
    const email = newEmail()
    const token = invitationIn(await invite(email))
    const said = await Promise.all(['Tom', 'Tim', 'Tam'].map((name) => codeOf(accept(token, { name }))))
    assert.deepEqual(said.toSorted(), ['INVITATION_OVER', 'INVITATION_OVER', 'done'])
    assert.equal((await office.staff.listStaff()).staffMembers.filter((one) => one.email === email).length, 1)
  })

  test('409 ALREADY_INVITED and STAFF_EMAIL_TAKEN, in any case of the letters', async () => {
    const email = newEmail()
    await invite(email)
    assert.equal(await codeOf(invite(email.toUpperCase())), 'ALREADY_INVITED')
    const { email: theirs } = await hire(shop, 'SUPPORT')
    assert.equal(await codeOf(invite(theirs.toUpperCase())), 'STAFF_EMAIL_TAKEN')
  })

  test('400 PASSWORD_TOO_WEAK says why, and leaves the invitation as it is', async () => {
    const email = newEmail()
    const token = invitationIn(await invite(email))
    const [short] = await attempt(accept(token, { password: 'abc' }))
    const [own] = await attempt(accept(token, { name: 'Rosalind', password: 'rosalind1' }))
    assert.deepEqual([short?.code, short?.data, own?.data], ['PASSWORD_TOO_WEAK', { reason: 'TOO_SHORT' }, { reason: 'ABOUT_YOU' }])
    assert.equal(await codeOf(accept(token)), 'done')
  })

  test('409 STAFF_EMAIL_TAKEN where somebody of that address was brought back meanwhile', async () => {
    const { id, email } = await hire(shop, 'SUPPORT')
    await office.staff.removeStaffMember({ id })
    const token = invitationIn(await invite(email))
    await office.staff.restoreStaffMember({ id })
    assert.equal(await codeOf(accept(token)), 'STAFF_EMAIL_TAKEN')
  })

  test('409 TOO_MANY_STAFF of more than two hundred', async () => {
    const now = shop.clock.now()
    const { staffMembers } = await office.staff.listStaff()
    const { staffInvitations } = await office.staff.listInvitations()
    const gone = await hire(shop, 'SUPPORT')
    await office.staff.removeStaffMember({ id: gone.id })
    const fill = Array.from({ length: 200 - staffMembers.length - staffInvitations.length }, () => newId())
    await shop.platform.database.query(sql`
      insert into staff (site, id, email, name, role, password_hash, created_at, updated_at)
      select ${shop.site}, id, 'filler-' || id, 'Filler', 'SUPPORT', '', ${now}, ${now} from unnest(${fill}::uuid[]) as id`)
    const [refused] = await attempt(invite(newEmail()))
    assert.deepEqual([refused?.code, refused?.data], ['TOO_MANY_STAFF', { limit: 200 }])
    assert.equal(await codeOf(office.staff.restoreStaffMember({ id: gone.id })), 'TOO_MANY_STAFF')
    await shop.platform.database.query(sql`delete from staff where site = ${shop.site} and id = any(${fill}::uuid[])`)
  })
})

describe('sessions', () => {
  test('are listed by pages, of all and of one', async () => {
    await person('ORDERS')
    const tom = await person('SUPPORT')
    for (let i = 0; i < 4; i++) await signsIn(shop, tom.email)
    const ids: string[] = []
    let cursor: string | undefined
    do {
      const page = await office.staff.listSessions({ staffMemberId: tom.id, limit: 2, ...(cursor && { cursor }) })
      ids.push(...page.sessions.map(({ id }) => id))
      cursor = page.pagingMetadata.cursors?.next
    } while (cursor)
    assert.deepEqual([ids.length, new Set(ids).size], [5, 5])
    const { sessions } = await tom.staffAccount.getMe()
    assert.deepEqual(
      sessions.map(({ id, current }) => [id, current]),
      ids.map((id, i) => [id, i === 4]),
    )
    assert.deepEqual(sessions[0]!.methods, ['PASSWORD'])
    assert.ok((await office.staff.listSessions({ limit: 100 })).sessions.some(({ staffMemberId }) => staffMemberId !== tom.id))
  })

  test('one is ended, and its token with it; the others go on', async () => {
    const tom = await person('SUPPORT')
    const other = await signsIn(shop, tom.email)
    const { id } = (await tom.staffAccount.getMe()).sessions.find(({ current }) => current)!
    await office.staff.endSession({ sessionId: id })
    await shop.platform.learnEnded()
    assert.equal(await mayStill(tom.door), 'INVALID_TOKEN')
    assert.equal((await atTheDoor(shop, 'GET', { cookie: tom.door.cookie })).status, 204)
    assert.equal(await mayStill(other), 'done')
    assert.equal(await codeOf(office.staff.endSession({ sessionId: id })), 'SESSION_NOT_FOUND')
    const { kind, act, entityId } = await latest(tom.id)
    assert.deepEqual([kind, act, entityId], ['staffMember', 'DONE', tom.id])
  })

  test('all of somebody are ended at once; who does it to themselves stays where they are', async () => {
    const mira = await person('OWNER')
    const [lea, other] = [await person('SUPPORT'), await signsIn(shop, mira.email)]
    await signsIn(shop, lea.email)
    assert.deepEqual(await mira.staff.endSessions({ id: lea.id }), { ended: 2 })
    assert.deepEqual(await mira.staff.endSessions({ id: mira.id }), { ended: 1 })
    await shop.platform.learnEnded()
    assert.deepEqual(
      [await mayStill(lea.door), await mayStill(other), await mayStill(mira.door)],
      ['INVALID_TOKEN', 'INVALID_TOKEN', 'done'],
    )
    assert.equal(await codeOf(mira.staff.endSessions({ id: nobody })), 'STAFF_NOT_FOUND')
  })

  test('signing out ends the token too', async () => {
    const tom = await person('SUPPORT')
    await atTheDoor(shop, 'DELETE', { cookie: tom.door.cookie })
    await shop.platform.learnEnded()
    assert.equal(await mayStill(tom.door), 'INVALID_TOKEN')
  })

  test('of more than thirty the oldest ends', async () => {
    const tom = await person('SUPPORT')
    for (let i = 0; i < 30; i++) await signsIn(shop, tom.email)
    assert.equal((await office.staff.getStaffMember({ id: tom.id })).staffMember.sessions, 30)
    assert.equal((await atTheDoor(shop, 'GET', { cookie: tom.door.cookie })).status, 204)
  })
})

test('the roles say what they may do', async () => {
  const { roles } = await office.staff.listRoles()
  const rights = new Map(roles.map(({ role, rights: of }) => [role, of]))
  assert.deepEqual([...rights.keys()], ['OWNER', 'ORDERS', 'WAREHOUSE', 'SUPPORT', 'DEVELOPER'])
  assert.ok(rights.get('OWNER')!.includes('staff.write'))
  for (const [role, of] of rights) {
    assert.ok(of.includes('account.write'), `${role} has an account`)
    assert.equal(of.includes('staff.read'), role === 'OWNER')
  }
})
