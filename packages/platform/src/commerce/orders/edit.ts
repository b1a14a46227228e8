import type { OrderChange, OrderPriceSummary } from '@vitrine/contract'
import { isSame } from '../../kernel/canonical.ts'
import type { Context } from '../../kernel/db/context.ts'
import { newId } from '../../kernel/db/id.ts'
import { append } from '../../kernel/events/outbox.ts'
import { type Caller, nameOf } from '../../kernel/http/caller.ts'
import type { Amounts } from '../selling/amounts.ts'
import { ownerOf } from '../selling/owner.ts'
import { settled } from './automatic-fulfillment.ts'
import { type BooksOfOrder, balance, nothingPaid, paymentStatusOf } from './books.ts'
import { addActivitiesNow, type NewActivity, saveOrder } from './store.ts'
import { type OrderDocument, type StockItemOfLine, type StoredOrder } from './stored-order.ts'

/** What is agreed of an order when it is written, from scratch or anew. */
export interface Agreement {
  readonly total: number
  readonly stockItems: readonly StockItemOfLine[]
  readonly document: Pick<
    OrderDocument,
    | 'lineItems'
    | 'appliedDiscounts'
    | 'additionalFees'
    | 'shippingInfo'
    | 'taxInfo'
    | 'taxIncludedInPrices'
    | 'reasons'
    | 'due'
    | 'buyerInfo'
    | 'recipientInfo'
    | 'billingInfo'
    | 'businessLocation'
    | 'extendedFields'
  > & { readonly priceSummary: OrderPriceSummary }
}

export interface EditOfOrder {
  readonly draftOrderId: string
  readonly reason?: string
  readonly agreement: Agreement
  readonly changes: readonly OrderChange[]
  readonly books: BooksOfOrder
  /** How much of it is handed over then, and what its story says of that. */
  readonly fulfillment: { readonly status: StoredOrder['fulfillmentStatus']; readonly activities: readonly NewActivity[] }
  readonly tellsBuyer: boolean
  readonly tellsStory: boolean
}

/** Writes an order anew, as it was agreed this time. Its units are for somebody else to move. */
export async function writeAnew(context: Context, order: StoredOrder, edit: EditOfOrder, money: Amounts): Promise<StoredOrder> {
  const { db, site, now } = context
  const { agreement, books, fulfillment } = edit
  const {
    shippingInfo: _,
    billingInfo: __,
    recipientInfo: ___,
    businessLocation: ____,
    payAfterFreeTrial: _____,
    ...before
  } = order.document
  const paymentStatus = paymentStatusOf(agreement.total, books)
  const email = agreement.document.buyerInfo?.email ?? ''
  const edited: StoredOrder = {
    ...order,
    email,
    total: agreement.total,
    stockItems: agreement.stockItems,
    fulfillmentStatus: fulfillment.status,
    document: { ...before, ...agreement.document, balanceSummary: balance(agreement.total, books, money) },
    revision: order.revision + 1,
    updatedAt: now,
  }
  const end = settled({ ...edited, paymentStatus: order.paymentStatus }, paymentStatus)
  const saved: StoredOrder = { ...edited, paymentStatus, fulfillmentStatus: end.fulfillmentStatus }
  await saveOrder(db, site, saved)
  const moved =
    !isSame(order.document.recipientInfo, saved.document.recipientInfo) ||
    !isSame(order.document.shippingInfo?.logistics, saved.document.shippingInfo?.logistics)
  const { draftOrderId, reason } = edit
  const story: NewActivity[] = edit.tellsStory
    ? [
        {
          type: 'DRAFT_ORDER_CHANGES_APPLIED',
          activityType: 'DRAFT_ORDER_CHANGES_APPLIED',
          draftOrderChangesApplied: { draftOrderId, ...(reason && { reason }), changes: [...edit.changes] },
        },
        ...(moved ? [{ type: 'SHIPPING_ADDRESS_EDITED' as const, activityType: 'SHIPPING_ADDRESS_EDITED' as const }] : []),
        ...(email !== order.email ? [{ type: 'EMAIL_EDITED' as const, activityType: 'EMAIL_EDITED' as const }] : []),
      ]
    : []
  const paid: NewActivity[] =
    paymentStatus === 'PAID' && order.paymentStatus !== 'PAID' ? [{ type: 'ORDER_PAID', activityType: 'ORDER_PAID' }] : []
  await addActivitiesNow(context, order.id, [...story, ...paid, ...fulfillment.activities, ...end.activities])
  await append(db, site, now, [
    {
      type: 'wix.ecom.v1.order_updated',
      entityId: order.id,
      payload: { revision: saved.revision, ...(edit.tellsBuyer && { edited: { total: saved.total } }) },
    },
    {
      type: 'wix.ecom.v1.order_committed',
      entityId: order.id,
      payload: { revision: saved.revision, draftOrderId, commitDate: now.toISOString() },
    },
    ...end.happenings,
    ...(saved.fulfillmentStatus === 'FULFILLED' && order.fulfillmentStatus !== 'FULFILLED' && end.activities.length === 0
      ? [
          {
            type: 'wix.ecom.v1.order_fulfilled' as const,
            entityId: order.id,
            payload: { previousFulfillmentStatus: order.fulfillmentStatus, newFulfillmentStatus: 'FULFILLED', action: 'EDIT' },
          },
        ]
      : []),
  ])
  return saved
}

export interface NewOfDraft {
  readonly agreement: Agreement
  readonly purchaseFlowId: string
  readonly channelInfo: NonNullable<OrderDocument['channelInfo']>
  readonly editableBy?: readonly string[]
  /** Until something is paid. */
  readonly waits: boolean
  /** All of it came by other means. */
  readonly paid: boolean
  readonly locale: string
  readonly weightUnit: OrderDocument['weightUnit']
}

/** An order as it was agreed, from scratch; its number is for its keeper to give. */
export function newOrderOf(
  { now }: Pick<Context, 'now'>,
  caller: Caller,
  { agreement, purchaseFlowId, channelInfo, editableBy, waits, paid, locale, weightUnit }: NewOfDraft,
  money: Amounts,
): Omit<StoredOrder, 'number'> {
  const { total, stockItems, document } = agreement
  const { memberId, visitorId, email } = document.buyerInfo ?? {}
  const language = locale.slice(0, 2)
  const books = paid ? { ...nothingPaid, paid: total } : nothingPaid
  return {
    id: newId(),
    checkoutId: null,
    checkoutRevision: null,
    owner: memberId ? `member:${memberId}` : visitorId ? `visitor:${visitorId}` : nameOf(caller),
    guests: [],
    email: email ?? '',
    status: waits ? 'PENDING' : 'APPROVED',
    paymentStatus: paymentStatusOf(total, books),
    fulfillmentStatus: 'NOT_FULFILLED',
    currency: money.currency,
    total,
    holdsStock: true,
    stockItems,
    revision: 1,
    trackingNumbers: [],
    document: {
      ...document,
      createdBy: ownerOf(nameOf(caller)),
      currency: money.currency,
      currencyConversionDetails: { originalCurrency: money.currency, conversionRate: '1' },
      weightUnit,
      buyerLanguage: language,
      siteLanguage: language,
      attributionSource: 'UNSPECIFIED',
      channelInfo,
      customFields: [],
      balanceSummary: balance(total, books, money),
      purchaseFlowId,
      purchasedDate: now.toISOString(),
      archived: false,
      seenByAHuman: false,
      imported: false,
      tags: { privateTags: { tagIds: [] }, tags: { tagIds: [] } },
      ...(editableBy && { editableBy }),
    },
    createdAt: now,
    updatedAt: now,
  }
}
