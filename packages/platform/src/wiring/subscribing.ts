import type { BuyersSubscription, OrderLineItem, SubscriptionInfo } from '@vitrine/contract'
import { type Discount, type Minor, minor, parseDecimal, zero } from '@vitrine/pricing'
import { findCheckout } from '../checkout/store.ts'
import type { Clock } from '../clock/clock.ts'
import { newId } from '../db/id.ts'
import type { Moment } from '../db/moment.ts'
import type { Database } from '../db/pool.ts'
import type { Db } from '../db/sql.ts'
import type { SubscriptionMailDeps } from '../mail/subscription-jobs.ts'
import { giveStockBack, giveUp } from '../orders/approve.ts'
import type { BuyerDeps } from '../orders/buyer.ts'
import { type CycleSold, cycleDocument, writeCycle } from '../orders/renewal.ts'
import { findOrder, lockOrder, type OrderDocument, type StoredOrder, saveOrder } from '../orders/store.ts'
import { chargeAgain } from '../payments/again.ts'
import { booksOf } from '../payments/books.ts'
import { findSavedMethod } from '../payments/saved.ts'
import type { SettleDeps } from '../payments/settle.ts'
import {
  findActions,
  findCollection,
  findCollectionsOf,
  findPayment,
  findPayments,
  insertCollection,
  insertPaymentNow,
  newPayment,
  type StoredPayment,
} from '../payments/store.ts'
import { findCoupon } from '../promotions/store.ts'
import { Refusal, refuse } from '../refusal.ts'
import { placeOf } from '../selling/addresses.ts'
import { deliveryFor, type OfferedOption, ownCarrierId, wishOf } from '../selling/delivery.ts'
import type { KnownLine } from '../selling/line.ts'
import { nothingOffered } from '../selling/offers.ts'
import type { Sellable } from '../selling/sellable.ts'
import { taxPlaceOf } from '../selling/tax-place.ts'
import type { OpenTill, Till } from '../selling/till.ts'
import type { BeginDeps, Start } from '../subscriptions/begin.ts'
import { type EndDeps, end } from '../subscriptions/end.ts'
import { type AskFor, heardPaid, heardUnpaid, type PaymentOfCycle } from '../subscriptions/hear.ts'
import { type SubscriptionDeps, subscriptionOf } from '../subscriptions/operations.ts'
import type { RenewDeps } from '../subscriptions/renew.ts'
import { begun, cyclesOf, dueAt, isOver, isPaidUp } from '../subscriptions/rules.ts'
import { type Agreement, findContract, findContracts, type Mirror } from '../subscriptions/store.ts'
import { completeCheckout, stock } from './ordering.ts'
import type { Cycles } from './paid.ts'
import { perks } from './perks.ts'

/** What the payments of orders mean for subscriptions. */
export const cyclesOfOrders = (openTill: OpenTill): Cycles => ({
  async paid(moment, order, payment, whole) {
    const { moneyIn } = await openTill(moment.db, moment.site)
    await heardPaid(moment, order.id, payment && ofCycle(payment), whole, moneyIn)
  },
  unpaid: (moment, order, payment) => heardUnpaid(moment, order.id, ofCycle(payment), askFor),
})

/** What is owed for a cycle can be paid at a page of its own, too: once asked for, it is asked for by the same. */
const askFor: AskFor = async ({ db, site, now }, orderId, amount) => {
  const before = (await findCollectionsOf(db, site, orderId)).find((one) => one.amount === amount)
  if (before) return before.id
  const id = newId()
  await insertCollection(db, site, { id, orderId, amount, document: {}, createdAt: now })
  return id
}

const ofCycle = ({ id, amount, status, document }: StoredPayment): PaymentOfCycle => ({
  id,
  amount,
  refused: status === 'DECLINED',
  ...(document.reason !== undefined && { reason: document.reason }),
  ...(document.savedMethodId !== undefined && { savedMethodId: document.savedMethodId }),
  ...(document.cycle && { cycle: document.cycle }),
})

