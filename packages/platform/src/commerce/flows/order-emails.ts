import type { AddressWithContact, DeliveryTimeSlot, OrderLineItem } from '@vitrine/contract'
import { type Minor, minor, parseDecimal, sum } from '@vitrine/pricing'
import { isSame } from '../../kernel/canonical.ts'
import type { Clock } from '../../kernel/clock/clock.ts'
import { dayIn } from '../../kernel/clock/day.ts'
import type { Database } from '../../kernel/db/pool.ts'
import type { Db } from '../../kernel/db/sql.ts'
import type { Sections } from '../../kernel/settings/sections.ts'
import { addressedTo, type Delivery, emailBrandingOf, type OrderFacts, type OrderLine, type OrderMail } from '../../shop/index.ts'
import { goesByItself } from '../orders/automatic-fulfillment.ts'
import { findStoredOrders } from '../orders/store.ts'
import { type StoredOrder } from '../orders/stored-order.ts'
import { booksOf } from '../payments/books.ts'
import { findActionsOf, findPaymentsOf, manual, type StoredPayment } from '../payments/store.ts'
import { choiceNames } from '../selling/choice-names.ts'
import { preorderText } from '../selling/preorder-text.ts'
import { emailPicture } from './email-picture.ts'

export interface OrderEmailDeps {
  readonly database: Pick<Database, 'optimistic'>
  readonly clock: Clock
  readonly origin: string
  readonly readSettings: (db: Db, site: string) => Promise<Sections>
  readonly statusToken: (site: string, orderId: string) => Promise<string>
  /** When the next payment is due for what comes again with an order. */
  readonly nextPayment: (site: string, order: StoredOrder, timeZone: string) => Promise<Date | undefined>
}

/** The emails that follow orders, out of the orders themselves, by their ids. `to` reads them in the place of the buyers. */
export const findOrderMails =
  ({ database, clock, origin, readSettings, statusToken, nextPayment }: OrderEmailDeps) =>
  async (site: string, orderIds: readonly string[], to?: string): Promise<ReadonlyMap<string, OrderMail>> => {
    if (orderIds.length === 0) return new Map()
    // All in one trip.
    const [orders, settings, payments, actions] = await database.optimistic((db) =>
      Promise.all([
        findStoredOrders(db, site, orderIds),
        readSettings(db, site),
        findPaymentsOf(db, site, orderIds),
        findActionsOf(db, site, orderIds),
      ]),
    )
    const { mail } = settings
    const paymentsOf = Map.groupBy(payments, ({ orderId }) => orderId)
    const actionsOf = Map.groupBy(actions, ({ orderId }) => orderId)
    const mailOf = async (order: StoredOrder): Promise<OrderMail> => {
      const token = await statusToken(site, order.id)
      const itsPayments = paymentsOf.get(order.id) ?? []
      const { paid, refunded, pendingRefund } = booksOf(itsPayments, actionsOf.get(order.id) ?? [])
      const again = order.document.lineItems.flatMap(({ subscriptionInfo }) => subscriptionInfo ?? [])
      const nextAt = again.length > 0 ? await nextPayment(site, order, settings.commerce.timeZone) : undefined
      const statusUrl = `${origin}/orders/${order.id}?token=${encodeURIComponent(token)}`
      const facts = factsOf(order, itsPayments, settings, origin, statusUrl, clock.now())
      return {
        ...addressedTo(mail, to ?? order.email),
        paid: minor(paid - refunded),
        pendingRefund: minor(pendingRefund),
        refunded: minor(refunded),
        facts: {
          ...facts,
          ...(again.length > 0 && { again: { renewed: again.every(({ cycleNumber }) => cycleNumber > 1), ...(nextAt && { nextAt }) } }),
        },
      }
    }
    const written = orders.filter(({ email }) => email !== '' || to !== undefined)
    return new Map(await Promise.all(written.map(async (order) => [order.id, await mailOf(order)] as const)))
  }

