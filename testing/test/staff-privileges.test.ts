// Who runs the shop: people, roles, invitations, sessions and rules, each call and each refusal.
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import type { Right, StaffRole } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { registerApiKey } from '@vitrine/platform/people/identity/store'
import { atTheDoor, figuresOf, hire, officeOf, setsUpSecondStep, signsIn, staffPassword } from '../src/colleague.ts'
import { codeOf } from '../src/refused.ts'
import { invitationIn } from '../src/staff-writes.ts'
import { day, newEmail, nobody, startStaffedShop } from '../src/staffed-shop.ts'

const { shop, newOffice, office, person, mayStill, latest } = await startStaffedShop()

describe('the rules', () => {
  const set = (secondStep: 'NOBODY' | 'OWNERS' | 'EVERYBODY', from: string | null = null) =>
    office.staff.updateRules({ staffRules: { secondStep, from } })
  after(() => set('NOBODY'))

  test('are changed with their revision, and are in the log', async () => {
    const { staffRules } = await office.staff.getRules()
    const { staffRules: changed } = await office.staff.updateRules({
      staffRules: { revision: staffRules.revision, secondStep: 'OWNERS', from: '2027-01-01T00:00:00.000Z' },
    })
    assert.deepEqual([changed.secondStep, changed.from], ['OWNERS', '2027-01-01T00:00:00.000Z'])
    assert.equal(await codeOf(office.staff.updateRules({ staffRules: { revision: staffRules.revision } })), 'STALE_REVISION')
    assert.deepEqual((await office.staff.updateRules({ staffRules: {} })).staffRules.from, '2027-01-01T00:00:00.000Z')
    assert.equal((await latest('staffRules')).kind, 'staffRules')
  })

  test('who has no second step by their day is signed out, and sets one up on the way in', async () => {
    const tom = await person('SUPPORT')
    const due = new Date(shop.clock.now().getTime() + day).toISOString()
    await set('EVERYBODY', due)
    assert.equal((await office.staff.getStaffMember({ id: tom.id })).staffMember.secondStepDue, due)
    assert.equal((await atTheDoor(shop, 'GET', { cookie: tom.door.cookie })).status, 200, 'until then it is only asked for')
    await set('EVERYBODY')
    assert.equal((await atTheDoor(shop, 'GET', { cookie: tom.door.cookie })).status, 204)
    await shop.platform.learnEnded()
    assert.equal(await mayStill(tom.door), 'INVALID_TOKEN')

    const asked = await signsIn(shop, tom.email)
    assert.deepEqual([asked.status, asked.said['next'], asked.cookie], [202, 'SET_UP', ''])
    const secret = asked.said.secret!
    assert.match(String(asked.said['uri']), /^otpauth:\/\/totp\//)
    assert.equal((await atTheDoor(shop, 'POST', { body: { step: asked.said.step, code: '000000' } })).status, 401)
    const done = await atTheDoor(shop, 'POST', { body: { step: asked.said.step, code: figuresOf(shop, secret) } })
    assert.equal(done.status, 200)
    assert.equal(done.said.recoveryCodes!.length, 10)
    const me = await officeOf(shop, done).staffAccount.getMe()
    assert.deepEqual([me.staffMember.secondStep, me.staffMember.secondStepDue, me.staffMember.recoveryCodesLeft], [true, undefined, 10])
    assert.deepEqual(me.sessions[0]!.methods, ['PASSWORD', 'TOTP'])
    const { first, actor } = await latest(tom.id)
    assert.deepEqual([first, actor.id], [{ path: ['secondStep'], before: false, after: true }, tom.id])
  })

  test('409 SECOND_STEP_FIRST for an owner who would shut themselves out', async () => {
    await set('NOBODY')
    const mira = await person('OWNER')
    assert.equal(await codeOf(mira.staff.updateRules({ staffRules: { secondStep: 'OWNERS' } })), 'SECOND_STEP_FIRST')
    const later = new Date(shop.clock.now().getTime() + day).toISOString()
    assert.equal(await codeOf(mira.staff.updateRules({ staffRules: { secondStep: 'OWNERS', from: later } })), 'done')
    await setsUpSecondStep(shop, mira.door)
    assert.equal(await codeOf(mira.staff.updateRules({ staffRules: { secondStep: 'OWNERS', from: null } })), 'done')
    assert.equal(await codeOf(mira.staffAccount.removeSecondStep({ password: staffPassword })), 'SECOND_STEP_DEMANDED')
    await set('NOBODY')
  })

  test('an invitation says that a second step will be asked for', async () => {
    await set('EVERYBODY')
    const email = newEmail()
    const token = invitationIn(await office.staff.invite({ staffInvitation: { email, role: 'SUPPORT' } }))
    assert.equal((await office.staff.previewInvitation({ token })).secondStep, true)
    await office.staff.acceptInvitation({ token, name: 'Lea', password: 'kettle fox marble' })
    assert.equal((await signsIn(shop, email, 'kettle fox marble')).said['next'], 'SET_UP')
    await set('NOBODY')
  })
})

describe('privilege', () => {
  const denied = async (role: StaffRole) => {
    const who = await person(role)
    const { id } = await hire(shop, 'SUPPORT')
    const { staff } = who
    const calls = [
      staff.listStaff(),
      staff.getStaffMember({ id }),
      staff.updateStaffMember({ staffMember: { id: who.id, role: 'OWNER' } }),
      staff.removeStaffMember({ id }),
      staff.restoreStaffMember({ id }),
      staff.removeSecondStep({ id }),
      staff.listSessions(),
      staff.endSession({ sessionId: id }),
      staff.endSessions({ id }),
      staff.listInvitations(),
      staff.invite({ staffInvitation: { email: newEmail(), role: 'OWNER' } }),
      staff.sendInvitation({ id }),
      staff.withdrawInvitation({ id }),
      staff.listRoles(),
      staff.getRules(),
      staff.updateRules({ staffRules: { secondStep: 'NOBODY' } }),
    ]
    return [...new Set(await Promise.all(calls.map(codeOf)))]
  }
  for (const role of ['ORDERS', 'WAREHOUSE', 'SUPPORT', 'DEVELOPER'] as const)
    test(`403 PERMISSION_DENIED: ${role} neither sees nor changes the staff, nor makes an owner of themselves`, async () => {
      assert.deepEqual(await denied(role), ['PERMISSION_DENIED'])
    })

  test('403 ROLE_NOT_YOURS: a key for the staff alone makes nobody of more than it may, and touches nobody who may more', async () => {
    const scoped = async (...scopes: Right[]) => {
      const key = `vk_${newId()}`
      await registerApiKey(shop.platform.database, shop.site, 'Scoped', key, shop.clock.now())
      await shop.platform.database.query(
        sql`update api_key set scopes = ${scopes} where site = ${shop.site} and name = 'Scoped' and scopes is null`,
      )
      return newOffice(key).staff
    }
    const staff = await scoped('staff.read', 'staff.write')
    const mira = await person('OWNER')
    const { id } = await hire(shop, 'SUPPORT')
    await setsUpSecondStep(shop, mira.door)
    const { staffInvitation } = await office.staff.invite({ staffInvitation: { email: newEmail(), role: 'OWNER' } })
    const [session] = (await mira.staffAccount.getMe()).sessions
    const gone = await hire(shop, 'OWNER')
    await office.staff.removeStaffMember({ id: gone.id })
    const calls = [
      staff.invite({ staffInvitation: { email: newEmail(), role: 'OWNER' } }),
      staff.updateStaffMember({ staffMember: { id, role: 'OWNER' } }),
      staff.updateStaffMember({ staffMember: { id: mira.id, role: 'SUPPORT' } }),
      staff.removeStaffMember({ id: mira.id }),
      staff.removeSecondStep({ id: mira.id }),
      staff.endSession({ sessionId: session!.id }),
      staff.endSessions({ id: mira.id }),
      staff.sendInvitation({ id: staffInvitation.id }),
      staff.restoreStaffMember({ id: gone.id }),
    ]
    for (const code of await Promise.all(calls.map(codeOf))) assert.equal(code, 'ROLE_NOT_YOURS')
  })

  test('a program is nobody: it has no account of its own', async () => {
    const { staffAccount } = office
    const id = nobody
    const calls = [
      staffAccount.getMe(),
      staffAccount.updateMe({ staffMember: { name: 'Robot' } }),
      staffAccount.changePassword({ oldPassword: 'x', newPassword: 'kettle fox marble' }),
      staffAccount.beginSecondStep({ password: 'x' }),
      staffAccount.confirmSecondStep({ setupToken: 'x', code: '000000' }),
      staffAccount.removeSecondStep({ password: 'x' }),
      staffAccount.makeRecoveryCodes({ password: 'x' }),
      staffAccount.forgetBrowser({ browserId: id }),
      staffAccount.endSession({ sessionId: id }),
      staffAccount.endSessions(),
    ]
    for (const code of await Promise.all(calls.map(codeOf))) assert.equal(code, 'PERMISSION_DENIED')
  })
})
