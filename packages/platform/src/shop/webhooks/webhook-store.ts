import type { EventType, WebhookFormat } from '@vitrine/contract'
import { type Db, sql } from '../../kernel/db/sql.ts'
import type { Health } from './rules.ts'

export interface StoredWebhook extends Health {
  readonly id: string
  readonly name: string
  readonly url: string
  readonly events: readonly EventType[]
  readonly format: WebhookFormat
  readonly appId: string | null
  readonly active: boolean
  readonly pausedBecause: 'FAILING' | null
  readonly revision: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

export const webhookColumns = sql`webhook.id, webhook.name, webhook.url, webhook.events, webhook.format, webhook.app_id as "appId", webhook.active,
  webhook.paused_because as "pausedBecause", webhook.failures, webhook.failing_since as "failingSince", webhook.rests_until as "restsUntil",
  webhook.revision, webhook.created_at as "createdAt", webhook.updated_at as "updatedAt"`

/** The app whose it is may have been revoked: then nothing is sent to it. */
export const ofLivingApp = sql`(webhook.app_id is null or exists (
  select from oauth_app where oauth_app.site = webhook.site and oauth_app.id = webhook.app_id and oauth_app.revoked_at is null))`

export const mostWebhooks = 50

export const listWebhooks = (db: Db, site: string): Promise<readonly StoredWebhook[]> =>
  db.query(sql`select ${webhookColumns} from webhook where site = ${site} order by created_at desc, id desc limit ${mostWebhooks}`)

export async function findWebhook(db: Db, site: string, id: string): Promise<StoredWebhook | undefined> {
  const [row] = await db.query<StoredWebhook>(sql`select ${webhookColumns} from webhook where site = ${site} and id = ${id}`)
  return row
}

export async function lockWebhook(db: Db, site: string, id: string): Promise<StoredWebhook | undefined> {
  const [row] = await db.query<StoredWebhook>(sql`select ${webhookColumns} from webhook where site = ${site} and id = ${id} for update`)
  return row
}

export async function insertWebhook(db: Db, site: string, webhook: StoredWebhook): Promise<void> {
  const { id, name, url, events, format, appId, active, revision, createdAt, updatedAt } = webhook
  await db.query(sql`
    insert into webhook (site, id, name, url, events, format, app_id, active, revision, created_at, updated_at)
    values (${site}, ${id}, ${name}, ${url}, ${events}, ${format}, ${appId}, ${active}, ${revision}, ${createdAt}, ${updatedAt})`)
}

/** What staff and programs say of it, and how it does. */
export async function saveWebhook(db: Db, site: string, webhook: StoredWebhook): Promise<void> {
  const { id, name, url, events, active, pausedBecause, failures, failingSince, restsUntil, revision, updatedAt } = webhook
  await db.query(sql`
    update webhook set name = ${name}, url = ${url}, events = ${events}, active = ${active}, paused_because = ${pausedBecause},
      told_at = case when ${pausedBecause}::text is null then null else told_at end, failures = ${failures}, failing_since = ${failingSince},
      rests_until = ${restsUntil}, revision = ${revision}, updated_at = ${updatedAt}
    where site = ${site} and id = ${id}`)
}

/** Its keys go with it; what it was told is forgotten, too. */
export async function deleteWebhook(db: Db, site: string, id: string): Promise<boolean> {
  await db.query(sql`delete from webhook_delivery where site = ${site} and webhook_id = ${id} and created_at > '-infinity'`)
  return (await db.query(sql`delete from webhook where site = ${site} and id = ${id} returning id`)).length > 0
}

/** Those who make webhooks of a shop at once do it one after the other: so there are never more than may be. */
export const lockWebhooksOf = (db: Db, site: string) =>
  db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`new webhooks ${site}`}, 0))`)

export const countWebhooks = async (db: Db, site: string): Promise<number> =>
  (await db.query<{ count: number }>(sql`select count(*)::int as count from webhook where site = ${site}`))[0]!.count

export const hasApp = async (db: Db, site: string, id: string): Promise<boolean> =>
  (await db.query(sql`select from oauth_app where site = ${site} and id = ${id} and revoked_at is null for share`)).length > 0
