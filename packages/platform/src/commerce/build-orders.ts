import type { Kernel } from '../kernel/kernel.ts'
import type { Selling } from './build-selling.ts'
import { draftAdminOperations } from './draft-orders/admin-operations.ts'
import { draftOrderOperations } from './draft-orders/operations.ts'
import { findPaidWith, findReusableCoupons } from './flows/buyers-refunds.ts'
import { buyersSubscriptions } from './flows/buyers-subscriptions.ts'
import { draftAdminDeps, draftDeps } from './flows/draft-orders.ts'
import { findShipments, fulfillmentDeps } from './flows/fulfilling.ts'
import { membersSubscriptions } from './flows/my-subscriptions.ts'
import type { Downloading } from './flows/order-downloads.ts'
import type { Invoicing } from './flows/order-invoices.ts'
import { heldPayments, paidByHand } from './flows/order-payments.ts'
import { completeCheckout, findCard, findPromise, stock } from './flows/place-order.ts'
import { perks } from './flows/redemptions.ts'
import { subscriptionDeps } from './flows/subscriptions.ts'
import { fulfillmentOperations } from './fulfillment/operations.ts'
import { invoiceOperations } from './invoices/operations.ts'
import { type BuyerDeps, buyerOperations } from './orders/buyer.ts'
import { cachedOrders } from './orders/cached-orders.ts'
import { orderOperations } from './orders/operations.ts'
import { orderSettingsOperations } from './orders/settings.ts'
import { emailPendingRefunds, endPromises } from './payments/store.ts'
import { findReturnsAbout } from './returns/store.ts'
import { mySubscriptionOperations } from './subscriptions/mine.ts'
import { subscriptionOperations } from './subscriptions/operations.ts'

export interface OrderParts extends Pick<BuyerDeps, 'provesOrder'> {
  /** Where something that was asked for is paid. */
  readonly paymentLink: (site: string, collectionId: string) => Promise<string>
  readonly downloads: Downloading
  readonly invoices: Invoicing
}

const megabyte = 1024 * 1024

/** Orders, from their drafts to what is handed over, invoiced and comes again. */
export const orderOperationsOf = (
  { commerce }: Kernel,
  { openPricing }: Selling,
  { paymentLink, provesOrder, downloads, invoices }: OrderParts,
) => ({
  ...orderOperations({
    saved: cachedOrders(64 * megabyte),
    commerce,
    stock,
    perks,
    heldPayments,
    endPromises,
    emailPendingRefunds,
    openPricing,
    completeCheckout,
    paidByHand,
  }),
  ...orderSettingsOperations,
  ...draftOrderOperations(draftDeps({ openPricing, stock, paidByHand })),
  ...draftAdminOperations(draftAdminDeps({ openPricing, stock, paidByHand, paymentLink })),
  ...fulfillmentOperations(fulfillmentDeps),
  ...buyerOperations({
    ...buyersSubscriptions(openPricing, paymentLink),
    provesOrder,
    findCard,
    findPromise,
    findPaidWith,
    findReusableCoupons,
    findReturns: findReturnsAbout,
    findShipments,
    findDownloads: downloads.list,
    renewDownload: downloads.renew,
    invoiceLink: invoices.linkForBuyer,
    creditNotes: invoices.creditNotesForBuyer,
  }),
  ...invoiceOperations(invoices.deps),
  ...subscriptionOperations(subscriptionDeps(openPricing)),
  ...mySubscriptionOperations(membersSubscriptions(openPricing, paymentLink)),
})
