import type {
  BuyersSubscription,
  OrderDetails,
  OrderDownload,
  OrderShipment,
  orderStatus,
  PublicOrder,
  SubscriptionCancellation,
} from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { append } from '../../kernel/events/outbox.ts'
import type { Actor } from '../../kernel/http/caller.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { mayRead } from './operations.ts'
import { askedFor, askToCancel, findAskedToCancel, isSameRequest, unitsToCancel } from './requests.ts'
import { addActivitiesNow, findOrder, findPlacedByNumber, lockOrder } from './store.ts'
import { type StoredOrder } from './stored-order.ts'
import { type ShipmentOnTheWay, timeline } from './timeline.ts'

export interface BuyerDeps {
  /** Whether a link's token proves that its holder was given this order. */
  readonly provesOrder: (site: string, token: string, orderId: string) => Promise<boolean>
  /** The card that paid for an order. */
  readonly findCard: (db: Db, site: string, orderId: string) => Promise<OrderDetails['card'] | undefined>
  /** How it is to be paid by hand, as long as it is not. */
  readonly findPromise: (db: Db, site: string, orderId: string) => Promise<OrderDetails['toPay']>
  readonly findPaidWith: (db: Db, site: string, orderId: string) => Promise<OrderDetails['paidWith']>
  /** The codes that could be used again if this order had not used them. */
  readonly findReusableCoupons: (context: Context, order: StoredOrder) => Promise<string[]>
  readonly findReturns: (db: Db, site: string, orderId: string) => Promise<OrderDetails['returns']>
  readonly findShipments: (db: Db, site: string, orderId: string) => Promise<readonly BuyersShipment[]>
  readonly findDownloads: (context: Context, order: StoredOrder) => Promise<OrderDownload[]>
  readonly renewDownload: (
    context: Context,
    orderId: string,
    lineItemId: string,
  ) => Promise<OrderDownload | Refusal<'ORDER_NOT_FOUND' | 'ORDER_LINE_ITEM_NOT_FOUND' | 'DOWNLOAD_NOT_PAID'>>
  readonly findSubscriptions: (db: Db, site: string, order: StoredOrder) => Promise<BuyersSubscription[]>
  readonly endSubscription: (
    context: Context,
    order: StoredOrder,
    subscriptionId: string,
    when: SubscriptionCancellation,
  ) => Promise<Refusal<'SUBSCRIPTION_CONTRACT_NOT_FOUND' | 'SUBSCRIPTION_CANCELLATION_NOT_ALLOWED'> | undefined>
  /** Where what it owes can be paid, as long as it is asked for. */
  readonly findPayLink: (db: Db, site: string, order: StoredOrder) => Promise<string | undefined>
  /** Where the invoice of an order can be fetched for a while; undefined as long as there is nothing to be invoiced. */
  readonly invoiceLink: (site: string, order: StoredOrder) => Promise<string | undefined>
  /** The credit notes of an order's invoice, and where they can be fetched for a while. */
  readonly creditNotes: (db: Db, site: string, orderId: string) => Promise<readonly { readonly number: string; readonly link: string }[]>
}

export interface BuyersShipment extends ShipmentOnTheWay {
  readonly shown: OrderShipment
}

