import { client } from '../client.ts'
import { signedIn } from '../session/session.ts'

/** What prevents the shop from being public. */
export interface FailedChecks {
  readonly count: number
  /** What to do about the first of them. */
  readonly first: string
}

/** Undefined where nothing does, and for whoever may not see the settings. */
export async function readFailedChecks(signal?: AbortSignal): Promise<FailedChecks | undefined> {
  if (!(await signedIn())?.rights.has('settings.read')) return undefined
  const { checks } = await client.systemChecks.checkSystem({}, { ...(signal && { signal }) })
  // Emails that wait are what a merchant has to know first: customers hear nothing.
  const failed = checks
    .filter(({ status }) => status === 'FAILED')
    .toSorted((one, other) => Number(other.id === 'EMAIL') - Number(one.id === 'EMAIL'))
  return failed[0] && { count: failed.length, first: failed[0].message }
}
