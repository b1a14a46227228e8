import type { MemberContact, MemberPrivacyStatus, MemberProfile, MemberStatus } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { newId } from '../../kernel/db/id.ts'
import { sql } from '../../kernel/db/sql.ts'
import { tellCreated, tellUpdated } from './events.ts'
import { slugFrom } from './slug.ts'
import { findMemberByEmail, freeSlug, insertMember, lockMember, type MemberDocument, type StoredMember, saveMember } from './store.ts'

/** Somebody who gets an account. */
export interface Newcomer {
  /** What they sign in with. */
  readonly email: string
  readonly emailVerified: boolean
  /** OFFLINE: somebody else made the account, and nobody ever signed in. */
  readonly status: Exclude<MemberStatus, 'UNKNOWN'>
  /** PRIVATE where nothing is said. */
  readonly privacyStatus?: Exclude<MemberPrivacyStatus, 'UNKNOWN'>
  /** What they say of themselves; the email address is always among their contact's. */
  readonly contact?: Partial<MemberContact>
  readonly profile?: Omit<MemberProfile, 'slug'>
  /** BCP 47; the language that emails to them are written in. */
  readonly language?: string
  /** Who they are already, such as a contact that orders name. */
  readonly contactId?: string
}

/** Opens an account, under a slug of its own. Within a transaction. */
export async function enrol(context: Context, newcomer: Newcomer): Promise<StoredMember | 'EMAIL_TAKEN'> {
  const { db, site, now } = context
  const { email, profile = {}, contact = {} } = newcomer
  if (await findMemberByEmail(db, site, email)) return 'EMAIL_TAKEN'
  const nickname = profile.nickname?.trim()
  const name = [contact.firstName, contact.lastName].filter(Boolean).join(' ')
  const local = email.slice(0, email.lastIndexOf('@'))
  const document: MemberDocument = {
    contact: {
      ...contact,
      phones: contact.phones ?? [],
      emails: withAddress(contact.emails ?? [], email),
      addresses: contact.addresses ?? [],
    },
    profile: { ...profile, nickname: nickname || name || local },
    ...(newcomer.language && { language: newcomer.language }),
  }
  const base = slugFrom([nickname, name, local])
  const member: StoredMember = {
    id: newId(),
    contactId: newcomer.contactId ?? newId(),
    loginEmail: email,
    loginEmailVerified: newcomer.emailVerified,
    status: newcomer.status,
    privacyStatus: newcomer.privacyStatus ?? 'PRIVATE',
    activityStatus: 'ACTIVE',
    slug: await freeSlug(db, site, base),
    revision: 1,
    document,
    createdAt: now,
    updatedAt: now,
    lastLoginAt: null,
    deletedAt: null,
    deletedBy: null,
    purgeAt: null,
    contentAssignee: null,
    note: '',
  }
  let enrolled = member
  // Somebody may have taken the slug, or the address, just now.
  if (!(await insertMember(db, site, enrolled))) {
    if (await findMemberByEmail(db, site, email)) return 'EMAIL_TAKEN'
    enrolled = { ...member, slug: `${base}-${member.id.slice(-8)}` }
    if (!(await insertMember(db, site, enrolled))) return 'EMAIL_TAKEN'
  }
  await tellCreated(context, enrolled)
  return enrolled
}

const withAddress = (emails: readonly string[], email: string): string[] =>
  emails.some((each) => each.toLowerCase() === email.toLowerCase()) ? [...emails] : [email, ...emails]

/**
 * Notes that they signed in, which is no change of the account. Who had closed the account themselves has it back with that. Nobody signs in who
 * is PENDING, BLOCKED or OFFLINE, or whom staff have deleted: that is for whoever signs them in to see (`mayEnter`).
 */
export async function noteLogin(context: Context, id: string): Promise<void> {
  const { db, site, now } = context
  const [row] = await db.query<{ deletedBy: StoredMember['deletedBy'] }>(
    sql`update member set last_login_at = ${now} where site = ${site} and id = ${id} returning deleted_by as "deletedBy"`,
  )
  if (row?.deletedBy === 'SELF') await restore(context, id)
}

/** Whether a member may sign in: approved, and not deleted by staff. */
export const mayEnter = ({ status, deletedBy }: StoredMember): boolean => status === 'APPROVED' && deletedBy !== 'STAFF'

/** Takes an account out of the trash. `undefined` where there is none in it. */
export async function restore(context: Context, id: string): Promise<StoredMember | undefined> {
  const member = await lockMember(context.db, context.site, id)
  if (!member?.deletedAt) return undefined
  const back = { ...member, deletedAt: null, deletedBy: null, purgeAt: null, contentAssignee: null, revision: member.revision + 1 }
  const saved = { ...back, updatedAt: context.now }
  await saveMember(context.db, context.site, saved)
  await tellCreated(context, saved)
  return saved
}

/** Gives a member a status, if they have another. `undefined` where there is no such member. */
export async function setStatus(context: Context, id: string, status: StoredMember['status']): Promise<StoredMember | undefined> {
  const member = await lockMember(context.db, context.site, id)
  return member && (member.status === status ? member : keep(context, { ...member, status }))
}

/** The address that they sign in with is theirs. */
export async function verifyEmail(context: Context, id: string): Promise<StoredMember | undefined> {
  const member = await lockMember(context.db, context.site, id)
  return member && (member.loginEmailVerified ? member : keep(context, { ...member, loginEmailVerified: true }))
}

/** Another address to sign in with, which is proved; in what they are reached at it takes the place of the one before. */
export async function changeLoginEmail(context: Context, id: string, email: string): Promise<StoredMember | undefined> {
  const member = await lockMember(context.db, context.site, id)
  if (!member) return undefined
  const { contact } = member.document
  const before = member.loginEmail.toLowerCase()
  const others = contact.emails.filter((each) => ![before, email.toLowerCase()].includes(each.toLowerCase()))
  const document = { ...member.document, contact: { ...contact, emails: [email, ...others] } }
  return keep(context, { ...member, loginEmail: email, loginEmailVerified: true, document })
}

/** Writes down a member who was read to be changed, as the next revision, and tells the world. */
export async function keep(context: Context, member: StoredMember): Promise<StoredMember> {
  const saved = { ...member, revision: member.revision + 1, updatedAt: context.now }
  await saveMember(context.db, context.site, saved)
  await tellUpdated(context, saved)
  return saved
}
