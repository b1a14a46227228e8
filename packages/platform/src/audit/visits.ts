import { newId } from '../db/id.ts'
import type { Db } from '../db/sql.ts'
import { keepVisit } from './store.ts'

/** Somebody came, left, or did not get in. */
export interface Visit {
  readonly site: string
  readonly act: 'SIGNED_IN' | 'SIGNED_OUT' | 'SIGN_IN_FAILED'
  readonly staffId?: string
  readonly at: Date
  readonly agent: string
  readonly address: string
}

/** Writes a visit down. What was typed in vain is not: it may have been a password. */
export async function noteVisit(db: Db, { site, staffId, act, at, agent, address }: Visit): Promise<void> {
  const id = newId()
  await keepVisit(db, site, staffId, { id, at, act, agent: agent.slice(0, 400), address, requestId: id })
}
