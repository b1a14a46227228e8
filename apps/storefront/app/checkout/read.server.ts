import type { AddressWithContact, Checkout, CheckoutLineItem, DeliveryLogistics, ShippingPrice } from '@vitrine/contract'
import { localeIn, parseDecimal, sum, toDecimal } from '@vitrine/pricing'
import { lineImage } from '../catalogue/image.server.ts'
import { isElsewhere } from '../shop/apps.ts'
import { preorderText } from '../shop/preorder.server.ts'
import type { Settings } from '../shop/shop.ts'
import { termsOf } from '../totals/terms.ts'
import { dueOf } from '../totals/totals.tsx'
import { type Destination, nowhere } from './address.ts'
import type { CheckoutLine, CheckoutView, MembershipOption, SlotDay, WayOption } from './checkout.ts'
import { taxIdKind } from './countries.ts'
import { hoursOf, timeOf } from './time-of.ts'

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
    company: contactDetails?.company ?? '',
    taxId: contactDetails?.vatId?.id ?? '',
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
  contactDetails: {
    firstName: to.firstName || null,
    lastName: to.lastName || null,
    phone: to.phone || null,
    company: to.company || null,
    vatId: to.taxId ? ({ id: to.taxId, type: taxIdKind(to.country, to.taxId) } as const) : null,
  },
})

/** What was chosen of a thing: `Sage`, `Large, 360 ml`. */
export const chosenText = (lines: CheckoutLineItem['descriptionLines']) =>
  (lines ?? []).flatMap(({ colorInfo, plainText }) => colorInfo?.original ?? plainText?.original ?? [])

function showLine(line: CheckoutLineItem, locale: string, today: string, violations: Checkout['violations']): CheckoutLine {
  const { media, availability } = line
  const status = availability?.status ?? 'AVAILABLE'
  return {
    id: line.id ?? '',
    name: line.productName?.translated ?? line.productName?.original ?? '',
    picture: isElsewhere(line.catalogReference) ? undefined : lineImage(media),
    chosen: [...chosenText(line.descriptionLines), ...preorderText(line.preorder, line.quantity, locale, today)],
    quantity: line.quantity,
    amount: line.lineItemPrice?.amount ?? '0',
    terms: termsOf(line, locale),
    forMembers:
      (status === 'AVAILABLE' && violations.some(({ severity, target }) => severity === 'ERROR' && target?.lineItem?.id === line.id)) ||
      undefined,
    left: status === 'AVAILABLE' ? undefined : status === 'PARTIALLY_AVAILABLE' ? (availability?.quantityAvailable ?? 0) : 0,
  }
}

interface Wire {
  carrierId: string
  code: string
  title: string
  logistics: DeliveryLogistics | undefined
  price: string
}

/** What a way costs with what is charged beside the carriage. */
function wholePrice(cost: ShippingPrice | undefined, currency: string): string {
  const amounts = [cost?.price?.amount, ...(cost?.otherCharges ?? []).map(({ price }) => price?.amount)]
  return toDecimal(sum(amounts.map((amount) => parseDecimal(amount ?? '0', currency))), currency)
}

/** The ways as they are chosen: those with hours once, whatever number of hours they have. */
function waysOf(
  checkout: Checkout,
  { locale, timeZone, selected }: { locale: string; timeZone: string; selected: string | undefined },
): WayOption[] {
  const wires = (checkout.shippingInfo?.carrierServiceOptions ?? []).flatMap(({ carrierId, shippingOptions }) =>
    (shippingOptions ?? []).map(
      ({ code = '', title = '', logistics, cost }): Wire => ({
        carrierId,
        code,
        title,
        logistics,
        price: wholePrice(cost, checkout.currency),
      }),
    ),
  )
  const byWay = Map.groupBy(wires, ({ carrierId, code }) => `${carrierId}:${code.split('@')[0]}`)
  return [...byWay].flatMap(([value, own]) => {
    const [first] = own
    if (!first) return []
    const place = first.logistics?.pickupDetails?.address
    const days = first.code.includes('@') ? daysOf(own, locale, timeZone) : undefined
    const hour = days && own.find(({ carrierId, code }) => `${carrierId}:${code}` === selected)?.code
    return {
      value,
      title: first.title,
      time: days ? days[0] && `${days[0].title}, at an hour you choose` : timeOf(first.logistics, locale, timeZone),
      instructions: first.logistics?.instructions,
      price: first.price,
      at: first.logistics?.pickupDetails && [place?.addressLine, place?.city].filter(Boolean).join(', '),
      days,
      hour,
    }
  })
}