/** What buyers see of their orders, and ask for, with an account or without one. */
export function buyerOperations(deps: BuyerDeps): Handlers<typeof orderStatus> {
  const {
    provesOrder,
    findCard,
    findPromise,
    findPaidWith,
    findReusableCoupons,
    findReturns,
    findShipments,
    findDownloads,
    renewDownload,
    invoiceLink,
    creditNotes,
    findSubscriptions,
    endSubscription,
    findPayLink,
  } = deps

  async function whole(context: Context, order: StoredOrder): Promise<PublicOrder> {
    const { db, site } = context
    const [card, toPay, paidWith, shipments, downloads, link, credits, asked, subscriptions, payLink] = [
      await findCard(db, site, order.id),
      await findPromise(db, site, order.id),
      await findPaidWith(db, site, order.id),
      await findShipments(db, site, order.id),
      await findDownloads(context, order),
      await invoiceLink(site, order),
      await creditNotes(db, site, order.id),
      await findAskedToCancel(db, site, order.id),
      await findSubscriptions(db, site, order),
      await findPayLink(db, site, order),
    ]
    const { email, document } = order
    const may = mayAsk(order, shipments)
    return {
      ...publicOrder(order, shipments),
      details: {
        ...(email && { email }),
        ...(card && { card }),
        ...(toPay && { toPay }),
        lineItems: document.lineItems,
        priceSummary: document.priceSummary ?? {},
        ...(document.shippingInfo && { shippingInfo: document.shippingInfo }),
        ...(document.billingInfo && { billingInfo: document.billingInfo }),
        ...(document.recipientInfo && { recipientInfo: document.recipientInfo }),
        ...(document.buyerNote && { buyerNote: document.buyerNote }),
        customFields: document.customFields ?? [],
        taxIncludedInPrices: document.taxIncludedInPrices,
        appliedDiscounts: document.appliedDiscounts,
        additionalFees: document.additionalFees,
        ...(document.taxInfo && { taxInfo: document.taxInfo }),
        ...(document.balanceSummary && { balanceSummary: document.balanceSummary }),
        downloads,
        shipments: shipments.map(({ shown }) => shown),
        subscriptions,
        ...(payLink !== undefined && { payLink }),
        ...(link !== undefined && { invoiceLink: link }),
        creditNotes: [...credits],
        ...(asked?.lines && { cancellationLines: asked.lines.map((line) => ({ ...line })) }),
        cancellation: asked ? 'ASKED' : may ? 'POSSIBLE' : 'TOO_LATE',
        paidWith,
        returns: await findReturns(db, site, order.id),
        reusableCoupons: may ? await findReusableCoupons(context, order) : [],
        reasons: [...(document.reasons ?? [])],
      },
    }
  }

  return {
    async 'GET /vitrine/v1/orders/{id}/status'({ id, token, email }, { db, site, caller, merchant, now }) {
      const order = await findOrder(db, site, id)
      if (!order) return refuse('ORDER_NOT_FOUND')
      if (isTheirs({ caller, merchant }, order, email)) return { order: await whole({ db, site, now }, order) }
      if (token === undefined || !(await provesOrder(site, token, id))) return refuse('ORDER_NOT_FOUND')
      return { order: publicOrder(order, await findShipments(db, site, id)) }
    },

    async 'GET /vitrine/v1/orders/find'({ number, email }, { db, site }) {
      const order = /^\d{1,9}$/.test(number) ? await findPlacedByNumber(db, site, Number(number)) : undefined
      return order && isEmailOf(order, email) ? { orderId: order.id } : refuse('ORDER_NOT_FOUND')
    },

    async 'POST /vitrine/v1/orders/{id}/request-cancellation'({ id, email, reason, lineItems }, { db, site, caller, merchant, now }) {
      const order = await lockOrder(db, site, id)
      if (!order || !isTheirs({ caller, merchant }, order, email)) return refuse('ORDER_NOT_FOUND')
      if (order.status === 'CANCELED') return refuse('ORDER_CANCELED')
      const before = await findAskedToCancel(db, site, id)
      const wanted = askedFor(order.document.lineItems, before, lineItems ?? undefined)
      if (wanted instanceof Refusal) return wanted
      if (!isSameRequest(before, wanted)) {
        if (!mayAsk(order, await findShipments(db, site, id))) return refuse('CANCELLATION_TOO_LATE')
        const why = reason?.trim() ?? ''
        const units = unitsToCancel(order.document.lineItems, wanted)
        const asks = `The buyer asks to cancel ${units ? `${units} of ` : ''}this order`
        await askToCancel(db, site, id, why, wanted, now)
        await addActivitiesNow({ db, site, now }, id, [
          {
            type: 'MERCHANT_COMMENT',
            activityType: 'MERCHANT_COMMENT',
            merchantComment: { message: why ? `${asks}: ${why}` : `${asks}.` },
            ...(order.email && { authorEmail: order.email }),
          },
        ])
        await append(db, site, now, [
          {
            type: 'wix.ecom.v1.order_updated',
            entityId: id,
            payload: { revision: order.revision, cancellationRequested: true, reason: why, units },
          },
        ])
      }
      return { order: await whole({ db, site, now }, order) }
    },

    async 'POST /vitrine/v1/orders/{id}/end-subscription'({ id, subscriptionId, email, effectiveAt }, { db, site, caller, merchant, now }) {
      const order = await findOrder(db, site, id)
      if (!order || !isTheirs({ caller, merchant }, order, email)) return refuse('ORDER_NOT_FOUND')
      const refused = await endSubscription({ db, site, now }, order, subscriptionId, effectiveAt)
      return refused ?? { order: await whole({ db, site, now }, (await findOrder(db, site, id))!) }
    },

    async 'POST /vitrine/v1/orders/{id}/renew-download'({ id, lineItemId, email }, { db, site, caller, merchant, now }) {
      const order = await findOrder(db, site, id)
      if (!order || !isTheirs({ caller, merchant }, order, email)) return refuse('ORDER_NOT_FOUND')
      const download = await renewDownload({ db, site, now }, id, lineItemId)
      return download instanceof Refusal ? download : { download }
    },
  }
}

/** Whether somebody is the buyer of an order, by who they are or by the email it was ordered with. */
export const isTheirs = (actor: Actor, order: Pick<StoredOrder, 'owner' | 'guests' | 'email'>, email: string | undefined): boolean =>
  (actor.caller.kind !== 'unauthenticated' && mayRead(actor, order)) || (email !== undefined && isEmailOf(order, email))

const isEmailOf = (order: Pick<StoredOrder, 'email'>, email: string): boolean =>
  order.email !== '' && email.toLowerCase() === order.email.toLowerCase()

/** As long as nothing was shipped, it may stay. */
const mayAsk = ({ status, fulfillmentStatus }: StoredOrder, shipments: readonly BuyersShipment[]): boolean =>
  (status === 'APPROVED' || status === 'PENDING') && fulfillmentStatus === 'NOT_FULFILLED' && shipments.every(({ completed }) => !completed)

const publicOrder = (order: StoredOrder, shipments: readonly BuyersShipment[]): PublicOrder => ({
  id: order.id,
  number: String(order.number),
  placedDate: order.createdAt.toISOString(),
  currency: order.currency,
  status: order.status,
  paymentStatus: order.paymentStatus,
  fulfillmentStatus: order.fulfillmentStatus,
  timeline: timeline(order, shipments),
})
