import { allot, exponentOf, type Minor, minor, sum, zero } from './money.ts'
import { addRates, parseRate, type Ratio, roundedQuotient, timesRatio, writeRate } from './ratio.ts'
import { roundTogether } from './split.ts'
import type { JurisdictionType, RateType, TaxChoice, TaxRate } from './tax.ts'

/** One tax on one item, or summed up over all that bear it. */
export interface TaxShare {
  readonly name: string
  readonly taxType: string | null
  readonly jurisdiction: string | null
  readonly jurisdictionType: JurisdictionType
  /** Decimal text, such as `"0.19"`. */
  readonly rate: string
  /** The amount before tax that it is calculated from. */
  readonly taxableAmount: Minor
  readonly tax: Minor
}

/** The taxes of a line or a delivery. */
export interface ItemTax {
  readonly taxGroupId: string
  readonly rateType: RateType
  readonly includedInPrice: boolean
  /** All its rates added, as decimal text. */
  readonly rate: string
  /** The amount before tax; 0 where no rate applies. */
  readonly taxableAmount: Minor
  readonly tax: Minor
  /** Adds up to `tax`. */
  readonly breakdown: readonly TaxShare[]
}

/**
 * A tax, or several that apply together: `rate` of `of` is `exact`, rounded to `amount`. Where prices include the tax, `of` contains it,
 * and the rate applies to the rest.
 */
export interface TaxReason {
  readonly step: 'TAX'
  readonly included: boolean
  readonly rate: string
  readonly of: Minor
  /** Decimal text in the currency, to a ten-thousandth of its minor unit. */
  readonly exact: string
  readonly amount: Minor
  /** Each tax with its part of the amount. */
  readonly shares: readonly TaxShare[]
  readonly lineIds: readonly string[]
  /** The codes of the fees among it; absent where there are none. */
  readonly fees?: readonly string[]
  readonly shipping: boolean
}

/** An amount that bears no tax, and why. */
export interface NoTaxReason {
  readonly step: 'NO_TAX'
  readonly because: 'NO_REGION' | 'NO_RATE_FOR_GROUP' | 'SHIPPING_NOT_TAXED' | 'BUYER_EXEMPT'
  readonly of: Minor
  readonly lineIds: readonly string[]
  /** The codes of the fees among it; absent where there are none. */
  readonly fees?: readonly string[]
  readonly shipping: boolean
}

/** Something that may bear tax: a line, or with `lineId` null the delivery. */
interface Taxable {
  readonly lineId: string | null
  readonly taxGroupId: string | null | undefined
  readonly amount: Minor
  /** Bears no tax, whatever its group does. */
  readonly untaxed?: boolean
}

interface Levied {
  /** One for each item asked about, in the same order. */
  readonly items: readonly ItemTax[]
  readonly breakdown: readonly TaxShare[]
  readonly reasons: readonly (TaxReason | NoTaxReason)[]
}

/**
 * Calculates the taxes of what is to be paid. Items under the same rates are taxed together and rounded once, half away from zero. Then the
 * tax of each rate, and that of each item, is its exact tax rounded down or up so that every row and every column adds up. So no row is a
 * whole unit away from what it would be alone, and no tax is larger than an amount that contains it.
 *
 * Rounding the sum of stacked rates is what the Streamlined Sales and Use Tax Agreement asks for (section 324);
 * the EU leaves the way of rounding to its members (C-484/06, Ahold).
 */
export function levy(items: readonly Taxable[], choice: TaxChoice, currency: string): Levied {
  const taxes = items.map((item) => untaxed(item, choice))
  const breakdown: TaxShare[] = []
  const reasons: (TaxReason | NoTaxReason)[] = []
  for (const { rates, members } of together(items, choice)) {
    const amounts = members.map((index) => items[index]?.amount ?? zero)
    const of = sum(amounts)
    const stack = stackOf(rates)
    const taken = choice.taxIncludedInPrice ? within(stack) : stack
    const amount = minor(timesRatio(of, taken.numerator, taken.denominator))
    const byRate = roundTogether(amount, stack.numerators, of, taken.denominator).map(minor)
    const byItem = roundTogether(amount, amounts, taken.numerator, taken.denominator).map(minor)
    const net = (gross: Minor, tax: Minor) => (choice.taxIncludedInPrice ? minor(gross - tax) : gross)

    const cells = crossed(byItem, byRate)
    members.forEach((index, i) => {
      const tax = byItem[i] ?? zero
      const taxableAmount = net(amounts[i] ?? zero, tax)
      const breakdown = rates.map((rate, j) => shareOf(rate, taxableAmount, cells[i]?.[j] ?? zero))
      taxes[index] = { ...untaxed(items[index], choice), rateType: choice.rateType, rate: stack.rate, taxableAmount, tax, breakdown }
    })

    if (of === 0) continue
    const shares = rates.map((rate, j) => shareOf(rate, net(of, amount), byRate[j] ?? zero))
    for (const one of shares) addTo(breakdown, one)
    const exact = exactText(of, taken, currency)
    reasons.push({
      step: 'TAX',
      included: choice.taxIncludedInPrice,
      rate: stack.rate,
      of,
      exact,
      amount,
      shares,
      ...who(members.map((index) => items[index])),
    })
  }
  return { items: taxes, breakdown, reasons: [...reasons, ...exempt(items, choice)] }
}

