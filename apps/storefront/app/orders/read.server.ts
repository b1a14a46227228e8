import { attempt } from '@vitrine/client'
import type { BuyersSubscription, OrderPaidWith, PublicOrder, SubscriptionInfo } from '@vitrine/contract'
import { localeIn } from '@vitrine/pricing'
import { lineImage } from '../catalogue/image.server.ts'
import { addressLines } from '../checkout/checkout.ts'
import { countryName } from '../checkout/countries.ts'
import { chosenText, readDestination } from '../checkout/read.server.ts'
import { timeOf } from '../checkout/time-of.ts'
import { preorderText } from '../shop/preorder.server.ts'
import type { Visit } from '../shop.server.ts'
import { everySoOften, planText } from '../totals/terms.ts'
import type { Details, OrderView, Subscription } from './order.ts'

export interface Proof {
  /** Of the link in the email. */
  token?: string | undefined
  email?: string | undefined
}

/** The order as far as this reader may see it; undefined where it is none of theirs. */
export async function findOrder({ client, shop }: Visit, id: string, { token, email }: Proof = {}): Promise<OrderView | undefined> {
  const [refused, answer] = await attempt(
    client.orders.getOrderStatus({ id, ...(token && { token: token.slice(0, 2000) }), ...(email && { email }) }),
  )
  if (!refused) return showOrder(answer.order, localeIn(shop.locale, shop.country), shop)
  if (refused.code === 'ORDER_NOT_FOUND' || refused.code === 'INVALID_ARGUMENT') return undefined
  throw refused
}

export function showOrder(order: PublicOrder, locale: string, shop: Pick<Visit['shop'], 'timeZone' | 'today'>): OrderView {
  const { id, number, placedDate, currency, status, paymentStatus, fulfillmentStatus, timeline, details } = order
  const off = status === 'CANCELED' || status === 'REJECTED'
  return {
    id,
    number,
    placedDate,
    currency,
    state: off
      ? 'canceled'
      : fulfillmentStatus === 'FULFILLED'
        ? 'sent'
        : status === 'INITIALIZED'
          ? 'waiting'
          : status === 'PENDING' ||
              ((paymentStatus === 'NOT_PAID' || paymentStatus === 'PARTIALLY_PAID') &&
                !timeline.some(({ stop, state }) => stop === 'PAID' && state === 'DONE'))
            ? 'owed'
            : 'paid',
    stops: timeline.map(({ stop, state, date }) => ({ name: stop, state, date })),
    details: details && showDetails(details, placedDate, locale, shop),
  }
}

const brands: Readonly<Record<string, string>> = { VISA: 'Visa', MASTERCARD: 'Mastercard', AMEX: 'Amex', DISCOVER: 'Discover' }

/** `Visa ending 4242` */
export const cardName = ({ brand, last4 }: { brand: string; last4: string }) => `${brands[brand] ?? 'Card'} ending ${last4}`

/** Of a subscription that begins with its order nobody has to be told when it begins. */
function rhythmOf({ subscriptionSettings: settings }: SubscriptionInfo, placedDate: string, locale: string): string | undefined {
  if (!settings) return undefined
  const { startDate, ...rhythm } = settings
  const later = startDate !== undefined && Date.parse(startDate) - Date.parse(placedDate) > dayMs
  return planText({ subscriptionSettings: later ? settings : rhythm }, locale)
}
const dayMs = 24 * 3600 * 1000

