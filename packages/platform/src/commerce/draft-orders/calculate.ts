import { createHash } from 'node:crypto'
import type { Address } from '@vitrine/contract'
import {
  type ChosenShipping,
  type Discount,
  type Fee,
  feesFor,
  type Minor,
  minor,
  type Off,
  type Quote,
  quote,
  type TaxChoice,
} from '@vitrine/pricing'
import { isSame } from '../../kernel/canonical.ts'
import { placeOf } from '../selling/addresses.ts'
import { type Delivery, deliveryFor } from '../selling/delivery.ts'
import type { KnownLine } from '../selling/line.ts'
import { linesToPrice } from '../selling/lines-to-price.ts'
import { nothingOffered, type Offered } from '../selling/offers.ts'
import { type PricingContext, withinBounds } from '../selling/pricing-context.ts'
import type { Sellable } from '../selling/sellable.ts'
import { taxPlaceOf } from '../selling/tax-place.ts'
import { type DraftContacts, type DraftDelivery, type DraftDiscount, type DraftDocument, type DraftFee, saved } from './draft.ts'

/** A draft calculated. */
export interface Totals {
  readonly lines: readonly (KnownLine & { readonly item: Sellable })[]
  readonly quote: Quote
  /** What it would be with everything on that is switched off. */
  readonly all: Quote
  readonly delivery: Delivery
  /** What became of the coupon, where there is one. */
  readonly coupon: Offered['coupon']
  /** What the shop's rules, and the coupon, give for what is not in the order yet, whether it is switched on or off. */
  readonly automatic: { readonly discounts: readonly Discount[]; readonly fees: readonly (Fee & { readonly id: string })[] }
}

/** Where goods are taxed: where they are collected, where they go, or where the bill goes. */
function addressOf(delivery: DraftDelivery | null, { recipient, billing }: DraftContacts): Address | undefined {
  const { pickupDetails, shippingDestination } = delivery?.info.logistics ?? {}
  return pickupDetails?.address ?? shippingDestination?.address ?? recipient?.address ?? billing?.address
}

export async function calculate(
  draft: DraftDocument,
  pricing: PricingContext,
  buyer: { readonly owner: string; readonly orderId?: string | null },
): Promise<Totals> {
  const { settings } = pricing
  const { agreed, contacts, delivery } = draft
  const address = addressOf(delivery, contacts)
  const place = placeOf(address)
  // Another place has other taxes; where it is the same one, those that were agreed hold.
  const asAgreed = agreed !== undefined && isSame(place, placeOf(addressOf(agreed.delivery, agreed.contacts)))
  const groupOf = (taxes: string | undefined, own: string | undefined) => (asAgreed && taxes !== undefined ? taxes : own)
  const lines = saved(draft).map(({ id, quantity, item, reference, taxableAddress, taxes }) => {
    const { taxGroupId: own, ...rest } = item
    const taxGroupId = groupOf(taxes, own)
    return {
      id,
      quantity,
      ...(reference && { reference }),
      ...(taxableAddress && { taxableAddress }),
      item: { ...rest, available: null, ...(taxGroupId && { taxGroupId }) },
    }
  })
  const added = lines.filter(({ id }) => !draft.lines.find((line) => line.id === id)?.agreed)
  const { buyer: person } = contacts
  const owner = person?.memberId ? `member:${person.memberId}` : buyer.owner
  const { discounts: rules, coupon } =
    added.length > 0
      ? await pricing.offered(added, { couponCode: draft.couponCode, withoutServices: true }, { owner, email: person?.email })
      : nothingOffered

  const shipping: ChosenShipping | null = delivery && {
    code: delivery.info.code ?? '',
    title: delivery.info.title,
    price: delivery.price,
    taxGroupId: groupOf(delivery.taxes, undefined) ?? null,
  }
  const taxedAt = taxPlaceOf(lines, place, placeOf(contacts.billing?.address), settings.commerce)
  const now = await pricing.taxes(lines, { place: taxedAt, shipping })
  const tax = taxesOf(draft, now, asAgreed, [...lines.map(({ item }) => item.taxGroupId), shipping?.taxGroupId])

  const priced = linesToPrice(lines)
  const own = draft.fees.map((fee) => ({ fee, priced: feeOf(fee, groupOf(fee.taxes, fee.taxGroupId)) }))
  const discountsWhere = (isOn: (id: string) => boolean): Discount[] => [
    ...draft.discounts.filter((one) => one.source === 'ORIGINAL_ORDER' && isOn(one.id)).flatMap((one) => taken(one, draft)),
    ...rules.filter(({ id }) => isOn(id)).map((one) => ({ ...one, lineIds: one.lineIds ?? added.map(({ id }) => id) })),
    ...draft.discounts.filter((one) => one.source === 'CUSTOM' && isOn(one.id)).flatMap((one) => taken(one, draft)),
  ]
  const off = new Set([
    ...draft.off,
    ...draft.discounts.filter(({ applied }) => !applied).map(({ id }) => id),
    ...draft.fees.filter(({ applied }) => !applied).map(({ id }) => id),
  ])
  const isOn = (id: string) => !off.has(id)
  const discounts = discountsWhere(isOn)
  const automaticFees = agreed
    ? []
    : withinBounds(() => feesFor(priced, discounts, settings.fees?.rules ?? [])).map((fee) => ({ ...fee, id: idOf(fee.code) }))
  const calculated = (wanted: (id: string) => boolean): Quote =>
    withinBounds(() =>
      quote(priced, {
        currency: settings.commerce.currency,
        tax,
        shipping,
        discounts: discountsWhere(wanted),
        fees: [
          ...own.filter(({ fee }) => wanted(fee.id)).map((one) => one.priced),
          ...automaticFees.filter(({ id }) => wanted(id)).map((fee) => ({ ...fee, code: feeKey(fee) })),
        ],
      }),
    )
  const facts = lines.length > 0 ? await pricing.deliveryFacts(lines, address, buyer.orderId) : undefined
  const result = calculated(isOn)
  return {
    lines,
    quote: result,
    all: off.size > 0 ? calculated(() => true) : result,
    delivery: deliveryFor(lines, place, undefined, pricing, discounts, facts),
    coupon,
    automatic: { discounts: rules, fees: automaticFees },
  }
}

