import type { OrderLineItem, PaymentStatus } from '@vitrine/contract'
import type { Happening } from '../../kernel/events/outbox.ts'
import type { NewActivity } from './store.ts'
import type { StoredOrder } from './stored-order.ts'

/** Files, gift cards and amounts that somebody named go by themselves, as soon as they are paid for: nobody has to hand them over. */
export const goesByItself = ({ itemType }: Pick<OrderLineItem, 'itemType'>): boolean =>
  itemType?.preset === 'DIGITAL' || itemType?.preset === 'GIFT_CARD' || itemType?.preset === 'CUSTOM_AMOUNT_ITEM'

/** What it means for an order that its payments come to this now: one of nothing but files and gift cards is fulfilled when it is paid. */
export function settled(before: StoredOrder, paymentStatus: PaymentStatus) {
  const done =
    paymentStatus === 'PAID' &&
    before.fulfillmentStatus === 'NOT_FULFILLED' &&
    before.document.lineItems.length > 0 &&
    before.document.lineItems.every(goesByItself)
  const fulfillmentStatus = done ? ('FULFILLED' as const) : before.fulfillmentStatus
  const activities: NewActivity[] = done ? [{ type: 'ORDER_FULFILLED', activityType: 'ORDER_FULFILLED' }] : []
  const happenings: Happening[] = []
  if (before.paymentStatus !== paymentStatus)
    happenings.push({
      type: 'wix.ecom.v1.order_payment_status_updated',
      entityId: before.id,
      payload: { previousPaymentStatus: before.paymentStatus, newPaymentStatus: paymentStatus, ...goodsNews(before) },
    })
  if (done)
    happenings.push({
      type: 'wix.ecom.v1.order_fulfilled',
      entityId: before.id,
      payload: { previousFulfillmentStatus: before.fulfillmentStatus, newFulfillmentStatus: fulfillmentStatus, action: 'PAYMENT' },
    })
  return { fulfillmentStatus, activities, happenings }
}

/** Said where there are files to be fetched or gift cards to be written, so that nobody else has to look. */
export const goodsNews = ({
  document: { lineItems },
}: Pick<StoredOrder, 'document'>): { readonly files?: true; readonly giftCards?: true } => ({
  ...(lineItems.some(({ digitalFile }) => digitalFile) && { files: true }),
  ...(lineItems.some(({ itemType }) => itemType?.preset === 'GIFT_CARD') && { giftCards: true }),
})
