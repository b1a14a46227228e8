import type { NewOrder, OrderActivityType, OrderApprovalStrategy } from '@vitrine/contract'
import type { Context } from '../../kernel/db/context.ts'
import { newId } from '../../kernel/db/id.ts'
import { append } from '../../kernel/events/outbox.ts'
import { type Caller, nameOf } from '../../kernel/http/caller.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { violation } from '../../kernel/violation.ts'
import { ownerOf } from '../selling/owner.ts'
import { type OpenPricing, type PricingContext, withinBounds } from '../selling/pricing-context.ts'
import { balance, nothingPaid, paymentStatusOf } from './books.ts'
import { writtenDown } from './order-from-import.ts'
import type { Stock } from './stock.ts'
import { addActivitiesNow, insertOrder, type NewActivity } from './store.ts'
import { type StockItemOfLine, type StoredOrder } from './stored-order.ts'
import { sumsOf } from './sums.ts'

export interface CreateDeps {
  readonly openPricing: OpenPricing
  readonly stock: Stock
  /** Notes that all of an order came by hand. */
  readonly paidByHand: (context: Context, order: Pick<StoredOrder, 'id' | 'total' | 'currency'>) => Promise<void>
}

export interface Creation {
  readonly order: NewOrder
  readonly strategy: OrderApprovalStrategy
  /** Whether the buyer is written to when the order stands. */
  readonly tellsBuyer: boolean
}

type Unfit = Refusal<'INVALID_ARGUMENT' | 'PURCHASED_DATE_CANNOT_BE_IN_FUTURE'>

/** Writes down an order that was agreed elsewhere, whole or not at all: its number, its units and what was paid for it. */
export async function create(
  context: Context,
  caller: Caller,
  { order: sent, strategy, tellsBuyer }: Creation,
  deps: CreateDeps,
): Promise<StoredOrder | Unfit | Refusal<'PARTIAL_OUT_OF_STOCK' | 'FULL_OUT_OF_STOCK'>> {
  const pricing = await deps.openPricing(context.db, context.site)
  const agreed = agreedOrder(context, caller, sent, pricing, false)
  if (agreed instanceof Refusal) return agreed
  const waits = sent.status === 'PENDING' || (strategy !== 'DEFAULT' && agreed.paymentStatus !== 'PAID')
  const order = {
    ...agreed,
    status: waits ? ('PENDING' as const) : agreed.status,
    ...(waits && !tellsBuyer && { document: { ...agreed.document, tellsBuyer } }),
    stockItems: await stockItemsOf(pricing, agreed.document.lineItems),
  }
  const { saved, short } = await stand(context, order, tellsBuyer, pricing, deps)
  if (short.length === 0) return saved
  return refuse(short.length === order.document.lineItems.length ? 'FULL_OUT_OF_STOCK' : 'PARTIAL_OUT_OF_STOCK', {
    lineItemIds: [...short],
  })
}

/** Inserts a new order under its number and takes its items from stock; where some are short, the caller has to roll the transaction back. */
export async function stand(
  context: Context,
  order: New,
  tellsBuyer: boolean,
  pricing: PricingContext,
  deps: Omit<CreateDeps, 'openPricing'>,
) {
  const { db, site, now } = context
  if (order.status === 'APPROVED')
    await append(db, site, now, [{ type: 'wix.ecom.v1.order_approved', entityId: order.id, payload: { revision: 1, tellsBuyer } }])
  const saved = await keep(context, order, pricing, deps)
  return { saved, short: await deps.stock.take(context, saved) }
}

/** Takes over an order of the past: its units left the stock long ago. */
export async function takeOver(context: Context, caller: Caller, sent: NewOrder, deps: CreateDeps): Promise<StoredOrder | Unfit> {
  const pricing = await deps.openPricing(context.db, context.site)
  const order = agreedOrder(context, caller, sent, pricing, true)
  if (order instanceof Refusal) return order
  await append(context.db, context.site, context.now, [
    { type: 'wix.ecom.v1.order_imported', entityId: order.id, payload: { revision: order.revision } },
  ])
  return keep(context, order, pricing, deps)
}

type New = Omit<StoredOrder, 'number'>