/** What is sold in a cycle, at the prices that were agreed on and the taxes of now. */
async function reckonCycle(
  moment: Moment,
  { line, delivery, coupon, taxExemptGroupId }: Agreement,
  cycle: number,
  before: StoredOrder,
  till: Till,
) {
  const { recipientInfo, billingInfo } = before.document
  const billing = placeOf(billingInfo?.address)
  const place = recipientInfo?.address?.country ? placeOf(recipientInfo.address) : billing
  const known: KnownLine & { readonly item: Sellable } = { ...line, id: newId() }
  const option = delivery?.option ?? null
  const at = taxPlaceOf([known], option?.pickup?.address ?? place, billing, till.settings.commerce)
  const tax = await till.taxes([known], { place: at, shipping: option, exemptGroupId: taxExemptGroupId })
  const counts = coupon && (coupon.cycles === null || cycle <= coupon.cycles)
  const discount: Discount | null = counts
    ? { id: coupon.id, name: coupon.name, code: coupon.code, source: 'COUPON', off: coupon.off, lineIds: [known.id] }
    : null
  const offered = { ...nothingOffered, discounts: discount ? [discount] : [] }
  // What was agreed on stays in the currency that it was agreed on in.
  const quote = { ...till.quote([known], { tax, shipping: option, offered, fees: false }), currency: before.currency }
  const sold: CycleSold = {
    lines: [known],
    quote,
    delivery: {
      answer: { zone: delivery?.zone ?? null, options: [], none: 'NO_RATE' },
      options: [],
      chosen: option,
      wishRefused: false,
      needed: option !== null,
      error: undefined,
      carrierErrors: [],
    },
    offered,
  }
  return { sold, total: quote.total, due: quote.due, stock: known.item.stock, lineId: known.id }
}

/** A cycle as an order would be now: what the contract shows, and what the next one costs. */
async function mirrorOf(moment: Moment, agreement: Agreement, info: SubscriptionInfo, before: StoredOrder, openTill: OpenTill) {
  const till = await openTill(moment.db, moment.site)
  const { sold, total } = await reckonCycle(moment, agreement, info.cycleNumber, before, till)
  const document = await cycleDocument(moment, before, sold, info, openTill)
  return { mirror: shown(document), nextAmount: total as number }
}

const shown = (document: OrderDocument): Mirror => ({
  lineItems: document.lineItems,
  ...(document.buyerInfo && { buyerInfo: document.buyerInfo }),
  ...(document.buyerLanguage && { buyerLanguage: document.buyerLanguage }),
  weightUnit: document.weightUnit,
  currency: document.currency!,
  ...(document.currencyConversionDetails && { currencyConversionDetails: document.currencyConversionDetails }),
  taxIncludedInPrices: document.taxIncludedInPrices,
  ...(document.priceSummary && { priceSummary: document.priceSummary }),
  ...(document.billingInfo && { billingInfo: document.billingInfo }),
  ...(document.shippingInfo && { shippingInfo: document.shippingInfo }),
  ...(document.taxInfo && { taxInfo: document.taxInfo }),
  appliedDiscounts: document.appliedDiscounts,
  ...(document.channelInfo && { channelInfo: document.channelInfo }),
  customFields: [...document.customFields],
  ...(document.recipientInfo && { recipientInfo: document.recipientInfo }),
  additionalFees: document.additionalFees,
})

export interface SubscribingDeps {
  readonly database: Database
  readonly clock: Clock
  readonly openTill: OpenTill
  readonly settling: SettleDeps
}

/** What begins with an order that was bought at the checkout. */
export const beginning = ({ database, clock, openTill }: SubscribingDeps): BeginDeps => ({
  database,
  clock,
  async startsOf(moment, orderId) {
    const { db, site } = moment
    const order = await findOrder(db, site, orderId)
    // What was agreed elsewhere goes on elsewhere.
    if (!order?.checkoutId || order.document.due === undefined || order.status !== 'APPROVED') return []
    const lines = order.document.lineItems.filter(({ subscriptionInfo }) => subscriptionInfo?.cycleNumber === 1)
    if (lines.length === 0) return []
    const payments = await findPayments(db, site, orderId)
    const savedMethodId = payments.findLast(({ document }) => document.savedMethodId !== undefined)?.document.savedMethodId ?? null
    const { settings } = await openTill(db, site)
    const starts: Start[] = []
    for (const line of lines) {
      const info = line.subscriptionInfo!
      const agreement = await agreementOf(moment, order, line, openTill)
      const trial = info.subscriptionSettings!.freeTrialPeriod !== undefined
      const next = { ...info, cycleNumber: trial ? 1 : 2 }
      const { mirror, nextAmount } = await mirrorOf(moment, agreement, next, order, openTill)
      starts.push({
        id: info.id!,
        orderId,
        owner: order.owner,
        contactId: order.document.buyerInfo?.contactId ?? null,
        savedMethodId,
        title: info.subscriptionOptionTitle || (line.productName?.original ?? ''),
        agreement,
        mirror,
        nextAmount: trial ? afterTrial(order, line, lines) : nextAmount,
        settings: info.subscriptionSettings!,
        orderedAt: order.createdAt,
        timeZone: settings.commerce.timeZone,
      })
    }
    return starts
  },
})

