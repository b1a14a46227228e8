import type { ReviewInQueue, ReviewReportReason } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { type Db, sql } from '../../kernel/db/sql.ts'

/** Counts anew what was reported of a review. */
export const countReports = (db: Db, site: string, id: string): Promise<unknown> =>
  db.query(sql`
    update review set reports = (select count(*) from review_report where site = ${site} and review_id = ${id})::integer
    where site = ${site} and id = ${id}`)

/** Somebody of the shop has decided about a review: what was reported is read. */
export async function clearReports({ db, site }: Pick<Context, 'db' | 'site'>, id: string): Promise<void> {
  await db.query(sql`delete from review_report where site = ${site} and review_id = ${id}`)
  await db.query(sql`update review set reports = 0 where site = ${site} and id = ${id} and reports > 0`)
}

/** Takes away what somebody has reported. */
export async function forgetReports({ db, site }: Pick<Context, 'db' | 'site'>, reporter: string): Promise<void> {
  const rows = await db.query<{ reviewId: string }>(sql`
    delete from review_report where site = ${site} and reporter = ${reporter} and reporter <> '' returning review_id as "reviewId"`)
  for (const { reviewId } of rows) await countReports(db, site, reviewId)
}

const mostShown = 20

/** What was reported of these, the newest first. */
export async function reportsOf(db: Db, site: string, ids: readonly string[]): Promise<ReadonlyMap<string, ReviewInQueue['reports']>> {
  if (ids.length === 0) return new Map()
  const rows = await db.query<{ reviewId: string; reason: ReviewReportReason; body: string | null; createdAt: Date }>(sql`
    select review_id as "reviewId", reason, body, created_at as "createdAt" from (
      select *, row_number() over (partition by review_id order by created_at desc, reporter) as turn from review_report
      where site = ${site} and review_id = any(${ids}::uuid[])) numbered
    where turn <= ${mostShown} order by created_at desc`)
  const shown = rows.map(({ reviewId, reason, body, createdAt }) => ({
    reviewId,
    report: { reason, ...(body !== null && { text: body }), createdDate: createdAt.toISOString() },
  }))
  return new Map([...Map.groupBy(shown, ({ reviewId }) => reviewId)].map(([id, those]) => [id, those.map((one) => one.report)]))
}

export async function countReported(db: Db, site: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::integer as count from (select from review where site = ${site} and reports > 0 limit 10000) found`)
  return row!.count
}
