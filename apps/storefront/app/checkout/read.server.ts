import type { AddressWithContact, Checkout, CheckoutLineItem, DeliveryLogistics, ItemTaxFullDetails } from '@vitrine/contract'
import { minor, parseDecimal, toDecimal } from '@vitrine/pricing'
import { mediaOf } from '../catalogue/read.server.ts'
import type { Settings } from '../shop/shop.ts'
import { type Destination, nowhere } from './address.ts'
import type { CheckoutLine, CheckoutView, TaxShare, WayOption } from './checkout.ts'
import { localeIn } from './countries.ts'

export function readDestination(said: AddressWithContact | undefined): Destination {
  const { address, contactDetails } = said ?? {}
  const street = address?.streetAddress
  return {
    ...nowhere,
    country: address?.country ?? '',
    firstName: contactDetails?.firstName ?? '',
    lastName: contactDetails?.lastName ?? '',
    street: address?.addressLine ?? street?.formattedAddressLine ?? [street?.name, street?.number].filter(Boolean).join(' '),
    more: address?.addressLine2 ?? street?.apt ?? '',
    postcode: address?.postalCode ?? '',
    town: address?.city ?? '',
    state: address?.subdivision ?? '',
    phone: contactDetails?.phone ?? '',
  }
}

/** What is sent for it: a country where nobody wrote more. */
export const writeDestination = (to: Destination) => ({
  address: {
    country: to.country || null,
    subdivision: to.state || null,
    city: to.town || null,
    postalCode: to.postcode || null,
    addressLine: to.street || null,
    addressLine2: to.more || null,
  },
  contactDetails: { firstName: to.firstName || null, lastName: to.lastName || null, phone: to.phone || null },
})

/** What was chosen of a thing: `Sage`, `Large, 360 ml`. */
export const chosenWords = (lines: CheckoutLineItem['descriptionLines']) =>
  (lines ?? []).flatMap(({ colorInfo, plainText }) => colorInfo?.original ?? plainText?.original ?? [])

function showLine(line: CheckoutLineItem): CheckoutLine {
  const { media, availability } = line
  const status = availability?.status ?? 'AVAILABLE'
  return {
    id: line.id ?? '',
    name: line.productName?.translated ?? line.productName?.original ?? '',
    picture: media?.url
      ? mediaOf({ url: media.url, width: media.width ?? 1000, height: media.height ?? 1250, altText: media.altText })
      : undefined,
    chosen: chosenWords(line.descriptionLines),
    quantity: line.quantity,
    amount: line.lineItemPrice?.amount ?? '0',
    left: status === 'AVAILABLE' ? undefined : status === 'PARTIALLY_AVAILABLE' ? (availability?.quantityAvailable ?? 0) : 0,
  }
}

/** `Tue 24 – Wed 25 November`, where the carrier says so; else its own words. */
export function timeOf(
  logistics: Pick<DeliveryLogistics, 'deliveryTime' | 'deliveryTimeSlot'> | undefined,
  locale: string,
): string | undefined {
  const { from, to } = logistics?.deliveryTimeSlot ?? {}
  if (!to) return logistics?.deliveryTime
  const day = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', timeZone: 'UTC' })
  const last = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'long', timeZone: 'UTC' })
  const written = (format: Intl.DateTimeFormat, at: string) => format.format(new Date(at)).replace(',', '')
  return from && from.slice(0, 10) !== to.slice(0, 10) ? `${written(day, from)} – ${written(last, to)}` : written(last, to)
}

const percent = (rate: string) => String(Number((Number(rate) * 100).toFixed(4)))

/** The taxes of everything together, each rate once. */
function taxesOf(details: readonly (ItemTaxFullDetails | undefined)[], currency: string): TaxShare[] {
  const shares = new Map<string, { name: string; rate: string; on: number; tax: number }>()
  for (const { taxName, rate, taxAmount, taxableAmount } of details.flatMap((each) => each?.taxBreakdown ?? [])) {
    if (!rate || !taxAmount) continue
    const key = `${taxName} ${rate}`
    const share = shares.get(key) ?? { name: taxName ?? '', rate, on: 0, tax: 0 }
    share.on += parseDecimal(taxableAmount?.amount ?? '0', currency)
    share.tax += parseDecimal(taxAmount.amount, currency)
    shares.set(key, share)
  }
  return [...shares.values()].map(({ name, rate, on, tax }) => ({
    name,
    percent: percent(rate),
    on: toDecimal(minor(on), currency),
    tax: toDecimal(minor(tax), currency),
  }))
}

/** A checkout as its page shows it. */
export function showCheckout(checkout: Checkout, { locale, country }: Pick<Settings, 'locale' | 'country'>): CheckoutView {
  const { shippingInfo, billingInfo, currency, priceSummary: sums } = checkout
  const selected = shippingInfo?.selectedCarrierServiceOption
  const options = (shippingInfo?.carrierServiceOptions ?? []).flatMap(({ carrierId, shippingOptions }) =>
    (shippingOptions ?? []).map(({ code = '', title = '', logistics, cost }) => {
      const place = logistics?.pickupDetails?.address
      const option: WayOption = {
        value: `${carrierId}:${code}`,
        title,
        time: timeOf(logistics, localeIn(locale, country)),
        instructions: logistics?.instructions,
        price: cost?.price?.amount ?? '0',
        at: logistics?.pickupDetails && [place?.addressLine, place?.city].filter(Boolean).join(', '),
      }
      return option
    }),
  )
  const to = readDestination(shippingInfo?.shippingDestination)
  const bill = readDestination(billingInfo)
  const { phone: _to, ...here } = to
  const { phone: _bill, ...there } = bill
  return {
    id: checkout.id ?? '',
    currency,
    email: checkout.buyerInfo?.email ?? '',
    to,
    bill: bill.country ? bill : { ...nowhere, country: to.country },
    same: !billingInfo?.address?.addressLine || JSON.stringify(here) === JSON.stringify(there),
    goods: checkout.lineItems.some(({ physicalProperties }) => physicalProperties?.shippable !== false),
    lines: checkout.lineItems.map(showLine),
    doors: options.filter(({ at }) => at === undefined),
    places: options.filter(({ at }) => at !== undefined),
    chosen: selected && `${selected.carrierId}:${selected.code}`,
    undeliverable: checkout.calculationErrors?.generalShippingCalculationError?.applicationError?.code,
    sums: {
      pieces: sums?.subtotal?.amount ?? '0',
      discount: sums?.discount?.amount ?? '0',
      delivery: sums?.shipping?.amount ?? '0',
      tax: sums?.tax?.amount ?? '0',
      total: sums?.total?.amount ?? '0',
    },
    taxIncluded: checkout.taxIncludedInPrice,
    taxes: taxesOf([...checkout.lineItems.map(({ taxDetails }) => taxDetails), selected?.cost?.taxDetails], currency),
  }
}
