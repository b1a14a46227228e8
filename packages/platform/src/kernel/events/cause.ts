import { AsyncLocalStorage } from 'node:async_hooks'
import type { Caller } from '../http/caller.ts'

/** Who caused an event, in the words of the wire, and by which operation. */
export interface Cause {
  readonly identityType: 'UNKNOWN' | 'ANONYMOUS_VISITOR' | 'MEMBER' | 'WIX_USER' | 'APP'
  readonly anonymousVisitorId?: string
  readonly memberId?: string
  readonly wixUserId?: string
  readonly appId?: string
  readonly by?: string
}

const causes = new AsyncLocalStorage<Cause>()

/** Does a caller's work: what happens in it was caused by them. */
export const causing = <T>(caller: Caller, by: string, work: () => Promise<T>): Promise<T> =>
  causes.run({ ...identityOf(caller), by }, work)

/** Who causes what happens here; the shop itself where nobody called. */
export const currentCause = (): Cause | undefined => causes.getStore()

function identityOf(caller: Caller): Cause {
  switch (caller.kind) {
    case 'unauthenticated':
      return { identityType: 'UNKNOWN' }
    case 'visitor':
      return { identityType: 'ANONYMOUS_VISITOR', anonymousVisitorId: caller.visitorId }
    case 'member':
      return { identityType: 'MEMBER', memberId: caller.memberId }
    case 'user':
      return { identityType: 'WIX_USER', wixUserId: caller.userId }
    case 'app':
      return { identityType: 'APP', appId: caller.appId }
  }
}
