import type { FieldViolation } from '@vitrine/contract'
import type { Clock } from '../../kernel/clock/clock.ts'
import type { Context } from '../../kernel/db/context.ts'
import type { Database } from '../../kernel/db/pool.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'
import { type Refusal, refuse } from '../../kernel/refusal.ts'
import type { MemberDeps } from './deps.ts'
import { tellDeleted } from './events.ts'
import { findMember, lockMember, memberColumns, type StoredMember, saveMember } from './store.ts'

const dayMs = 24 * 3600_000
/** So long can an account come back. */
export const graceMs = 30 * dayMs

export const memberViolation = (field: string, description: string, ruleName?: string): Refusal<'INVALID_ARGUMENT'> => {
  const told: FieldViolation = { field, description, violatedRule: 'VALIDATION', ...(ruleName && { ruleName }), data: {} }
  return refuse('INVALID_ARGUMENT', { fieldViolations: [told] })
}

type Bonds = Pick<MemberDeps, 'owning' | 'staffing' | 'subscribing'>

/** What ties a member to the shop, so that they can be neither blocked nor deleted just so. */
export async function bondsOf(
  db: Db,
  site: string,
  id: string,
  { owning, staffing, subscribing }: Bonds,
): Promise<{ readonly owns: boolean; readonly staff: boolean; readonly subscribes: boolean }> {
  const [row] = await db.query<{ owns: boolean; staff: boolean; subscribes: boolean }>(sql`
    select ${owning(site)} as owns, ${staffing(site)} as staff, ${subscribing(site)} as subscribes
    from member where member.site = ${site} and member.id = ${id}`)
  return row ?? { owns: false, staff: false, subscribes: false }
}

/** Puts an account into the trash, and signs its member out. Who is on the staff, or has a subscription, cannot be deleted. */
export async function discard(
  context: Context,
  id: string,
  how: { readonly by: 'SELF' | 'STAFF'; readonly contentAssigneeId?: string | null | undefined },
  deps: Bonds & Pick<MemberDeps, 'endSessions'>,
): Promise<StoredMember | Refusal<'MEMBER_NOT_FOUND'> | Refusal<'INVALID_ARGUMENT'>> {
  const { db, site, now } = context
  const member = await lockMember(db, site, id)
  if (!member || member.deletedAt) return refuse('MEMBER_NOT_FOUND')
  const bonds = await bondsOf(db, site, id, deps)
  if (bonds.staff) return memberViolation('id', 'is on the staff of the shop', 'OWNER_OR_CONTRIBUTOR_MEMBER_DELETE_FORBIDDEN')
  if (bonds.subscribes)
    return memberViolation('id', 'has a subscription, which has to be ended first', 'ACTIVE_SUBSCRIPTION_MEMBER_DELETE_FORBIDDEN')
  const heir = how.contentAssigneeId ?? null
  if (heir !== null) {
    const assignee = heir === id ? undefined : await findMember(db, site, heir)
    if (assignee?.status !== 'APPROVED' || assignee.deletedAt)
      return memberViolation('contentAssigneeId', 'is no other member who is let in')
  }
  const gone: StoredMember = {
    ...member,
    deletedAt: now,
    deletedBy: how.by,
    purgeAt: new Date(now.getTime() + graceMs),
    contentAssignee: heir,
    revision: member.revision + 1,
    updatedAt: now,
  }
  await saveMember(db, site, gone)
  await deps.endSessions(context, id)
  await tellDeleted(context, id)
  return gone
}

export interface PurgeDeps {
  readonly database: Database
  readonly clock: Clock
  readonly sites: () => Promise<readonly string[]>
  /**
   * Forgets in all other slices who a member was, in the transaction: what is theirs goes, what the law retains loses name and address.
   * `false` while something of theirs is under way.
   */
  readonly forget: (context: Context, member: StoredMember) => Promise<boolean>
}

const batch = 50

/** Purges the accounts whose time in the trash is over. What waits for an order on its way is looked at again a day later. */
export async function purgeDue({ database, clock, sites, forget }: PurgeDeps): Promise<void> {
  const now = clock.now()
  for (const site of await sites()) {
    for (;;) {
      const due = await database.query<{ id: string }>(sql`
        select id from member where site = ${site} and purge_at <= ${now} and purge_at is not null order by purge_at limit ${batch}`)
      for (const { id } of due) await database.transact((db) => purge({ db, site, now }, id, forget))
      if (due.length < batch) break
    }
  }
}

async function purge(context: Context, id: string, forget: PurgeDeps['forget']): Promise<void> {
  const { db, site, now } = context
  const [member] = await db.query<StoredMember>(sql`
    select ${memberColumns} from member where site = ${site} and id = ${id} and purge_at <= ${now} and purge_at is not null for update skip locked`)
  if (!member?.deletedAt) return
  if (!(await forget(context, member))) {
    await db.query(sql`update member set purge_at = ${new Date(now.getTime() + dayMs)} where site = ${site} and id = ${id}`)
    return
  }
  await db.query(sql`delete from member_job_change where site = ${site} and member_id = ${id}`)
  await db.query(sql`
    insert into deleted_member (site, id, deleted_at, purged_at) values (${site}, ${id}, ${member.deletedAt}, ${now}) on conflict do nothing`)
  await db.query(sql`delete from member where site = ${site} and id = ${id}`)
}

/** Old addresses lead nowhere after their year, and what nobody undoes any more is forgotten. */
export async function sweepMembers(db: Db, now: Date): Promise<void> {
  await db.query(sql`delete from member_slug where kept_until <= ${now}`)
  await db.query(sql`delete from member_job where undo_until <= ${now} and ended_at is not null`)
}
