import type { EventData, OrderEmailKind } from '@vitrine/contract'
import { type Minor, minor, parseDecimal, sum } from '@vitrine/pricing'
import type { Db } from '../../kernel/db/sql.ts'
import type { EmailMessage } from './email.ts'
import { filesReady, type ReadyFile } from './files-ready.ts'
import { orderChanged } from './order-changed.ts'
import { type OrderFacts, orderConfirmation } from './order-confirmation.ts'
import { orderCanceled, orderRefunded } from './order-news.ts'
import { orderDelivered, orderShipped, pickupReady, type ShipmentFacts } from './order-on-its-way.ts'
import { paymentAsked, paymentReceived, type ReceivedFacts } from './payment-asked.ts'
import { paymentFailed } from './payment-failed.ts'

/** What emails tell beside their order. */
export interface EmailFacts {
  /** What was asked for, and where it is paid; undefined where it was paid since, or is no longer due. */
  readonly findAsked: (db: Db, site: string, collectionId: string) => Promise<{ readonly amount: Minor; readonly url: string } | undefined>
  /** A payment that came. */
  readonly findReceived: (db: Db, site: string, orderId: string, paymentId: string) => Promise<ReceivedFacts | undefined>
  /** What left together; undefined where it was taken back since. */
  readonly findShipment: (db: Db, site: string, orderId: string, fulfillmentId: string) => Promise<ShipmentFacts | undefined>
  /** Opens the files of an order that is paid for, and answers those that can be fetched. */
  readonly openFiles: (site: string, orderId: string) => Promise<readonly ReadyFile[]>
  /** A payment that came to nothing, and where its buyer can try again; undefined where something was paid since. */
  readonly findFailed: (
    db: Db,
    site: string,
    orderId: string,
    paymentId: string,
  ) => Promise<{ readonly amount: Minor; readonly method?: string; readonly payUrl?: string } | undefined>
}

export interface OrderMail {
  readonly to: string
  readonly from: string
  readonly replyTo?: string
  readonly facts: OrderFacts
  /** What was paid and has not gone back, in minor units. */
  readonly paid: Minor
  /** What of it is on its way back. */
  readonly pendingRefund: Minor
  readonly refunded: Minor
}

/** What each email is about beside its order; stored, so that it can be written again. */
export interface EmailAbout {
  readonly ORDER_CONFIRMATION: object
  /** What it came to before, in minor units. */
  readonly ORDER_CHANGED: { readonly total: number }
  readonly ORDER_CANCELED: { readonly message?: string | undefined }
  readonly ORDER_REFUNDED: Pick<EventData<'wix.ecom.v1.order_transactions_refund_completed'>, 'refund'> & {
    readonly message?: string | undefined
  }
  readonly SHIPPED: { readonly fulfillmentId: string }
  readonly TRACKING: { readonly fulfillmentId: string }
  readonly PICKUP_READY: { readonly fulfillmentId: string }
  readonly DELIVERED: { readonly fulfillmentId: string }
  readonly FILES_READY: object
  readonly PAYMENT_ASKED: { readonly collectionId: string; readonly message: string }
  readonly PAYMENT_RECEIVED: { readonly paymentId: string; readonly receiptId?: string | undefined }
  readonly PAYMENT_FAILED: { readonly paymentId: string }
}

/** Emails that are written out of their order; a gift card has its own. */
export type WrittenKind = keyof EmailAbout & OrderEmailKind

type Say = (mail: OrderMail) => EmailMessage
type Compose<About> = (
  facts: EmailFacts,
  of: { readonly db: Db; readonly site: string; readonly orderId: string },
  about: About,
) => Promise<Say | undefined>

const ofShipment =
  (say: (facts: OrderFacts, shipment: ShipmentFacts) => EmailMessage): Compose<{ readonly fulfillmentId: string }> =>
  async ({ findShipment }, { db, site, orderId }, { fulfillmentId }) => {
    const shipment = await findShipment(db, site, orderId, fulfillmentId)
    return shipment && (({ facts }) => say(facts, shipment))
  }

const composers: { readonly [Kind in WrittenKind]: Compose<EmailAbout[Kind]> } = {
  ORDER_CONFIRMATION:
    async () =>
    ({ facts }) =>
      orderConfirmation(facts),
  ORDER_CHANGED:
    async (_, __, { total }) =>
    ({ facts, paid }) =>
      orderChanged(facts, { total: minor(total), paid }),
  ORDER_CANCELED:
    async (_, __, { message }) =>
    ({ facts, paid, pendingRefund, refunded }) =>
      orderCanceled(facts, { message, paid, pendingRefund, refunded }),
  async ORDER_REFUNDED(_, __, { refund, message }) {
    const transactions = (refund.transactions ?? []).filter(({ refundStatus }) => refundStatus === 'SUCCEEDED')
    return ({ facts }) =>
      orderRefunded(facts, {
        amount: sum(transactions.map(({ amount }) => parseDecimal(amount?.amount ?? '0', facts.currency))),
        byHand: transactions.every(({ externalRefund }) => externalRefund),
        reason: refund.details?.reason,
        message,
      })
  },
  SHIPPED: ofShipment((facts, shipment) => orderShipped(facts, shipment, { again: false })),
  TRACKING: ofShipment((facts, shipment) => orderShipped(facts, shipment, { again: true })),
  PICKUP_READY: ofShipment(pickupReady),
  DELIVERED: ofShipment(orderDelivered),
  async FILES_READY({ openFiles }, { site, orderId }) {
    const [first, ...rest] = await openFiles(site, orderId)
    return first && (({ facts }) => filesReady(facts, [first, ...rest]))
  },
  async PAYMENT_ASKED({ findAsked }, { db, site }, { collectionId, message }) {
    const asked = await findAsked(db, site, collectionId)
    return asked && (({ facts }) => paymentAsked(facts, { ...asked, message }))
  },
  async PAYMENT_RECEIVED({ findReceived }, { db, site, orderId }, { paymentId, receiptId }) {
    const received = await findReceived(db, site, orderId, paymentId)
    return received && (({ facts }) => paymentReceived(facts, { ...received, receipt: receiptId }))
  },
  async PAYMENT_FAILED({ findFailed }, { db, site, orderId }, { paymentId }) {
    const failed = await findFailed(db, site, orderId, paymentId)
    return failed && (({ facts }) => paymentFailed(facts, failed))
  },
}

/** How an email is written; undefined where it has nothing to say any more. */
export function compose<Kind extends WrittenKind>(
  facts: EmailFacts,
  of: { readonly db: Db; readonly site: string; readonly orderId: string },
  kind: Kind,
  about: EmailAbout[Kind],
): Promise<Say | undefined> {
  const composer: Compose<EmailAbout[Kind]> = composers[kind]
  return composer(facts, of, about)
}

export const isWritten = (kind: OrderEmailKind): kind is WrittenKind => kind in composers
