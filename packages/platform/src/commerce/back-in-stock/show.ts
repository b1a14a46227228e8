import { type BackInStockAlert, type BackInStockNotificationRequest, BackInStockStatus } from '@vitrine/contract'
import { toDecimal } from '@vitrine/pricing'
import { sql } from '../../kernel/db/sql.ts'
import type { Fields } from '../../kernel/query/filter.ts'
import type { ItemFacts } from './deps.ts'
import type { StoredRequest } from './store.ts'

/** A request as the wire wants it. */
export const showRequest = (request: StoredRequest): BackInStockNotificationRequest => ({
  id: request.id,
  catalogReference: request.reference,
  email: request.email,
  ...(request.contactId && { contactId: request.contactId }),
  status: request.status,
  autoNotified: request.autoNotified,
  createdDate: request.createdAt.toISOString(),
  ...(request.itemUrl && { itemUrl: request.itemUrl }),
})

/** What a buyer is shown of one; of an item that is hidden or gone there are no facts. */
export const showAlert = (
  request: Pick<StoredRequest, 'id' | 'kind' | 'price' | 'currency' | 'status' | 'createdAt' | 'email' | 'productId'>,
  item: ItemFacts | undefined,
): BackInStockAlert => ({
  id: request.id,
  kind: request.kind,
  status: request.status,
  createdDate: request.createdAt.toISOString(),
  email: request.email,
  ...(request.price !== null && request.currency !== null && { price: toDecimal(request.price, request.currency) }),
  productId: request.productId,
  name: item?.name ?? '',
  ...(item?.choices && { choices: item.choices }),
  ...(item?.imageId && { imageId: item.imageId }),
  ...(item && { slug: item.slug }),
})

export const requestId = sql`request.id`
const created = sql`request.created_at`
const contactId = sql`request.contact_id`
const status = sql`request.status`
const autoNotified = sql`request.auto_notified`
const itemUrl = sql`request.item_url`
const none = '00000000-0000-0000-0000-000000000000'

/** By what requests can be filtered and sorted, under the wire's names. */
export const requestFields: Fields = {
  id: { kind: 'id', column: requestId, sort: requestId },
  createdDate: { kind: 'instant', column: created, sort: created },
  contactId: { kind: 'id', column: contactId, nullable: true, sort: sql`coalesce(request.contact_id, ${none}::uuid)` },
  itemUrl: { kind: 'text', column: itemUrl, nullable: true, sort: sql`coalesce(request.item_url, '')` },
  status: { kind: 'text', column: status, sort: status, words: new Set(BackInStockStatus.options) },
  autoNotified: {
    kind: 'flag',
    column: autoNotified,
    sort: sql`request.auto_notified::integer::bigint`,
    sortsAs: 'number',
  },
}

export const newestFirst = [{ fieldName: 'createdDate', order: 'DESC' }] as const