function showDetails(
  details: NonNullable<PublicOrder['details']>,
  placedDate: string,
  locale: string,
  { timeZone, today }: Pick<Visit['shop'], 'timeZone' | 'today'>,
): Details {
  const { email, card, toPay, lineItems, priceSummary, shippingInfo, recipientInfo, billingInfo } = details
  const nameOf = (id: string) => {
    const line = lineItems.find((one) => one.id === id)
    return line?.productName?.translated ?? line?.productName?.original ?? ''
  }
  const to = readDestination(recipientInfo ?? billingInfo)
  const pickup = shippingInfo?.logistics?.pickupDetails?.address
  return {
    email: email ?? '',
    toPay: toPay && { ...toPay, instructions: toPay.instructions ?? '' },
    card: card && cardName(card),
    firstName: to.firstName,
    lines: lineItems.map(({ id, productName, image, descriptionLines, preorder, quantity, lineItemPrice, subscriptionInfo }) => ({
      id,
      name: productName?.translated ?? productName?.original ?? '',
      picture: lineImage(image),
      chosen: [...chosenText(descriptionLines), ...preorderText(preorder, quantity, locale, today)],
      plan: subscriptionInfo && rhythmOf(subscriptionInfo, placedDate, locale),
      quantity,
      amount: lineItemPrice?.amount ?? '0',
    })),
    sums: {
      subtotal: priceSummary.subtotal?.amount ?? '0',
      discount: priceSummary.discount?.amount ?? '0',
      delivery: priceSummary.shipping?.amount ?? '0',
      total: priceSummary.total?.amount ?? '0',
    },
    discounts: details.appliedDiscounts.flatMap(({ coupon, discountRule, merchantDiscount }) => {
      const amount = (coupon ?? discountRule ?? merchantDiscount)?.amount?.amount ?? '0'
      const name = coupon?.name ?? coupon?.code ?? discountRule?.name?.translated ?? discountRule?.name?.original ?? 'Taken off'
      return Number(amount) > 0 ? [{ name, amount }] : []
    }),
    fees: details.additionalFees.map(({ name, price }) => ({ name, amount: price?.amount ?? '0' })),
    taxes: details.taxIncludedInPrices
      ? []
      : (details.taxInfo?.taxBreakdown ?? []).map(({ taxName, rate, aggregatedTaxAmount }) => ({
          name: `${taxName || 'Tax'} ${Number((Number(rate) * 100).toFixed(4))} %`,
          amount: aggregatedTaxAmount?.amount ?? '0',
        })),
    paid: details.balanceSummary?.paid?.amount ?? '0',
    refunded: details.balanceSummary?.refunded?.amount ?? '0',
    rest: details.balanceSummary?.balance?.amount ?? '0',
    downloads: details.downloads.map(({ lineItemId, fileName, sizeInBytes, state, link, expirationDate, downloadsLeft }) => ({
      lineId: lineItemId,
      name: fileName ?? nameOf(lineItemId),
      size: sizeOf(sizeInBytes ?? 0),
      state,
      link,
      until: expirationDate,
      left: downloadsLeft ?? 0,
    })),
    shipments: details.shipments.map((shipment) => ({
      id: shipment.id,
      stage: shipment.stage,
      units: shipment.lineItems.map((line) => ({ name: nameOf(line.id), quantity: line.quantity })),
      tracking: [shipment.carrier, shipment.trackingNumber].filter(Boolean).join(' '),
      carrier: shipment.carrier ?? '',
      number: shipment.trackingNumber ?? '',
      link: shipment.trackingLink,
      date: shipment.date,
    })),
    answers: details.customFields.flatMap(({ title, translatedTitle, value }) => {
      const answer = value === true ? 'Yes' : value === false ? 'No' : Array.isArray(value) ? value.join(', ') : String(value ?? '')
      return answer ? [{ title: translatedTitle ?? title, answer }] : []
    }),
    invoice: details.invoiceLink,
    creditNotes: details.creditNotes,
    cancellation: details.cancellation,
    takenOut: (details.cancellationLines ?? []).map(({ lineItemId, quantity }) => ({ name: nameOf(lineItemId), quantity })),
    back: details.paidWith.map((paid) => ({ to: backTo(paid), amount: paid.amount })),
    codes: details.reusableCoupons,
    returns: details.returns,
    subscriptions: details.subscriptions.map(subscriptionView),
    payLink: details.payLink,
    reasons: details.reasons,
    delivery: shippingInfo && {
      title: shippingInfo.title,
      time: timeOf(shippingInfo.logistics, locale, timeZone),
      dated: shippingInfo.logistics?.deliveryTimeSlot?.to !== undefined,
      pickup: pickup && [pickup.addressLine, pickup.city].filter(Boolean).join(', '),
    },
    address: pickup ? [] : addressLines(to, countryName(to.country, locale)),
    town: to.town,
  }
}

function backTo({ method, card, giftCardSuffix, name }: OrderPaidWith): string {
  if (method === 'GIFT_CARD') return giftCardSuffix ? `To the gift card ending ${giftCardSuffix}` : 'To the gift card'
  if (method === 'MANUAL') return name ? `By hand, as it came: ${name}` : 'By hand, as it came'
  const from = card ? cardName(card) : undefined
  if (method === 'HELD') return from ? `Held on ${from}, let go` : 'Held, let go'
  return from ? `To ${from}` : 'The way it came'
}

export function subscriptionView(of: BuyersSubscription): Subscription {
  const { id, title, status, nextChargeDate, nextAmount, trialEndDate, endDate, card, cyclesPaid, settings, mayEnd } = of
  const over = status === 'CANCELED' || status === 'ENDED'
  const going = endDate ? 'ending' : trialEndDate && cyclesPaid === 0 ? 'free' : 'active'
  return {
    id,
    title,
    state: over ? 'over' : status === 'SUSPENDED' ? 'resting' : status === 'PAST_DUE' ? 'failed' : going,
    amount: nextAmount?.amount,
    date: endDate ?? nextChargeDate,
    often: everySoOften(settings),
    isLast: of.cyclesTotal !== undefined && cyclesPaid + 1 >= of.cyclesTotal,
    card: card && cardName(card),
    mayEnd,
  }
}

/** `48 MB`, `4.8 MB`, `12 kB` */
function sizeOf(bytes: number): string {
  if (bytes < 100_000) return `${Math.max(1, Math.round(bytes / 1000))} kB`
  const megabytes = bytes / 1_000_000
  return `${megabytes < 10 ? megabytes.toFixed(1) : Math.round(megabytes)} MB`
}
