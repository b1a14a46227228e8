import { type NewsletterConsent, NewsletterState, type NewsletterSubscriber } from '@vitrine/contract'
import { sql } from '../../kernel/db/sql.ts'
import type { Fields } from '../../kernel/query/filter.ts'
import type { StoredSubscriber } from './store.ts'

export const showSubscriber = (
  { id, email, state, createdAt, askedAt, confirmedAt, unsubscribedAt, memberId }: StoredSubscriber,
  consents: readonly NewsletterConsent[],
): NewsletterSubscriber => ({
  id,
  email,
  state,
  createdDate: createdAt.toISOString(),
  askedDate: askedAt.toISOString(),
  ...(confirmedAt && { confirmedDate: confirmedAt.toISOString() }),
  ...(unsubscribedAt && { unsubscribedDate: unsubscribedAt.toISOString() }),
  ...(memberId && { memberId }),
  consents: [...consents],
})

export const subscriberId = sql`subscriber.id`
const created = sql`subscriber.created_at`
const state = sql`subscriber.state`

/** By what subscribers can be filtered and sorted. */
export const subscriberFields: Fields = {
  id: { kind: 'id', column: subscriberId, sort: subscriberId },
  createdDate: { kind: 'instant', column: created, sort: created },
  state: { kind: 'text', column: state, sort: state, words: new Set(NewsletterState.options) },
  email: { kind: 'text', column: sql`subscriber.email_key`, sort: sql`subscriber.email_key` },
}

export const newestFirst = [{ fieldName: 'createdDate', order: 'DESC' }] as const
