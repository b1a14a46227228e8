import { type Db, sql } from '../../../kernel/db/sql.ts'
import { asText, type KeyPlace, type KeyWrap, ofText } from '../../../kernel/key-wrap/key-wrap.ts'

/** The secrets of a shop's account at Stripe. */
export interface AccountKeys {
  readonly secretKey: string
  readonly webhookSecret: string
}

/** The account whose keys are in the environment, for all shops. */
export interface OwnAccount extends AccountKeys {
  /** The publishable key of Stripe's form. */
  readonly publishableKey?: string | undefined
}

const placeOf = (site: string): KeyPlace => ({ kind: 'payments', site })

/** The keys that the merchant of a shop entered. */
export async function findKeys(db: Db, site: string, wrap: KeyWrap): Promise<AccountKeys | undefined> {
  const [row] = await db.query<{ keys: string; wrappedBy: string | null }>(
    sql`select keys, wrapped_by as "wrappedBy" from payment_provider_key where site = ${site}`,
  )
  if (!row) return undefined
  const { keys, wrappedBy } = row
  const opened = wrap.unwrap(placeOf(site), { bytes: ofText(keys, wrappedBy), wrappedBy }).toString('utf8')
  return JSON.parse(opened) as AccountKeys
}

export async function saveKeys(db: Db, site: string, wrap: KeyWrap, keys: AccountKeys, now: Date): Promise<void> {
  const stored = wrap.wrap(placeOf(site), Buffer.from(JSON.stringify(keys)))
  await db.query(sql`
    insert into payment_provider_key (site, keys, wrapped_by, updated_at) values (${site}, ${asText(stored)}, ${stored.wrappedBy}, ${now})
    on conflict (site) do update set keys = excluded.keys, wrapped_by = excluded.wrapped_by, updated_at = excluded.updated_at`)
}

export async function deleteKeys(db: Db, site: string): Promise<void> {
  await db.query(sql`delete from payment_provider_key where site = ${site}`)
}
