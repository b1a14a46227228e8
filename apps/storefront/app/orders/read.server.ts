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
  if (!refused) return showOrder(answer.order, localeIn(shop.locale, shop.country), shop.timeZone)
  if (refused.code === 'ORDER_NOT_FOUND' || refused.code === 'INVALID_ARGUMENT') return undefined
  throw refused
}

export function showOrder(order: PublicOrder, locale: string, timeZone: string): OrderView {
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
          : (paymentStatus === 'NOT_PAID' || paymentStatus === 'PARTIALLY_PAID') &&
              !timeline.some(({ stop, state }) => stop === 'PAID' && state === 'DONE')
            ? 'owed'
            : 'paid',
    stops: timeline.map(({ stop, state, date }) => ({ name: stop, state, date })),
    details: details && showDetails(details, locale, timeZone),
  }
}

const brands: Readonly<Record<string, string>> = { VISA: 'Visa', MASTERCARD: 'Mastercard', AMEX: 'Amex', DISCOVER: 'Discover' }

function showDetails(details: NonNullable<PublicOrder['details']>, locale: string, timeZone: string): Details {
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
    parcels: details.parcels.map((parcel) => ({
      id: parcel.id,
      stage: parcel.stage,
      pieces: parcel.lineItems.map((line) => ({ name: nameOf(line.id), quantity: line.quantity })),
      tracking: [parcel.carrier, parcel.trackingNumber].filter(Boolean).join(' '),
      carrier: parcel.carrier ?? '',
      number: parcel.trackingNumber ?? '',
      link: parcel.trackingLink,
      date: parcel.date,
    })),
    invoice: details.invoiceLink,
    cancellation: details.cancellation,
    reasons: details.reasons,
    delivery: shippingInfo && {
      title: shippingInfo.title,
      time: timeOf(shippingInfo.logistics, locale, timeZone),
      pickup: pickup && [pickup.addressLine, pickup.city].filter(Boolean).join(', '),
    },
    address: pickup ? [] : addressLines(to, countryName(to.country, locale)),
    town: to.town,
  }
}

/** `48 MB`, `4.8 MB`, `12 kB` */
function sizeOf(bytes: number): string {
  if (bytes < 100_000) return `${Math.max(1, Math.round(bytes / 1000))} kB`
  const megabytes = bytes / 1_000_000
  return `${megabytes < 10 ? megabytes.toFixed(1) : Math.round(megabytes)} MB`
}

/** What happened when an order was put into the bag once more, by the names of its things. */
export interface Again {
  put: readonly { name: string; quantity: number }[]
  fewer: readonly { name: string; left: number }[]
  gone: readonly string[]
}

/** Puts what is still sold of an order into the bag, as many as there are, and tells what is not. */
export async function orderAgain(here: Visit, id: string, email: string | undefined): Promise<Again | undefined> {
  const [refused, answer] = await attempt(here.client.orders.getOrderStatus({ id, ...(email && { email }) }))
  if (refused?.code === 'ORDER_NOT_FOUND') return undefined
  if (refused) throw refused
  const lines = answer.order.details?.lineItems
  if (!lines) return undefined
  const put: { name: string; quantity: number }[] = []
  const fewer: { name: string; left: number }[] = []
  const gone: string[] = []
  here.know()
  // One after the other: what one line takes, the next cannot have.
  for (const { productName, catalogReference, quantity } of lines) {
    const name = productName?.translated ?? productName?.original ?? ''
    const add = (pieces: number) =>
      attempt(
        here.client.currentCart.addToCurrentCart({
          lineItems: [
            {
              quantity: pieces,
              catalogReference: {
                appId: catalogReference!.appId,
                catalogItemId: catalogReference!.catalogItemId,
                ...(catalogReference!.options && { options: catalogReference!.options }),
              },
            },
          ],
        }),
      )
    if (!catalogReference) {
      gone.push(name)
      continue
    }
    const [no] = await add(quantity)
    if (!no) {
      put.push({ name, quantity })
      continue
    }
    if (no.code !== 'ITEM_NOT_AVAILABLE' && no.code !== 'ITEM_NOT_FOUND_IN_CATALOG') throw no
    const left = no.code === 'ITEM_NOT_AVAILABLE' ? Math.max(0, no.data.available) : 0
    const [still] = left > 0 ? await add(left) : [no]
    if (still) gone.push(name)
    else fewer.push({ name, left })
  }
  return { put, fewer, gone }
}
