import { timingSafeEqual } from 'node:crypto'
import type { Db } from '../../kernel/db/sql.ts'
import type { Secrets } from '../credentials/secrets.ts'
import { newFigures } from '../credentials/secrets.ts'
import { putCode, takeCode, tryCode } from './store.ts'

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

interface Told {
  readonly memberId: string
  readonly purpose: CodePurpose
  readonly code: string
}

/** What is stored of a code, if it is that one. The try counts before anybody compares; in a transaction only if that is committed. */
export async function judgeCode(
  db: Db,
  site: string,
  secrets: Secrets,
  { memberId, purpose, code }: Told,
  now: Date,
): Promise<Buffer | undefined> {
  const hash = await secrets.digest(db, site, `${purpose}:${memberId}:${code.replace(/\s/g, '')}`)
  const stored = await tryCode(db, site, memberId, purpose, mostTries, now)
  return stored && timingSafeEqual(stored, hash) ? hash : undefined
}

/** Whether it is the code, which then is none any more. A try counts either way, so the transaction must be committed. */
export async function useCode(db: Db, site: string, secrets: Secrets, told: Told, now: Date): Promise<boolean> {
  const hash = await judgeCode(db, site, secrets, told, now)
  return hash !== undefined && (await takeCode(db, site, told.memberId, told.purpose, hash)) !== undefined
}
