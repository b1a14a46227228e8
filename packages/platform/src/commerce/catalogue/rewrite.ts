import type { Clock } from '../../kernel/clock/clock.ts'
import type { Database } from '../../kernel/db/pool.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'
import { runBatches } from '../../kernel/jobs/batches.ts'
import { takeDrafts } from './edit/store.ts'
import type { Commerce } from './product.ts'
import { saveProducts, shapeOfToday } from './save.ts'

export interface RewriteDeps {
  readonly database: Database
  readonly clock: Clock
  readonly sites: () => Promise<readonly string[]>
  readonly commerce: (db: Db, site: string) => Promise<Commerce>
  readonly report: (fault: unknown, where: string) => void
  /** How many products a transaction writes: so long do others wait who change the catalogue. */
  readonly batch?: number
  /** Called after each batch, with how many products of the shop are done, and how long it took: to rest, so that shoppers are served meanwhile. */
  readonly rest?: (site: string, written: number, tookMs: number) => Promise<void>
  /** It goes on for so long, and then the next time. */
  readonly patienceMs?: number
}

const usualBatch = 50
const usualPatienceMs = 45_000

interface Progress {
  readonly version: number
  readonly afterId: string | null
  readonly finished: boolean
}

const before = '00000000-0000-0000-0000-000000000000'

/**
 * Writes products again whose rows are of an older shape, of all shops, a batch a transaction: until then they are read and sold as they were
 * written. How far it got stands in the database, committed with what was written, so whoever comes next goes on there, also after a crash; several
 * processes take turns. Nothing that a merchant or shopper sees of a product changes by it, and nobody is told of it.
 */
export async function rewriteCatalogues(deps: RewriteDeps): Promise<void> {
  const written = new Map<string, number>()
  await runBatches<string>(
    {
      find: async () => findUnfinished(deps.database, await deps.sites()),
      async batch(site) {
        const count = await rewriteBatch(deps, site)
        if (count !== undefined) written.set(site, count)
        return count !== undefined
      },
      rest: async (site, tookMs) => deps.rest?.(site, written.get(site)!, tookMs),
    },
    { shiftMs: deps.patienceMs ?? usualPatienceMs },
  )
}

async function findUnfinished(db: Db, sites: readonly string[]): Promise<readonly string[]> {
  const rows = await db.query<{ site: string }>(sql`
    select asked.site from unnest(${sites}::uuid[]) with ordinality as asked (site, place)
    left join catalogue_rewrite rewrite on rewrite.site = asked.site
    where rewrite.site is null or rewrite.version < ${shapeOfToday} or (rewrite.version = ${shapeOfToday} and rewrite.finished_at is null)
    order by asked.place`)
  return rows.map(({ site }) => site)
}

/** How many are done of a shop after one more batch; undefined where all are, or another process is at it. */
async function rewriteBatch(deps: RewriteDeps, site: string): Promise<number | undefined> {
  const { database, clock, batch = usualBatch, report } = deps
  try {
    return await database.transact((db) => step(db, site, clock.now(), deps, batch))
  } catch (error) {
    if (batch === 1) {
      report(error, `a product of shop ${site} was not written again`)
      return database.transact((db) => stepOver(db, site))
    }
    // One of them cannot be written: the others are, one by one.
    return database
      .transact((db) => step(db, site, clock.now(), deps, 1))
      .catch((single: unknown) => {
        report(single, `a product of shop ${site} was not written again`)
        return database.transact((db) => stepOver(db, site))
      })
  }
}

async function take(db: Db, site: string, now: Date): Promise<Progress | undefined> {
  await db.query(sql`
    insert into catalogue_rewrite (site, version, after_id, written, started_at) values (${site}, ${shapeOfToday}, null, 0, ${now})
    on conflict (site) do nothing`)
  const [row] = await db.query<Progress>(sql`
    select version, after_id as "afterId", finished_at is not null as finished from catalogue_rewrite
    where site = ${site} for update skip locked`)
  if (!row || row.version > shapeOfToday) return undefined
  if (row.version < shapeOfToday) {
    await db.query(sql`
      update catalogue_rewrite set version = ${shapeOfToday}, after_id = null, written = 0, started_at = ${now}, finished_at = null where site = ${site}`)
    return { version: shapeOfToday, afterId: null, finished: false }
  }
  return row.finished ? undefined : row
}

const findNext = (db: Db, site: string, afterId: string | null, count: number): Promise<{ readonly id: string }[]> =>
  db.query<{ readonly id: string }>(sql`
    select id from product where site = ${site} and id > ${afterId ?? before}::uuid and written < ${shapeOfToday} order by id limit ${count}`)

async function step(db: Db, site: string, now: Date, { commerce: commerceOf }: RewriteDeps, count: number): Promise<number | undefined> {
  const progress = await take(db, site, now)
  if (!progress) return undefined
  const ids = (await findNext(db, site, progress.afterId, count)).map(({ id }) => id)
  const last = ids.at(-1)
  if (last === undefined) {
    await db.query(sql`update catalogue_rewrite set finished_at = ${now} where site = ${site}`)
    return undefined
  }
  const commerce = await commerceOf(db, site)
  // From here on nobody else changes the catalogue; what was changed before is read as it is now.
  const drafts = await takeDrafts(db, site, commerce.currency, ids)
  await saveProducts(db, site, commerce, [...drafts.values()], now, { announce: false, rewritten: true })
  const [row] = await db.query<{ written: number }>(sql`
    update catalogue_rewrite set after_id = ${last}, written = written + ${drafts.size} where site = ${site} returning written`)
  return row!.written
}

/** Leaves the next product as it is. */
async function stepOver(db: Db, site: string): Promise<number | undefined> {
  const [row] = await db.query<{ afterId: string | null; written: number }>(sql`
    select after_id as "afterId", written from catalogue_rewrite where site = ${site} for update`)
  if (!row) return undefined
  const [next] = await findNext(db, site, row.afterId, 1)
  if (!next) return undefined
  await db.query(sql`update catalogue_rewrite set after_id = ${next.id} where site = ${site}`)
  return row.written
}

/** How many products of all shops are still of an older shape. */
export async function countUnwritten(db: Db): Promise<number> {
  const [row] = await db.query<{ left: number }>(sql`
    select coalesce(sum(greatest(0, catalogue.products - coalesce(rewrite.written, 0))), 0)::integer as left
    from catalogue left join catalogue_rewrite rewrite on rewrite.site = catalogue.site
    where rewrite.finished_at is null or rewrite.version < ${shapeOfToday}`)
  return row!.left
}
