import type { Context } from '../../kernel/db/context.ts'
import { forgetReports } from './reports.ts'
import { lockReview } from './store.ts'
import { forgetVotes } from './votes.ts'
import { removeReview } from './write.ts'

/** Deletes reviews with their pictures, and takes back the votes of these callers. */
export async function eraseReviews(context: Context, reviewIds: readonly string[], voters: readonly string[]): Promise<void> {
  for (const id of [...reviewIds].sort()) {
    const review = await lockReview(context.db, context.site, id)
    if (review) await removeReview(context, review)
  }
  for (const voter of voters) {
    await forgetVotes(context, voter)
    await forgetReports(context, voter)
  }
}
