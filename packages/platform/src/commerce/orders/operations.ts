import type { newOrders, orderActivities, orders } from '@vitrine/contract'
import { exponentOf } from '@vitrine/pricing'
import { newId } from '../../kernel/db/id.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { append } from '../../kernel/events/outbox.ts'
import { oneByOne } from '../../kernel/http/bulk-results.ts'
import { type Actor, nameOf } from '../../kernel/http/caller.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { activityOf, retell, tell } from './activities.ts'
import type { CachedOrders } from './cached-orders.ts'
import { type CreateDeps, create, takeOver } from './create.ts'
import { type DecideDeps, decide } from './decide.ts'
import { deleteOrders, lockImported } from './imported.ts'
import { type CancelDeps, cancel, shown, tag, update } from './merchant.ts'
import { numberFrom, numbersNow } from './numbers.ts'
import { mayMentionAmounts, pageAnswer, searchOrders } from './search.ts'
import { showOrder } from './show.ts'
import { findActivities, findOrder, type NewActivity } from './store.ts'
import { type StoredOrder } from './stored-order.ts'

export interface OrderDeps extends CancelDeps, CreateDeps, DecideDeps {
  readonly saved: CachedOrders
  readonly commerce: (db: Db, site: string) => Promise<{ readonly currency: string; readonly locale: string }>
}

/** Whether a caller may see the whole of an order: its buyer and the shop. */
export const mayRead = ({ caller, merchant }: Actor, order: Pick<StoredOrder, 'owner' | 'guests'>): boolean =>
  merchant || order.owner === nameOf(caller) || order.guests.includes(nameOf(caller))

/** The order, if the caller may see it. */
export async function findReadable(db: Db, site: string, actor: Actor, id: string): Promise<StoredOrder | undefined> {
  const order = await findOrder(db, site, id)
  return order && mayRead(actor, order) ? order : undefined
}

export const orderOperations = ({
  commerce,
  saved,
  ...deps
}: OrderDeps): Handlers<typeof orders & typeof newOrders & typeof orderActivities> => ({
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

  async 'POST /ecom/v1/orders/import/bulk-delete-imported-orders'({ orderIds }, scope) {
    const { db, site, now } = scope
    const orders = await lockImported(db, site, orderIds)
    const told = await Promise.all(orders.map(async (order) => ({ id: order.id, order: await shown(scope, order) })))
    await deleteOrders(
      db,
      site,
      orders.map(({ id }) => id),
    )
    await append(
      db,
      site,
      now,
      told.map(({ id, order }) => ({ type: 'wix.ecom.v1.order_imported_order_deleted', entityId: id, payload: { order } })),
    )
    return { jobId: newId() }
  },

  async 'POST /ecom/v1/orders/import/set-order-number-counter'({ counter, allowLowerCounter }, { db, site }) {
    const wanted = Number(counter)
    const { next } = await numbersNow(db, site, (await deps.openPricing(db, site)).settings.commerce.firstOrderNumber)
    const lower = wanted < next - 1 && !allowLowerCounter
    if (lower || (await numberFrom(db, site, wanted + 1)))
      return refuse('CANNOT_SET_LOWER_ORDER_NUMBER_COUNTER', { counter: String(next - 1) })
    return { oldCounter: String(next - 1), newCounter: String(wanted) }
  },

  async 'POST /ecom/v1/orders/{id}/activities'({ id, activity }, context) {
    const told = activityOf(activity, 'activity')
    if (told instanceof Refusal) return told
    const done = await tell(context, id, [told])
    return done instanceof Refusal ? done : { order: await shown(context, done.order), activityId: done.ids[0]! }
  },

  async 'POST /ecom/v1/orders/{orderId}/activities/add'({ orderId, activities, orderActivities: named }, context) {
    const told: NewActivity[] = []
    for (const [field, all] of Object.entries({ orderActivities: named ?? [], activities: activities ?? [] }))
      for (const [i, one] of all.entries()) {
        const activity = activityOf(one, `${field}[${i}]`)
        if (activity instanceof Refusal) return activity
        told.push(activity)
      }
    const done = await tell(context, orderId, told)
    return done instanceof Refusal ? done : { order: await shown(context, done.order), activityIds: [...done.ids] }
  },

  async 'PATCH /ecom/v1/orders/{id}/activities/{activityId}'({ id, activityId, activity }, context) {
    const told = activityOf(activity, 'activity')
    if (told instanceof Refusal) return told
    const order = await retell(context, { orderId: id, activityId }, told)
    return order instanceof Refusal ? order : { order: await shown(context, order) }
  },

  async 'DELETE /ecom/v1/orders/{id}/activities/{activityId}'({ id, activityId }, context) {
    const order = await retell(context, { orderId: id, activityId }, undefined)
    return order instanceof Refusal ? order : { order: await shown(context, order) }
  },

  async 'POST /ecom/v1/orders/{orderId}/update-status'({ orderId, status }, context) {
    const decided = await decide(context, orderId, status, deps)
    return decided instanceof Refusal ? decided : { order: await shown(context, decided) }
  },

  async 'POST /ecom/v1/orders/search'({ search }, { db, site, caller, merchant }) {
    const query = search ?? {}
    const places = mayMentionAmounts(query) ? exponentOf((await commerce(db, site)).currency) : 2
    const found = await searchOrders(db, site, merchant ? undefined : nameOf(caller), query, places, saved)
    return found instanceof Refusal ? found : pageAnswer(db, site, saved, found)
  },

  async 'PATCH /ecom/v1/orders/{order.id}'({ order, fieldMask, expectedRevision }, context) {
    const { locale } = await commerce(context.db, context.site)
    const updated = await update(context, order, fieldMask, locale, expectedRevision)
    return updated instanceof Refusal ? updated : { order: await shown(context, updated), revision: String(updated.revision) }
  },

  async 'POST /ecom/v1/bulk/orders/update'({ orders: sent, returnEntity }, context) {
    const { locale } = await commerce(context.db, context.site)
    return oneByOne(
      sent.map(({ order }) => order.id),
      async (i) => {
        const updated = await update(context, sent[i]!.order, sent[i]!.fieldMask, locale)
        if (updated instanceof Refusal) return updated
        return returnEntity ? shown(context, updated) : undefined
      },
    )
  },

  async 'POST /ecom/v1/bulk/orders/update-tags'({ orderIds, assignTags, unassignTags }, context) {
    return oneByOne(orderIds, async (i) => {
      const done = await tag(context, orderIds[i]!, assignTags, unassignTags)
      return done instanceof Refusal ? done : undefined
    })
  },

  async 'POST /ecom/v1/orders/{id}/cancel'({ id, restockAllItems, sendOrderCanceledEmail, customMessage }, context) {
    const canceled = await cancel(
      context,
      id,
      {
        restockAllItems: restockAllItems ?? false,
        sendOrderCanceledEmail: sendOrderCanceledEmail ?? false,
        ...(customMessage && { customMessage }),
      },
      deps,
    )
    return canceled instanceof Refusal ? canceled : { order: await shown(context, canceled) }
  },

  async 'GET /ecom/v1/orders/{id}'({ id }, scope) {
    const { db, site } = scope
    const order = await findReadable(db, site, scope, id)
    if (!order) return refuse('ORDER_NOT_FOUND')
    return { order: showOrder(order, await findActivities(db, site, id)), revision: String(order.revision) }
  },
})
