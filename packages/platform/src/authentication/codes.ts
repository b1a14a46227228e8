import { timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../credentials/secrets.ts'
import { newFigures } from '../credentials/secrets.ts'
import type { Db } from '../db/sql.ts'
import { dropCode, putCode, tryCode } from './store.ts'

/** What six figures are good for: an address, a sign-in, or a second proof. */
export type CodePurpose = 'VERIFY' | 'SIGN_IN' | 'EMAIL' | 'SMS' | 'CALL'

const minutes = 15
/** Then another one has to be sent. */
const mostTries = 5

/** Makes a code in the place of an earlier one of its kind. With a password it sets that one too. */
export async function makeCode(
  db: Db,
  site: string,
  secrets: Secrets,
  { memberId, purpose, passwordHash }: { readonly memberId: string; readonly purpose: CodePurpose; readonly passwordHash?: string },
  now: Date,
): Promise<string> {
  const code = newFigures()
  const hash = await secrets.digest(db, site, `${purpose}:${memberId}:${code}`)
  await putCode(db, site, { memberId, purpose, hash, passwordHash, expiresAt: new Date(now.getTime() + minutes * 60_000) })
  return code
}

/** Whether it is the code, which then is none any more. A try counts either way, so the transaction must be kept. */
export async function useCode(
  db: Db,
  site: string,
  secrets: Secrets,
  { memberId, purpose, code }: { readonly memberId: string; readonly purpose: CodePurpose; readonly code: string },
  now: Date,
): Promise<{ readonly passwordHash: string | null } | undefined> {
  const hash = await secrets.digest(db, site, `${purpose}:${memberId}:${code.replace(/\s/g, '')}`)
  const kept = await tryCode(db, site, memberId, purpose, mostTries, now)
  if (!kept || !timingSafeEqual(kept.hash, hash)) return undefined
  await dropCode(db, site, memberId, purpose)
  return { passwordHash: kept.passwordHash }
}
