import type { newOrders, OrderDetails, OrderStop, orderActivities, orderStatus, orders, PublicOrder } from '@vitrine/contract'
import { exponentOf } from '@vitrine/pricing'
import type { Db } from '../db/sql.ts'
import type { Caller } from '../http/caller.ts'
import { nameOf } from '../http/caller.ts'
import type { Handlers } from '../http/handlers.ts'
import { Refusal, refuse } from '../refusal.ts'
import { sells } from '../selling/wanted.ts'
import { activityOf, retell, tell } from './activities.ts'
import { type CreateDeps, create, takeOver } from './create.ts'
import { type DecideDeps, decide } from './decide.ts'
import { type CancelDeps, cancel, each, shown, tag, update } from './merchant.ts'
import { searchOrders } from './search.ts'
import { showOrder } from './show.ts'
import { findActivities, findActivitiesOf, findOrder, type NewActivity, type StoredOrder } from './store.ts'

export interface OrderDeps extends CancelDeps, CreateDeps, DecideDeps {
  readonly commerce: (db: Db, site: string) => Promise<{ readonly currency: string; readonly locale: string }>
  /** Whether a link's token proves that its holder was given this order. */
  readonly provesOrder: (site: string, token: string, orderId: string) => Promise<boolean>
  /** The card that paid for an order. */
  readonly findCard: (db: Db, site: string, orderId: string) => Promise<PaidWith | undefined>
  /** How it is to be paid by hand, as long as it is not. */
  readonly findPromise: (db: Db, site: string, orderId: string) => Promise<OrderDetails['toPay']>
}

type PaidWith = NonNullable<OrderDetails['card']>

/** Whether a caller may see the whole of an order: its buyer and the shop. */
export const mayRead = (caller: Caller, order: Pick<StoredOrder, 'owner' | 'guests'>): boolean =>
  sells(caller) || order.owner === nameOf(caller) || order.guests.includes(nameOf(caller))

/** The order, if the caller may see it. */
export async function findReadable(db: Db, site: string, caller: Caller, id: string): Promise<StoredOrder | undefined> {
  const order = await findOrder(db, site, id)
  return order && mayRead(caller, order) ? order : undefined
}

export const orderOperations = ({
  commerce,
  provesOrder,
  findCard,
  findPromise,
  ...deps
}: OrderDeps): Handlers<typeof orders & typeof orderStatus & typeof newOrders & typeof orderActivities> => ({
  async 'POST /ecom/v1/orders'({ order, settings }, scope) {
    const strategy = settings?.orderApprovalStrategy ?? 'DEFAULT'
    const tellsBuyer = settings?.notifications?.sendNotificationToBuyer ?? true
    const created = await create(scope, scope.caller, { order, strategy, tellsBuyer }, deps)
    return created instanceof Refusal ? created : { order: await shown(scope, created) }
  },

  async 'POST /ecom/v1/orders/import'({ order }, scope) {
    const created = await takeOver(scope, scope.caller, order, deps)
    return created instanceof Refusal ? created : { order: await shown(scope, created) }
  },

  async 'POST /ecom/v1/orders/{id}/activities'({ id, activity }, moment) {
    const told = activityOf(activity, 'activity')
    if (told instanceof Refusal) return told
    const done = await tell(moment, id, [told])
    return done instanceof Refusal ? done : { order: await shown(moment, done.order), activityId: done.ids[0]! }
  },

  async 'POST /ecom/v1/orders/{orderId}/activities/add'({ orderId, activities, orderActivities: named }, moment) {
    const told: NewActivity[] = []
    for (const [field, all] of Object.entries({ orderActivities: named ?? [], activities: activities ?? [] }))
      for (const [i, one] of all.entries()) {
        const activity = activityOf(one, `${field}[${i}]`)
        if (activity instanceof Refusal) return activity
        told.push(activity)
      }
    const done = await tell(moment, orderId, told)
    return done instanceof Refusal ? done : { order: await shown(moment, done.order), activityIds: [...done.ids] }
  },

  async 'PATCH /ecom/v1/orders/{id}/activities/{activityId}'({ id, activityId, activity }, moment) {
    const told = activityOf(activity, 'activity')
    if (told instanceof Refusal) return told
    const order = await retell(moment, { orderId: id, activityId }, told)
    return order instanceof Refusal ? order : { order: await shown(moment, order) }
  },

  async 'DELETE /ecom/v1/orders/{id}/activities/{activityId}'({ id, activityId }, moment) {
    const order = await retell(moment, { orderId: id, activityId }, undefined)
    return order instanceof Refusal ? order : { order: await shown(moment, order) }
  },

  async 'POST /ecom/v1/orders/{orderId}/update-status'({ orderId, status }, moment) {
    const decided = await decide(moment, orderId, status, deps)
    return decided instanceof Refusal ? decided : { order: await shown(moment, decided) }
  },

  async 'POST /ecom/v1/orders/search'({ search }, { db, site, caller }) {
    const places = exponentOf((await commerce(db, site)).currency)
    const found = await searchOrders(db, site, sells(caller) ? undefined : nameOf(caller), search ?? {}, places)
    if (found instanceof Refusal) return found
    const { rows, metadata } = found
    const activities = await findActivitiesOf(
      db,
      site,
      rows.map(({ id }) => id),
    )
    return { orders: rows.map((order) => showOrder(order, activities.get(order.id)!)), metadata }
  },

  async 'PATCH /ecom/v1/orders/{order.id}'({ order, fieldMask }, moment) {
    const { locale } = await commerce(moment.db, moment.site)
    const updated = await update(moment, order, fieldMask, locale)
    return updated instanceof Refusal ? updated : { order: await shown(moment, updated) }
  },

  async 'POST /ecom/v1/bulk/orders/update'({ orders: sent, returnEntity }, moment) {
    const { locale } = await commerce(moment.db, moment.site)
    return each(
      sent.map(({ order }) => order.id),
      (i) => update(moment, sent[i]!.order, sent[i]!.fieldMask, locale),
      returnEntity ? (order) => shown(moment, order) : undefined,
    )
  },

  async 'POST /ecom/v1/bulk/orders/update-tags'({ orderIds, assignTags, unassignTags }, moment) {
    return each(orderIds, (i) => tag(moment, orderIds[i]!, assignTags, unassignTags))
  },

  async 'POST /ecom/v1/orders/{id}/cancel'({ id, restockAllItems, sendOrderCanceledEmail, customMessage }, moment) {
    const canceled = await cancel(
      moment,
      id,
      {
        restockAllItems: restockAllItems ?? false,
        sendOrderCanceledEmail: sendOrderCanceledEmail ?? false,
        ...(customMessage && { customMessage }),
      },
      deps,
    )
    return canceled instanceof Refusal ? canceled : { order: await shown(moment, canceled) }
  },

  async 'GET /ecom/v1/orders/{id}'({ id }, { db, site, caller }) {
    const order = await findReadable(db, site, caller, id)
    if (!order) return refuse('ORDER_NOT_FOUND')
    return { order: showOrder(order, await findActivities(db, site, id)) }
  },

  async 'GET /vitrine/v1/orders/{id}/status'({ id, token, email }, { db, site, caller }) {
    const order = await findOrder(db, site, id)
    if (!order) return refuse('ORDER_NOT_FOUND')
    const knows = email !== undefined && order.email !== '' && email.toLowerCase() === order.email.toLowerCase()
    const owns = caller.kind !== 'stranger' && mayRead(caller, order)
    const proves = token !== undefined && (await provesOrder(site, token, id))
    if (!owns && !proves && !knows) return refuse('ORDER_NOT_FOUND')
    if (!owns && !knows) return { order: publicOrder(order) }
    const [card, toPay] = [await findCard(db, site, id), await findPromise(db, site, id)]
    return { order: { ...publicOrder(order), details: { ...showDetails(order, card), ...(toPay && { toPay }) } } }
  },
})

