import type { MemberStatus } from '@vitrine/contract'
import { type Refusal, refuse } from '../../kernel/refusal.ts'
import type { StoredMember } from './store.ts'

export type MemberAct = 'approve' | 'block' | 'disconnect' | 'mute' | 'unmute' | 'joinCommunity' | 'leaveCommunity'
export type Status = Exclude<MemberStatus, 'UNKNOWN'>

type MemberState = Pick<StoredMember, 'status' | 'privacyStatus' | 'activityStatus'>
type Forbidden = 'MEMBER_IS_DISCONNECTED' | 'COMMUNITY_JOIN_IMPOSSIBLE'

const statuses: readonly Status[] = ['PENDING', 'APPROVED', 'BLOCKED', 'OFFLINE']

/** What an act makes of a status; what is not named is refused. */
const becomes: { readonly [A in MemberAct]: Partial<Record<Status, Status>> } = {
  approve: { PENDING: 'APPROVED', APPROVED: 'APPROVED', BLOCKED: 'APPROVED' },
  block: { PENDING: 'BLOCKED', APPROVED: 'BLOCKED', BLOCKED: 'BLOCKED' },
  disconnect: { PENDING: 'OFFLINE', APPROVED: 'OFFLINE', BLOCKED: 'OFFLINE', OFFLINE: 'OFFLINE' },
  mute: { PENDING: 'PENDING', APPROVED: 'APPROVED', BLOCKED: 'BLOCKED' },
  unmute: { PENDING: 'PENDING', APPROVED: 'APPROVED', BLOCKED: 'BLOCKED' },
  joinCommunity: { APPROVED: 'APPROVED' },
  leaveCommunity: { PENDING: 'PENDING', APPROVED: 'APPROVED', BLOCKED: 'BLOCKED', OFFLINE: 'OFFLINE' },
}

/** What else an act changes. */
const changes: { readonly [A in MemberAct]?: Partial<MemberState> } = {
  disconnect: { privacyStatus: 'PRIVATE' },
  mute: { activityStatus: 'MUTED' },
  unmute: { activityStatus: 'ACTIVE' },
  joinCommunity: { privacyStatus: 'PUBLIC' },
  leaveCommunity: { privacyStatus: 'PRIVATE' },
}

const refusals: { readonly [A in MemberAct]: Forbidden } = {
  approve: 'MEMBER_IS_DISCONNECTED',
  block: 'MEMBER_IS_DISCONNECTED',
  disconnect: 'MEMBER_IS_DISCONNECTED',
  mute: 'MEMBER_IS_DISCONNECTED',
  unmute: 'MEMBER_IS_DISCONNECTED',
  joinCommunity: 'COMMUNITY_JOIN_IMPOSSIBLE',
  leaveCommunity: 'COMMUNITY_JOIN_IMPOSSIBLE',
}

/** How an act may be refused. */
export type RefusedBy<A extends MemberAct> = A extends 'joinCommunity'
  ? Refusal<'COMMUNITY_JOIN_IMPOSSIBLE'>
  : A extends 'disconnect' | 'leaveCommunity'
    ? never
    : Refusal<'MEMBER_IS_DISCONNECTED'>

/** How a member stands after an act: the same object where it changes nothing. */
export function after<S extends MemberState, A extends MemberAct>(member: S, act: A): S | RefusedBy<A> {
  const status = member.status === 'UNKNOWN' ? undefined : becomes[act][member.status]
  const why: Forbidden = refusals[act]
  if (!status) return refuse(why) as RefusedBy<A>
  const next = { ...member, ...changes[act], status }
  const same = next.status === member.status && next.privacyStatus === member.privacyStatus && next.activityStatus === member.activityStatus
  return same ? member : next
}

/** The rules as a table in Markdown, for the document about members. */
export function tableOfActs(): string {
  const acts = Object.keys(becomes) as MemberAct[]
  const words = (act: MemberAct, from: Status): string => {
    const to = becomes[act][from]
    if (!to) return `\`${refusals[act]}\``
    const also = Object.values(changes[act] ?? {})
    return [to === from ? (also.length === 0 ? 'stays' : '') : to, ...also].filter(Boolean).join(', ')
  }
  const rows = [
    ['', ...statuses],
    statuses.map(() => '---').concat('---'),
    ...acts.map((act) => [`**${act}**`, ...statuses.map((status) => words(act, status))]),
  ]
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
