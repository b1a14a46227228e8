import { randomBytes } from 'node:crypto'
import type { WebhookFormat } from '@vitrine/contract'
import { newId } from '../../kernel/db/id.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'
import { asText, type KeyPlace, type KeyWrap, ofText } from '../../kernel/key-wrap/key-wrap.ts'
import { newRsaPair } from '../../kernel/rs256.ts'

/** What a webhook is signed with: a secret (`whsec_…`), or a private key in PEM beside its public one. */
export interface WebhookKey {
  readonly secret: string
  readonly publicKey: string | null
  readonly endsAt: Date | null
}

/** For so long the one before is good beside a new one. */
const overlapMs = 24 * 3_600_000

const placeOf = (site: string, id: string): KeyPlace => ({ kind: 'webhooks', site, id })

/** Those that are good now, the oldest first; the last has no end. */
export async function findKeys(db: Db, site: string, webhookId: string, now: Date, wrap: KeyWrap): Promise<readonly WebhookKey[]> {
  const rows = await db.query<{ id: string; secret: string; publicKey: string | null; wrappedBy: string | null; endsAt: Date | null }>(sql`
    select id, secret, public_key as "publicKey", wrapped_by as "wrappedBy", ends_at as "endsAt" from webhook_key
    where site = ${site} and webhook_id = ${webhookId} and created_at > '-infinity' and (ends_at is null or ends_at > ${now})
    order by ends_at nulls last, id`)
  return rows.map(({ id, secret, wrappedBy, ...row }) => ({
    ...row,
    secret: wrap.unwrap(placeOf(site, id), { bytes: ofText(secret, wrappedBy), wrappedBy }).toString('utf8'),
  }))
}

/** What everybody may know of them, for many webhooks at once. */
export async function findPublicKeys(db: Db, site: string, now: Date): Promise<ReadonlyMap<string, readonly Omit<WebhookKey, 'secret'>[]>> {
  const rows = await db.query<{ webhookId: string; publicKey: string | null; endsAt: Date | null }>(sql`
    select webhook_id as "webhookId", public_key as "publicKey", ends_at as "endsAt" from webhook_key
    where site = ${site} and (ends_at is null or ends_at > ${now}) order by ends_at nulls last, id`)
  return Map.groupBy(rows, ({ webhookId }) => webhookId)
}

/** Makes the newest key. Those before it end in a day, or sooner where they were about to; of more than two the oldest is over at once. */
export async function addKey(
  db: Db,
  { site, webhookId, format, now, wrap }: { site: string; webhookId: string; format: WebhookFormat; now: Date; wrap: KeyWrap },
): Promise<WebhookKey> {
  const id = newId()
  const pair = format === 'JWT' ? await newRsaPair() : undefined
  const secret = pair?.privateKey ?? `whsec_${randomBytes(32).toString('base64')}`
  const stored = wrap.wrap(placeOf(site, id), Buffer.from(secret))
  await db.query(sql`
    delete from webhook_key where site = ${site} and webhook_id = ${webhookId} and ends_at is not null and created_at > '-infinity'`)
  await db.query(sql`
    update webhook_key set ends_at = ${new Date(now.getTime() + overlapMs)}
    where site = ${site} and webhook_id = ${webhookId} and ends_at is null and created_at > '-infinity'`)
  await db.query(sql`
    insert into webhook_key (site, id, webhook_id, secret, public_key, wrapped_by, created_at)
    values (${site}, ${id}, ${webhookId}, ${asText(stored)}, ${pair?.publicKey ?? null}, ${stored.wrappedBy}, ${now})`)
  return { secret, publicKey: pair?.publicKey ?? null, endsAt: null }
}
