import type { FieldViolation, NewOrder } from '@vitrine/contract'
import { exponentOf, type Minor, minor, parseDecimal, sum, times, zero } from '@vitrine/pricing'
import { type Refusal, refuse } from '../../kernel/refusal.ts'
import { withinBounds } from '../selling/pricing-context.ts'

interface Sent {
  readonly amount: string
}

/** The sums of an order that was agreed elsewhere, in minor units. */
export interface Sums {
  readonly subtotal: Minor
  readonly discount: Minor
  readonly shipping: Minor
  readonly fees: Minor
  readonly tax: Minor
  readonly total: Minor
}

/** An amount as minor units, if the currency has such a one. */
export function unitsOf({ amount }: Sent, currency: string): Minor | undefined {
  const [whole, fraction = ''] = amount.split('.')
  const saved = fraction.replace(/0+$/, '')
  return saved.length > exponentOf(currency) ? undefined : parseDecimal(saved ? `${whole}.${saved}` : whole!, currency)
}

const violation = (field: string, description: string): FieldViolation => ({ field, description, violatedRule: 'VALIDATION', data: {} })

/**
 * Reckons what an order comes to out of its parts. A sum that was sent too has to be the same; one that is sent alone, without the parts it
 * is made of, counts as it is.
 */
export function sumsOf(order: NewOrder, currency: string): Sums | Refusal<'INVALID_ARGUMENT'> {
  const wrong: FieldViolation[] = []
  const read = (price: Sent, field: string): Minor => {
    const units = unitsOf(price, currency)
    if (units === undefined) wrong.push(violation(`order.${field}.amount`, `has more decimals than ${currency}`))
    return units ?? zero
  }
  /** Said by its parts, by itself, or not at all. */
  const part = (name: keyof NewOrder['priceSummary'], parts: readonly Minor[] | undefined): Minor => {
    const said = order.priceSummary[name]
    const units = said ? read(said, `priceSummary.${name}`) : undefined
    if (!parts) return units ?? zero
    const known = sum(parts)
    if (units !== undefined && units !== known) wrong.push(violation(`order.priceSummary.${name}.amount`, 'is not what its parts come to'))
    return known
  }
  const { lineItems, shippingInfo, taxInfo } = order
  const cost = shippingInfo?.cost
  const fees = order.additionalFees ?? []
  const discounts = order.appliedDiscounts ?? []
  return withinBounds(() => {
    const subtotal = part(
      'subtotal',
      lineItems.map(({ price, quantity }, i) => times(read(price, `lineItems[${i}].price`), quantity)),
    )
    const discount = part(
      'discount',
      discounts.length === 0 ? undefined : discounts.map((one, i) => read(amountOf(one) ?? none, `appliedDiscounts[${i}]`)),
    )
    const shipping = part(
      'shipping',
      cost ? [read(cost.price, 'shippingInfo.cost.price'), minor(-read(cost.discount ?? none, 'shippingInfo.cost.discount'))] : undefined,
    )
    const additional = part(
      'totalAdditionalFees',
      fees.length === 0 ? undefined : fees.map(({ price }, i) => read(price, `additionalFees[${i}].price`)),
    )
    const tax = part('tax', taxInfo?.totalTax ? [read(taxInfo.totalTax, 'taxInfo.totalTax')] : undefined)
    const total = part('total', [subtotal, minor(-discount), shipping, additional, order.taxIncludedInPrices ? zero : tax])
    if (total < 0 || shipping < 0) wrong.push(violation('order.priceSummary.total.amount', 'is below zero'))
    return wrong.length > 0
      ? refuse('INVALID_ARGUMENT', { fieldViolations: wrong })
      : { subtotal, discount, shipping, fees: additional, tax, total }
  })
}

const none = { amount: '0' }

export const amountOf = ({ coupon, merchantDiscount, discountRule }: NonNullable<NewOrder['appliedDiscounts']>[number]): Sent | undefined =>
  (coupon ?? merchantDiscount ?? discountRule)?.amount
