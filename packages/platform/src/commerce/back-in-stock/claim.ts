import type { Clock } from '../../kernel/clock/clock.ts'
import type { Context } from '../../kernel/db/context.ts'
import type { Database } from '../../kernel/db/pool.ts'
import { type Db, type Sql, sql } from '../../kernel/db/sql.ts'
import type { BackInStockSettings } from '../../kernel/settings/back-in-stock-settings.ts'
import { step } from './change.ts'
import { roomIn, type Wave } from './rules.ts'
import type { RequestKind, StockItem } from './store.ts'

const hourMs = 3_600_000
const minuteMs = 60_000
const none: Wave = { beganAt: null, told: 0 }

/** How many of a row of `stock` can be sold, preorders among them; null where any number can. */
export const sellable: Sql = sql`case when stock.tracked then greatest(0, stock.quantity + stock.backorder_limit) when not stock.in_stock then 0 end`

/** A wave is over when its variant is sold out: what comes then is stock of its own. */
export async function endWaves(db: Db, site: string): Promise<void> {
  await db.query(sql`
    update back_in_stock_wave wave set began_at = null, told = 0 from stock
    where wave.site = ${site} and wave.began_at is not null and stock.site = wave.site and stock.product_id = wave.product_id
      and stock.variant_id = wave.variant_id and ${sellable} = 0`)
}

/** Ends the waves of these variants of a product that began before they were sold out. */
export async function endWavesBefore(db: Db, site: string, productId: string, variantIds: readonly string[], at: Date): Promise<void> {
  if (variantIds.length === 0) return
  await db.query(sql`
    update back_in_stock_wave set began_at = null, told = 0
    where site = ${site} and product_id = ${productId} and variant_id = any(${variantIds}::uuid[]) and began_at < ${at}`)
}

/**
 * The variants of visible products that somebody waits for and more people may be told of, those first whose people wait the longest. It goes by
 * what is in stock and not by how it came there, so that no way in is forgotten.
 */
export async function findArrived(
  db: Db,
  site: string,
  { peoplePerUnit, hoursBetweenWaves }: BackInStockSettings,
  now: Date,
  limit: number,
): Promise<readonly StockItem[]> {
  return db.query<StockItem>(sql`
    select waiting.product_id as "productId", waiting.variant_id as "variantId"
    from (
      select product_id, variant_id, min(created_at) as since from back_in_stock_request
      where site = ${site} and status = 'RECEIVED' and kind = 'STOCK' group by product_id, variant_id
    ) waiting
    join product on product.site = ${site} and product.id = waiting.product_id and product.visible
    join stock on stock.site = ${site} and stock.product_id = waiting.product_id and stock.variant_id = waiting.variant_id
    left join back_in_stock_wave wave on wave.site = ${site} and wave.product_id = waiting.product_id and wave.variant_id = waiting.variant_id
    where coalesce(${sellable}, 1) > 0
      and (wave.began_at is null or wave.began_at <= ${new Date(now.getTime() - hoursBetweenWaves * hourMs)}
        or wave.told < coalesce(${sellable}, 2147483647)::bigint * ${peoplePerUnit})
    order by waiting.since, waiting.product_id, waiting.variant_id limit ${limit}`)
}

export interface Claim extends StockItem {
  /** At the most. */
  readonly people: number
  /** Begins a new wave, whatever was told in this one. */
  readonly anew?: boolean
  /** As many as wait, whatever the stock is good for. */
  readonly all?: boolean
}

/** Lets the next people be told of a variant, in the order in which they asked; how many these are. Undefined where nothing of it can be sold. */
export async function claimPeople(
  context: Context,
  { productId, variantId, people, anew = false, all = false }: Claim,
  settings: BackInStockSettings,
): Promise<number | undefined> {
  const { db, site, now } = context
  const which = sql`site = ${site} and product_id = ${productId} and variant_id = ${variantId}`
  // Whoever else lets people be told of this variant waits here.
  await db.query(sql`
    insert into back_in_stock_wave (site, product_id, variant_id, told) values (${site}, ${productId}, ${variantId}, 0) on conflict do nothing`)
  const [locked] = await db.query<Wave>(sql`
    select began_at as "beganAt", told from back_in_stock_wave where ${which} for update`)
  const [stock] = await db.query<{ available: number | null }>(sql`
    select (${sellable})::int as available from stock join product on product.site = stock.site and product.id = stock.product_id and product.visible
    where stock.site = ${site} and stock.product_id = ${productId} and stock.variant_id = ${variantId}`)
  if (!stock || stock.available === 0) return undefined
  const { room, wave } = roomIn(anew ? none : locked!, stock.available, settings, now)
  const most = Math.min(all ? Number.POSITIVE_INFINITY : room, people)
  if (most <= 0) return 0
  const told = await step(
    context,
    sql`request.id in (
      select id from back_in_stock_request where ${which} and status = 'RECEIVED' and kind = 'STOCK' order by created_at, id limit ${Math.min(most, 100_000)})`,
    'TELL',
    sql`, auto_notified = true, reported = null, tries = 0, next_try_at = ${now}`,
  )
  await db.query(sql`
    update back_in_stock_wave set began_at = ${wave.beganAt}, told = ${wave.told + told.length} where ${which}`)
  return told.length
}

/** How many emails may still go, by those of the last minute. */
export async function roomThisMinute({ db, site, now }: Context, { emailsPerMinute }: BackInStockSettings): Promise<number> {
  const [row] = await db.query<{ gone: number }>(sql`
    select count(*)::int as gone from back_in_stock_request
    where site = ${site} and status in ('NOTIFICATION_SENT', 'FAILED') and updated_at > ${new Date(now.getTime() - minuteMs)} and sent_at is not null`)
  return Math.max(0, emailsPerMinute - row!.gone)
}

export interface ClaimDeps {
  readonly database: Database
  readonly clock: Clock
  readonly settingsOf: (db: Db, site: string) => Promise<BackInStockSettings>
  /** Whether the shop sends emails of such requests. */
  readonly sends: (db: Db, site: string, kind: RequestKind) => Promise<boolean>
  readonly currencyOf: (db: Db, site: string) => Promise<string>
}

/** How many more people may be told now. */
export async function roomNow({ database, clock, settingsOf }: ClaimDeps, site: string): Promise<number> {
  const [row] = await database.query<{ open: number }>(sql`
    select count(*)::int as open from back_in_stock_request where site = ${site} and status = 'PROCESSING'`)
  return (await roomThisMinute({ db: database, site, now: clock.now() }, await settingsOf(database, site))) - row!.open
}

const itemsAtOnce = 200

/** Lets those be told whose items have come, and no more than emails may go in a minute. */
export async function claimArrived(deps: ClaimDeps, site: string): Promise<void> {
  const { database, clock, settingsOf, sends } = deps
  if (!(await sends(database, site, 'STOCK'))) return
  const settings = await settingsOf(database, site)
  await endWaves(database, site)
  let people = await roomNow(deps, site)
  if (people <= 0) return
  for (const item of await findArrived(database, site, settings, clock.now(), itemsAtOnce)) {
    const told = await database.transact((db) => claimPeople({ db, site, now: clock.now() }, { ...item, people }, settings))
    people -= told ?? 0
    if (people <= 0) return
  }
}
