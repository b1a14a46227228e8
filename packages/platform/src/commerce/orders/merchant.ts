import type { Order, OrderUpdate } from '@vitrine/contract'
import { OrderUpdate as OrderUpdateSchema } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { append } from '../../kernel/events/outbox.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { masked } from '../selling/mask.ts'
import type { OpenPricing } from '../selling/pricing-context.ts'
import { balance, paymentStatusOf } from './books.ts'
import { changed, tagged } from './change.ts'
import type { Perks } from './perks.ts'
import { showOrder } from './show.ts'
import type { Stock } from './stock.ts'
import { addActivitiesNow, findActivities, lockOrder, type NewActivity, saveOrder } from './store.ts'
import { type OrderDocument, type StoredOrder } from './stored-order.ts'

type NotChangeable = Refusal<'ORDER_NOT_FOUND' | 'ORDER_IS_PENDING' | 'ORDER_IS_REJECTED'>

/** An order that stands or waits for its first payment, locked. */
async function changeableOrder({ db, site }: Context, id: string): Promise<StoredOrder | NotChangeable> {
  const order = await lockOrder(db, site, id)
  if (!order) return refuse('ORDER_NOT_FOUND')
  if (order.status === 'PENDING') return refuse('ORDER_IS_PENDING')
  return order.status === 'REJECTED' ? refuse('ORDER_IS_REJECTED') : order
}

async function keep(
  context: Context,
  order: StoredOrder,
  change: { readonly email?: string; readonly document: OrderDocument },
  activities: readonly NewActivity[],
): Promise<StoredOrder> {
  const { db, site, now } = context
  const saved = { ...order, ...change, revision: order.revision + 1, updatedAt: now }
  await saveOrder(db, site, saved)
  await addActivitiesNow(context, order.id, activities)
  await append(db, site, now, [{ type: 'wix.ecom.v1.order_updated', entityId: order.id, payload: { revision: saved.revision } }])
  return saved
}

export const shown = async ({ db, site }: Context, order: StoredOrder): Promise<Order> =>
  showOrder(order, await findActivities(db, site, order.id))

export async function update(
  context: Context,
  { id, ...sent }: OrderUpdate & { readonly id: string },
  mask: string | null | undefined,
  locale: string,
  expectedRevision?: string | null,
): Promise<StoredOrder | NotChangeable | Refusal<'INVALID_ARGUMENT' | 'STALE_REVISION'>> {
  const narrowed = masked(OrderUpdateSchema, sent, mask)
  if (narrowed instanceof Refusal) return narrowed
  const order = await changeableOrder(context, id)
  if (order instanceof Refusal) return order
  if (expectedRevision && expectedRevision !== String(order.revision)) return refuse('STALE_REVISION')
  const { email, document, activities } = changed(order, narrowed, locale)
  return keep(context, order, { email, document }, activities)
}

export async function tag(context: Context, id: string, ...how: [Parameters<typeof tagged>[1], Parameters<typeof tagged>[2]]) {
  const order = await changeableOrder(context, id)
  if (order instanceof Refusal) return order
  return keep(context, order, { document: { ...order.document, tags: tagged(order.document, ...how) } }, [])
}

export interface CancelDeps {
  readonly stock: Stock
  readonly perks: Perks
  readonly openPricing: OpenPricing
  /** Payments whose money is held, or that are on their way to be. */
  readonly heldPayments: (db: Db, site: string, orderId: string) => Promise<readonly string[]>
  /** Nobody waits any more for what was to be paid by hand. */
  readonly endPromises: (db: Db, site: string, orderId: string, now: Date) => Promise<void>
  /** The email about the cancellation announces another one for the money that is still on its way. */
  readonly emailPendingRefunds: (db: Db, site: string, orderId: string) => Promise<void>
}

export interface Cancellation {
  readonly restockAllItems: boolean
  readonly sendOrderCanceledEmail: boolean
  readonly customMessage?: string
}

/** Cancelled once more an order stays as it is. What nobody has paid for yet goes back into stock in any case. */
export async function cancel(
  context: Context,
  id: string,
  cancellation: Cancellation,
  { stock, perks, openPricing, heldPayments, endPromises, emailPendingRefunds }: CancelDeps,
): Promise<StoredOrder | NotChangeable | Refusal<'ORDER_HAS_AUTHORIZED_TRANSACTION'>> {
  const { db, site, now } = context
  const order = await changeableOrder(context, id)
  if (order instanceof Refusal || order.status === 'CANCELED') return order
  const paymentIds = await heldPayments(db, site, id)
  if (paymentIds.length > 0) return refuse('ORDER_HAS_AUTHORIZED_TRANSACTION', { paymentIds: [...paymentIds] })
  const books = await perks.giveBack(context, id)
  const money = (await openPricing(db, site)).moneyIn(order.currency)
  const unpaid = order.status === 'INITIALIZED'
  const back = (cancellation.restockAllItems || unpaid) && order.holdsStock
  if (back) await stock.putBack(context, order)
  const { lineItems } = order.document
  const canceled: StoredOrder = {
    ...order,
    status: 'CANCELED',
    holdsStock: order.holdsStock && !back,
    ...(unpaid ? { paymentStatus: 'CANCELED' as const } : books && { paymentStatus: paymentStatusOf(order.total, books) }),
    document: {
      ...order.document,
      ...(books && { balanceSummary: balance(order.total, books, money) }),
      ...(back && { lineItems: lineItems.map((line) => ({ ...line, restockQuantity: line.quantity })) }),
    },
    revision: order.revision + 1,
    updatedAt: now,
  }
  await saveOrder(db, site, canceled)
  await endPromises(db, site, id, now)
  if (cancellation.sendOrderCanceledEmail) await emailPendingRefunds(db, site, id)
  await addActivitiesNow(context, id, [{ type: 'ORDER_CANCELED', activityType: 'ORDER_CANCELED' }])
  await append(db, site, now, [{ type: 'wix.ecom.v1.order_canceled', entityId: id, payload: cancellation }])
  return canceled
}
