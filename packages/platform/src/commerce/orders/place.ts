import type { CustomField } from '@vitrine/contract'
import { roundDecimal } from '@vitrine/pricing'
import type { Context } from '../../kernel/db/context.ts'
import { newId } from '../../kernel/db/id.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { append } from '../../kernel/events/outbox.ts'
import { type Refusal, refuse } from '../../kernel/refusal.ts'
import { holdsBeforePayment } from '../../kernel/settings/order-settings.ts'
import type { Delivery } from '../selling/delivery.ts'
import { availabilityOf, type KnownLine } from '../selling/line.ts'
import type { ExpectedTotal } from '../selling/new-order.ts'
import type { Offered } from '../selling/offers.ts'
import type { AskedRefusal, OrderingRefusal } from '../selling/ordering-refusals.ts'
import { ownerOf } from '../selling/owner.ts'
import type { OpenPricing } from '../selling/pricing-context.ts'
import { purchaseFlowIdOf } from '../selling/purchase-flow.ts'
import type { Sellable } from '../selling/sellable.ts'
import type { Validated } from '../selling/validations.ts'
import { approve } from './approve.ts'
import { nothingPaid } from './books.ts'
import { chargesOf, perksOf, ungranted } from './grant.ts'
import { type Sale, sold } from './order-from-sale.ts'
import type { MembershipCharged, Perks, WantedCharge } from './perks.ts'
import type { Stock } from './stock.ts'
import { addActivities, insertOrder, insertOrderLastly, lockOrder, saveOrder } from './store.ts'
import { type StoredOrder } from './stored-order.ts'

/** The checkout that becomes an order, locked by its slice or found to be as it was when it is tied to it. */
export interface CheckoutToOrder {
  readonly id: string
  readonly cartId: string | null
  readonly owner: string
  readonly guests: readonly string[]
  readonly revision: number
  readonly orderId: string | null
  readonly completed: boolean
  readonly email?: string | undefined
  readonly shippingDestination?: Sale['shippingDestination']
  readonly billingInfo?: Sale['billingInfo']
  readonly buyerNote?: string | undefined
  readonly customFields: readonly CustomField[]
  readonly channelType: Sale['channelType']
  readonly choosesDelivery: boolean
  /** Whether it is paid by hand, after the order. */
  readonly byHand?: boolean
  /** What the shop asks for before there is an order, and is not there. */
  readonly unfit: (calculated: Calculated) => Promise<Refusal<AskedRefusal> | undefined>
  /** Prices, stock and delivery of now. */
  readonly calculate: () => Promise<Calculated>
}

interface Calculated {
  readonly lines: readonly KnownLine[]
  readonly quote: Sale['quote']
  readonly delivery: Delivery
  readonly offered: Offered
  readonly validated: Validated
}

export interface PlaceDeps {
  readonly openPricing: OpenPricing
  readonly stock: Stock
  readonly perks: Perks
  /** Whether a payment for the order is under way whose outcome is still unknown. */
  readonly paymentUnderWay: (db: Db, site: string, orderId: string) => Promise<boolean>
  /** Ties the checkout to its order. */
  readonly linkCheckout: (db: Db, site: string, checkoutId: string, orderId: string, now: Date) => Promise<void>
  /** Has units of other apps taken before there is an order, and says which order that is for. */
  readonly takeElsewhere: TakeElsewhere
  /** Has services charge their memberships before there is an order. */
  readonly chargeFirst: ChargeFirst
  /** Has money taken off a gift card of somebody else's before there is an order, and says which order that is for. */
  readonly redeemFirst: RedeemFirst
  /** Orders of buyers send emails to whomever they name; undefined where that is not limited. */
  readonly recipients?: Recipients | undefined
  /** Ends the checkout and its cart when the order stands. */
  readonly completeCheckout: (db: Db, site: string, checkoutId: string, orderId: string, now: Date) => Promise<void>
}

/** What is bought of other apps that count its units, and in which checkout; undefined where nobody counts any of it. */
export type TakeElsewhere = (
  context: Context,
  wanted: {
    readonly checkoutId: string
    readonly lines: readonly KnownLine[]
    /** The order of the checkout that waits for its payment. */
    readonly before: string | undefined
  },
) => Promise<string | undefined>

/** Memberships of services that are to pay, and for which checkout. */
export type ChargeFirst = (
  context: Context,
  wanted: {
    readonly purchaseId: string
    readonly memberId: string
    readonly charges: readonly WantedCharge[]
    /** The order of the checkout that waits for its payment. */
    readonly before: string | undefined
  },
) => Promise<readonly MembershipCharged[]>

