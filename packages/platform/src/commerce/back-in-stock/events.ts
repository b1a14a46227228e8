import type { Context } from '../../kernel/db/context.ts'
import { append } from '../../kernel/events/outbox.ts'
import { showRequest } from './show.ts'
import type { StoredRequest } from './store.ts'

const isForStock = ({ kind }: StoredRequest): boolean => kind === 'STOCK'

/** What happened to requests for what is sold out: there are no news of those about a price. The news say which they are and how they stand, never whose: news outlive requests. */
export async function tell(
  { db, site, now }: Context,
  what: 'created' | 'updated' | 'deleted',
  requests: readonly StoredRequest[],
): Promise<void> {
  await append(
    db,
    site,
    now,
    requests.filter(isForStock).map((request) => {
      const { email: _, contactId: __, itemUrl: ___, ...named } = showRequest(request)
      return {
        type: `wix.ecom.v1.back_in_stock_notification_request_${what}` as const,
        entityId: request.id,
        payload: what === 'deleted' ? {} : named,
      }
    }),
  )
}
