import type { MemberOverview } from '@vitrine/contract'
import { type GlyphName, Status, type Tone } from '../parts/glyph.tsx'

type Told = Pick<MemberOverview, 'member' | 'deletion'>

/** What a member is called. */
export function nameOf({ member: { contact, profile, loginEmail } }: Told): string {
  return [contact?.firstName, contact?.lastName].filter(Boolean).join(' ') || profile?.nickname || loginEmail || ''
}

/** Two letters in the place of a picture. */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word[0] ?? '')
    .join('')
    .toUpperCase()

/** How they stand, in a word. */
export function wordOf({ member: { status, activityStatus, loginEmailVerified }, deletion }: Told): readonly [GlyphName, Tone, string] {
  if (deletion) return ['c-slash', 'warn', 'Deleted']
  if (status === 'PENDING') return ['c-dot', 'wait', loginEmailVerified ? 'Waiting for approval' : 'Email not confirmed']
  if (status === 'BLOCKED') return ['c-x', 'bad', 'Blocked']
  if (status === 'OFFLINE') return ['c-slash', 'done', 'Disconnected']
  if (activityStatus === 'MUTED') return ['c-slash', 'warn', 'Muted']
  return ['c-full', 'done', 'Member']
}

export function MemberStatus({ of }: { of: Told }) {
  const [glyph, tone, word] = wordOf(of)
  return (
    <Status glyph={glyph} tone={tone}>
      {word}
    </Status>
  )
}

export const cityOf = ({ member: { contact } }: Told): string => contact?.addresses[0]?.city ?? ''

/** Why something was not done to a member, for people. */
export const refusals = {
  MEMBER_ALREADY_EXISTS: 'There is an account with that email already.',
  MEMBER_IS_DISCONNECTED: 'They were disconnected for good.',
  MEMBER_SELF_BLOCK_FORBIDDEN: 'That is you.',
  OWNER_MEMBER_BLOCK_FORBIDDEN: 'They own the shop.',
  ACTIVE_SUBSCRIPTION_MEMBER_BLOCK_FORBIDDEN: 'They have a subscription. End it first.',
  MEMBER_HAS_NO_PASSWORD: 'They sign in without a password.',
  SECOND_STEP_OFF: 'There is no second step any more.',
  MEMBER_JOB_NOT_FOUND: 'That was taken back long ago, or cannot be any more.',
  MEMBER_JOB_NOT_UNDONE: 'It is too late to take this back.',
  SESSION_NOT_FOUND: 'That session was over already.',
  INVALID_ARGUMENT: 'They are on the staff, or have a subscription that goes on.',
}
