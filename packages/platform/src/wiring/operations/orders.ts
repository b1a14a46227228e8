import type { Db } from '../../db/sql.ts'
import { draftAdminOperations } from '../../draft-orders/admin-operations.ts'
import { draftOrderOperations } from '../../draft-orders/operations.ts'
import { fulfillmentOperations } from '../../fulfillment/operations.ts'
import { invoiceOperations } from '../../invoices/operations.ts'
import { type BuyerDeps, buyerOperations } from '../../orders/buyer.ts'
import { keptOrders } from '../../orders/kept.ts'
import { orderOperations } from '../../orders/operations.ts'
import { endPromises } from '../../payments/store.ts'
import type { OpenTill } from '../../selling/till.ts'
import type { CommerceSettings } from '../../settings/sections.ts'
import { findMail } from '../../staff/store.ts'
import { mySubscriptionOperations } from '../../subscriptions/mine.ts'
import { subscriptionOperations } from '../../subscriptions/operations.ts'
import { buyersSubscriptions } from '../buyers-subscriptions.ts'
import type { Downloading } from '../downloading.ts'
import { draftAdminDeps, draftDeps } from '../drafting.ts'
import { findParcels, fulfillmentDeps } from '../fulfilling.ts'
import type { Invoicing } from '../invoicing.ts'
import { membersSubscriptions } from '../my-subscriptions.ts'
import { completeCheckout, findCard, findPromise, stock } from '../ordering.ts'
import { heldPayments, paidByHand } from '../paid.ts'
import { perks } from '../perks.ts'
import { subscriptionDeps } from '../subscriptions.ts'

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
