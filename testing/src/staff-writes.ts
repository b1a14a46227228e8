import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import type { Route } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import { atTheDoor, figuresOf, hire, officeOf, setsUpSecondStep, signsIn, staffPassword } from './colleague.ts'
import type { ReadyWrite } from './order-writes.ts'
import type { TestPlatform } from './platform.ts'

/** What stands behind the # of the link that whoever invites is told, where there is no mail server. */
export function invitationIn({ joinLink = '' }: { readonly joinLink?: string | undefined }): string {
  const token = /\/admin\/join#([\w-]{43})$/.exec(joinLink)?.[1]
  if (!token) throw new Error(`no invitation in “${joinLink}”`)
  return token
}

/** What stands behind the # of the latest link to another password, which is told to whoever runs a server without mail. */
export async function recoveryOf({ platform, told }: TestPlatform, email: string): Promise<string> {
  await platform.jobs.settle()
  const token = told.findLast((line) => line.startsWith(`${email} `))?.match(/\/admin\/new-password#([\w.-]+)/)?.[1]
  if (!token) throw new Error(`${email} was told no link to another password`)
  return token
}

/** The writes of those who run the shop, each with what it needs made before it. */
export function staffWrites(shop: TestPlatform): Partial<Record<Route, () => Promise<ReadyWrite>>> {
  const office = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
  const person = async () => (await hire(shop, 'SUPPORT')).id
  const signedIn = async () => {
    const { id, email } = await hire(shop, 'WAREHOUSE')
    const door = await signsIn(shop, email)
    return { id, email, door, sessionId: (await office.staff.listSessions({ staffMemberId: id })).sessions[0]!.id }
  }
  const invited = async () => {
    const email = `invited-${newId().slice(-12)}@morrow.example`
    const made = await office.staff.invite({ staffInvitation: { email, role: 'ORDERS' } })
    return { id: made.staffInvitation.id, token: invitationIn(made) }
  }
  /** What somebody does to themselves, in the log by their name. */
  const mine = (said: AtDoor, body: object, params: Readonly<Record<string, string>> = {}): ReadyWrite => ({
    params,
    body,
    token: said.accessToken!,
    told: true,
  })
  const withSecondStep = async () => {
    const { id, email, door } = await signedIn()
    return { id, email, door, ...(await setsUpSecondStep(shop, door)) }
  }
  return {
    'PATCH /vitrine/v1/staff/{staffMember.id}': async () => {
      const id = await person()
      return { params: { 'staffMember.id': id }, body: { staffMember: { id, role: 'ORDERS' } } }
    },
    'DELETE /vitrine/v1/staff/{id}': async () => ({ params: { id: await person() }, body: {} }),
    'POST /vitrine/v1/staff/{id}/restore': async () => {
      const id = await person()
      await office.staff.removeStaffMember({ id })
      return { params: { id }, body: {} }
    },
    'POST /vitrine/v1/staff/{id}/remove-second-step': async () => ({ params: { id: (await withSecondStep()).id }, body: {} }),
    'DELETE /vitrine/v1/staff/sessions/{sessionId}': async () => ({ params: { sessionId: (await signedIn()).sessionId }, body: {} }),
    'DELETE /vitrine/v1/staff/{id}/sessions': async () => ({ params: { id: (await signedIn()).id }, body: {} }),
    'POST /vitrine/v1/staff/invitations': async () => ({
      params: {},
      body: { staffInvitation: { email: `invited-${newId().slice(-12)}@morrow.example`, role: 'ORDERS' } },
    }),
    'POST /vitrine/v1/staff/invitations/{id}/send': async () => ({ params: { id: (await invited()).id }, body: {} }),
    'DELETE /vitrine/v1/staff/invitations/{id}': async () => ({ params: { id: (await invited()).id }, body: {} }),
    'POST /vitrine/v1/staff/invitations/accept': async () => {
      const { token } = await invited()
      return { params: {}, body: { token, name: 'Tom Okafor', password: 'kettle fox marble' }, told: true }
    },
    'POST /vitrine/v1/staff/recovery/send': async () => ({ params: {}, body: { email: (await hire(shop, 'SUPPORT')).email } }),
    'POST /vitrine/v1/staff/recovery/reset': async () => {
      const { email } = await hire(shop, 'SUPPORT')
      await office.staffRecovery.sendLink({ email })
      return { params: {}, body: { token: await recoveryOf(shop, email), password: 'kettle fox marble' }, told: true }
    },
    'PATCH /vitrine/v1/staff/rules': async () => ({ params: {}, body: { staffRules: { secondStep: 'NOBODY' } } }),
    'PATCH /vitrine/v1/me': async () => mine((await signedIn()).door.said, { staffMember: { name: 'Tom Okafor' } }),
    'POST /vitrine/v1/me/password': async () =>
      mine((await signedIn()).door.said, { oldPassword: staffPassword, newPassword: 'kettle fox marble' }),
    'POST /vitrine/v1/me/second-step/confirm': async () => {
      const { door } = await signedIn()
      const { secret, setupToken } = await officeOf(shop, door).staffAccount.beginSecondStep({ password: staffPassword })
      return mine(door.said, { setupToken, code: figuresOf(shop, secret) })
    },
    'POST /vitrine/v1/me/second-step/remove': async () => mine((await withSecondStep()).door.said, { password: staffPassword }),
    'POST /vitrine/v1/me/recovery-codes': async () => mine((await withSecondStep()).door.said, { password: staffPassword }),
    'DELETE /vitrine/v1/me/browsers/{browserId}': async () => {
      const { email, secret } = await withSecondStep()
      const { said } = await signsIn(shop, email)
      const door = await atTheDoor(shop, 'POST', { body: { step: said.step, code: figuresOf(shop, secret, 1), remember: true } })
      const { browsers } = await officeOf(shop, door).staffAccount.getMe()
      return mine(door.said, {}, { browserId: browsers[0]!.id })
    },
    'DELETE /vitrine/v1/me/sessions/{sessionId}': async () => {
      const { email, sessionId } = await signedIn()
      return mine((await signsIn(shop, email)).said, {}, { sessionId })
    },
    'DELETE /vitrine/v1/me/sessions': async () => mine((await signedIn()).door.said, {}),
  }
}

type AtDoor = Awaited<ReturnType<typeof signsIn>>['said']
