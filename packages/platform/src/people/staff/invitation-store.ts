import type { StaffRole } from '@vitrine/contract'
import { type Db, type Sql, sql } from '../../kernel/db/sql.ts'
import { mostStaff } from './rules.ts'

export interface Invitation {
  readonly id: string
  readonly email: string
  readonly role: StaffRole
  readonly invitedBy: string | null
  readonly createdAt: Date
  readonly sentAt: Date
  readonly expiresAt: Date
}

const found = (site: string, which: Sql): Sql => sql`
  select invitation.id, invitation.email, invitation.role, inviter.name as "invitedBy", invitation.created_at as "createdAt",
    invitation.sent_at as "sentAt", invitation.expires_at as "expiresAt"
  from staff_invitation invitation left join staff inviter on inviter.site = ${site} and inviter.id = invitation.invited_by
  where invitation.site = ${site} and ${which} order by invitation.created_at, invitation.id limit ${mostStaff}`

export const findInvitations = (db: Db, site: string): Promise<Invitation[]> => db.query<Invitation>(found(site, sql`true`))

export async function findInvitation(db: Db, site: string, id: string): Promise<Invitation | undefined> {
  return (await db.query<Invitation>(found(site, sql`invitation.id = ${id}`)))[0]
}

/** The one that a secret opens, if it still lasts. */
export async function findOpenInvitation(db: Db, site: string, hash: Buffer, now: Date): Promise<Invitation | undefined> {
  return (await db.query<Invitation>(found(site, sql`invitation.hash = ${hash} and invitation.expires_at > ${now}`)))[0]
}

export async function isInvited(db: Db, site: string, email: string): Promise<boolean> {
  return (await db.query(sql`select from staff_invitation where site = ${site} and lower(email) = lower(${email})`)).length > 0
}

export async function insertInvitation(
  db: Db,
  site: string,
  invitation: Pick<Invitation, 'id' | 'email' | 'role' | 'expiresAt'> & { readonly hash: Buffer; readonly invitedBy: string | undefined },
  now: Date,
): Promise<void> {
  const { id, email, role, hash, invitedBy, expiresAt } = invitation
  await db.query(sql`
    insert into staff_invitation (site, id, email, role, hash, invited_by, created_at, sent_at, expires_at)
    values (${site}, ${id}, ${email}, ${role}, ${hash}, ${invitedBy ?? null}, ${now}, ${now}, ${expiresAt})`)
}

/** Another secret takes the place of the one before. */
export async function renewInvitation(
  db: Db,
  site: string,
  id: string,
  { hash, expiresAt }: { readonly hash: Buffer; readonly expiresAt: Date },
  now: Date,
): Promise<void> {
  await db.query(sql`
    update staff_invitation set hash = ${hash}, sent_at = ${now}, expires_at = ${expiresAt} where site = ${site} and id = ${id}`)
}

export async function deleteInvitation(db: Db, site: string, id: string): Promise<boolean> {
  return (await db.query(sql`delete from staff_invitation where site = ${site} and id = ${id} returning id`)).length > 0
}

/** Nobody can use it after this: what it said, to the one who was first. */
export async function takeInvitation(
  db: Db,
  site: string,
  hash: Buffer,
  now: Date,
): Promise<Pick<Invitation, 'id' | 'email' | 'role'> | undefined> {
  const [row] = await db.query<Pick<Invitation, 'id' | 'email' | 'role'>>(
    sql`delete from staff_invitation where site = ${site} and hash = ${hash} and expires_at > ${now} returning id, email, role`,
  )
  return row
}

/** Forgets what nobody took up, of all shops; it stays in the list for a while, to be sent again. */
export async function sweepInvitations(db: Db, expiredBefore: Date): Promise<void> {
  await db.query(sql`delete from staff_invitation where expires_at < ${expiredBefore}`)
}
