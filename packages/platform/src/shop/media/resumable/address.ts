import { randomBytes } from 'node:crypto'
import type { Db } from '../../../kernel/db/sql.ts'
import { addUpload, type UploadPlan } from './store.ts'

/** Where uploads that can be resumed are sent to. */
export const resumablePath = '/uploads/resumable'

/** An address that nothing was sent to is good for a day. */
const addressLastsMs = 24 * 3600 * 1000

/** Opens an address that takes one file. Answered is its last part, which is all that a sender has to know. */
export async function openUpload(db: Db, site: string, plan: UploadPlan, now: Date): Promise<string> {
  const id = randomBytes(24).toString('base64url')
  await addUpload(db, site, id, plan, now, new Date(now.getTime() + addressLastsMs))
  return id
}

/** The upload that a token names; undefined where it can be none. */
export const idIn = (token: string | null | undefined): string | undefined =>
  token && /^[A-Za-z0-9_-]{20,64}$/.test(token) ? token : undefined

/** The upload that an address names; undefined where it names none. */
export function idAt(address: string): string | undefined {
  const path = address.split('?', 1)[0]!
  return path.startsWith(`${resumablePath}/`) ? idIn(path.slice(resumablePath.length + 1)) : undefined
}