function publicOrder(order: StoredOrder): PublicOrder {
  return {
    id: order.id,
    number: String(order.number),
    placedDate: order.createdAt.toISOString(),
    currency: order.currency,
    status: order.status,
    paymentStatus: order.paymentStatus,
    fulfillmentStatus: order.fulfillmentStatus,
    timeline: timeline(order),
  }
}

function showDetails({ email, document }: StoredOrder, card: PaidWith | undefined): OrderDetails {
  return {
    ...(email && { email }),
    ...(card && { card }),
    lineItems: document.lineItems,
    priceSummary: document.priceSummary ?? {},
    ...(document.shippingInfo && { shippingInfo: document.shippingInfo }),
    ...(document.billingInfo && { billingInfo: document.billingInfo }),
    ...(document.recipientInfo && { recipientInfo: document.recipientInfo }),
    ...(document.buyerNote && { buyerNote: document.buyerNote }),
  }
}

/** Where an order is on its way: what is done, what is now, what comes. */
function timeline(order: StoredOrder): OrderStop[] {
  const placed: OrderStop = { stop: 'PLACED', state: 'DONE', date: order.createdAt.toISOString() }
  if (order.status === 'CANCELED') return [placed, { stop: 'CANCELED', state: 'NOW', date: order.updatedAt.toISOString() }]
  const paid = order.paymentStatus === 'PAID'
  const sent = order.fulfillmentStatus === 'FULFILLED'
  const collected = order.document.shippingInfo?.logistics?.pickupDetails !== undefined
  const goods = order.document.lineItems.some(({ physicalProperties }) => physicalProperties?.shippable)
  const payment: OrderStop = {
    stop: 'PAID',
    state: paid ? 'DONE' : 'NOW',
    ...(paid && order.document.purchasedDate && { date: order.document.purchasedDate }),
  }
  if (!goods) return [placed, payment]
  return [
    placed,
    payment,
    { stop: 'PACKED', state: sent ? 'DONE' : paid ? 'NOW' : 'NEXT' },
    { stop: collected ? 'READY_FOR_PICKUP' : 'SENT', state: sent ? 'NOW' : 'NEXT' },
    { stop: 'DELIVERED', state: 'NEXT' },
  ]
}
