import { attempt } from '@vitrine/client'
import type { PublicOrder } from '@vitrine/contract'
import { mediaOf } from '../catalogue/read.server.ts'
import { addressLines } from '../checkout/checkout.ts'
import { countryName, localeIn } from '../checkout/countries.ts'
import { chosenWords, readDestination, timeOf } from '../checkout/read.server.ts'
import type { Visit } from '../shop.server.ts'
import type { Details, OrderView } from './order.ts'

export interface Proof {
  /** Of the link in the letter. */
  token?: string | undefined
  email?: string | undefined
}

/** The order as far as this reader may see it; undefined where it is none of theirs. */
export async function findOrder({ client, shop }: Visit, id: string, { token, email }: Proof = {}): Promise<OrderView | undefined> {
  const [refused, answer] = await attempt(
    client.orders.getOrderStatus({ id, ...(token && { token: token.slice(0, 2000) }), ...(email && { email }) }),
  )
  if (!refused) return showOrder(answer.order, localeIn(shop.locale, shop.country))
  if (refused.code === 'ORDER_NOT_FOUND' || refused.code === 'INVALID_ARGUMENT') return undefined
  throw refused
}

export function showOrder(order: PublicOrder, locale: string): OrderView {
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
          : paymentStatus === 'NOT_PAID' || paymentStatus === 'PARTIALLY_PAID'
            ? 'owed'
            : 'paid',
    stops: timeline.map(({ stop, state, date }) => ({ name: stop, state, date })),
    details: details && showDetails(details, locale),
  }
}

const brands: Readonly<Record<string, string>> = { VISA: 'Visa', MASTERCARD: 'Mastercard', AMEX: 'Amex', DISCOVER: 'Discover' }

function showDetails(
  { email, card, toPay, lineItems, priceSummary, shippingInfo, recipientInfo, billingInfo }: NonNullable<PublicOrder['details']>,
  locale: string,
): Details {
  const to = readDestination(recipientInfo ?? billingInfo)
  const pickup = shippingInfo?.logistics?.pickupDetails?.address
  return {
    email: email ?? '',
    toPay: toPay && { ...toPay, instructions: toPay.instructions ?? '' },
    card: card && `${brands[card.brand] ?? 'Card'} ending ${card.last4}`,
    firstName: to.firstName,
    lines: lineItems.map(({ id, productName, image, descriptionLines, quantity, lineItemPrice }) => ({
      id,
      name: productName?.translated ?? productName?.original ?? '',
      picture: image?.url
        ? mediaOf({ url: image.url, width: image.width ?? 1000, height: image.height ?? 1250, altText: image.altText })
        : undefined,
      chosen: chosenWords(descriptionLines),
      quantity,
      amount: lineItemPrice?.amount ?? '0',
    })),
    sums: {
      pieces: priceSummary.subtotal?.amount ?? '0',
      discount: priceSummary.discount?.amount ?? '0',
      delivery: priceSummary.shipping?.amount ?? '0',
      total: priceSummary.total?.amount ?? '0',
    },
    delivery: shippingInfo && {
      title: shippingInfo.title,
      time: timeOf(shippingInfo.logistics, locale),
      pickup: pickup && [pickup.addressLine, pickup.city].filter(Boolean).join(', '),
    },
    address: pickup ? [] : addressLines(to, countryName(to.country, locale)),
    town: to.town,
  }
}
