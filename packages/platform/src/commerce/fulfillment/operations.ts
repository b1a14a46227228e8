import type { Fulfillment, FulfillmentStatus, fulfillments, NewFulfillment, OrderWithFulfillments } from '@vitrine/contract'
import { FulfillmentUpdate } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { newId } from '../../kernel/db/id.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { append } from '../../kernel/events/outbox.ts'
import { oneByOne } from '../../kernel/http/bulk-results.ts'
import type { Actor } from '../../kernel/http/caller.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { masked } from '../selling/mask.ts'
import {
  activitiesOf,
  emailAbout,
  type Fulfilled,
  type FulfillmentActivity,
  type FulfillmentEmail,
  fulfillmentStatusOf,
  type NotNow,
  type NotSo,
  notNow,
  type OrderToFulfil,
  packed,
  repacked,
  type ShipmentTold,
  shipmentsTold,
  trackingNumbersOf,
} from './rules.ts'
import { deleteFulfillment, findFulfillments, type StoredFulfillment, saveFulfillment } from './store.ts'

export interface FulfillmentDeps {
  /** Which of these orders somebody may see. */
  readonly readable: (db: Db, site: string, actor: Actor, orderIds: readonly string[]) => Promise<ReadonlySet<string>>
  /** Locks an order: nobody else fulfils, cancels or refunds it until the transaction ends. */
  readonly lockOrder: (context: Context, orderId: string) => Promise<LockedOrder | undefined>
}

export interface LockedOrder extends OrderToFulfil {
  keep(
    status: FulfillmentStatus,
    trackingNumbers: readonly string[],
    activities: readonly FulfillmentActivity[],
    shipments: readonly ShipmentTold[],
  ): Promise<void>
}

interface Change {
  readonly before?: StoredFulfillment
  readonly after?: StoredFulfillment
  /** Its buyer is not written to. */
  readonly silent?: boolean
}

