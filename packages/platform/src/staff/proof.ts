import { isPassword } from '../credentials/passwords.ts'
import { forgottenAfterMs, freeTries, pausedUntil, triesLeft } from '../credentials/pauses.ts'
import type { Secrets } from '../credentials/secrets.ts'
import { stepOf } from '../credentials/totp.ts'
import type { Database } from '../db/pool.ts'
import type { Db } from '../db/sql.ts'
import { type Refusal, refuse } from '../refusal.ts'
import { findTotp, recoveryCodes, useTotpStep } from './second-step-store.ts'
import type { StaffMethod } from './session-store.ts'
import { addFailure, findFailures, findPasswordHash, forgetFailures } from './store.ts'

const ofAccount = (staffId: string): string => `proof:${staffId}`

/** Until when somebody has to wait who failed too often to prove once more who they are. */
export async function pausedProof(db: Db, site: string, staffId: string, now: Date): Promise<number | undefined> {
  const until = pausedUntil(await findFailures(db, site, ofAccount(staffId)), freeTries.account, now)
  return until && Math.ceil((until.getTime() - now.getTime()) / 1000)
}

/** Counts a failure; how many are left. */
export async function countProof(db: Db, site: string, staffId: string, now: Date): Promise<number> {
  return triesLeft(await addFailure(db, site, ofAccount(staffId), now, forgottenAfterMs), freeTries.account)
}

export const forgiveProof = (db: Db, site: string, staffId: string): Promise<void> => forgetFailures(db, site, ofAccount(staffId))

/** How a code proves it: a code of the app, each step of time once, or a recovery code, each once. */
export async function proveByCode(
  db: Db,
  site: string,
  secrets: Secrets,
  staffId: string,
  code: string,
  now: Date,
): Promise<StaffMethod | undefined> {
  const sealed = await findTotp(db, site, staffId)
  if (!sealed) return undefined
  const step = stepOf(await secrets.open(db, site, sealed), code, now)
  if (step !== undefined) return (await useTotpStep(db, site, staffId, step, now)) ? 'TOTP' : undefined
  return (await recoveryCodes.use(db, site, staffId, code, now)) ? 'RECOVERY_CODE' : undefined
}

/** Whoever is at a table that somebody left signed in changes nothing that would keep its owner out. */
export async function proveByPassword(
  database: Database,
  site: string,
  staffId: string,
  password: string,
  now: Date,
): Promise<Refusal<'-19976' | 'TOO_MANY_REQUESTS'> | undefined> {
  const seconds = await pausedProof(database, site, staffId, now)
  if (seconds !== undefined) return refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: seconds })
  if (await isPassword(await findPasswordHash(database, site, staffId), password)) return undefined
  return refuse('-19976', { triesLeft: await database.transact((db) => countProof(db, site, staffId, now)) })
}
