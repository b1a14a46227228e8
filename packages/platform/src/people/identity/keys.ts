import { createHmac, createPrivateKey, createSecretKey, hkdfSync, type KeyObject, sign } from 'node:crypto'
import { exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { newId } from '../../kernel/db/id.ts'
import type { Database } from '../../kernel/db/pool.ts'
import { type Db, type Sql, sql } from '../../kernel/db/sql.ts'
import { asText, type KeyPlace, type KeyWrap, noWrap, ofText } from '../../kernel/key-wrap/key-wrap.ts'

export interface SigningKey {
  readonly site: string
  readonly id: string
  /** How tokens name it: with its site, because that is what they are trusted for. */
  readonly kid: string
  /** A signed statement (RFC 7515, compact) that everybody can verify. */
  sign(claims: Readonly<Record<string, unknown>>): string
  /** One that comes back to the shop alone, which verifies it with a secret (HS256, RFC 7518): that costs a twentieth of a signature. */
  seal(claims: Readonly<Record<string, unknown>>): string
}

/** What proves the statements of a key. */
export interface VerifyingKey {
  readonly site: string
  /** Of what it signed. */
  readonly publicKey: CryptoKey
  /** Of what it sealed. */
  readonly secret: KeyObject
}

/** The site's keys: the newest one signs, every one that is not retired verifies. Processes learn of each other's keys by asking again. */
export interface KeyRing {
  signing(site: string): Promise<SigningKey>
  /** The key that a token names in its header, and whose site it is. */
  verifying(kid: string): Promise<VerifyingKey | undefined>
  /** What a site's tokens are verified with (RFC 7517), the key that signs now first. */
  published(site: string): Promise<readonly PublishedKey[]>
}

export interface PublishedKey {
  readonly kid: string
  readonly kty: 'OKP'
  readonly crv: 'Ed25519'
  readonly x: string
  readonly alg: 'EdDSA'
  readonly use: 'sig'
}

interface Row {
  site: string
  id: string
  /** In JSON, or wrapped. */
  privateKey: string
  publicKey: JWK
  wrappedBy: string | null
}

/** A key that is unknown here may be another process's new one, but a forger does not make us ask each time. */
const askAgainAfterMs = 1_000
/** What another process has retired is noticed after this long. */
const knownForMs = 60_000

export interface KeyRingOptions {
  readonly wrap?: KeyWrap
  readonly ms?: () => number
}

export function keyRing(db: Db, { wrap = noWrap, ms = () => performance.now() }: KeyRingOptions = {}): KeyRing {
  let signers = new Map<string, SigningKey>()
  let verifiers = new Map<string, VerifyingKey>()
  let open = new Map<string, PublishedKey[]>()
  let askedAt = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | undefined

  async function learn(): Promise<void> {
    const rows = await db.query<Row>(sql`
      select site, id, private_key #>> '{}' as "privateKey", public_key as "publicKey", wrapped_by as "wrappedBy"
      from signing_key where retired_at is null order by created_at`)
    const signing = new Map<string, SigningKey>()
    const verifying: typeof verifiers = new Map()
    const publishing: typeof open = new Map()
    for (const { site, id, publicKey, ...stored } of rows) {
      const kid = `${site}/${id}`
      const opened = wrap.unwrap(placeOf(site, id), { bytes: ofText(stored.privateKey, stored.wrappedBy), wrappedBy: stored.wrappedBy })
      const privateKey = JSON.parse(opened.toString('utf8')) as JWK
      const known = verifiers.get(kid)
      verifying.set(kid, known ?? { site, publicKey: (await importJWK(publicKey, 'EdDSA')) as CryptoKey, secret: secretOf(privateKey) })
      const published: PublishedKey = { kid, kty: 'OKP', crv: 'Ed25519', x: publicKey.x!, alg: 'EdDSA', use: 'sig' }
      publishing.set(site, [published, ...(publishing.get(site) ?? [])])
      const before = signers.get(site)
      signing.set(site, before?.id === id ? before : signingKey(site, id, kid, privateKey))
    }
    signers = signing
    verifiers = verifying
    open = publishing
    askedAt = ms()
  }
  const ask = async (unlessSinceMs: number) => {
    if (ms() - askedAt < unlessSinceMs) return
    asking ??= learn().finally(() => {
      asking = undefined
    })
    await asking
  }
  return {
    async signing(site) {
      await ask(signers.has(site) ? knownForMs : askAgainAfterMs)
      const key = signers.get(site)
      if (!key) throw new Error(`site ${site} has no signing key`)
      return key
    },
    async verifying(kid) {
      await ask(verifiers.has(kid) ? knownForMs : askAgainAfterMs)
      return verifiers.get(kid)
    },
    async published(site) {
      await ask(open.has(site) ? knownForMs : askAgainAfterMs)
      return open.get(site) ?? []
    },
  }
}

/** Signs here and now: handed to the thread pool, as Web Crypto does, a signature costs four times as much. */
export function signingKey(site: string, id: string, kid: string, privateKey: JWK): SigningKey {
  const key = createPrivateKey({ key: privateKey, format: 'jwk' })
  const secret = secretOf(privateKey)
  const [signed, sealed] = [base64Url({ alg: 'EdDSA', kid }), base64Url({ alg: 'HS256', kid })]
  return {
    site,
    id,
    kid,
    sign(claims) {
      const said = `${signed}.${base64Url(claims)}`
      return `${said}.${sign(null, Buffer.from(said), key).toString('base64url')}`
    },
    seal(claims) {
      const said = `${sealed}.${base64Url(claims)}`
      return `${said}.${createHmac('sha256', secret).update(said).digest('base64url')}`
    },
  }
}

/** It comes of the private key (RFC 5869), so it is as old as that, and goes with it. */
const secretOf = ({ d }: JWK): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', Buffer.from(d!, 'base64url'), '', 'vitrine seals', 32)))

const base64Url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Gives a site its first key; later calls change nothing. */
export async function ensureSigningKey(db: Db, site: string, now: Date, wrap: KeyWrap = noWrap): Promise<void> {
  await insertKey(db, site, now, wrap, sql`not exists (select from signing_key where site = ${site} and retired_at is null)`)
}

/** The longest life of what a key has signed: that of a link in an email. */
export const longestTokenSeconds = 400 * 24 * 3600

/** A key signs for so long. */
export const keyDays = 90

/** A new key for each site whose newest one has signed for long enough. */
export async function rotateOldKeys(database: Database, sites: readonly string[], now: Date, wrap: KeyWrap = noWrap): Promise<void> {
  const since = new Date(now.getTime() - keyDays * 24 * 3_600_000)
  for (const site of sites) {
    const young = sql`select from signing_key where site = ${site} and retired_at is null and created_at > ${since}`
    if ((await database.query(sql`select 1 where exists (${young})`)).length > 0) continue
    await database.transact(async (db) => {
      // Of processes that come at once, one finds it old.
      await db.query(sql`select site from site where site = ${site} for update`)
      if ((await db.query(sql`select 1 where exists (${young})`)).length === 0) await rotateKey(db, site, now, longestTokenSeconds, wrap)
    })
  }
}

/** From now on a new key signs; those before it verify for so many seconds more, which may be none. */
export async function rotateKey(db: Db, site: string, now: Date, seconds: number, wrap: KeyWrap = noWrap): Promise<void> {
  const until = new Date(now.getTime() + seconds * 1000)
  await db.query(sql`
    update signing_key set verifies_until = least(verifies_until, ${until}), retired_at = case when ${seconds}::int = 0 then ${now}::timestamptz end
    where site = ${site} and retired_at is null`)
  await insertKey(db, site, now, wrap, sql`true`)
}

/** Keys whose last token is over verify no more. */
export async function retireKeys(db: Db, now: Date): Promise<void> {
  await db.query(sql`update signing_key set retired_at = ${now} where verifies_until < ${now} and retired_at is null`)
}

async function insertKey(db: Db, site: string, now: Date, wrap: KeyWrap, where: Sql): Promise<void> {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
  const id = newId()
  const stored = wrap.wrap(placeOf(site, id), Buffer.from(JSON.stringify(await exportJWK(privateKey))))
  const said = stored.wrappedBy === null ? asText(stored) : JSON.stringify(asText(stored))
  await db.query(sql`
    insert into signing_key (site, id, private_key, public_key, wrapped_by, created_at)
    select ${site}, ${id}, ${said}::jsonb, ${JSON.stringify(await exportJWK(publicKey))}::jsonb, ${stored.wrappedBy}, ${now}
    where ${where}`)
}

const placeOf = (site: string, id: string): KeyPlace => ({ kind: 'signing', site, id })