/** The rates of now for what is new, and those that were agreed for what was. */
function taxesOf(
  { agreed, taxExempt, delivery }: DraftDocument,
  now: TaxChoice,
  asAgreed: boolean,
  used: readonly (string | null | undefined)[],
): TaxChoice {
  const groups = now.groups && { groups: [...now.groups, ...used.flatMap((group) => group ?? [])] }
  const taxIncludedInPrice = asAgreed && agreed ? agreed.taxIncluded : now.taxIncludedInPrice
  if (taxExempt) {
    const { rates: _, reason: __, ...rest } = now
    const exempt = [now.defaultGroupId, ...used.flatMap((group) => group ?? []), ...(now.groups ?? Object.keys(now.rates))]
    return { ...rest, ...groups, taxIncludedInPrice, rates: {}, exempt }
  }
  if (!asAgreed || !agreed) return { ...now, ...groups }
  const isTaxed = Object.values(agreed.taxes).some((rates) => rates.length > 0)
  return {
    ...now,
    ...groups,
    taxIncludedInPrice,
    rates: { ...now.rates, ...agreed.taxes },
    shippingTaxed: delivery?.agreed ? (agreed.taxes[delivery.taxes ?? '']?.length ?? 0) > 0 : now.shippingTaxed,
    rateType: isTaxed && now.rateType === 'NO_TAX_COLLECTED' ? 'MANUAL_RATE' : now.rateType,
  }
}

/** What a fee is called in a quote: two may have one code. */
export const feeKey = ({ code, id }: { readonly code?: string | undefined; readonly id: string }): string => `${code ?? ''} ${id}`

const feeOf = ({ id, code, name, price, taxable, lineIds }: DraftFee, taxGroupId: string | undefined): Fee => ({
  code: feeKey({ code, id }),
  name,
  price,
  taxGroupId: taxGroupId ?? null,
  untaxed: !taxable,
  lineIds: lineIds ?? null,
})

/** A discount as it is priced. One that took an amount off some units keeps to them: with fewer of them it is less, with more it is the same. */
function taken({ id, name, code, by, type, off, lineIds }: DraftDiscount, draft: DraftDocument): Discount[] {
  const head = { id, name, source: by, ...(code !== undefined && { code }) }
  if (type === 'SHIPPING') {
    const some = 'amount' in off ? { amount: minor(off.amount) } : 'percent' in off ? { percent: off.percent } : {}
    return [{ ...head, off: { shipping: true, ...some } }]
  }
  if ('free' in off) return []
  if (!('parts' in off)) {
    const part: Off = 'amount' in off ? { amount: minor(off.amount) } : off
    return [{ ...head, lineIds, off: part }]
  }
  return off.parts.flatMap(({ lineId, amount, quantity }) => {
    const units = Math.min(draft.lines.find((line) => line.id === lineId)?.quantity ?? 0, quantity)
    const share: Minor = minor(Math.floor((amount * units) / quantity))
    return share > 0 ? [{ ...head, lineIds: [lineId], off: { amount: share } }] : []
  })
}

/** The same id for the same rule's fee, always. */
function idOf(code: string): string {
  const hex = createHash('sha256').update(`fee ${code}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