function factsOf(
  order: StoredOrder,
  payments: readonly StoredPayment[],
  settings: Sections,
  origin: string,
  statusUrl: string,
  now: Date,
): OrderFacts {
  const { document, currency } = order
  const at = { locale: settings.commerce.locale, today: dayIn(now, settings.commerce.timeZone) }
  const amount = (price: { readonly amount: string } | undefined): Minor => parseDecimal(price?.amount ?? '0', currency)
  const sums = document.priceSummary
  const cards = payments.filter(({ document: { giftCard }, status }) => giftCard && status === 'APPROVED')
  const byCards = cards.reduce((all, one) => all + one.amount, 0)
  const later = document.due === undefined ? 0 : Math.max(0, order.total - byCards - document.due)
  const shipping = document.shippingInfo
  const firstName = (document.recipientInfo ?? document.billingInfo)?.contactDetails?.firstName
  const billing =
    document.billingInfo && !sameAddress(document.billingInfo, document.recipientInfo) ? addressLines(document.billingInfo) : undefined
  return {
    shop: emailBrandingOf(settings, origin),
    number: String(order.number),
    placedAt: order.createdAt,
    ...(firstName && { firstName }),
    currency,
    lines: document.lineItems.map((line) => emailLine(line, amount(line.lineItemPrice), origin, at)),
    sums: {
      // What rules take off is in the units, as it is in the amount of each line.
      subtotal: minor(amount(sums?.subtotal) - sum(document.appliedDiscounts.map(({ discountRule }) => amount(discountRule?.amount)))),
      discounts: document.appliedDiscounts
        .filter(({ discountRule }) => !discountRule)
        .map((discount) => ({
          title: discount.coupon?.name ?? 'Discount',
          amount: amount(discount.coupon?.amount ?? discount.merchantDiscount?.amount),
        })),
      ...(shipping && { delivery: { title: shipping.title, amount: amount(sums?.shipping) } }),
      taxes: (document.taxInfo?.taxBreakdown ?? []).map((tax) => ({
        name: tax.taxName,
        percent: percentOf(tax.rate),
        amount: amount(tax.aggregatedTaxAmount),
      })),
      fees: document.additionalFees.map(({ name, price }) => ({ title: name, amount: amount(price) })),
      giftCards: cards.map(({ document: { giftCard }, amount }) => ({
        title: `Gift card ending ${giftCard?.suffix}`,
        amount: minor(amount),
      })),
      ...(later > 0 && { later: minor(later) }),
      taxIncluded: document.taxIncludedInPrices,
      total: minor(order.total - byCards - later),
    },
    payment: paymentOf(order, payments),
    delivery: deliveryOf(order, settings.commerce),
    ...(billing && { billedTo: billing }),
    ...(document.buyerNote && { note: document.buyerNote }),
    answers: (document.customFields ?? []).flatMap(({ title, translatedTitle, value }) => {
      const answer = answerText(value)
      return answer === undefined ? [] : [{ title: translatedTitle ?? title, answer }]
    }),
    statusUrl,
  }
}

function emailLine(line: OrderLineItem, amount: Minor, origin: string, at: { readonly locale: string; readonly today: string }): OrderLine {
  const name = line.productName?.original ?? ''
  const chosen = [...choiceNames(line.descriptionLines), line.subscriptionInfo?.subscriptionOptionTitle, preorderText(line, at)].filter(
    Boolean,
  )
  return {
    id: line.id,
    sent: !goesByItself(line),
    name,
    ...(chosen.length > 0 && { description: chosen.join(', ') }),
    quantity: line.quantity,
    amount,
    ...(line.image?.id && { picture: emailPicture(origin, line.image.id, 'LINE', name) }),
  }
}

/** What was answered, as people read it; undefined where nothing was. */
function answerText(value: unknown): string | undefined {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map(String).join(', ') || undefined
  return value === null || value === undefined || value === '' ? undefined : String(value)
}

/** `0.19` as people write it: `19`. */
export const percentOf = (rate: string): string => String(Number((Number(rate) * 100).toFixed(4)))

function paymentOf(order: StoredOrder, payments: readonly StoredPayment[]): OrderFacts['payment'] {
  if (order.total === 0 || order.document.due === 0) return { state: 'free' }
  const promise = payments.find(({ provider, status }) => provider === manual && status === 'PENDING')?.document.offline
  if (promise)
    return {
      state: 'open',
      method: promise.name,
      onCollection: promise.onCollection,
      ...(promise.instructions && { instructions: promise.instructions }),
    }
  const paidBy = payments.findLast(({ status }) => status === 'APPROVED' || status === 'AUTHORIZED')
  const method = paidBy && methodOf(paidBy)
  const paid = order.paymentStatus === 'PAID' || order.paymentStatus === 'PARTIALLY_PAID'
  return { state: paid ? 'paid' : 'open', ...(method && { method }) }
}

