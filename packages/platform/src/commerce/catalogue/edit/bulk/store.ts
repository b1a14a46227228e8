import type { BulkProductChange, ProductJob, ProductLabelKind } from '@vitrine/contract'
import { type Db, join, plannedEachTime, raw, type Sql, sql } from '../../../../kernel/db/sql.ts'
import type { FollowedRenaming } from '../../labels/follow.ts'
import { readCatalogue } from '../../revision.ts'
import { estimateFound, isLarge } from '../../sample.ts'
import { fewProducts, filterMeans } from '../merchant-list.ts'
import type { PartsChanged } from './rules.ts'

/** Which products: these, all that a filter finds, or all of a brand or ribbon. */
export interface Target {
  readonly productIds?: readonly string[] | null | undefined
  readonly filter?: Readonly<Record<string, unknown>> | null | undefined
  readonly label?: LabelTarget
}

/** A brand or ribbon; which one its products have after, and what follows the new name. */
export interface LabelTarget {
  readonly kind: ProductLabelKind
  readonly id: string
  readonly toId?: string
  readonly renaming?: FollowedRenaming
}

export interface StoredJob {
  readonly id: string
  readonly target: Target
  readonly change: BulkProductChange
  readonly state: ProductJob['state']
  /** The last product that was looked at. */
  readonly place: string | null
  readonly total: number | null
  readonly changed: number
  readonly unchanged: number
  readonly refused: number
  readonly refusals: readonly { readonly id: string; readonly description: string }[]
  readonly undone: number
  readonly createdAt: Date
  readonly endedAt: Date | null
  readonly undoUntil: Date
}

const columns = sql`id, target, change, state, place, total, changed, unchanged, refused, refusals, undone, created_at as "createdAt",
  ended_at as "endedAt", undo_until as "undoUntil"`

export const showJob = (job: StoredJob): ProductJob => ({
  id: job.id,
  change: { ...job.change },
  state: job.state,
  ...(job.total !== null && { total: job.total }),
  changed: job.changed,
  unchanged: job.unchanged,
  refused: job.refused,
  refusals: job.refusals.map((one) => ({ ...one })),
  undone: job.undone,
  createdDate: job.createdAt.toISOString(),
  ...(job.endedAt && { endedDate: job.endedAt.toISOString() }),
  undoUntil: job.undoUntil.toISOString(),
})

const condition = (site: string, { productIds, filter, label }: Target, currency: string): Sql =>
  join(
    [
      sql`product.site = ${site}`,
      ...(filter ? [filterMeans(site, filter, currency)] : []),
      ...(productIds ? [sql`product.id = any(${productIds}::uuid[])`] : []),
      ...(label ? [label.kind === 'brand' ? sql`product.brand_id = ${label.id}` : sql`product.ribbon_id = ${label.id}`] : []),
    ],
    ' and ',
  )

const mostCounted = 100_000

/**
 * How many products are meant; null where there are more than anybody waits to have counted. In a large catalogue it is an estimate where no index
 * tells it.
 * @throws Unreadable
 */
export async function countMeant(db: Db, site: string, target: Target, currency: string): Promise<number | null> {
  const { filter, productIds } = target
  const meant = condition(site, target, currency)
  const { products } = await readCatalogue(db, site)
  const few = filter && !productIds && isLarge(products) ? await fewProducts(db, site, filter, currency) : undefined
  const count =
    filter && !productIds && !few && isLarge(products)
      ? Object.keys(filter).length === 0
        ? products
        : await estimateFound(db, meant, mostCounted)
      : await countUpTo(db, few ?? sql`product where ${meant}`)
  return count > mostCounted ? null : count
}

async function countUpTo(db: Db, from: Sql): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    plannedEachTime(sql`select count(*)::integer as count from (select from ${from} limit ${mostCounted + 1}) found`),
  )
  return row!.count
}

type NewJob = Pick<StoredJob, 'id' | 'target' | 'change' | 'total' | 'createdAt' | 'undoUntil'>

export const insertJob = (db: Db, site: string, { id, target, change, total, createdAt, undoUntil }: NewJob): Promise<unknown> =>
  db.query(sql`
    insert into product_job (site, id, target, change, state, total, created_at, undo_until)
    values (${site}, ${id}, ${JSON.stringify(target)}::jsonb, ${JSON.stringify(change)}::jsonb, 'RUNNING', ${total}, ${createdAt}, ${undoUntil})`)