/** What a line asks for when its free time is over: its price, and of the first such line what was put off together with it. */
function afterTrial({ document, currency }: StoredOrder, line: OrderLineItem, lines: readonly OrderLineItem[]): number {
  const amount = (price: { readonly amount: string } | undefined): number => (price ? parseDecimal(price.amount, currency) : 0)
  const own = (of: OrderLineItem) => amount(of.totalPriceAfterTax)
  const free = lines.filter(({ subscriptionInfo }) => subscriptionInfo?.subscriptionSettings?.freeTrialPeriod)
  const beside = amount(document.payAfterFreeTrial?.total) - free.reduce((all, one) => all + own(one), 0)
  return own(line) + (free[0] === line ? Math.max(0, beside) : 0)
}

/** What is agreed on with a line of an order: its price of that day, its delivery, and what its coupon takes off again. */
async function agreementOf(moment: Moment, order: StoredOrder, line: OrderLineItem, openTill: OpenTill): Promise<Agreement> {
  const { db, site } = moment
  const till = await openTill(db, site)
  const { currency } = order
  const checkout = order.checkoutId ? await findCheckout(db, site, order.checkoutId) : undefined
  const kept = checkout?.document.lines.find(({ id }) => id === line.id)
  const [known] = kept ? await till.know([kept]) : []
  const amount = (price: { readonly amount: string } | undefined): Minor => (price ? parseDecimal(price.amount, currency) : zero)
  const info = line.subscriptionInfo!
  const { freeTrialPeriod: _, ...settings } = info.subscriptionSettings!
  const base: Sellable = known?.item ?? {
    productId: line.catalogReference?.catalogItemId ?? '',
    stock: undefined,
    sku: line.physicalProperties?.sku ?? '',
    name: line.productName?.original ?? '',
    price: zero,
    fullPrice: zero,
    descriptionLines: line.descriptionLines ?? [],
    shippable: line.physicalProperties?.shippable ?? false,
    itemType: line.itemType?.preset ?? 'PHYSICAL',
    available: null,
    state: '',
  }
  const { payment: __, service: ___, ...item } = base
  const agreed: Sellable = {
    ...item,
    name: line.productName?.original ?? base.name,
    price: amount(line.price),
    fullPrice: amount(line.price),
    plan: { id: base.plan?.id ?? '', title: info.subscriptionOptionTitle, settings },
    // Whether there are enough is for the shelf to say, on the day.
    available: null,
  }
  const sold: Agreement['line'] = {
    quantity: line.quantity,
    ...(line.catalogReference && { reference: line.catalogReference }),
    ...(kept?.taxableAddress && { taxableAddress: kept.taxableAddress }),
    item: agreed,
  }
  return {
    line: sold,
    delivery: agreed.shippable ? deliveryOf({ ...sold, id: line.id }, order, till) : null,
    coupon: await couponOf(db, site, order, line),
    ...(checkout?.document.taxExemptGroupId !== undefined && { taxExemptGroupId: checkout.document.taxExemptGroupId }),
  }
}

/** The way that was chosen, at what it costs for this line alone, and never for more than was paid for it with the whole order. */
function deliveryOf(line: KnownLine, { document, currency }: StoredOrder, till: Till): Agreement['delivery'] {
  const { shippingInfo } = document
  if (!shippingInfo?.code) return null
  const wish = wishOf({ code: shippingInfo.code, carrierId: shippingInfo.carrierId })
  const paid = shippingInfo.cost?.price ? parseDecimal(shippingInfo.cost.price.amount, currency) : zero
  const place = placeOf(document.recipientInfo?.address) ?? placeOf(document.billingInfo?.address)
  const { chosen, answer } = deliveryFor([line], place, wish, till)
  const option: OfferedOption = chosen ?? {
    carrierId: shippingInfo.carrierId ?? ownCarrierId,
    code: shippingInfo.code,
    ruleCode: shippingInfo.code,
    title: shippingInfo.title,
    price: paid,
    regularPrice: paid,
    freeFrom: null,
    taxGroupId: null,
    deliveryTime: shippingInfo.logistics?.deliveryTime ?? null,
    instructions: shippingInfo.logistics?.instructions ?? null,
    days: null,
    pickup: null,
    arrives: null,
    capacity: null,
  }
  const price = minor(Math.min(option.price, paid))
  return { option: { ...option, price, regularPrice: price, freeFrom: null, arrives: null, capacity: null }, zone: answer.zone }
}

