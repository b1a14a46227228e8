import type { Member, MemberFieldSet } from '@vitrine/contract'
import type { Caller } from '../../kernel/http/caller.ts'
import type { StoredMember } from './store.ts'

/**
 * A member as somebody may see them. PUBLIC: who they are in the community, the statuses unknown. EXTENDED: also what their account is like.
 * FULL: all of it, contact details too.
 */
export function showMember(member: StoredMember, fieldset: MemberFieldSet): Member {
  const { id, slug, document, contactId } = member
  const shown = {
    id,
    contactId,
    profile: { ...document.profile, slug },
    createdDate: member.createdAt.toISOString(),
    updatedDate: member.updatedAt.toISOString(),
  }
  if (fieldset === 'PUBLIC') return { ...shown, status: 'UNKNOWN', privacyStatus: 'UNKNOWN', activityStatus: 'UNKNOWN' }
  const { status, privacyStatus, activityStatus, loginEmail } = member
  const extended = { ...shown, status, privacyStatus, activityStatus, loginEmail }
  if (fieldset === 'EXTENDED') return extended
  return {
    ...extended,
    loginEmailVerified: member.loginEmailVerified,
    ...(member.lastLoginAt && { lastLoginDate: member.lastLoginAt.toISOString() }),
    contact: document.contact,
  }
}

/** Which of the field sets that were asked for somebody gets: the widest, and PUBLIC alone of others. */
export function fieldsetOf(
  asked: { readonly fieldsets?: readonly MemberFieldSet[] | null | undefined; readonly fieldSet?: MemberFieldSet | null | undefined },
  seesAll: boolean,
): MemberFieldSet {
  const all = [...(asked.fieldsets ?? []), ...(asked.fieldSet ? [asked.fieldSet] : [])]
  if (!seesAll) return 'PUBLIC'
  return all.includes('FULL') ? 'FULL' : all.includes('EXTENDED') ? 'EXTENDED' : 'PUBLIC'
}

/** Whether anybody may see them: in the community, let in, and there. */
export const isPublic = ({ privacyStatus, status, deletedAt }: StoredMember): boolean =>
  privacyStatus === 'PUBLIC' && status === 'APPROVED' && deletedAt === null

export const isSelf = (caller: Caller, id: string): boolean => caller.kind === 'member' && caller.memberId === id

/** What a member is called, by whoever has to name them. */
export function nameOfMember({ document: { contact, profile }, loginEmail }: StoredMember): string {
  const name = [contact.firstName, contact.lastName].filter(Boolean).join(' ')
  return name || profile.nickname || loginEmail
}
