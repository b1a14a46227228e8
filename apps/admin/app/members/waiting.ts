import { client } from '../client.ts'
import { signedIn } from '../session/session.ts'

/** How many members wait for approval, and where they are listed. */
export interface Waiting {
  readonly count: number
  readonly to: string
}

/**
 * Who waits for the shop: where addresses are confirmed by email those who did, else all who are not in yet. Undefined for whoever may not see
 * members.
 */
export async function readWaiting(signal?: AbortSignal): Promise<Waiting | undefined> {
  if (!(await signedIn())?.rights.has('members.read')) return undefined
  const options = { ...(signal && { signal }) }
  const { signIn } = await client.signIn.getSignIn({}, options)
  const confirmed = { status: 'PENDING', loginEmailVerified: true }
  const filter = signIn.emailVerification ? confirmed : { status: 'PENDING' }
  const { counts } = await client.memberAdmin.countMembers({ filters: [filter] }, options)
  return { count: counts[0]!, to: `/members?status=${signIn.emailVerification ? 'waiting' : 'waiting,unconfirmed'}` }
}
