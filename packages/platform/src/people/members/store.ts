import type {
  AddressTag,
  EmailTag,
  MemberActivityStatus,
  MemberContact,
  MemberPrivacyStatus,
  MemberProfile,
  MemberStatus,
  PhoneTag,
} from '@vitrine/contract'
import { newId } from '../../kernel/db/id.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'
import { fold } from '../../kernel/query/fold.ts'

/** What a member says of themselves. Addresses for the login, statuses and the slug stand beside it. */
export interface MemberDocument {
  readonly contact: MemberContact
  readonly profile: Omit<MemberProfile, 'slug'>
  /** BCP 47; the language that emails to them are written in. */
  readonly language?: string
  /** Which of their addresses comes first. */
  readonly defaultAddressId?: string
  /** What addresses, email addresses and phone numbers are for. */
  readonly tags?: {
    readonly addresses?: Readonly<Record<string, AddressTag>>
    readonly emails?: Readonly<Record<string, EmailTag>>
    readonly phones?: Readonly<Record<string, PhoneTag>>
  }
  /** Since when they are in the community. */
  readonly communitySince?: string
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
  readonly revision: number
  readonly document: MemberDocument
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly lastLoginAt: Date | null
  readonly deletedAt: Date | null
  /** SELF: their next sign-in brings the account back. STAFF: only staff do, and nobody signs in. */
  readonly deletedBy: 'SELF' | 'STAFF' | null
  readonly purgeAt: Date | null
  /** Who gets what they have written, when the account is gone. */
  readonly contentAssignee: string | null
  /** What staff note about them. */
  readonly note: string
}

export const memberColumns = sql`id, contact_id as "contactId", login_email as "loginEmail", login_email_verified as "loginEmailVerified", status,
  privacy_status as "privacyStatus", activity_status as "activityStatus", slug, revision, document, created_at as "createdAt",
  updated_at as "updatedAt", last_login_at as "lastLoginAt", deleted_at as "deletedAt", deleted_by as "deletedBy", purge_at as "purgeAt",
  content_assignee as "contentAssignee", note`

/** A member, in the trash or not. */
export async function findMember(db: Db, site: string, id: string): Promise<StoredMember | undefined> {
  const [row] = await db.query<StoredMember>(sql`select ${memberColumns} from member where site = ${site} and id = ${id}`)
  return row
}

/** Members by their ids, in the trash or not, in no order. */
export async function findMembers(db: Db, site: string, ids: readonly string[]): Promise<StoredMember[]> {
  if (ids.length === 0) return []
  return db.query<StoredMember>(sql`select ${memberColumns} from member where site = ${site} and id = any(${ids}::uuid[])`)
}

/** Reads a member to change them: nobody else does until the transaction ends. */
export async function lockMember(db: Db, site: string, id: string): Promise<StoredMember | undefined> {
  const [row] = await db.query<StoredMember>(sql`select ${memberColumns} from member where site = ${site} and id = ${id} for update`)
  return row
}

/** Whose login this address is, however it is written. Nobody's, where they are disconnected: the address is free. */
export async function findMemberByEmail(db: Db, site: string, email: string): Promise<StoredMember | undefined> {
  const [row] = await db.query<StoredMember>(sql`
    select ${memberColumns} from member where site = ${site} and lower(login_email) = lower(${email}) and status <> 'OFFLINE'`)
  return row
}

/** Whose slug it is now, in the trash or not. */
export async function findMemberBySlug(db: Db, site: string, slug: string): Promise<StoredMember | undefined> {
  const [row] = await db.query<StoredMember>(
    sql`select ${memberColumns} from member where site = ${site} and lower(slug) = lower(${slug}) and slug <> ''`,
  )
  return row
}

/** What lists filter and sort by, out of a member. */
function foundBy({ loginEmail, document: { contact, profile } }: StoredMember) {
  const { firstName = '', lastName = '' } = contact
  const { nickname = '' } = profile
  return { firstName, lastName, nickname, words: wordsOf(loginEmail, { contact, profile }) }
}

/** `false` where somebody else has the address or the slug already. */
export async function insertMember(db: Db, site: string, m: StoredMember): Promise<boolean> {
  const { firstName, lastName, nickname, words } = foundBy(m)
  const rows = await db.query(sql`
    insert into member (site, id, contact_id, login_email, login_email_verified, status, privacy_status, activity_status, slug, words, revision,
      document, created_at, updated_at, last_login_at, deleted_at, deleted_by, purge_at, content_assignee, note, first_name, last_name, nickname,
      first_name_key, last_name_key, nickname_key)
    values (${site}, ${m.id}, ${m.contactId}, ${m.loginEmail}, ${m.loginEmailVerified}, ${m.status}, ${m.privacyStatus}, ${m.activityStatus},
      ${m.slug}, ${words}, ${m.revision}, ${JSON.stringify(m.document)}::jsonb, ${m.createdAt}, ${m.updatedAt}, ${m.lastLoginAt}, ${m.deletedAt},
      ${m.deletedBy}, ${m.purgeAt}, ${m.contentAssignee}, ${m.note}, ${firstName}, ${lastName}, ${nickname}, ${fold(firstName)}, ${fold(lastName)},
      ${fold(nickname)})
    on conflict do nothing returning id`)
  return rows.length > 0
}

