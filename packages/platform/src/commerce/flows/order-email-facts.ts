import { minor } from '@vitrine/pricing'
import type { Clock } from '../../kernel/clock/clock.ts'
import type { Database } from '../../kernel/db/pool.ts'
import type { EmailActivity, MailJobsDeps, OrderEmailDeps } from '../../shop/index.ts'
import { checkoutUrl } from '../checkout/operations.ts'
import { findCheckout } from '../checkout/store.ts'
import { carrierName } from '../fulfillment/carriers.ts'
import { waitingAfter } from '../fulfillment/rules.ts'
import { findFulfillments } from '../fulfillment/store.ts'
import { addActivities, addActivityOnce, findOrder } from '../orders/store.ts'
import { booksOf, takenOf } from '../payments/books.ts'
import { findActions, findCollection, findPayments } from '../payments/store.ts'
import { linesToFulfil } from './fulfilling.ts'
import type { Downloading } from './order-downloads.ts'
import { methodOf } from './order-emails.ts'

export interface EmailsDeps {
  readonly database: Database
  readonly clock: Clock
  readonly origin: string
  readonly downloads: Downloading
  /** Where something that was asked for is paid. */
  readonly paymentLink: (site: string, collectionId: string) => Promise<string>
}

/** What emails tell beside their order. */
export const emails = ({
  database,
  clock,
  origin,
  downloads,
  paymentLink,
}: EmailsDeps): Pick<MailJobsDeps, 'findShipment' | 'openFiles' | 'findFailed' | 'findAsked' | 'findReceived'> => ({
  async findShipment(db, site, orderId, fulfillmentId) {
    const all = await findFulfillments(db, site, [orderId])
    const nth = all.findIndex(({ id }) => id === fulfillmentId)
    const found = all[nth]
    const order = found && (await findOrder(db, site, orderId))
    if (!order) return undefined
    const { shippingProvider, trackingNumber, trackingLink } = found.tracking ?? {}
    const since = found.reached.SENT ?? found.reached.READY
    return {
      earlier: all.slice(0, nth).some(({ completed }) => completed),
      waiting: waitingAfter({ lines: linesToFulfil(order) }, all.slice(0, nth + 1)),
      units: found.lines.map(({ id, quantity }) => ({ lineId: id, quantity })),
      ...(shippingProvider !== undefined && { carrier: carrierName(shippingProvider) }),
      ...(trackingNumber !== undefined && { trackingNumber }),
      ...(trackingLink !== undefined && { trackingLink }),
      sentAt: since === undefined ? found.createdAt : new Date(since),
    }
  },

  async openFiles(site, orderId) {
    const open = await database.transact((db) => downloads.open({ db, site, now: clock.now() }, orderId))
    return open.flatMap(({ fileName, sizeInBytes, link, expirationDate, downloadsLeft }) =>
      link !== undefined && expirationDate !== undefined
        ? [{ name: fileName ?? 'File', bytes: sizeInBytes ?? 0, link, until: new Date(expirationDate), times: downloadsLeft ?? 1 }]
        : [],
    )
  },

  async findFailed(db, site, orderId, paymentId) {
    const order = await findOrder(db, site, orderId)
    if (!order || order.status === 'CANCELED' || order.paymentStatus === 'PAID') return undefined
    const failed = (await findPayments(db, site, orderId)).find(({ id }) => id === paymentId)
    if (!failed) return undefined
    const checkout = order.status === 'INITIALIZED' && order.checkoutId ? await findCheckout(db, site, order.checkoutId) : undefined
    const method = methodOf(failed)
    return { amount: minor(failed.amount), ...(method && { method }), ...(checkout && { payUrl: checkoutUrl(origin, checkout) }) }
  },

  async findAsked(db, site, collectionId) {
    const collection = await findCollection(db, site, collectionId)
    const order = collection && (await findOrder(db, site, collection.orderId))
    if (!order || order.status === 'CANCELED' || order.status === 'REJECTED') return undefined
    const payments = await findPayments(db, site, order.id)
    const paid = payments.some(
      ({ status, document }) => document.collectionId === collectionId && (status === 'APPROVED' || status === 'AUTHORIZED'),
    )
    return paid ? undefined : { amount: minor(collection.amount), url: await paymentLink(site, collectionId) }
  },

  async findReceived(db, site, orderId, paymentId) {
    const order = await findOrder(db, site, orderId)
    const [payments, actions] = [await findPayments(db, site, orderId), await findActions(db, site, orderId)]
    const payment = payments.find(({ id }) => id === paymentId)
    const amount = payment ? takenOf(payment, actions) : 0
    if (!order || !payment || amount === 0) return undefined
    const { paid, authorized } = booksOf(payments, actions)
    const method = methodOf(payment)
    return { amount: minor(amount), rest: minor(Math.max(0, order.total - paid - authorized)), ...(method && { method }) }
  },
})

/** Writes down that an email about an order was delivered. */
export const emailActivities =
  ({ database, clock }: Pick<EmailsDeps, 'database' | 'clock'>) =>
  (site: string, { orderId, id, type, more }: EmailActivity): Promise<void> =>
    addActivityOnce(database, site, orderId, id, clock.now(), { type, activityType: type, ...more })

/** What orders are to those who send their emails again. */
export const emailsOfOrders = (appId: string): Pick<OrderEmailDeps, 'findOrder' | 'tell' | 'appId'> => ({
  appId,
  async findOrder(db, site, id) {
    const order = await findOrder(db, site, id)
    if (!order || order.status === 'INITIALIZED') return undefined
    const isPaid = order.paymentStatus === 'PAID' || order.total === 0
    return { email: order.email, hasFiles: isPaid && order.document.lineItems.some(({ digitalFile }) => digitalFile !== undefined) }
  },
  tell: ({ db, site, now }, orderId, activity) => addActivities(db, site, orderId, now, [activity]),
})