export const fulfillmentOperations = ({ readable, lockOrder }: FulfillmentDeps): Handlers<typeof fulfillments> => {
  /** What has to be known of an order to fulfil it, all of it locked. */
  async function open(context: Context, orderId: string) {
    const order = await lockOrder(context, orderId)
    if (!order) return refuse('ORDER_NOT_FOUND')
    const refused: NotNow | undefined = notNow(order)
    if (refused) return refused
    return { order, all: await findFulfillments(context.db, context.site, [orderId]) }
  }

  /** Writes down what became of the shipments, and what that means for their order and its buyer. */
  async function keep(
    context: Context,
    orderId: string,
    order: LockedOrder,
    all: readonly StoredFulfillment[],
    changes: readonly Change[],
  ) {
    const { db, site, now } = context
    for (const { before, after } of changes) {
      if (after) await saveFulfillment(db, site, after, now)
      else await deleteFulfillment(db, site, before!.id)
    }
    const status = fulfillmentStatusOf(order, all)
    const gone = changes.flatMap(({ before, after }) => (before && !after ? [before] : []))
    const numbered = [...all, ...gone].sort((one, other) => (one.id < other.id ? -1 : 1))
    const told = activitiesOf({ before: order.fulfillmentStatus, after: status }, changes)
    await order.keep(status, trackingNumbersOf(all), told, shipmentsTold(changes, numbered))
    const emails = changes.map(({ before, after, silent }) => ({
      fulfillmentId: (after ?? before)!.id,
      email: after && !silent ? emailAbout(order, before, after) : undefined,
    }))
    await append(
      db,
      site,
      now,
      emails.map(({ fulfillmentId, email }) => ({
        type: 'wix.ecom.v1.fulfillments_updated' as const,
        entityId: orderId,
        payload: { fulfillmentId, ...(email && { email }) } satisfies FulfillmentNews,
      })),
    )
    return shown(orderId, all)
  }

  async function create(context: Context, orderId: string, sent: readonly NewFulfillment[]) {
    const opened = await open(context, orderId)
    if (opened instanceof Refusal) return opened
    const made: StoredFulfillment[] = []
    for (const one of sent) {
      const shipment: Fulfilled | NotSo = packed(opened.order, [...opened.all, ...made], one, context.now)
      if (shipment instanceof Refusal) return shipment
      made.push({ ...shipment, id: newId(), orderId, revision: 1, createdAt: context.now })
    }
    const orderWithFulfillments = await keep(
      context,
      orderId,
      opened.order,
      [...opened.all, ...made],
      made.map((after, i) => ({ after, silent: sent[i]!.sendShippingEmail === false })),
    )
    return { orderWithFulfillments, fulfillmentId: made.at(-1)!.id }
  }

  return {
    async 'GET /ecom/v1/fulfillments/orders/{orderId}'({ orderId }, scope) {
      const { db, site } = scope
      if (!(await readable(db, site, scope, [orderId])).has(orderId)) return refuse('ORDER_NOT_FOUND')
      return { orderWithFulfillments: shown(orderId, await findFulfillments(db, site, [orderId])) }
    },

    async 'POST /ecom/v1/fulfillments/list-by-ids'({ orderIds }, scope) {
      const { db, site } = scope
      const may = await readable(db, site, scope, orderIds)
      const all = await findFulfillments(db, site, [...may])
      return {
        ordersWithFulfillments: [...new Set(orderIds)]
          .filter((id) => may.has(id))
          .map((id) =>
            shown(
              id,
              all.filter(({ orderId }) => orderId === id),
            ),
          ),
      }
    },

    'POST /ecom/v1/fulfillments/orders/{orderId}/create-fulfillment': ({ orderId, fulfillment }, context) =>
      create(context, orderId, [fulfillment]),

    async 'PATCH /ecom/v1/fulfillments/{fulfillment.id}/orders/{orderId}'({ orderId, fulfillment: { id, ...sent }, fieldMask }, context) {
      const narrowed = masked(FulfillmentUpdate, sent, fieldMask)
      if (narrowed instanceof Refusal) return narrowed
      const opened = await open(context, orderId)
      if (opened instanceof Refusal) return opened
      const before = opened.all.find((one) => one.id === id)
      if (!before) return refuse('FULFILLMENT_NOT_FOUND')
      const others = opened.all.filter((one) => one !== before)
      const shipment = repacked(opened.order, others, before, narrowed, context.now)
      if (shipment instanceof Refusal) return shipment
      const after: StoredFulfillment = { ...shipment, id, orderId, createdAt: before.createdAt, revision: before.revision + 1 }
      const all = opened.all.map((one) => (one === before ? after : one))
      return {
        orderWithFulfillments: await keep(context, orderId, opened.order, all, [
          { before, after, silent: sent.sendShippingEmail === false },
        ]),
      }
    },

    async 'DELETE /ecom/v1/fulfillments/{fulfillmentId}/orders/{orderId}'({ orderId, fulfillmentId }, context) {
      const opened = await open(context, orderId)
      if (opened instanceof Refusal) return opened
      const before = opened.all.find(({ id }) => id === fulfillmentId)
      if (!before) return refuse('FULFILLMENT_NOT_FOUND')
      const all = opened.all.filter((one) => one !== before)
      return { orderWithFulfillments: await keep(context, orderId, opened.order, all, [{ before }]) }
    },

    async 'POST /ecom/v1/fulfillments/orders/bulk/create-fulfillments'({ ordersWithFulfillments }, context) {
      const { results, bulkActionMetadata } = await oneByOne(
        ordersWithFulfillments.map(({ orderId }) => orderId),
        async (i) => {
          const { orderId, fulfillments: sent } = ordersWithFulfillments[i]!
          const made = await create(context, orderId, sent)
          return made instanceof Refusal ? made : made.orderWithFulfillments
        },
      )
      return {
        results: results.map(({ itemMetadata, item }) => ({ itemMetadata, ...(item && { ordersWithFulfillments: item }) })),
        bulkActionMetadata,
      }
    },
  }
}

/** What the event of a fulfilment carries beside its order's id. */
export interface FulfillmentNews {
  readonly fulfillmentId: string
  readonly email?: FulfillmentEmail
}

const shown = (orderId: string, all: readonly StoredFulfillment[]): OrderWithFulfillments => ({ orderId, fulfillments: all.map(show) })

function show({ id, createdAt, lines, tracking, custom, status, completed }: StoredFulfillment): Fulfillment {
  return {
    id,
    createdDate: createdAt.toISOString(),
    lineItems: lines.map((line) => ({ ...line })),
    ...(tracking && { trackingInfo: tracking }),
    ...(custom && { customInfo: { fieldsData: { ...custom } } }),
    ...(status !== undefined && { status }),
    completed,
  }
}
