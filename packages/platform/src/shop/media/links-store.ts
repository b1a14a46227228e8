import { createHash, randomBytes } from 'node:crypto'
import { type Db, sql } from '../../kernel/db/sql.ts'

/** What a link is for. */
export type LinkPurpose = 'UPLOAD' | 'FILE' | 'ARCHIVE' | 'STREAM'

const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Makes a link: what is answered stands in it, and only its digest in the database. */
export async function createLink(
  db: Db,
  site: string,
  { purpose, statement, expiresAt }: { readonly purpose: LinkPurpose; readonly statement: object; readonly expiresAt: Date },
): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await db.query(sql`
    insert into media_link (site, digest, purpose, statement, expires_at)
    values (${site}, ${digestOf(token)}, ${purpose}, ${JSON.stringify(statement)}::jsonb, ${expiresAt})`)
  return token
}

export interface Link<Statement> {
  readonly purpose: LinkPurpose
  readonly statement: Statement
  readonly expiresAt: Date
}

const written = /^[\w-]{32}$/

/** What a link says, also for some days after it ended. */
export async function findLink<Statement>(db: Db, site: string, token: string): Promise<Link<Statement> | undefined> {
  if (!written.test(token)) return undefined
  const [row] = await db.query<Link<Statement>>(sql`
    select purpose, statement, expires_at as "expiresAt" from media_link where site = ${site} and digest = ${digestOf(token)}`)
  return row
}

/** Ends a link; returns whether this call did, rather than an earlier one. */
export async function endLink(db: Db, site: string, token: string, now: Date): Promise<boolean> {
  const ended = await db.query(sql`
    update media_link set expires_at = ${now} where site = ${site} and digest = ${digestOf(token)} and expires_at > ${now} returning 1`)
  return ended.length > 0
}

/** So long it is known where an ended link leads to. */
const knownMs = 30 * 24 * 3_600_000
const atOnce = 1000

export async function sweepLinks(db: Db, now: Date): Promise<void> {
  for (;;) {
    const gone = await db.query(sql`
      delete from media_link where (site, digest) in (
        select site, digest from media_link where expires_at < ${new Date(now.getTime() - knownMs)} limit ${atOnce}) returning 1`)
    if (gone.length < atOnce) return
  }
}
