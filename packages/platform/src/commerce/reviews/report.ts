import type { ReviewReportReason } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { sql } from '../../kernel/db/sql.ts'
import { type Actor, nameOf } from '../../kernel/http/caller.ts'
import { refuse } from '../../kernel/refusal.ts'
import { countReports } from './reports.ts'
import { lockReview } from './store.ts'
import { isAuthor } from './write.ts'

/** Somebody finds a review not to be in order; who says so again changes what they have said. */
export async function report(
  context: Context & Actor,
  id: string,
  { reason, text }: { readonly reason: ReviewReportReason; readonly text?: string | null | undefined },
) {
  const { db, site, now, caller } = context
  const review = await lockReview(db, site, id)
  if (!review || review.status !== 'APPROVED') return refuse('REVIEW_NOT_FOUND')
  if (isAuthor(caller, review)) return refuse('REVIEW_REPORT_OWN')
  await db.query(sql`
    insert into review_report (site, review_id, reporter, reason, body, created_at)
    values (${site}, ${review.id}, ${nameOf(caller)}, ${reason}, ${text?.trim() || null}, ${now})
    on conflict (site, review_id, reporter) do update set reason = excluded.reason, body = excluded.body, created_at = excluded.created_at`)
  await countReports(db, site, review.id)
  return {}
}