/**
 * The tax of each item by rate, so that rows and columns add up: each item takes a share of every rate in proportion to what earlier ones
 * left.
 */
function crossed(byItem: readonly Minor[], byRate: readonly Minor[]): Minor[][] {
  let left = byRate
  return byItem.map((tax) => {
    const parts = allot(tax, left)
    left = left.map((rest, j) => minor(rest - (parts[j] ?? zero)))
    return parts
  })
}

function groupOf(item: Taxable | undefined, { groups, defaultGroupId }: TaxChoice): string {
  const group = item?.taxGroupId ?? defaultGroupId
  return !groups || groups.includes(group) ? group : defaultGroupId
}

const untaxed = (item: Taxable | undefined, choice: TaxChoice): ItemTax => ({
  taxGroupId: groupOf(item, choice),
  rateType: 'NO_TAX_COLLECTED',
  includedInPrice: choice.taxIncludedInPrice,
  rate: '0',
  taxableAmount: zero,
  tax: zero,
  breakdown: [],
})

const shareOf = (rate: TaxRate, taxableAmount: Minor, tax: Minor): TaxShare => ({
  name: rate.name,
  taxType: rate.taxType ?? null,
  jurisdiction: rate.jurisdiction ?? null,
  jurisdictionType: rate.jurisdictionType,
  rate: writeRate(parseRate(rate.rate)),
  taxableAmount,
  tax,
})

const keyOf = ({ name, taxType, jurisdiction, jurisdictionType, rate }: TaxRate): string =>
  JSON.stringify([name, taxType ?? null, jurisdiction ?? null, jurisdictionType, writeRate(parseRate(rate))])

function whyExempt(item: Taxable, choice: TaxChoice): NoTaxReason['because'] | null {
  if (choice.rateType === 'NO_TAX_COLLECTED') return 'NO_REGION'
  if (item.untaxed) return 'NO_RATE_FOR_GROUP'
  if (item.lineId === null && !choice.shippingTaxed) return 'SHIPPING_NOT_TAXED'
  const group = groupOf(item, choice)
  if (choice.exempt?.includes(group)) return 'BUYER_EXEMPT'
  return Object.hasOwn(choice.rates, group) && choice.rates[group]?.length ? null : 'NO_RATE_FOR_GROUP'
}

/** Which items are under the same rates, by the order of the tax groups; tax groups with equal rates are one. */
function together(items: readonly Taxable[], choice: TaxChoice) {
  const sets = new Map<string, { rates: readonly TaxRate[]; members: number[] }>()
  for (const [group, rates] of Object.entries(choice.rates)) {
    const members = items.flatMap((item, index) => (groupOf(item, choice) === group && whyExempt(item, choice) === null ? [index] : []))
    if (members.length === 0) continue
    const key = rates.map(keyOf).join()
    const set = sets.get(key)
    if (set) set.members.push(...members)
    else sets.set(key, { rates, members })
  }
  return sets.values()
}

/** Rates that apply together, over one denominator: their sum, and each of them. */
function stackOf(rates: readonly TaxRate[]) {
  const ratios = rates.map((rate) => parseRate(rate.rate))
  const denominator = Math.max(...ratios.map((one) => one.denominator))
  const numerators = ratios.map((one) => one.numerator * (denominator / one.denominator))
  return { rate: writeRate(addRates(ratios)), numerator: numerators.reduce((all, one) => all + one, 0), numerators, denominator }
}

/** The part of a price that the tax makes when the price contains it: 19 of 119. */
const within = ({ numerator, denominator }: Ratio): Ratio => ({ numerator, denominator: denominator + numerator })

function exempt(items: readonly Taxable[], choice: TaxChoice): NoTaxReason[] {
  const charged = items.filter((item) => item.amount > 0)
  return (['NO_REGION', 'NO_RATE_FOR_GROUP', 'SHIPPING_NOT_TAXED', 'BUYER_EXEMPT'] as const).flatMap((because): NoTaxReason[] => {
    const spared = charged.filter((item) => whyExempt(item, choice) === because)
    return spared.length ? [{ step: 'NO_TAX', because, of: sum(spared.map((item) => item.amount)), ...who(spared) }] : []
  })
}

const who = (items: readonly (Taxable | undefined)[]) => ({
  lineIds: items.flatMap((item) => item?.lineId ?? []),
  shipping: items.some((item) => item?.lineId === null && item.amount > 0),
})

function addTo(breakdown: TaxShare[], share: TaxShare): void {
  const at = breakdown.findIndex((other) => keyOf(other) === keyOf(share))
  const other = breakdown[at]
  if (!other) breakdown.push(share)
  else
    breakdown[at] = {
      ...other,
      taxableAmount: sum([other.taxableAmount, share.taxableAmount]),
      tax: sum([other.tax, share.tax]),
    }
}

function exactText(of: Minor, { numerator, denominator }: Ratio, currency: string): string {
  const decimals = exponentOf(currency) + 4
  const digits = String(roundedQuotient(BigInt(of) * BigInt(numerator) * 10_000n, BigInt(denominator))).padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
