import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, randomInt } from 'node:crypto'
import { type Db, sql } from '../../kernel/db/sql.ts'
import { type KeyPlace, type KeyWrap } from '../../kernel/key-wrap/key-wrap.ts'

/** No letter that looks like a digit, and no vowel that makes a word. */
const letters = '23456789BCDFGHJKLMNPQRSTVWXZ'

/** A new code: sixteen letters and digits in fours, 76 bits. */
export const newCode = (): string =>
  Array.from({ length: 4 }, () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')).join('-')

/** The same however it is typed: without blanks and dashes, in capitals. */
export const plainCode = (code: string): string => code.normalize('NFKC').replace(/[\s-]/g, '').toUpperCase()

export const suffixOf = (code: string): string => plainCode(code).slice(-4)

export const maskOf = (suffix: string): string => `****-****-****-${suffix}`

/** What is stored of a code: nothing that reveals it. */
export const hashOf = (key: Buffer, code: string): Buffer => createHmac('sha256', key).update(plainCode(code)).digest()

const emailKey = (key: Buffer): Buffer => Buffer.from(hkdfSync('sha256', key, '', 'gift card letter', 32))

/** A code as it is stored for its emails: unreadable with the database alone. */
export function sealCode(key: Buffer, code: string): Buffer {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', emailKey(key), iv)
  const sealed = Buffer.concat([cipher.update(code, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

export function openCode(key: Buffer, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', emailKey(key), sealed.subarray(0, 12))
  decipher.setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
}

export interface CodeKeys {
  /** The key of a shop's codes; undefined before its first card. */
  find(db: Db, site: string): Promise<Buffer | undefined>
  /** Made with the first card. */
  get(db: Db, site: string): Promise<Buffer>
}

const placeOf = (site: string): KeyPlace => ({ kind: 'gift cards', site })

/** A shop's key never changes: with another one no card would be known any more. */
export function codeKeys(wrap: KeyWrap): CodeKeys {
  const known = new Map<string, Buffer>()

  async function find(db: Db, site: string): Promise<Buffer | undefined> {
    const before = known.get(site)
    if (before) return before
    const [row] = await db.query<{ key: Buffer; wrappedBy: string | null }>(
      sql`select key, wrapped_by as "wrappedBy" from gift_card_key where site = ${site}`,
    )
    return row && wrap.unwrap(placeOf(site), { bytes: row.key, wrappedBy: row.wrappedBy })
  }

  return {
    async find(db, site) {
      const key = await find(db, site)
      // One that an open transaction made may not last.
      if (key && !db.beforeCommit) known.set(site, key)
      return key
    },
    async get(db, site) {
      const before = await find(db, site)
      if (before) return before
      const { bytes, wrappedBy } = wrap.wrap(placeOf(site), randomBytes(32))
      await db.query(
        sql`insert into gift_card_key (site, key, wrapped_by) values (${site}, ${bytes}, ${wrappedBy}) on conflict (site) do nothing`,
      )
      return (await find(db, site))!
    },
  }
}