/** A gift card of somebody else's that is to pay, and for which checkout. */
export type RedeemFirst = (
  context: Context,
  wanted: {
    readonly cardId: string
    readonly checkoutId: string
    readonly owner: string
    readonly amount: number
    readonly currency: string
    /** The order of the checkout that waits for its payment. */
    readonly before: string | undefined
    /** The order that was asked for elsewhere already. */
    readonly orderId?: string | undefined
  },
) => Promise<string>

/** How many orders of buyers may write to one address. */
export interface Recipients {
  check(db: Db, site: string, email: string): Promise<Refusal<'TOO_MANY_REQUESTS'> | undefined>
  /** Counts one at the end of the write, which is done again where it is one too many. */
  countLastly(db: Db, site: string, email: string): Promise<void>
}

export type PlaceRefusal = Refusal<OrderingRefusal | 'TOO_MANY_REQUESTS'>

/**
 * Makes the order of a checkout and takes its stock, all in the caller's transaction. A checkout has one order: as long as that waits for
 * its payment, ordering again writes the same order anew at the prices of now; one that was given up makes way for another.
 * Where nothing is due the order is approved at once. In a shop that takes stock with the payment an order that waits for one holds none.
 *
 * With `later` a new order for which something is due is written at the very end of the transaction, in which nothing else may ask for it: so
 * an order waits for no more than one statement of another order. Its number is known once it is inserted; until then it is 0.
 */
export async function placeOrder(
  context: Context,
  checkout: CheckoutToOrder,
  expected: ExpectedTotal,
  deps: PlaceDeps,
  later?: ((number: number) => void) | false,
): Promise<StoredOrder | PlaceRefusal> {
  const { db, site, now } = context
  const known = checkout.orderId ? await lockOrder(db, site, checkout.orderId) : undefined
  const before = known?.status === 'CANCELED' ? undefined : known
  if (checkout.completed || (before && before.status !== 'INITIALIZED'))
    return refuse('CHECKOUT_ALREADY_PAID', { orderId: checkout.orderId ?? '' })
  if (before && (await deps.paymentUnderWay(db, site, before.id)))
    return refuse('CHECKOUT_PAYMENT_ALREADY_IN_PROGRESS', { orderId: before.id })
  if (before) await deps.perks.giveBack(context, before.id)
  if (before?.holdsStock) await deps.stock.putBack(context, before)

  const calculated = await checkout.calculate()
  const { lines, quote, delivery, offered } = calculated
  const refused = unsellable(lines) ?? undeliverable(delivery, checkout.choosesDelivery) ?? ungranted(lines, quote, offered)
  if (refused) return refused
  const unfit = await checkout.unfit(calculated)
  if (unfit) return unfit
  if (expected.currency !== undefined && expected.currency !== quote.currency) return refuse('CHECKOUT_CHANGED')
  if (expected.total !== undefined && roundDecimal(expected.total, quote.currency) !== quote.total) return refuse('CHECKOUT_CHANGED')

  // An order that is written later is done again without `later` where its recipient has had enough, and is refused then.
  const enough = before || later || !checkout.email ? undefined : await deps.recipients?.check(db, site, checkout.email)
  if (enough) return enough

  const { money, settings } = await deps.openPricing(db, site)
  const { commerce } = settings
  const buyer = ownerOf(checkout.owner)
  // The checkout of a cart that is ordered directly is made in this very transaction, with another id in each try.
  const purchaseId = purchaseFlowIdOf(checkout)
  const document = sold(
    {
      checkoutId: checkout.id,
      purchaseFlowId: purchaseId,
      lines: lines as readonly (KnownLine & { readonly item: Sellable })[],
      quote,
      delivery,
      offered,
      buyer,
      email: checkout.email ?? '',
      shippingDestination: checkout.shippingDestination,
      billingInfo: checkout.billingInfo,
      buyerNote: checkout.buyerNote,
      customFields: [...checkout.customFields],
      channelType: checkout.channelType,
      language: commerce.locale.slice(0, 2),
      weightUnit: commerce.weightUnit,
    },
    money,
    now,
  )
  // What stands at once is taken at once; what waits for a payment online, as the shop has it.
  const holdsStock = quote.due <= 0 || checkout.byHand === true || holdsBeforePayment(settings)
  const facts = {
    checkoutId: checkout.id,
    checkoutRevision: checkout.revision,
    guests: checkout.guests,
    email: checkout.email ?? '',
    currency: quote.currency,
    total: quote.total,
    holdsStock,
    stockItems: lines.flatMap(({ id, quantity, item }) => (item?.stock ? [{ lineItemId: id, ...item.stock, quantity }] : [])),
    document,
    updatedAt: now,
  }
  const used = perksOf(checkout, quote, offered, delivery)
  const { giftCard } = used
  const orderId = await deps.takeElsewhere(context, { checkoutId: purchaseId, lines, before: before?.id })
  const wanted = chargesOf(lines, offered)
  const charges =
    buyer.memberId && wanted.length > 0
      ? await deps.chargeFirst(context, { purchaseId, memberId: buyer.memberId, charges: wanted, before: before?.id })
      : []
  const id = giftCard?.appId
    ? await deps.redeemFirst(context, {
        cardId: giftCard.id,
        checkoutId: purchaseId,
        owner: checkout.owner,
        amount: giftCard.amount,
        currency: giftCard.currency,
        before: before?.id,
        orderId,
      })
    : (before?.id ?? orderId ?? newId())
  const saved = await deps.perks.take(context, id, { ...used, charged: { currency: quote.currency, charges } })
  if (saved) return saved
  const [order, short] = before
    ? await writeAgain(context, { ...before, ...facts, revision: before.revision + 1 }, deps)
    : await writeNew(
        context,
        {
          ...facts,
          id,
          owner: checkout.owner,
          status: 'INITIALIZED',
          paymentStatus: 'NOT_PAID',
          fulfillmentStatus: 'NOT_FULFILLED',
          revision: 1,
          trackingNumbers: [],
          createdAt: now,
        },
        commerce.firstOrderNumber,
        deps,
        quote.due > 0 && holdsStock ? later : undefined,
      )
  if (short.length > 0) return outOfStock(short, lines.length)
  if (quote.due > 0) return order
  const books = { ...nothingPaid, paid: quote.giftCard?.amount ?? 0 }
  return approve(context, order, deps, { books, activities: [] })
}

