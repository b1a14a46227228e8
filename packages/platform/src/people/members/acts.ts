import type { Context } from '../../kernel/db/context.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { bondsOf } from './closing.ts'
import type { MemberDeps } from './deps.ts'
import { keep } from './register.ts'
import { after, type MemberAct, type RefusedBy } from './rules.ts'
import { findMember, lockMember, type StoredMember } from './store.ts'

/** Changes a member who is there; refused as the work says. */
export async function change<T extends StoredMember | Refusal>(
  context: Context,
  id: string,
  work: (member: StoredMember) => Promise<T> | T,
): Promise<StoredMember | Exclude<T, StoredMember> | Refusal<'MEMBER_NOT_FOUND'>> {
  const member = await lockMember(context.db, context.site, id)
  if (!member || member.deletedAt) return refuse('MEMBER_NOT_FOUND')
  const next = await work(member)
  if (next instanceof Refusal) return next as Exclude<T, StoredMember>
  return next === member ? member : keep(context, next)
}

/** Since when they are in the community goes with being in it. */
export function inCommunity(member: StoredMember, before: StoredMember, now: Date): StoredMember {
  if (member.privacyStatus === before.privacyStatus) return member
  const { communitySince: _, ...document } = member.document
  return {
    ...member,
    document: member.privacyStatus === 'PUBLIC' ? { ...document, communitySince: now.toISOString() } : document,
  }
}

/** A member as something that is done to them leaves them. */
function stood<A extends MemberAct>(member: StoredMember, what: A, now: Date): StoredMember | RefusedBy<A> {
  const next = after(member, what)
  return next instanceof Refusal || next === member ? next : inCommunity(next, member, now)
}

/** Does something to a member that changes how they stand. */
export const act = <A extends MemberAct>(
  context: Context,
  id: string,
  what: A,
): Promise<StoredMember | RefusedBy<A> | Refusal<'MEMBER_NOT_FOUND'>> =>
  change<StoredMember | RefusedBy<A>>(context, id, (member) => stood(member, what, context.now))

/** Lets a member in; who waited for it hears of it. */
export async function approve(context: Context, id: string, { tellApproved }: Pick<MemberDeps, 'tellApproved'>) {
  let waited = false
  const approved = await change<StoredMember | RefusedBy<'approve'>>(context, id, (member) => {
    waited = member.status === 'PENDING'
    return stood(member, 'approve', context.now)
  })
  if (waited && !(approved instanceof Refusal)) await tellApproved(context, id)
  return approved
}

/** Blocks a member and signs them out: not oneself, not an owner, and nobody who pays for something again and again. */
export async function block(context: Context, userId: string | undefined, id: string, deps: MemberDeps) {
  const { db, site } = context
  const member = await findMember(db, site, id)
  if (!member || member.deletedAt) return refuse('MEMBER_NOT_FOUND')
  const mail = userId && (await deps.mailOf(db, site, userId))
  if (mail && mail.toLowerCase() === member.loginEmail.toLowerCase()) return refuse('MEMBER_SELF_BLOCK_FORBIDDEN', { memberId: id })
  const bonds = await bondsOf(db, site, id, deps)
  if (bonds.owns) return refuse('OWNER_MEMBER_BLOCK_FORBIDDEN', { memberId: id })
  if (bonds.subscribes) return refuse('ACTIVE_SUBSCRIPTION_MEMBER_BLOCK_FORBIDDEN', { memberId: id })
  const blocked = await act(context, id, 'block')
  if (!(blocked instanceof Refusal)) await deps.endSessions(context, id)
  return blocked
}