async function keep(
  context: Context,
  order: New,
  { settings }: PricingContext,
  deps: Omit<CreateDeps, 'openPricing'>,
): Promise<StoredOrder> {
  const { db, site, now } = context
  await addActivitiesNow(context, order.id, story(order))
  await append(db, site, now, [{ type: 'wix.ecom.v1.order_created', entityId: order.id, payload: { revision: 1 } }])
  const number = await insertOrder(db, site, order, settings.commerce.firstOrderNumber)
  if (order.paymentStatus === 'PAID' && order.total > 0) await deps.paidByHand(context, order)
  return { ...order, number }
}

function agreedOrder(
  { now }: Context,
  caller: Caller,
  sent: NewOrder,
  { settings, money }: PricingContext,
  imported: boolean,
): New | Unfit {
  const { commerce } = settings
  if (sent.purchasedDate && new Date(sent.purchasedDate) > now) return refuse('PURCHASED_DATE_CANNOT_BE_IN_FUTURE')
  const sums = sumsOf(sent, commerce.currency)
  if (sums instanceof Refusal) return sums
  const wrong = unfit(sent, commerce.currency)
  if (wrong) return wrong
  const { locale, weightUnit } = commerce
  const document = withinBounds(() =>
    writtenDown({ order: sent, sums, createdBy: ownerOf(nameOf(caller)), imported, money, locale, weightUnit, now }),
  )
  const books = { ...nothingPaid, paid: sent.paymentStatus === 'PAID' ? sums.total : 0 }
  const { memberId, visitorId, email } = sent.buyerInfo ?? {}
  return {
    id: newId(),
    checkoutId: sent.checkoutId ?? null,
    checkoutRevision: null,
    owner: memberId ? `member:${memberId}` : visitorId ? `visitor:${visitorId}` : nameOf(caller),
    guests: [],
    email: email ?? '',
    status: imported && sent.status === 'CANCELED' ? 'CANCELED' : 'APPROVED',
    paymentStatus: paymentStatusOf(sums.total, books),
    fulfillmentStatus: 'NOT_FULFILLED',
    currency: commerce.currency,
    total: sums.total,
    holdsStock: !imported,
    stockItems: [],
    revision: 1,
    trackingNumbers: [],
    document: { ...document, balanceSummary: balance(sums.total, books, money) },
    createdAt: now,
    updatedAt: now,
  }
}

function unfit(sent: NewOrder, currency: string): Refusal<'INVALID_ARGUMENT'> | undefined {
  if (sent.currency && sent.currency !== currency) return violation('order.currency', `The shop sells in ${currency}`)
  if (sent.paymentStatus && !['UNSPECIFIED', 'NOT_PAID', 'PAID'].includes(sent.paymentStatus))
    return violation('order.paymentStatus', 'What was paid in part or given back is for the payments of the order to say')
  if (sent.status === 'REJECTED' || sent.status === 'INITIALIZED') return violation('order.status', 'is no status to begin with')
  const ids = sent.lineItems.flatMap(({ id }) => (id ? [id.toLowerCase()] : []))
  return new Set(ids).size < ids.length ? violation('order.lineItems', 'Two lines have the same id') : undefined
}

/** Where the units of things from the own catalogue are counted. */
async function stockItemsOf({ know }: PricingContext, lines: StoredOrder['document']['lineItems']): Promise<StockItemOfLine[]> {
  const known = await know(
    lines.map(({ id, quantity, catalogReference }) => ({ id, quantity, ...(catalogReference && { reference: catalogReference }) })),
  )
  return known.flatMap(({ id, quantity, item }) => (item?.stock ? [{ lineItemId: id, ...item.stock, quantity }] : []))
}

const tale = (type: OrderActivityType): NewActivity => ({ type, activityType: type })

const story = ({ status, paymentStatus, total }: New): NewActivity[] => [
  tale('ORDER_PLACED'),
  ...(status === 'PENDING' ? [tale('ORDER_PENDING')] : []),
  ...(paymentStatus === 'PAID' && total > 0 ? [tale('ORDER_PAID')] : []),
  ...(status === 'CANCELED' ? [tale('ORDER_CANCELED')] : []),
]