export async function findJob(db: Db, site: string, id: string): Promise<StoredJob | undefined> {
  const [row] = await db.query<StoredJob>(sql`select ${columns} from product_job where site = ${site} and id = ${id}`)
  return row
}

export async function lockJob(db: Db, site: string, id: string): Promise<StoredJob | undefined> {
  const [row] = await db.query<StoredJob>(sql`select ${columns} from product_job where site = ${site} and id = ${id} for update`)
  return row
}

/** A job that has more to do; nobody else does it until the transaction ends. */
export async function takeJob(db: Db, site: string, id: string): Promise<StoredJob | undefined> {
  const [row] = await db.query<StoredJob>(sql`
    select ${columns} from product_job where site = ${site} and id = ${id} and ended_at is null for update skip locked`)
  return row
}

const jobsShown = 50

/** Those that can still be undone, the newest first. */
export const findJobs = (db: Db, site: string, now: Date): Promise<StoredJob[]> =>
  db.query<StoredJob>(sql`
    select ${columns} from product_job where site = ${site} and undo_until > ${now} order by id desc limit ${raw(String(jobsShown))}`)

/** Jobs of all shops that have more to do, the oldest first. */
export const findOpenJobs = (db: Db): Promise<{ readonly site: string; readonly id: string }[]> =>
  db.query<{ site: string; id: string }>(sql`select site, id from product_job where ended_at is null order by created_at limit 20`)

export const updateJob = (db: Db, site: string, job: StoredJob): Promise<unknown> =>
  db.query(sql`
    update product_job set state = ${job.state}, place = ${job.place}, total = ${job.total}, changed = ${job.changed}, unchanged = ${job.unchanged},
      refused = ${job.refused}, refusals = ${JSON.stringify(job.refusals)}::jsonb, undone = ${job.undone}, ended_at = ${job.endedAt}
    where site = ${site} and id = ${job.id}`)

const first = '00000000-0000-0000-0000-000000000000'

/** So many products are looked at for one batch. */
const mostLookedAt = 20_000

/** What a batch is about, and how far it was looked for: `last` is where the next one goes on, and null behind the last product. */
interface Meant {
  readonly ids: readonly string[]
  readonly last: string | null
}

/** The next products that a job is about, by their ids: what came after it began is not. */
export async function nextMeant(
  db: Db,
  site: string,
  { target, place, createdAt }: Pick<StoredJob, 'target' | 'place' | 'createdAt'>,
  currency: string,
  limit: number,
  reach = mostLookedAt,
): Promise<Meant> {
  const { filter, productIds } = target
  const isPart = filter && !productIds && isLarge((await readCatalogue(db, site)).products)
  const few = isPart ? await fewProducts(db, site, filter, currency) : undefined
  const part = sql`(
    select product.* from product where product.site = ${site} and product.id > ${place ?? first} order by product.id limit ${raw(String(reach))}) product`
  const rows = await db.query<{ id: string }>(
    plannedEachTime(sql`
      select product.id from ${few ?? (isPart ? part : sql`product`)}
      where ${condition(site, target, currency)} and product.id > ${place ?? first} and product.created_at <= ${createdAt}
      order by product.id limit ${raw(String(limit))}`),
  )
  const ids = rows.map(({ id }) => id)
  if (ids.length === limit) return { ids, last: ids.at(-1)! }
  if (!isPart || few) return { ids, last: null }
  const [furthest] = await db.query<{ id: string }>(
    plannedEachTime(sql`select product.id from ${part} order by product.id offset ${raw(String(reach - 1))}`),
  )
  return { ids, last: furthest?.id ?? null }
}

export interface ItemRow extends PartsChanged {
  readonly productId: string
}

/** The next products that a job has changed. */
export const nextChanged = (db: Db, site: string, { id, place }: StoredJob, limit: number): Promise<ItemRow[]> =>
  db.query<ItemRow>(sql`
    select product_id as "productId", before, after from product_job_item
    where site = ${site} and job_id = ${id} and product_id > ${place ?? first} order by product_id limit ${raw(String(limit))}`)

export const insertItems = async (db: Db, site: string, jobId: string, items: readonly ItemRow[]): Promise<unknown> =>
  items.length > 0 &&
  db.query(sql`
    insert into product_job_item (site, job_id, product_id, before, after)
    select ${site}, ${jobId}, "productId", before, after
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as row ("productId" uuid, before jsonb, after jsonb)`)

/** What nobody can undo any more is forgotten. */
export const sweepJobs = (db: Db, now: Date): Promise<unknown> =>
  db.query(sql`delete from product_job where undo_until <= ${now} and ended_at is not null`)
