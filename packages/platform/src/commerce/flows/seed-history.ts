import type { AddressWithContact, ChannelType } from '@vitrine/contract'
import { zero } from '@vitrine/pricing'
import type { Db } from '../../kernel/db/sql.ts'
import { settings } from '../../kernel/settings/settings.ts'
import { insertPastAbandoned } from '../abandoned/seed-history.ts'
import type { StoredAbandoned } from '../abandoned/store.ts'
import { facts } from '../catalogue/facts.ts'
import { insertPastCheckouts } from '../checkout/seed-history.ts'
import { showCheckout } from '../checkout/show.ts'
import type { StoredCheckout } from '../checkout/store.ts'
import { calculate, type Totals } from '../checkout/totals.ts'
import { findTaken } from '../delivery/slots.ts'
import { insertPastFulfillments } from '../fulfillment/seed-history.ts'
import { insertPastMoves } from '../inventory/seed-history.ts'
import { perksOf } from '../orders/grant.ts'
import { sold } from '../orders/order-from-sale.ts'
import { insertPastOrders } from '../orders/seed-history.ts'
import type { StoredOrder } from '../orders/stored-order.ts'
import { insertPastPayments } from '../payments/seed-history.ts'
import { deliveryFacts } from '../selling/delivery-facts.ts'
import { noServiceDiscounts } from '../selling/discount-services.ts'
import { additionalFees } from '../selling/fees.ts'
import type { KnownLine, StoredLine } from '../selling/line.ts'
import { noServiceMemberships } from '../selling/membership-services.ts'
import { ownerOf } from '../selling/owner.ts'
import { openPricing, type PricingContext } from '../selling/pricing-context.ts'
import { newSecret } from '../selling/secret.ts'
import type { FindSellables, Sellable } from '../selling/sellable.ts'
import { taxation } from '../selling/taxation.ts'
import { customTriggers } from '../selling/triggers.ts'
import { validations } from '../selling/validations.ts'
import { documentOf as abandonedOf, stoppedAt } from './abandoned-checkouts.ts'
import { benefitsOf } from './benefits.ts'
import { withGiftCards } from './gift-card-sellables.ts'
import { perks } from './redemptions.ts'
import { type Happening, type PastBooks, toldTo } from './seed-history-of-orders.ts'

/** What somebody put together long ago, and what became of it. */
export interface PastVisit {
  readonly checkoutId: string
  readonly visitorId: string
  readonly at: Date
  readonly email: string
  readonly contact: AddressWithContact
  readonly lines: readonly StoredLine[]
  /** The code of the delivery that was chosen. */
  readonly delivery?: string
  readonly couponCode?: string
  readonly buyerNote?: string
  readonly channelType: ChannelType
  /** Absent where nothing was ordered. */
  readonly order?: PastOrder
  /** When it was left, and whether somebody was written to about it. */
  readonly left?: { readonly id: string; readonly at: Date; readonly written?: Date }
}

export interface PastOrder {
  readonly id: string
  readonly at: Date
  readonly tags: readonly string[]
  readonly archived: boolean
  readonly seen: boolean
  readonly story: readonly Happening[]
}

export interface PastDeps {
  readonly origin: string
  readonly idAt: (at: Date) => string
}

/**
 * Writes down what happened in a shop before it had its books here, at the prices of today: visits in the order of their time, as many at once
 * as the caller likes, and after each other. Nobody is told of it, and what is counted on the stock items today stays.
 */
export async function writePast(db: Db, site: string, visits: readonly PastVisit[], now: Date, deps: PastDeps): Promise<void> {
  const { origin, idAt } = deps
  let at = now
  const pricing = await pricingOfPast(db, site, origin, { now: () => at })
  const checkouts: StoredCheckout[] = []
  const abandoned: StoredAbandoned[] = []
  const books: PastBooks[] = []
  const used: { readonly id: string; readonly at: Date; readonly perks: ReturnType<typeof perksOf> }[] = []
  let number: number | undefined
  for (const visit of visits) {
    const checkout = checkoutOf(visit)
    checkouts.push(checkout)
    if (!visit.order && !visit.left) continue
    at = visit.order?.at ?? visit.at
    const totals = await calculate(checkout, pricing)
    if (visit.left) {
      const document = abandonedOf(showCheckout(checkout, totals, pricing, origin))
      abandoned.push(leftOf(visit, visit.left, { document, stopped: stoppedAt(checkout, totals) }))
    }
    if (!visit.order) continue
    number = (number ?? pricing.settings.commerce.firstOrderNumber - 1) + 1
    const placed = placedOf(visit, visit.order, number, checkout, totals, pricing)
    books.push(toldTo(placed, visit.order.story, pricing.money, idAt))
    used.push({
      id: placed.id,
      at: placed.createdAt,
      perks: perksOf({ owner: checkout.owner, email: visit.email }, totals.quote, totals.offered, totals.delivery),
    })
  }
  await insertPastCheckouts(db, site, checkouts)
  await insertPastOrders(
    db,
    site,
    books.map(({ order }) => order),
    books.flatMap(({ told }) => told),
  )
  await insertPastPayments(
    db,
    site,
    books.flatMap(({ payments }) => payments),
    books.flatMap(({ actions }) => actions),
    `${origin}/thank-you`,
  )
  await insertPastFulfillments(
    db,
    site,
    books.flatMap(({ shipments }) => shipments),
  )
  await insertPastMoves(
    db,
    site,
    books.flatMap(({ moves }) => moves),
  )
  await insertPastAbandoned(db, site, abandoned, now)
  for (const { id, at, perks: taken } of used)
    if (taken.coupon || taken.slot || taken.rules.length > 0) await perks.take({ db, site, now: at }, id, { ...taken, giftCard: null })
}

