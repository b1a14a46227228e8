import type { Clock } from '../../kernel/clock/clock.ts'
import type { Database } from '../../kernel/db/pool.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import type { PasswordChecks } from '../credentials/password-checks.ts'
import type { Secrets } from '../credentials/secrets.ts'
import { stepOf } from '../credentials/totp.ts'
import { findTotp, recoveryCodes, useTotpStep } from './second-step-store.ts'
import type { StaffMethod } from './session-store.ts'
import { findPasswordHash } from './store.ts'
import { tryProof } from './tries.ts'

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

/** Somebody at a device that was left signed in cannot change anything that would lock its owner out. */
export async function proveByPassword(
  deps: { readonly database: Database; readonly clock: Clock; readonly passwords: PasswordChecks },
  site: string,
  { staffId, sessionId }: { readonly staffId: string; readonly sessionId: string | undefined },
  password: string,
): Promise<Refusal<'-19976' | 'TOO_MANY_REQUESTS'> | undefined> {
  const counted = await tryProof(deps, site, proverOf({ staffId, sessionId }))
  if (counted instanceof Refusal) return counted
  const right = await deps.passwords.matches(await findPasswordHash(deps.database, site, staffId), password)
  if (right === false) return refuse('-19976', { triesLeft: counted.triesLeft })
  await counted.giveBack()
  return right === true ? undefined : right
}

/** Tries are counted by session: whoever found one open cannot lock its owner out anywhere else. */
export const proverOf = ({ staffId, sessionId }: { readonly staffId: string; readonly sessionId: string | undefined }): string =>
  sessionId === undefined ? staffId : `session:${sessionId}`
