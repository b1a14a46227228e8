import type { Review } from '@vitrine/contract'
import type { ReviewFile, StoredReview } from './store.ts'

/** @param mediaAt where a file of the shop is reached */
function showFile({ kind, id, fileName, width, height }: ReviewFile, mediaAt: (id: string) => string) {
  const size = { width: width ?? 0, height: height ?? 0 }
  return kind === 'image'
    ? { image: { id, url: mediaAt(id), ...size, filename: fileName } }
    : { video: { id, url: mediaAt(id), resolutions: [{ url: mediaAt(id), ...size, format: 'mp4' }] } }
}

/** As the wire wants it. */
export function showReview(review: StoredReview, mediaAt: (id: string) => string): Review {
  const { title, body, rating, contactId, authorName, reply } = review
  return {
    namespace: review.namespace,
    entityId: review.entityId,
    id: review.id,
    content: {
      ...(title !== null && { title }),
      ...(body !== null && { body }),
      media: review.media.map((file) => showFile(file, mediaAt)),
      rating,
    },
    createdDate: review.createdAt.toISOString(),
    updatedDate: review.updatedAt.toISOString(),
    author: { ...(contactId !== null && { contactId }), ...(authorName !== null && { authorName }) },
    ...(reply && { reply: { message: reply.message, createdDate: reply.createdAt, updatedDate: reply.updatedAt } }),
    foundHelpful: review.helpful,
    foundUnhelpful: review.unhelpful,
    helpfulness: review.helpful - review.unhelpful,
    moderation: { moderationStatus: review.status, manuallyChanged: review.manuallyChanged },
    revision: String(review.revision),
    verified: review.verified,
    origin: { type: review.origin, ...(review.originApp !== null && { appId: review.originApp }) },
    reviewDate: review.reviewDate.toISOString(),
    relevanceScore: review.relevance / 1_000_000,
    publishCount: review.publishCount,
  }
}
