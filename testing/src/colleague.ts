import type { Auth, Session } from '@vitrine/client'
import type { StaffRole } from '@vitrine/contract'
import { hashPassword } from '@vitrine/platform/credentials/passwords'
import { newId } from '@vitrine/platform/db/id'
import { insertPerson } from '@vitrine/platform/staff/store'
import type { TestPlatform } from './platform.ts'

const password = 'slow mornings, 1 cup'
let hash: Promise<string> | undefined
let hired = 0

/** Somebody new on the staff, in a role, who signed in: what they call with. */
export async function colleague({ platform, site, clock }: TestPlatform, role: StaffRole): Promise<Auth<Session>> {
  const email = `colleague-${++hired}@morrow.example`
  const passwordHash = await (hash ??= hashPassword(password))
  await insertPerson(platform.database, site, { id: newId(), email, name: email, role, passwordHash }, clock.now())
  const { body } = await platform.staffSession({
    site,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: Buffer.from(JSON.stringify({ email, password })),
    address: `10.1.0.${hired}`,
  })
  const { accessToken } = JSON.parse(body) as { readonly accessToken: string }
  return () => ({ headers: async () => ({ Authorization: accessToken }), rejected: () => {} })
}
