import type { StaffRole } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import { connect } from '@vitrine/platform/kernel/db/pool'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { hashPassword } from '@vitrine/platform/people/credentials/passwords'
import { insertPerson } from '@vitrine/platform/people/staff/store'
import type { Page } from 'playwright-core'
import type { OpenShop } from './shop.ts'

const password = 'many hands, 2 cups'

/** Gives the shop one more of its staff for each of some roles. */
export async function employ({ databaseUrl }: OpenShop, roles: readonly StaffRole[]): Promise<void> {
  await using database = connect({ url: databaseUrl, connections: 1 })
  const [shop] = await database.query<{ site: string }>(sql`select site from site`)
  const passwordHash = await hashPassword(password)
  for (const role of roles)
    await insertPerson(
      database,
      shop!.site,
      { id: newId(), email: emailOf(role), name: `Somebody of ${role}`, role, passwordHash },
      new Date(),
    )
}

const emailOf = (role: StaffRole): string => `${role.toLowerCase()}@colleagues.example`

/** Signs one of them in, without the page; the token that their pages speak with. */
export async function comeIn(page: Page, { url }: OpenShop, role: StaffRole): Promise<string> {
  const answer = await page.request.post(`${url}/admin/session`, {
    data: { email: emailOf(role), password, stay: false },
    headers: { origin: url },
  })
  if (!answer.ok()) throw new Error(`${role} was not let in: ${answer.status()}`)
  return ((await answer.json()) as { readonly accessToken: string }).accessToken
}