/** Changes all of a member but who they are. */
export async function saveMember(db: Db, site: string, m: StoredMember): Promise<void> {
  const { firstName, lastName, nickname, words } = foundBy(m)
  await db.query(sql`
    update member set login_email = ${m.loginEmail}, login_email_verified = ${m.loginEmailVerified}, status = ${m.status},
      privacy_status = ${m.privacyStatus}, activity_status = ${m.activityStatus}, slug = ${m.slug}, words = ${words}, revision = ${m.revision},
      document = ${JSON.stringify(m.document)}::jsonb, updated_at = ${m.updatedAt}, deleted_at = ${m.deletedAt}, deleted_by = ${m.deletedBy},
      purge_at = ${m.purgeAt}, content_assignee = ${m.contentAssignee}, note = ${m.note}, first_name = ${firstName}, last_name = ${lastName},
      nickname = ${nickname}, first_name_key = ${fold(firstName)}, last_name_key = ${fold(lastName)}, nickname_key = ${fold(nickname)}
    where site = ${site} and id = ${m.id}`)
}

const tries = 20

/** The slug itself, or with the least number behind it that nobody has or had: `ada`, `ada-2`. */
export async function freeSlug(db: Db, site: string, base: string): Promise<string> {
  const wanted = [base, ...Array.from({ length: tries }, (_, i) => `${base}-${i + 2}`)]
  const taken = await takenSlugs(db, site, wanted)
  return wanted.find((slug) => !taken.has(slug.toLowerCase())) ?? `${base}-${newId().slice(-8)}`
}

/** Which of these slugs lead to a member, now or for a while still, in lowercase. */
export async function takenSlugs(db: Db, site: string, slugs: readonly string[], but?: string): Promise<ReadonlySet<string>> {
  const wanted = slugs.map((slug) => slug.toLowerCase())
  const rows = await db.query<{ slug: string }>(sql`
    select lower(slug) as slug from member
    where site = ${site} and lower(slug) = any(${wanted}) and slug <> '' and id is distinct from ${but ?? null}::uuid
    union
    select slug from member_slug where site = ${site} and slug = any(${wanted}) and member_id is distinct from ${but ?? null}::uuid`)
  return new Set(rows.map(({ slug }) => slug))
}

/** Retains a former address of a member for a time; whatever it led to before, it no longer does. */
export async function keepOldSlug(db: Db, site: string, slug: string, memberId: string, until: Date): Promise<void> {
  await db.query(sql`
    insert into member_slug (site, slug, member_id, kept_until) values (${site}, ${slug.toLowerCase()}, ${memberId}, ${until})
    on conflict (site, slug) do update set member_id = excluded.member_id, kept_until = excluded.kept_until`)
}

/** A slug is somebody's again. */
export async function dropOldSlug(db: Db, site: string, slug: string): Promise<void> {
  await db.query(sql`delete from member_slug where site = ${site} and slug = ${slug.toLowerCase()}`)
}

/** Whom an address that was a member's leads to. */
export async function findMemberByOldSlug(db: Db, site: string, slug: string, now: Date): Promise<StoredMember | undefined> {
  const [row] = await db.query<{ memberId: string }>(sql`
    select member_id as "memberId" from member_slug where site = ${site} and slug = ${slug.toLowerCase()} and kept_until > ${now}`)
  return row && findMember(db, site, row.memberId)
}

/** Members who do not want to be seen by this one. */
export async function findBlockers(db: Db, site: string, blockedId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.query<{ id: string }>(sql`
    select member_id as id from member_block where site = ${site} and blocked_id = ${blockedId} and member_id = any(${ids}::uuid[])`)
  return new Set(rows.map(({ id }) => id))
}

const longestWords = 400

/** What staff find them by: names, nickname and addresses, folded. */
function wordsOf(loginEmail: string, { contact, profile }: Pick<MemberDocument, 'contact' | 'profile'>): string {
  const all = [contact.firstName, contact.lastName, profile.nickname, contact.company, loginEmail, ...contact.emails, ...contact.phones]
  return fold([...new Set(all.filter((word): word is string => Boolean(word)))].join(' ')).slice(0, longestWords)
}
