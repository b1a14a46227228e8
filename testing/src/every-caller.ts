import { apiKey, createClient } from '@vitrine/client'
import { developers } from '@vitrine/client/back-office'
import { type Right, rightsOf, type StaffRole } from '@vitrine/contract'
import { keyRing } from '@vitrine/platform/people/identity/keys'
import { tokens } from '@vitrine/platform/people/identity/tokens'
import { hire } from './colleague.ts'
import type { TestPlatform } from './platform.ts'

/** Somebody who may do some of what the shop may, and what they send as `Authorization`. */
export interface RightsHolder {
  readonly name: string
  readonly rights: ReadonlySet<Right>
  readonly token: string
}

/** A key with these rights alone. */
export async function keyWith(shop: TestPlatform, ...scopes: Right[]): Promise<RightsHolder> {
  const office = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: { developers } })
  const name = `a key with ${scopes.join(', ')}`
  const { key } = await office.developers.createApiKey({ apiKey: { name, scopes } })
  return { name, rights: new Set(scopes), token: key }
}

/** Somebody of the staff, signed in. */
export async function staffAs(shop: TestPlatform, role: StaffRole): Promise<RightsHolder> {
  const { id: userId } = await hire(shop, role)
  const token = await tokens(keyRing(shop.platform.database), shop.clock).issueStaff({ kind: 'user', site: shop.site, userId, role })
  return { name: role, rights: rightsOf[role], token }
}

export const everyRole = (shop: TestPlatform): Promise<RightsHolder[]> =>
  Promise.all((Object.keys(rightsOf) as StaffRole[]).map((role) => staffAs(shop, role)))

/** A key of each single scope. */
export async function everyKey(shop: TestPlatform): Promise<RightsHolder[]> {
  const keys: RightsHolder[] = []
  for (const right of rightsOf.OWNER) keys.push(await keyWith(shop, right))
  return keys
}
