import type { MemberActivityStatus, MemberContact, MemberPrivacyStatus, MemberProfile, MemberStatus } from '@vitrine/contract'
import { newId } from '../db/id.ts'
import { type Db, sql } from '../db/sql.ts'
import { fold } from '../query/fold.ts'

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
  /** Names, nickname and addresses, folded. */
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

/** Changes all of a member but who they are. */
export async function saveMember(db: Db, site: string, m: StoredMember): Promise<void> {
  await db.query(sql`
    update member set login_email = ${m.loginEmail}, login_email_verified = ${m.loginEmailVerified}, status = ${m.status},
      privacy_status = ${m.privacyStatus}, activity_status = ${m.activityStatus}, slug = ${m.slug}, words = ${m.words}, revision = ${m.revision},
      document = ${JSON.stringify(m.document)}::jsonb, updated_at = ${m.updatedAt}, last_login_at = ${m.lastLoginAt},
      deleted_at = ${m.deletedAt}, purge_at = ${m.purgeAt}
    where site = ${site} and id = ${m.id}`)
}

/** Whose slug it is, in the trash or not. */
export async function findMemberBySlug(db: Db, site: string, slug: string): Promise<StoredMember | undefined> {
  const [row] = await db.query<StoredMember>(
    sql`select ${memberColumns} from member where site = ${site} and slug = ${slug} and slug is not null`,
  )
  return row
}

const tries = 20

/** The slug itself, or with the least number behind it that nobody has: `ada`, `ada-2`. */
export async function freeSlug(db: Db, site: string, base: string): Promise<string> {
  const wanted = [base, ...Array.from({ length: tries }, (_, i) => `${base}-${i + 2}`)]
  const rows = await db.query<{ slug: string }>(
    sql`select slug from member where site = ${site} and slug = any(${wanted}) and slug is not null`,
  )
  const taken = new Set(rows.map(({ slug }) => slug))
  return wanted.find((slug) => !taken.has(slug)) ?? `${base}-${newId().slice(-8)}`
}

const longestWords = 400

/** What staff find them by: names, nickname and addresses, folded. */
export function wordsOf(loginEmail: string, { contact, profile }: MemberDocument): string {
  const all = [contact.firstName, contact.lastName, profile.nickname, contact.company, loginEmail, ...contact.emails]
  return fold([...new Set(all.filter((word): word is string => Boolean(word)))].join(' ')).slice(0, longestWords)
}