/** A coupon goes on taking off what it took off this line, for as many cycles as it says. */
async function couponOf(db: Db, site: string, { document, currency }: StoredOrder, line: OrderLineItem): Promise<Agreement['coupon']> {
  for (const { coupon, discountType, lineItemDiscounts = [] } of document.appliedDiscounts) {
    if (!coupon) continue
    const part = lineItemDiscounts.find(({ id }) => id === line.id)?.totalDiscount
    const amount = part ? parseDecimal(part.amount, currency) : zero
    if (discountType !== 'SHIPPING' && amount <= 0) continue
    const cycles = (await findCoupon(db, site, coupon.id))?.document.discountedCycleCount ?? null
    return {
      id: coupon.id,
      code: coupon.code,
      name: coupon.name,
      off: discountType === 'SHIPPING' ? { shipping: true } : { amount },
      cycles,
    }
  }
  return null
}

/** How cycles are sold and charged. */
export function renewing({ database, clock, openTill, settling }: SubscribingDeps): RenewDeps {
  const moneyIn = async (db: Db, site: string) => (await openTill(db, site)).moneyIn

  return {
    database,
    clock,
    moneyIn,

    async lockOwed(moment, orderId, fetch) {
      const { db, site } = moment
      const order = await lockOrder(db, site, orderId)
      if (!order) throw new Error(`order ${orderId} is gone`)
      const { paid, authorized, pending } = booksOf(await findPayments(db, site, orderId), await findActions(db, site, orderId))
      const open = order.status === 'PENDING' || order.status === 'APPROVED'
      const fetches = fetch && order.status === 'PENDING' && !order.holdsStock
      const short = fetches && (await stock.take(moment, order)).length > 0
      if (fetches && !short) await saveOrder(db, site, { ...order, holdsStock: true, revision: order.revision + 1, updatedAt: moment.now })
      return { open, owed: order.total - paid - authorized - pending, holds: !short }
    },

    async sellAgain(moment, contract, cycle, before) {
      const { db, site } = moment
      const { agreement, terms } = contract.document
      const last = await findOrder(db, site, before)
      if (!last) throw new Error(`order ${before} is gone`)
      const till = await openTill(db, site)
      const info = (cycleNumber: number): SubscriptionInfo => ({
        id: contract.id,
        cycleNumber,
        subscriptionOptionTitle: contract.document.title,
        subscriptionSettings: terms.settings,
      })
      const { sold, total, due, stock: shelf, lineId } = await reckonCycle(moment, agreement, cycle, last, till)
      const document = await cycleDocument(moment, last, sold, info(cycle), openTill)
      const shelves = shelf ? [{ lineItemId: lineId, ...shelf, quantity: agreement.line.quantity }] : []
      const order = await writeCycle(moment, last, document, { total, due, shelves }, { openTill, stock, completeCheckout })
      if (order === 'SHORT') return 'SHORT'
      const all = cyclesOf(terms.settings)
      const next = all !== null && cycle >= all ? undefined : await mirrorOf(moment, agreement, info(cycle + 1), order, openTill)
      return { orderId: order.id, due, document: { ...contract.document, ...next } }
    },

    async beginPayment({ db, site, now }, { orderId, amount, savedMethodId, contractId, cycle }) {
      const saved = await findSavedMethod(db, site, savedMethodId)
      const order = await findOrder(db, site, orderId)
      if (!saved || !order) return undefined
      const document = {
        ...(saved.card && { card: saved.card }),
        savedMethodId,
        again: { orderNumber: String(order.number) },
        cycle: { contractId, number: cycle },
      }
      const { currency } = order
      const payment = newPayment({ orderId, provider: saved.provider, status: 'PENDING', amount, currency, document }, now)
      await insertPaymentNow(db, site, payment)
      return payment.id
    },

    async charge(site, paymentId) {
      const payment = await findPayment(database, site, paymentId)
      if (payment?.status === 'PENDING') await chargeAgain(settling, site, payment)
    },

    askFor,

    async letGo(moment, orderId) {
      const order = await lockOrder(moment.db, moment.site, orderId)
      if (order?.status === 'PENDING' && order.holdsStock) await giveStockBack(moment, order, { stock })
    },
  }
}

/** An order that nobody paid for is given up with the subscription that it is of. */
export const ending: EndDeps = {
  async giveUp(moment, orderId) {
    const order = await lockOrder(moment.db, moment.site, orderId)
    if (order?.status === 'PENDING') await giveUp(moment, order, { stock, perks })
  },
}

