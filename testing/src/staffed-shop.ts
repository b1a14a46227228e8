import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import type { StaffRole } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import { hire, officeOf, signsIn } from './colleague.ts'
import { startPlatformForFile } from './platform-for-file.ts'
import { codeOf } from './refused.ts'

export const day = 24 * 3_600_000
/** The id of nobody on the staff. */
export const nobody = '99999999-9999-4999-8999-999999999999'
export const newEmail = () => `someone-${newId().slice(-12)}@morrow.example`

/** For a file of tests of the staff: a shop with an owner, those who are hired there, and what the log says of them. */
export async function startStaffedShop() {
  const shop = await startPlatformForFile()
  const newOffice = (key = shop.apiKey) => createClient({ baseUrl: shop.url, auth: apiKey(key), modules: backOffice })
  const office = newOffice()
  await hire(shop, 'OWNER', 'Mira Lindqvist')
  return {
    shop,
    newOffice,
    office,
    /** Somebody new in a role, who has signed in. */
    async person(role: StaffRole) {
      const hired = await hire(shop, role)
      const door = await signsIn(shop, hired.email)
      return { ...hired, door, ...officeOf(shop, door) }
    },
    mayStill: async (door: Awaited<ReturnType<typeof signsIn>>) => codeOf(officeOf(shop, door).staffAccount.getMe()),
    latest: async (entityId: string) =>
      (await office.audit.queryAudit({ query: { filter: { entityIds: { $hasSome: [entityId] } }, cursorPaging: { limit: 1 } } }))
        .entries[0]!,
  }
}
