import type { ReviewInQueue, ReviewJob } from '@vitrine/contract'
import { client } from '../client.ts'
import { saidIn, tabs } from './text.ts'

/** One call takes so many, and so many are read at once. */
export const atOnce = 100
const mostWords = 100
const lookAgainMs = 500

/** Words by which the shop finds reviews with this text, and perhaps others. */
const wordsOf = ({ review: { content } }: Pick<ReviewInQueue, 'review'>): string =>
  (content?.body || content?.title || '').trim().split('\n')[0]!.slice(0, mostWords).trim()

/** All reviews that wait and have the text of this one, itself among them; by their ids, the oldest first. */
export async function findSameText(of: ReviewInQueue, signal: AbortSignal): Promise<readonly string[]> {
  const text = saidIn(of)
  const words = wordsOf(of)
  if (!text || !words) return [of.review.id]
  const ids: string[] = []
  for (let cursor: string | undefined, more = true; more; ) {
    const query = cursor
      ? { cursorPaging: { cursor, limit: atOnce } }
      : {
          filter: { 'moderation.moderationStatus': { $in: [...tabs[0].statuses] } },
          sort: [{ fieldName: 'createdDate', order: 'ASC' } as const],
          cursorPaging: { limit: atOnce },
        }
    const { reviews, metadata } = await client.reviewManagement.searchReviews({ query, words }, { signal })
    for (const each of reviews) if (saidIn(each) === text) ids.push(each.review.id)
    cursor = metadata.cursors.next ?? undefined
    more = cursor !== undefined
  }
  return ids
}

/** The same decision for many reviews, some at a time, until all are done or it is stopped; by jobs that can be undone. */
export async function decideMany(
  action: ReviewJob['action'],
  ids: readonly string[],
  tell: (done: number) => void,
  signal: AbortSignal,
): Promise<{ readonly changed: number; readonly jobIds: readonly string[] }> {
  const jobIds: string[] = []
  let changed = 0
  for (let at = 0; at < ids.length && !signal.aborted; at += atOnce) {
    let { job } = await client.reviewManagement.startJob({ action, reviewIds: ids.slice(at, at + atOnce) })
    while (!job.endedDate) {
      await new Promise((done) => setTimeout(done, lookAgainMs))
      ;({ job } = await client.reviewManagement.getJob({ jobId: job.id }))
    }
    jobIds.push(job.id)
    changed += job.changed
    tell(Math.min(ids.length, at + atOnce))
  }
  return { changed, jobIds }
}