/** An order, and which of its lines are short. */
type Written = readonly [StoredOrder, readonly string[]]

async function writeAgain(context: Context, order: StoredOrder, { stock }: PlaceDeps): Promise<Written> {
  await saveOrder(context.db, context.site, order)
  return [order, order.holdsStock ? await stock.take(context, order) : []]
}

/** What everybody who orders waits for comes last and together: the number, then the stock items. */
async function writeNew(
  context: Context,
  order: Omit<StoredOrder, 'number'> & { readonly checkoutId: string },
  firstNumber: number,
  { linkCheckout, stock, recipients }: PlaceDeps,
  later: ((number: number) => void) | false | undefined,
): Promise<Written> {
  const { db, site, now } = context
  if (order.email !== '') await recipients?.countLastly(db, site, order.email)
  await addActivities(db, site, order.id, now, [{ type: 'ORDER_PLACED', activityType: 'ORDER_PLACED' }])
  await append(db, site, now, [{ type: 'wix.ecom.v1.order_created', entityId: order.id, payload: { revision: 1 } }])
  await linkCheckout(db, site, order.checkoutId, order.id, now)
  if (later) {
    await stock.takeLastly(context, order)
    insertOrderLastly(db, site, order, firstNumber, later)
    return [{ ...order, number: 0 }, []]
  }
  const [number, short] = await Promise.all([insertOrder(db, site, order, firstNumber), order.holdsStock ? stock.take(context, order) : []])
  return [{ ...order, number }, short]
}

function unsellable(lines: readonly KnownLine[]): Refusal<'EMPTY_CHECKOUT' | 'PARTIAL_OUT_OF_STOCK' | 'FULL_OUT_OF_STOCK'> | undefined {
  if (lines.length === 0) return refuse('EMPTY_CHECKOUT')
  const short = lines.filter((line) => availabilityOf(line).status !== 'AVAILABLE').map(({ id }) => id)
  return short.length > 0 ? outOfStock(short, lines.length) : undefined
}

const outOfStock = (lineItemIds: readonly string[], of: number) =>
  refuse(lineItemIds.length === of ? 'FULL_OUT_OF_STOCK' : 'PARTIAL_OUT_OF_STOCK', { lineItemIds: [...lineItemIds] })

function undeliverable(
  { needed, chosen, error }: Delivery,
  selected: boolean,
): Refusal<'CALCULATION_ERROR' | 'NO_SELECTED_CARRIER_SERVICE_OPTION' | 'SELECTED_CARRIER_SERVICE_OPTION_NO_LONGER_AVAILABLE'> | undefined {
  if (!needed || chosen) return undefined
  if (error) return refuse('CALCULATION_ERROR', { reason: error.description })
  return refuse(selected ? 'SELECTED_CARRIER_SERVICE_OPTION_NO_LONGER_AVAILABLE' : 'NO_SELECTED_CARRIER_SERVICE_OPTION')
}
