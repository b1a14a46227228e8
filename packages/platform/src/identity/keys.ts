import { exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { newId } from '../db/id.ts'
import { type Db, sql } from '../db/sql.ts'

export interface SigningKey {
  readonly site: string
  readonly id: string
  readonly privateKey: CryptoKey
}

/** The site's keys: the newest one signs, every one that is not retired verifies. Processes learn of each other's keys by asking again. */
export interface KeyRing {
  signing(site: string): Promise<SigningKey>
  /** The key under a token's `kid`, and whose site it is. */
  verifying(id: string): Promise<{ readonly site: string; readonly publicKey: CryptoKey } | undefined>
}

interface Row {
  site: string
  id: string
  privateKey: JWK
  publicKey: JWK
}

const askAgainAfterMs = 5_000

export function keyRing(db: Db): KeyRing {
  const signers = new Map<string, SigningKey>()
  const verifiers = new Map<string, { site: string; publicKey: CryptoKey }>()
  let askedAt = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | undefined

  async function learn(): Promise<void> {
    const rows = await db.query<Row>(sql`
      select site, id, private_key as "privateKey", public_key as "publicKey" from signing_key where retired_at is null order by created_at`)
    for (const { site, id, privateKey, publicKey } of rows) {
      if (!verifiers.has(id)) verifiers.set(id, { site, publicKey: (await importJWK(publicKey, 'EdDSA')) as CryptoKey })
      signers.set(site, { site, id, privateKey: (await importJWK(privateKey, 'EdDSA')) as CryptoKey })
    }
    const live = new Set(rows.map(({ id }) => id))
    for (const id of verifiers.keys()) if (!live.has(id)) verifiers.delete(id)
  }
  const ask = async () => {
    if (performance.now() - askedAt < askAgainAfterMs) return
    asking ??= learn().finally(() => {
      askedAt = performance.now()
      asking = undefined
    })
    await asking
  }
  return {
    async signing(site) {
      if (!signers.has(site)) await ask()
      const key = signers.get(site)
      if (!key) throw new Error(`site ${site} has no signing key`)
      return key
    },
    async verifying(id) {
      if (!verifiers.has(id)) await ask()
      return verifiers.get(id)
    },
  }
}

/** Gives a site its first key; later calls change nothing. */
export async function ensureSigningKey(db: Db, site: string, now: Date): Promise<void> {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })
  await db.query(sql`
    insert into signing_key (site, id, private_key, public_key, created_at)
    select ${site}, ${newId()}, ${JSON.stringify(await exportJWK(privateKey))}::jsonb, ${JSON.stringify(await exportJWK(publicKey))}::jsonb, ${now}
    where not exists (select from signing_key where site = ${site} and retired_at is null)`)
}