export const subscriptionDeps = (openTill: OpenTill): SubscriptionDeps => ({
  ...ending,
  moneyIn: async (db, site) => (await openTill(db, site)).moneyIn,
  findCard: async (db, site, savedMethodId) => (await findSavedMethod(db, site, savedMethodId))?.card,
})

/** What buyers see of what comes again with an order of theirs, and how they end it. */
export const buyersSubscriptions = (
  openTill: OpenTill,
  paymentLink: (site: string, collectionId: string) => Promise<string>,
): Pick<BuyerDeps, 'findSubscriptions' | 'endSubscription' | 'findPayLink'> => {
  const deps = subscriptionDeps(openTill)
  const idsOf = ({ document }: StoredOrder) => document.lineItems.flatMap(({ subscriptionInfo }) => subscriptionInfo?.id ?? [])
  return {
    async findSubscriptions(db, site, order) {
      const shown: BuyersSubscription[] = []
      for (const contract of await findContracts(db, site, idsOf(order))) {
        const { orders: _, ...subscription } = await subscriptionOf(db, site, contract, deps)
        const goesOn = subscription.nextChargeDate !== undefined || contract.status === 'SUSPENDED'
        shown.push({ ...subscription, mayEnd: goesOn && subscription.settings.enableCustomerCancellation })
      }
      return shown
    },

    async endSubscription(moment, order, id, when) {
      if (!idsOf(order).includes(id)) return refuse('SUBSCRIPTION_CONTRACT_NOT_FOUND')
      const contract = await findContract(moment.db, moment.site, id)
      if (!contract) return refuse('SUBSCRIPTION_CONTRACT_NOT_FOUND')
      if (!contract.document.terms.settings.enableCustomerCancellation) return refuse('SUBSCRIPTION_CANCELLATION_NOT_ALLOWED')
      const ended = await end(moment, id, when, 'BUYER', ending)
      return ended instanceof Refusal ? ended : undefined
    },

    async findPayLink(db, site, order) {
      if (order.status !== 'PENDING' && order.status !== 'APPROVED') return undefined
      if (idsOf(order).length === 0 || order.paymentStatus === 'PAID') return undefined
      const { paid, authorized, pending } = booksOf(await findPayments(db, site, order.id), await findActions(db, site, order.id))
      const open = (await findCollectionsOf(db, site, order.id)).find(({ amount }) => amount <= order.total - paid - authorized - pending)
      return open && paymentLink(site, open.id)
    },
  }
}

/** When the next payment of an order's subscriptions is due, as far as one comes. */
export async function nextPayment(db: Db, site: string, order: StoredOrder, timeZone: string): Promise<Date | undefined> {
  const infos = order.document.lineItems.flatMap(({ subscriptionInfo }) => subscriptionInfo ?? [])
  if (infos.length === 0) return undefined
  const contracts = new Map(
    (
      await findContracts(
        db,
        site,
        infos.map(({ id }) => id!),
      )
    ).map((one) => [one.id, one]),
  )
  const dates = infos.flatMap(({ id, subscriptionSettings }) => {
    // The first letter may be written before the contract is.
    const contract = contracts.get(id!)
    const { terms, progress } = contract
      ? { terms: contract.document.terms, progress: contract }
      : begun(subscriptionSettings!, order.createdAt, timeZone)
    return isOver(progress) || progress.endsAt || isPaidUp(terms, progress) ? [] : [dueAt(terms, progress.cycle + 1)]
  })
  return dates.sort((a, b) => a.getTime() - b.getTime())[0]
}

/** What the letters about subscriptions say beside their order. */
export const subscriptionLetters = (
  database: Database,
  paymentLink: (site: string, collectionId: string) => Promise<string>,
): Pick<SubscriptionMailDeps, 'findSubscriptionLetter'> => ({
  async findSubscriptionLetter(site, contractId, letter) {
    const contract = await findContract(database, site, contractId)
    if (!contract) return undefined
    const { title } = contract.document
    if (letter.about === 'ENDS') return { about: 'ENDS', orderId: contract.orderId, title, at: new Date(letter.at), atOnce: letter.atOnce }
    const { orderId, collectionId, reason, retryAt } = letter
    const collection = await findCollection(database, site, collectionId)
    const order = await findOrder(database, site, orderId)
    if (!collection || !order || order.paymentStatus === 'PAID' || isOver(contract)) return undefined
    return {
      about: 'PAYMENT_FAILED',
      orderId,
      title,
      amount: minor(collection.amount),
      reason,
      payUrl: await paymentLink(site, collectionId),
      retryAt: retryAt === null ? undefined : new Date(retryAt),
    }
  },
})