/** One pricing context for all of the past: it is turned to the moment that is calculated for. */
export function pricingOfPast(db: Db, site: string, origin: string, clock: { readonly now: () => Date }): Promise<PricingContext> {
  const { read: readSettings } = settings()
  const { now } = clock
  const silent = () => {}
  const unnoted = () => Promise.resolve()
  const none = () => []
  return openPricing({
    findSellables: ofPlenty(withGiftCards(facts({ publicUrl: origin }), readSettings, now)),
    readSettings,
    findBenefits: benefitsOf(clock, { balanceOf: async () => zero }),
    findDeliveryFacts: deliveryFacts({
      providers: none,
      slotsTaken: findTaken,
      timeoutMs: 0,
      now,
      report: silent,
      noteProviderHealth: unnoted,
    }),
    findHeld: async () => [],
    chooseTax: taxation({ providers: none, timeoutMs: 0, report: silent, noteProviderHealth: unnoted }),
    findFees: additionalFees({ providers: none, timeoutMs: 0, report: silent }),
    findTriggers: customTriggers({ providers: none, timeoutMs: 0, now, report: silent }),
    findServiceDiscounts: async () => noServiceDiscounts,
    findServiceMemberships: async () => noServiceMemberships,
    validate: validations({ providers: none, timeoutMs: 0, report: silent }),
    now,
  })(db, site)
}

/** Past orders are not limited by the stock of today. */
const ofPlenty =
  (find: FindSellables): FindSellables =>
  async (...asked) =>
    (await find(...asked)).map((item) => item && { ...item, available: null })

const checkoutOf = (visit: PastVisit): StoredCheckout => ({
  id: visit.checkoutId,
  cartId: null,
  owner: `visitor:${visit.visitorId}`,
  guests: [],
  secret: newSecret(),
  revision: 3,
  document: {
    lines: visit.lines,
    channelType: visit.channelType,
    email: visit.email,
    shippingDestination: visit.contact,
    billingInfo: visit.contact,
    ...(visit.delivery && { selectedOption: { code: visit.delivery } }),
    ...(visit.couponCode && { couponCode: visit.couponCode }),
    ...(visit.buyerNote && { buyerNote: visit.buyerNote }),
  },
  orderId: visit.order?.id ?? null,
  completed: visit.order !== undefined,
  createdAt: visit.at,
  updatedAt: visit.order?.at ?? visit.at,
})

const leftOf = (
  { checkoutId, order }: PastVisit,
  { id, at, written }: NonNullable<PastVisit['left']>,
  what: Pick<StoredAbandoned, 'document' | 'stopped'>,
): StoredAbandoned => ({
  id,
  checkoutId,
  status: order ? 'RECOVERED' : 'ABANDONED',
  ...what,
  obstacle: 'NONE',
  emailsSent: written ? 1 : 0,
  lastEmailAt: written ?? null,
  nextEmailAt: null,
  nextEmail: null,
  emailAttempt: null,
  activities: written ? [{ createdDate: written.toISOString(), type: 'EMAIL_SENT' }] : [],
  createdAt: at,
  updatedAt: order?.at ?? at,
  recoveredAt: order?.at ?? null,
})

function placedOf(
  visit: PastVisit,
  { id, at, tags, archived, seen }: PastOrder,
  number: number,
  checkout: StoredCheckout,
  { lines, quote, delivery, offered }: Totals,
  { money, settings: { commerce } }: PricingContext,
): StoredOrder {
  const known = lines.filter((line): line is KnownLine & { readonly item: Sellable } => line.item !== undefined)
  if (known.length < lines.length) throw new Error(`order ${number} of the past names something that is not sold`)
  if (delivery.needed && !delivery.chosen) throw new Error(`order ${number} of the past cannot be delivered by ${visit.delivery}`)
  const document = sold(
    {
      checkoutId: checkout.id,
      purchaseFlowId: checkout.id,
      lines: known,
      quote,
      delivery,
      offered,
      buyer: ownerOf(checkout.owner),
      email: visit.email,
      shippingDestination: visit.contact,
      billingInfo: visit.contact,
      buyerNote: visit.buyerNote,
      customFields: [],
      channelType: visit.channelType,
      language: commerce.locale.slice(0, 2),
      weightUnit: commerce.weightUnit,
    },
    money,
    at,
  )
  return {
    id,
    number,
    checkoutId: checkout.id,
    checkoutRevision: checkout.revision,
    owner: checkout.owner,
    guests: [],
    email: visit.email,
    status: 'APPROVED',
    paymentStatus: 'NOT_PAID',
    fulfillmentStatus: 'NOT_FULFILLED',
    currency: quote.currency,
    total: quote.total,
    holdsStock: true,
    stockItems: known.flatMap(({ id: lineItemId, quantity, item }) => (item.stock ? [{ lineItemId, ...item.stock, quantity }] : [])),
    revision: 1,
    trackingNumbers: [],
    document: { ...document, archived, seenByAHuman: seen, tags: { privateTags: { tagIds: [] }, tags: { tagIds: [...tags] } } },
    createdAt: at,
    updatedAt: at,
  }
}
