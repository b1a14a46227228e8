import { draftAdminOperations } from '../../commerce/draft-orders/admin-operations.ts'
import { draftOrderOperations } from '../../commerce/draft-orders/operations.ts'
import { buyersSubscriptions } from '../../commerce/flows/buyers-subscriptions.ts'
import { draftAdminDeps, draftDeps } from '../../commerce/flows/draft-orders.ts'
import { findParcels, fulfillmentDeps } from '../../commerce/flows/fulfilling.ts'
import { membersSubscriptions } from '../../commerce/flows/my-subscriptions.ts'
import type { Downloading } from '../../commerce/flows/order-downloads.ts'
import type { Invoicing } from '../../commerce/flows/order-invoices.ts'
import { heldPayments, paidByHand } from '../../commerce/flows/order-payments.ts'
import { completeCheckout, findCard, findPromise, stock } from '../../commerce/flows/place-order.ts'
import { perks } from '../../commerce/flows/redemptions.ts'
import { subscriptionDeps } from '../../commerce/flows/subscriptions.ts'
import { fulfillmentOperations } from '../../commerce/fulfillment/operations.ts'
import { invoiceOperations } from '../../commerce/invoices/operations.ts'
import { type BuyerDeps, buyerOperations } from '../../commerce/orders/buyer.ts'
import { keptOrders } from '../../commerce/orders/cached-orders.ts'
import { orderOperations } from '../../commerce/orders/operations.ts'
import { endPromises } from '../../commerce/payments/store.ts'
import type { OpenTill } from '../../commerce/selling/pricing-context.ts'
import { mySubscriptionOperations } from '../../commerce/subscriptions/mine.ts'
import { subscriptionOperations } from '../../commerce/subscriptions/operations.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { CommerceSettings } from '../../kernel/settings/sections.ts'
import { findMail } from '../../people/staff/store.ts'

export interface OrdersDeps extends Pick<BuyerDeps, 'provesOrder'> {
  readonly openTill: OpenTill
  readonly commerce: (db: Db, site: string) => Promise<CommerceSettings>
  /** Where something that was asked for is paid. */
  readonly paymentLink: (site: string, collectionId: string) => Promise<string>
  readonly downloads: Downloading
  readonly invoices: Invoicing
}

const megabyte = 1024 * 1024

/** Orders, from their drafts to what is handed over, invoiced and comes again. */
export const ordersOperations = ({ openTill, commerce, paymentLink, provesOrder, downloads, invoices }: OrdersDeps) => ({
  ...orderOperations({
    kept: keptOrders(64 * megabyte),
    commerce,
    staffEmail: findMail,
    stock,
    perks,
    heldPayments,
    endPromises,
    openTill,
    completeCheckout,
    paidByHand,
  }),
  ...draftOrderOperations(draftDeps({ openTill, stock, paidByHand })),
  ...draftAdminOperations(draftAdminDeps({ openTill, stock, paidByHand, paymentLink })),
  ...fulfillmentOperations(fulfillmentDeps),
  ...buyerOperations({
    ...buyersSubscriptions(openTill, paymentLink),
    provesOrder,
    findCard,
    findPromise,
    findParcels,
    findDownloads: downloads.list,
    renewDownload: downloads.renew,
    invoiceLink: invoices.linkForBuyer,
  }),
  ...invoiceOperations(invoices.deps),
  ...subscriptionOperations(subscriptionDeps(openTill)),
  ...mySubscriptionOperations(membersSubscriptions(openTill, paymentLink)),
})
