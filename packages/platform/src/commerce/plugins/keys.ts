import type { Clock } from '../../kernel/clock/clock.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'
import { asText, type KeyPlace, type KeyWrap, ofText } from '../../kernel/key-wrap/key-wrap.ts'
import { lruOf } from '../../kernel/lru.ts'
import { newRsaPair, signingWith } from '../../kernel/rs256.ts'

/** The key with which a shop signs what it asks of others: RS256, because that is what the published plug-ins verify. */
export interface PluginKey {
  /** SPKI in PEM. */
  readonly publicKey: string
  /** A signed statement (RFC 7515, compact). */
  sign(claims: Readonly<Record<string, unknown>>): string
}

export interface PluginKeys {
  /** The shop's key; made, and stored for good, when it is first asked for. */
  of(site: string): Promise<PluginKey>
}

/** @param db the pool: a key is stored whatever becomes of the write that asked for it first */
export function pluginKeys(db: Db, clock: Clock, wrap: KeyWrap): PluginKeys {
  const known = lruOf<string, PluginKey>(1000)
  return {
    async of(site) {
      const before = known.get(site)
      if (before) return before
      const key = pluginKey((await find(db, site, wrap)) ?? (await make(db, site, clock.now(), wrap)))
      known.set(site, key)
      return key
    },
  }
}

interface Row {
  readonly publicKey: string
  readonly privateKey: string
}

const placeOf = (site: string): KeyPlace => ({ kind: 'plugins', site })

async function find(db: Db, site: string, wrap: KeyWrap): Promise<Row | undefined> {
  const [row] = await db.query<Row & { readonly wrappedBy: string | null }>(
    sql`select public_key as "publicKey", private_key as "privateKey", wrapped_by as "wrappedBy" from plugin_key where site = ${site}`,
  )
  if (!row) return undefined
  const { publicKey, privateKey, wrappedBy } = row
  return { publicKey, privateKey: wrap.unwrap(placeOf(site), { bytes: ofText(privateKey, wrappedBy), wrappedBy }).toString('utf8') }
}

/** Of two that begin at once one makes the key, and both have it. */
async function make(db: Db, site: string, now: Date, wrap: KeyWrap): Promise<Row> {
  const pair = await newRsaPair()
  const stored = wrap.wrap(placeOf(site), Buffer.from(pair.privateKey))
  await db.query(sql`
    insert into plugin_key (site, public_key, private_key, wrapped_by, created_at)
    values (${site}, ${pair.publicKey}, ${asText(stored)}, ${stored.wrappedBy}, ${now})
    on conflict (site) do nothing`)
  return (await find(db, site, wrap))!
}

const pluginKey = ({ publicKey, privateKey }: Row): PluginKey => ({ publicKey, sign: signingWith(privateKey) })
