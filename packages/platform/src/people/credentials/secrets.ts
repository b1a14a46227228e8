import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes, randomInt } from 'node:crypto'
import { type Db, sql } from '../../kernel/db/sql.ts'
import { type KeyPlace, type KeyWrap } from '../../kernel/key-wrap/key-wrap.ts'

/** A secret that only its holder knows: 256 bits, in base64url. */
export const newSecret = (): string => randomBytes(32).toString('base64url')

/** Six figures, which people type. */
export const newFigures = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** What is stored of a secret that cannot be guessed. */
export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

export interface Secrets {
  /** What is stored of something that could be guessed by trying: worthless without the shop's key. */
  digest(db: Db, site: string, what: string): Promise<Buffer>
  seal(db: Db, site: string, text: string): Promise<Buffer>
  open(db: Db, site: string, sealed: Buffer): Promise<string>
  /** A key for others, derived from the shop's. */
  derived(db: Db, site: string, name: string): Promise<string>
}

const placeOf = (site: string): KeyPlace => ({ kind: 'authentication', site })

const partOf = (key: Buffer, name: string): Buffer => Buffer.from(hkdfSync('sha256', key, '', name, 32))

/** A shop's key is made when it is first needed, and never changes: what was sealed with it could not be opened any more. */
export function secrets(wrap: KeyWrap): Secrets {
  const known = new Map<string, Buffer>()

  async function find(db: Db, site: string): Promise<Buffer | undefined> {
    const [row] = await db.query<{ key: Buffer; wrappedBy: string | null }>(
      sql`select key, wrapped_by as "wrappedBy" from authentication_key where site = ${site}`,
    )
    if (!row) return undefined
    const key = wrap.unwrap(placeOf(site), { bytes: row.key, wrappedBy: row.wrappedBy })
    // One that an open transaction made may not last.
    if (!db.beforeCommit) known.set(site, key)
    return key
  }

  async function keyOf(db: Db, site: string): Promise<Buffer> {
    const before = known.get(site) ?? (await find(db, site))
    if (before) return before
    const { bytes, wrappedBy } = wrap.wrap(placeOf(site), randomBytes(32))
    await db.query(
      sql`insert into authentication_key (site, key, wrapped_by) values (${site}, ${bytes}, ${wrappedBy}) on conflict (site) do nothing`,
    )
    return (await find(db, site))!
  }

  return {
    async digest(db, site, what) {
      return createHmac('sha256', partOf(await keyOf(db, site), 'codes'))
        .update(what)
        .digest()
    },
    async seal(db, site, text) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', partOf(await keyOf(db, site), 'seal'), iv)
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed])
    },
    async open(db, site, sealed) {
      const decipher = createDecipheriv('aes-256-gcm', partOf(await keyOf(db, site), 'seal'), sealed.subarray(0, 12))
      decipher.setAuthTag(sealed.subarray(12, 28))
      return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
    },
    async derived(db, site, name) {
      return partOf(await keyOf(db, site), name).toString('base64url')
    },
  }
}