/** What people call it: `Visa ending 4242`. */
export function methodOf({ document: { card } }: StoredPayment): string | undefined {
  return card && `${card.brand === 'AMEX' ? 'American Express' : capitalised(card.brand)} ending ${card.last4}`
}

const capitalised = (text: string): string => text.slice(0, 1) + text.slice(1).toLowerCase()

function deliveryOf({ document }: StoredOrder, commerce: Sections['commerce']): Delivery {
  const logistics = document.shippingInfo?.logistics
  if (!logistics) return { kind: 'none' }
  const when = timeOf(logistics.deliveryTimeSlot, commerce, logistics.pickupDetails !== undefined) ?? logistics.deliveryTime
  if (logistics.pickupDetails) {
    const { address } = logistics.pickupDetails
    return {
      kind: 'pickup',
      at: [document.shippingInfo!.title, ...lines([address?.addressLine, cityLine(address?.postalCode, address?.city)])],
      ...(when && { ready: when }),
    }
  }
  return {
    kind: 'shipping',
    to: document.recipientInfo ? addressLines(document.recipientInfo) : [],
    ...(when && { arrives: when }),
  }
}

const longestSlotMs = 6 * 3_600_000

/** `Wed 25 to Thu 26 November`; of a slot its hours, too: `Tue 24 November, 17:00 to 20:00`. What is collected waits from its beginning on. */
function timeOf(slot: DeliveryTimeSlot | undefined, commerce: Sections['commerce'], collected: boolean): string | undefined {
  if (!slot?.from || !slot.to) return undefined
  const [from, to] = [new Date(slot.from), new Date(slot.to)]
  const written = (at: Date, form: keyof typeof forms) => formatOf(form, commerce).format(at).replace(',', '')
  const last = written(to, 'date')
  if (to.getTime() - from.getTime() <= longestSlotMs)
    return `${last}, ${written(from, 'hour')}${collected ? '' : ` to ${written(to, 'hour')}`}`
  const first = written(from, 'date')
  return collected || first === last ? first : `${written(from, 'day')} to ${last}`
}

const forms = {
  day: { weekday: 'short', day: 'numeric' },
  date: { weekday: 'short', day: 'numeric', month: 'long' },
  hour: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

const formats = new Map<string, Intl.DateTimeFormat>()
const formatsAtMost = 100

/** Made once for each language and time zone: to make one takes longer than to write an email. */
function formatOf(form: keyof typeof forms, { locale, timeZone }: Sections['commerce']): Intl.DateTimeFormat {
  const key = `${form} ${locale} ${timeZone}`
  let format = formats.get(key)
  if (!format) {
    if (formats.size >= formatsAtMost) formats.clear()
    format = new Intl.DateTimeFormat(locale, { ...forms[form], timeZone })
    formats.set(key, format)
  }
  return format
}

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })
/** An order that was imported may have a code alone. */
const countryName = (code: string | undefined): string | undefined => (code && /^[A-Za-z]{2}$/.test(code) ? countries.of(code) : code)

export function addressLines({ address, contactDetails }: AddressWithContact): string[] {
  const street = address?.addressLine ?? [address?.streetAddress?.name, address?.streetAddress?.number].filter(Boolean).join(' ')
  return lines([
    [contactDetails?.firstName, contactDetails?.lastName].filter(Boolean).join(' '),
    contactDetails?.company,
    street,
    address?.addressLine2,
    cityLine(address?.postalCode, address?.city),
    address?.countryFullname ?? countryName(address?.country),
  ])
}

const cityLine = (postalCode: string | undefined, city: string | undefined): string => [postalCode, city].filter(Boolean).join(' ')

const lines = (texts: readonly (string | undefined)[]): string[] =>
  texts.filter((text): text is string => text !== undefined && text !== '')

const sameAddress = (a: AddressWithContact, b: AddressWithContact | undefined): boolean => isSame(a, b)
