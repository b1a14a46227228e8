import { parseDecimal } from '@vitrine/pricing'
import type { Clock } from '../../kernel/clock/clock.ts'
import type { Database } from '../../kernel/db/pool.ts'
import type { JobDefinition } from '../../kernel/jobs/jobs.ts'
import type { CodeKeys } from '../gift-cards/code.ts'
import { issueForOrder, type SoldCards } from '../gift-cards/issue.ts'
import { disableUnspent } from '../gift-cards/store.ts'
import { lockOrder } from '../orders/store.ts'
import { type StoredOrder } from '../orders/stored-order.ts'

export interface GiftCardJobsDeps {
  readonly database: Database
  readonly clock: Clock
  readonly keys: CodeKeys
  /** Sends what is due to be mailed in a shop. */
  readonly sendDue: (site: string) => Promise<void>
}

/**
 * An order that sells gift cards gets them when it is paid; cancelled, it loses those of which nothing was spent. A card whose email is due when
 * it is made, or that is to be mailed again, is mailed then and there.
 */
export const giftCardJobs = ({ database, clock, keys, sendDue }: GiftCardJobsDeps): JobDefinition[] => [
  {
    queue: 'gift-cards-of-order',
    on: ['wix.ecom.v1.order_approved', 'wix.ecom.v1.order_payment_status_updated', 'wix.ecom.v1.order_canceled'],
    when: ({ type, payload }) => type === 'wix.ecom.v1.order_canceled' || payload['giftCards'] === true,
    async run({ site, entityId }) {
      await database.transact(async (db) => {
        const order = await lockOrder(db, site, entityId)
        const lines = order ? cardsOf(order) : []
        if (!order || lines.length === 0) return
        const context = { db, site, now: clock.now() }
        if (order.status === 'CANCELED') await disableUnspent(context, order.id)
        if (order.status !== 'APPROVED' || order.paymentStatus !== 'PAID') return
        const buyerName = order.document.billingInfo?.contactDetails?.firstName
        await issueForOrder(context, keys, { ...order, buyerName }, lines)
      })
    },
  },
  {
    queue: 'gift-card-emails-at-once',
    on: ['wix.gift_cards.v1.gift_card_created', 'wix.gift_cards.v1.gift_card_updated'],
    when: ({ payload }) => payload['emailDue'] === true,
    run: ({ site }) => sendDue(site),
  },
]

/** What was sold says what is on a card, until when, and for whom; a thing of the catalogue that is a gift card is worth its price. */
const cardsOf = ({ document, currency }: StoredOrder): readonly SoldCards[] =>
  document.lineItems.flatMap(({ id, quantity, price, itemType, image }) => {
    if (itemType?.preset !== 'GIFT_CARD' || !price) return []
    const terms = document.giftCards?.[id]
    const picture = image?.url ? { url: image.url, alt: image.altText ?? '' } : undefined
    return [
      {
        lineItemId: id,
        quantity: quantity ?? 1,
        value: parseDecimal(price.amount, currency),
        ...terms,
        ...(picture && { picture }),
      },
    ]
  })
