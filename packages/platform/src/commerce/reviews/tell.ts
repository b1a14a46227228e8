import type { ModerationStatus } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { append, type Happening } from '../../kernel/events/outbox.ts'
import type { StoredReview } from './store.ts'

/** The news name a review and which revision, never what it says or who wrote it: news outlive reviews. */
const named = ({ id, namespace, entityId, rating, status, manuallyChanged, revision }: StoredReview) => ({
  id,
  namespace,
  entityId,
  content: { media: [], rating },
  moderation: { moderationStatus: status, manuallyChanged },
  revision: String(revision),
})

const type = (what: string) => `wix.reviews.v1.review_${what}` as Happening['type']

/** What happened to a review between what it was and what it is, in the order of the wire. */
export async function tell(
  { db, site, now }: Context,
  review: StoredReview,
  what: 'created' | 'updated' | 'deleted',
  previous?: ModerationStatus,
): Promise<void> {
  const happened = (name: string, payload: object): Happening => ({ type: type(name), entityId: review.id, payload })
  const moved = previous !== undefined && previous !== review.status
  await append(db, site, now, [
    happened(what, named(review)),
    ...(moved ? [happened('moderation_status_changed', { review: named(review), previousModerationStatus: previous })] : []),
    ...(what !== 'deleted' && review.status === 'APPROVED' && (what === 'created' || moved)
      ? [happened('review_published', { review: named(review) })]
      : []),
  ])
}
