import { type Db, sql } from '../../kernel/db/sql.ts'
import type { DeviceMember } from '../identity/device-accounts.ts'
import { nameOf } from '../members/name.ts'
import type { MemberDocument } from '../members/store.ts'

/** Members as the accounts of a device, and what they can sign in with again. */
export async function findDeviceMembers(db: Db, site: string, ids: readonly string[]): Promise<DeviceMember[]> {
  if (ids.length === 0) return []
  const rows = await db.query<Omit<DeviceMember, 'name'> & { readonly document: MemberDocument }>(sql`
    select id, login_email as email, document, status = 'APPROVED' as "maySignIn",
      exists (select from member_credential c where c.site = ${site} and c.member_id = member.id and c.password_hash is not null) as "hasPassword",
      exists (select from member_passkey p where p.site = ${site} and p.member_id = member.id) as "hasPasskey"
    from member where site = ${site} and id = any(${ids}::uuid[]) and deleted_at is null and status <> 'OFFLINE'`)
  return rows.map(({ document, ...member }) => {
    const name = nameOf(document)
    return name ? { ...member, name } : member
  })
}
