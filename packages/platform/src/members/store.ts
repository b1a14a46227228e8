import type { MemberActivityStatus, MemberContact, MemberPrivacyStatus, MemberProfile, MemberStatus } from '@vitrine/contract'
import { type Db, sql } from '../db/sql.ts'

/** What a member says of themselves. Addresses for the login, statuses and the slug stand beside it. */
export interface MemberDocument {
  readonly contact: MemberContact
  readonly profile: Omit<MemberProfile, 'slug'>
  /** BCP 47; the language that letters to them are written in. */
  readonly language?: string
}

export interface StoredMember {
  readonly id: string
  readonly contactId: string
  readonly loginEmail: string
  readonly loginEmailVerified: boolean
  readonly status: MemberStatus
  readonly privacyStatus: MemberPrivacyStatus
  readonly activityStatus: MemberActivityStatus
  readonly slug: string
  /** Names and nickname, folded. */
  readonly words: string
  readonly revision: number
  readonly document: MemberDocument
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly lastLoginAt: Date | null
  readonly deletedAt: Date | null
  readonly purgeAt: Date | null
}

export const memberColumns = sql`id, contact_id as "contactId", login_email as "loginEmail", login_email_verified as "loginEmailVerified", status,
  privacy_status as "privacyStatus", activity_status as "activityStatus", slug, words, revision, document, created_at as "createdAt",
  updated_at as "updatedAt", last_login_at as "lastLoginAt", deleted_at as "deletedAt", purge_at as "purgeAt"`

/** A member, in the trash or not. */
export async function findMember(db: Db, site: string, id: string): Promise<StoredMember | undefined> {
  const [row] = await db.query<StoredMember>(sql`select ${memberColumns} from member where site = ${site} and id = ${id}`)
  return row
}

/** Reads a member to change them: nobody else does until the transaction ends. */
export async function lockMember(db: Db, site: string, id: string): Promise<StoredMember | undefined> {
  const [row] = await db.query<StoredMember>(sql`select ${memberColumns} from member where site = ${site} and id = ${id} for update`)
  return row
}

/** Whose login this address is, however it is written. */
export async function findMemberByEmail(db: Db, site: string, email: string): Promise<StoredMember | undefined> {
  const [row] = await db.query<StoredMember>(sql`
    select ${memberColumns} from member where site = ${site} and lower(login_email) = lower(${email}) and login_email is not null`)
  return row
}

/** `false` where somebody else has the address or the slug already. */
export async function insertMember(db: Db, site: string, m: StoredMember): Promise<boolean> {
  const rows = await db.query(sql`
    insert into member (site, id, contact_id, login_email, login_email_verified, status, privacy_status, activity_status, slug, words, revision,
      document, created_at, updated_at, last_login_at, deleted_at, purge_at)
    values (${site}, ${m.id}, ${m.contactId}, ${m.loginEmail}, ${m.loginEmailVerified}, ${m.status}, ${m.privacyStatus}, ${m.activityStatus},
      ${m.slug}, ${m.words}, ${m.revision}, ${JSON.stringify(m.document)}::jsonb, ${m.createdAt}, ${m.updatedAt}, ${m.lastLoginAt}, ${m.deletedAt}, ${m.purgeAt})
    on conflict do nothing returning id`)
  return rows.length > 0
}
