import { ModerationStatus, ReviewOriginType } from '@vitrine/contract'
import { sql } from '../../kernel/db/sql.ts'
import type { Fields } from '../../kernel/query/filter.ts'

const among = ['$eq', '$in', '$ne'] as const
const compared = ['$eq', '$gt', '$gte', '$in', '$lt', '$lte', '$ne'] as const
const either = ['$eq', '$ne'] as const

export const reviewId = sql`review.id`
const contactId = sql`review.contact_id`
const entityId = sql`review.entity_id`
const namespace = sql`review.namespace`
const status = sql`review.status`
const created = sql`review.created_at`
const rating = sql`review.rating`
const helpfulness = sql`review.helpfulness`
const relevance = sql`review.relevance`
const origin = sql`review.origin`
const verified = sql`review.verified`
const mediaCount = sql`nullif(review.media_count, 0)`

/** By what reviews can be filtered and sorted, under the wire's names. */
export const reviewFields: Fields = {
  id: { kind: 'id', column: reviewId, operators: among },
  'author.contactId': { kind: 'id', column: contactId, nullable: true, operators: among },
  entityId: { kind: 'text', column: entityId, operators: among },
  namespace: { kind: 'text', column: namespace, operators: among },
  'moderation.moderationStatus': { kind: 'text', column: status, words: new Set(ModerationStatus.options), operators: among },
  createdDate: { kind: 'instant', column: created, sort: created, operators: compared },
  'content.rating': { kind: 'number', column: rating, sort: rating, places: 0, operators: compared },
  helpfulness: { kind: 'number', column: helpfulness, sort: helpfulness, places: 0, operators: compared },
  relevanceScore: { kind: 'number', column: relevance, sort: relevance, places: 6, operators: compared },
  'origin.type': { kind: 'text', column: origin, sort: origin, words: new Set(ReviewOriginType.options), operators: either },
  verified: { kind: 'flag', column: verified, sort: sql`review.verified::integer::bigint`, sortsAs: 'number', operators: either },
  'content.media': { kind: 'number', column: mediaCount, nullable: true, places: 0, operators: ['$eq', '$ne', '$exists', '$isEmpty'] },
}

export const mostRelevantFirst = [{ fieldName: 'relevanceScore', order: 'DESC' }] as const
