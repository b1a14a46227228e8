import { type Auth, createClient, type Session } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import type { StaffRole } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import { hashPassword } from '@vitrine/platform/people/credentials/passwords'
import { insertPerson } from '@vitrine/platform/people/staff/store'
import { figuresAt } from './code-app.ts'
import type { TestPlatform } from './platform.ts'

/** What all of them sign in with. */
export const staffPassword = 'slow mornings, 1 cup'
let hash: Promise<string> | undefined
let hired = 0
let addresses = 0

export interface Colleague {
  readonly id: string
  readonly email: string
}

/** Somebody new on the staff, in a role, who has signed in nowhere. */
export async function hire({ platform, site, clock }: TestPlatform, role: StaffRole, name?: string): Promise<Colleague> {
  const email = `colleague-${++hired}@morrow.example`
  const passwordHash = await (hash ??= hashPassword(staffPassword))
  const id = newId()
  await insertPerson(platform.database, site, { id, email, name: name ?? email, role, passwordHash }, clock.now())
  return { id, email }
}

/** What the platform said at the staff's door. */
export interface AtTheDoor {
  readonly status: number
  /** The session's, to send back; empty where none was set. */
  readonly cookie: string
  readonly cookies: readonly string[]
  readonly said: Readonly<Record<string, unknown>> & {
    readonly accessToken?: string
    readonly step?: string
    readonly secret?: string
    readonly recoveryCodes?: readonly string[]
  }
}

/** Asks at the staff's door, as their browser does: each time from another address, unless one is said. */
export async function atTheDoor(
  { platform, site }: TestPlatform,
  method: 'GET' | 'POST' | 'DELETE',
  {
    body,
    cookie = '',
    address = `10.1.${(++addresses >> 8) & 255}.${addresses & 255}`,
  }: { body?: object; cookie?: string; address?: string } = {},
): Promise<AtTheDoor> {
  const answer = await platform.staffSession({
    site,
    method,
    headers: {
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      'user-agent': 'Firefox/140.0 (X11; Linux)',
      ...(cookie && { cookie }),
    },
    body: body && Buffer.from(JSON.stringify(body)),
    address,
  })
  const set = answer.cookies ?? []
  return {
    status: answer.status,
    cookie: set[0]?.split(';', 1)[0] ?? '',
    cookies: set,
    said: answer.body === '' ? {} : (JSON.parse(answer.body) as AtTheDoor['said']),
  }
}

export const signsIn = (shop: TestPlatform, email: string, password = staffPassword): Promise<AtTheDoor> =>
  atTheDoor(shop, 'POST', { body: { email, password } })

/** What somebody calls with who came in. */
export const authOf =
  ({ said }: AtTheDoor): Auth<Session> =>
  () => ({ headers: async () => ({ Authorization: said.accessToken! }), rejected: () => {} })

/** Somebody new on the staff, in a role, who signed in: what they call with. */
export async function colleague(shop: TestPlatform, role: StaffRole): Promise<Auth<Session>> {
  return authOf(await signsIn(shop, (await hire(shop, role)).email))
}

/** The back office, for who came in. */
export const officeOf = (shop: TestPlatform, door: AtTheDoor) =>
  createClient({ baseUrl: shop.url, auth: authOf(door), modules: { staff: backOffice.staff, staffAccount: backOffice.staffAccount } })

/** The six figures that an app shows now; each counts once. */
export const figuresOf = (shop: TestPlatform, secret: string, steps = 0): string =>
  figuresAt(secret, shop.clock.now().getTime() + steps * 30_000)

/** Gives somebody a second step: the secret of their app, and the codes for when it is lost. */
export async function setsUpSecondStep(shop: TestPlatform, door: AtTheDoor) {
  const { staffAccount } = officeOf(shop, door)
  const { secret, setupToken } = await staffAccount.beginSecondStep({ password: staffPassword })
  const { recoveryCodes } = await staffAccount.confirmSecondStep({ setupToken, code: figuresOf(shop, secret) })
  return { secret, recoveryCodes }
}
