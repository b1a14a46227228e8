/** A sign-in that a device remembers. */
export interface DeviceSession {
  readonly reference: string
  readonly sessionId: string
  readonly memberId: string
  readonly open: boolean
}

export const mostAccounts = 5

export interface SignedIn {
  readonly sessionId: string
  readonly memberId: string
}

/**
 * What a device remembers beside a new sign-in, and which sessions are over for it. An earlier session of the same member ends, except for
 * the current one of a device that does not go on as the new account. Accounts beyond the limit end too: signed-out ones first, then those
 * that signed in first.
 */
export function rememberBeside(
  before: readonly DeviceSession[],
  added: SignedIn,
  current: SignedIn | undefined,
  replacesCurrent: boolean,
): { readonly remembered: readonly DeviceSession[]; readonly ended: readonly DeviceSession[] } {
  const isCurrent = ({ sessionId }: DeviceSession) => sessionId === current?.sessionId && !replacesCurrent
  const others = before.filter(({ sessionId }) => sessionId !== added.sessionId)
  const isOver = (one: DeviceSession) => one.memberId === added.memberId && !isCurrent(one)
  const rank = (memberId: string): number => {
    if (memberId === current?.memberId) return 0
    return others.some((one) => one.memberId === memberId && one.open) ? 1 : 2
  }
  const members = [...new Set(others.map(({ memberId }) => memberId))].filter((memberId) => memberId !== added.memberId)
  const within = new Set(members.toSorted((one, other) => rank(one) - rank(other)).slice(0, mostAccounts - 1)).add(added.memberId)
  const stays = (one: DeviceSession) => within.has(one.memberId) && !isOver(one)
  return { remembered: others.filter(stays), ended: others.filter((one) => !stays(one)) }
}