function daysOf(hours: readonly Wire[], locale: string, timeZone: string): SlotDay[] {
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, { ...options, timeZone })
  const [weekday, day, title] = [
    format({ weekday: 'short' }),
    format({ day: 'numeric' }),
    format({ weekday: 'long', day: 'numeric', month: 'long' }),
  ]
  const date = new Intl.DateTimeFormat('en-CA', { timeZone })
  const timed = hours.flatMap(({ code, logistics }) => {
    const { from, to } = logistics?.deliveryTimeSlot ?? {}
    return from && to ? [{ code, from, to }] : []
  })
  return [...Map.groupBy(timed, ({ from }) => date.format(new Date(from)))].map(([key, own]) => {
    const at = new Date(own[0]?.from ?? '')
    return {
      date: key,
      weekday: weekday.format(at),
      day: day.format(at),
      title: title.format(at).replace(',', ''),
      hours: own.map(({ code, from, to }) => ({ code, words: hoursOf(from, to, locale, timeZone) })),
    }
  })
}

function membershipsOf({ membershipOptions, lineItems }: Checkout): MembershipOption[] {
  const { eligibleMemberships = [], invalidMemberships = [], selectedMemberships } = membershipOptions ?? {}
  const names = (ids: readonly string[] | undefined) =>
    lineItems.flatMap(({ id = '', productName }) => (ids?.includes(id) ? (productName?.translated ?? productName?.original ?? '') : []))
  return [
    ...eligibleMemberships.map(({ id, appId, name, credits, lineItemIds }) => ({
      value: `${appId}:${id}`,
      name: name?.translated ?? name?.original ?? id,
      left: credits?.remaining,
      of: credits?.total,
      lines: names(lineItemIds),
      chosen: selectedMemberships?.memberships.some((one) => one.id === id && one.appId === appId) ?? false,
    })),
    ...invalidMemberships.flatMap(({ membership, reason }) =>
      membership?.name
        ? [
            {
              value: `${membership.appId}:${membership.id}`,
              name: membership.name.translated ?? membership.name.original,
              lines: [],
              chosen: false,
              not: reason,
            },
          ]
        : [],
    ),
  ]
}

/** A checkout as its page shows it. */
export function showCheckout(
  checkout: Checkout,
  { locale: language, country, timeZone, today }: Pick<Settings, 'locale' | 'country' | 'timeZone' | 'today'>,
): CheckoutView {
  const { shippingInfo, billingInfo, currency, priceSummary: sums, giftCard, calculationErrors, reasons = [] } = checkout
  const locale = localeIn(language, country)
  const selected = shippingInfo?.selectedCarrierServiceOption
  const options = waysOf(checkout, { locale, timeZone, selected: selected && `${selected.carrierId}:${selected.code}` })
  const to = readDestination(shippingInfo?.shippingDestination)
  const bill = readDestination(billingInfo)
  const { phone: _to, ...here } = to
  const { phone: _bill, ...there } = bill
  const coupon = checkout.appliedDiscounts.find((one) => one.coupon)?.coupon
  const error = calculationErrors?.couponCalculationError?.applicationError
  const code = coupon?.code ?? text(error?.data?.couponCode)
  const { customSettings } = checkout
  return {
    id: checkout.id ?? '',
    answers: Object.fromEntries(
      checkout.customFields.map(({ title, value }) => [title, value === true ? 'yes' : typeof value === 'string' ? value : '']),
    ),
    settled: {
      code: customSettings?.lockCouponCode ?? false,
      card: customSettings?.lockGiftCard ?? false,
      agreement: customSettings?.disabledPolicyAgreementCheckbox ?? false,
    },
    notYet: checkout.violations.find(({ severity, target }) => severity === 'ERROR' && target?.other)?.description,
    currency,
    email: checkout.buyerInfo?.email ?? '',
    to,
    bill: bill.country ? bill : { ...nowhere, country: to.country },
    same: !billingInfo?.address?.addressLine || JSON.stringify(here) === JSON.stringify(there),
    files: checkout.lineItems.some(({ itemType }) => itemType?.preset === 'DIGITAL'),
    goods: checkout.lineItems.some(({ physicalProperties }) => physicalProperties?.shippable !== false),
    lines: checkout.lineItems.map((line) => showLine(line, locale, today, checkout.violations)),
    doors: options.filter(({ at }) => at === undefined),
    places: options.filter(({ at }) => at !== undefined),
    chosen: selected && `${selected.carrierId}:${selected.code.split('@')[0]}`,
    undeliverable: calculationErrors?.generalShippingCalculationError?.applicationError?.code,
    sums: {
      subtotal: sums?.subtotal?.amount ?? '0',
      discount: sums?.discount?.amount ?? '0',
      delivery: sums?.shipping?.amount ?? '0',
      tax: sums?.tax?.amount ?? '0',
      total: sums?.total?.amount ?? '0',
    },
    due: dueOf(reasons),
    taxIncluded: checkout.taxIncludedInPrice,
    reasons,
    code,
    idle:
      error && code
        ? { code, why: error.code, from: text(error.data?.requiredMinimumSubtotal ?? error.data?.requiredMinimumQuantity) }
        : undefined,
    card: giftCard && {
      ending: giftCard.obfuscatedCode.slice(-4),
      amount: giftCard.amount?.amount ?? '0',
      left: reasons.find(({ step }) => step === 'GIFT_CARD')?.left,
      wanted: giftCard.requestedAmount?.amount,
    },
    memberships: membershipsOf(checkout),
    note: checkout.buyerNote ?? '',
  }
}

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined)
