import type {
  AddressWithContact,
  BusinessLocation,
  BuyerInfo,
  ExtendedFields,
  OrderAdditionalFee,
  OrderAppliedDiscount,
  OrderLineItem,
  OrderPriceSummary,
  OrderShippingInformation,
  OrderTaxInfo,
  Reason,
} from '@vitrine/contract'
import { type Discount, type DiscountReason, type Minor, minor, parsePercent, type Quote, share, sum, zero } from '@vitrine/pricing'
import type { Amounts } from '../selling/amounts.ts'
import { feeAmounts, lineAmounts, orderLine, orderSums, orderTaxes, shippingAmounts } from '../selling/order-parts.ts'
import { discountsOf, scopeOf } from '../selling/show-offers.ts'
import { showReasons } from '../selling/show-reasons.ts'
import { feeKey, type Totals } from './calculate.ts'
import type { DraftDiscount, DraftDocument, DraftFee, DraftLine, StockItemOfLine } from './draft.ts'

/** What a draft makes of an order: everything that was agreed, as the order stores it. */
export interface Written {
  readonly total: Minor
  readonly stockItems: readonly StockItemOfLine[]
  readonly document: {
    readonly lineItems: OrderLineItem[]
    readonly appliedDiscounts: OrderAppliedDiscount[]
    readonly additionalFees: OrderAdditionalFee[]
    readonly shippingInfo?: OrderShippingInformation
    readonly priceSummary: OrderPriceSummary
    readonly payAfterFreeTrial?: OrderPriceSummary
    readonly taxInfo: OrderTaxInfo
    readonly taxIncludedInPrices: boolean
    readonly reasons: Reason[]
    /** What is to be paid with it, in minor units. */
    readonly due: number
    readonly buyerInfo?: BuyerInfo
    readonly recipientInfo?: AddressWithContact
    readonly billingInfo?: AddressWithContact
    readonly businessLocation?: BusinessLocation
    readonly extendedFields?: ExtendedFields
  }
}

export function written(draft: DraftDocument, totals: Totals, money: Amounts, now: Date): Written {
  const { quote } = totals
  const { contacts, taxExempt, extendedFields } = draft
  const shippingInfo = shippingOf(draft, quote, money)
  return {
    total: quote.total,
    stockItems: totals.lines.flatMap(({ id, quantity, item: { stock } }) => (stock ? [{ lineItemId: id, ...stock, quantity }] : [])),
    document: {
      lineItems: totals.lines.map(({ id }) => lineOf(draft.lines.find((line) => line.id === id)!, totals, money, now)),
      appliedDiscounts: discountsIn(draft, totals, quote, money)
        .filter(({ taken }) => taken)
        .map(({ discount }) => discount),
      additionalFees: feesIn(draft, totals, money)
        .filter(({ applied }) => applied)
        .map(({ fee }) => fee),
      ...(shippingInfo && { shippingInfo }),
      priceSummary: orderSums(quote, money),
      taxInfo: taxInfoOf(quote, taxExempt, money),
      taxIncludedInPrices: quote.taxIncludedInPrice,
      reasons: showReasons(quote),
      due: depositIn(draft, quote) ?? quote.payNow.total,
      ...(contacts.buyer && { buyerInfo: contacts.buyer }),
      ...(contacts.recipient && { recipientInfo: contacts.recipient }),
      ...(contacts.billing && { billingInfo: contacts.billing }),
      ...(contacts.location && { businessLocation: contacts.location }),
      ...(extendedFields && { extendedFields }),
    },
  }
}

export const taxInfoOf = (quote: Quote, taxExempt: boolean, money: Amounts): OrderTaxInfo => ({
  totalTax: money.plain(quote.tax),
  taxBreakdown: orderTaxes(quote, money),
  ...(taxExempt && { taxExempt }),
})

/** A line as its order is to have it; one that is taken away as it was. */
export function lineOf(line: DraftLine, { quote, lines }: Pick<Totals, 'quote' | 'lines'>, money: Amounts, now: Date): OrderLineItem {
  const priced = quote.lines.find(({ id }) => id === line.id)
  const { agreed, item } = line
  if (!priced) {
    if (agreed) return agreed
    const nothing = { id: line.id, price: money.plain(item.price), quantity: line.quantity }
    return {
      ...nothing,
      productName: { original: item.name },
      paymentOption: 'FULL_PAYMENT_ONLINE',
      priceUndetermined: false,
      fixedQuantity: false,
    }
  }
  const described = item.priceDescription ? { priceDescription: { original: item.priceDescription } } : {}
  if (!agreed) {
    const known = lines.find(({ id }) => id === line.id)!
    return { ...orderLine(priced, known, item.payment?.option ?? 'FULL_PAYMENT_ONLINE', money, now), ...described }
  }
  return {
    ...agreed,
    ...(agreed.productName?.original !== item.name && { productName: { original: item.name } }),
    ...(agreed.priceDescription?.original !== item.priceDescription && described),
    descriptionLines: [...item.descriptionLines],
    ...lineAmounts(priced, money),
  }
}

export function shippingOf({ delivery }: DraftDocument, { shippingLine }: Quote, money: Amounts): OrderShippingInformation | undefined {
  return delivery && shippingLine ? { ...delivery.info, cost: shippingAmounts(shippingLine, money) } : undefined
}

/** How much is asked for with a new order, where that is not all of it; more than it comes to where somebody asks for more. */
export function depositIn({ deposit }: DraftDocument, { total }: Pick<Quote, 'total'>): Minor | undefined {
  if (!deposit) return undefined
  return 'amount' in deposit ? deposit.amount : share(total, parsePercent(deposit.percent))
}

export interface WrittenDiscount {
  readonly discount: OrderAppliedDiscount
  readonly source: 'ORIGINAL_ORDER' | 'AUTOMATIC' | 'CUSTOM'
  /** Whether it takes anything off. */
  readonly taken: boolean
}

/** What was taken off, one for each discount, as the quote says; of what a membership pays there is none. */
export function discountsIn(
  draft: DraftDocument,
  { automatic, coupon }: Pick<Totals, 'automatic' | 'coupon'>,
  quote: Quote,
  money: Amounts,
): WrittenDiscount[] {
  const steps = Map.groupBy(discountsOf(quote), ({ id }) => id)
  const own = draft.discounts.filter(({ by }) => by !== 'MEMBERSHIP')
  return [
    ...own.filter(({ source }) => source === 'ORIGINAL_ORDER').map((one) => ofDraft(one, steps.get(one.id) ?? [], money)),
    ...automatic.discounts.map((rule) => ofRule(rule, steps.get(rule.id) ?? [], coupon, money)),
    ...own.filter(({ source }) => source === 'CUSTOM').map((one) => ofDraft(one, steps.get(one.id) ?? [], money)),
  ]
}

interface Took {
  readonly amount: Minor
  readonly lineItemDiscounts: { id: string; totalDiscount: ReturnType<Amounts['plain']> }[]
}

function tookOf(steps: readonly DiscountReason[], money: Amounts): Took {
  const byLine = new Map<string, Minor>()
  for (const { lineIds, parts } of steps)
    for (const [i, id] of lineIds.entries()) byLine.set(id, minor((byLine.get(id) ?? 0) + (parts[i] ?? 0)))
  return {
    amount: sum(steps.map(({ amount }) => amount)),
    lineItemDiscounts: [...byLine].map(([id, amount]) => ({ id, totalDiscount: money.plain(amount) })),
  }
}

function ofDraft({ id, name, source, type, agreed }: DraftDiscount, steps: readonly DiscountReason[], money: Amounts): WrittenDiscount {
  const { amount: units, lineItemDiscounts } = tookOf(steps, money)
  const amount = money.plain(units)
  const { coupon, discountRule, merchantDiscount } = agreed ?? {}
  return {
    source,
    taken: units > 0,
    discount: {
      id,
      discountType: type,
      lineItemDiscounts,
      ...(coupon
        ? { coupon: { ...coupon, amount } }
        : discountRule
          ? { discountRule: { ...discountRule, amount } }
          : {
              merchantDiscount: merchantDiscount
                ? { ...merchantDiscount, amount }
                : { discountReason: 'UNSPECIFIED', ...(name && { description: name }), amount },
            }),
    },
  }
}

function ofRule(
  { id, name, source, code }: Discount,
  steps: readonly DiscountReason[],
  coupon: Totals['coupon'],
  money: Amounts,
): WrittenDiscount {
  const { amount: units, lineItemDiscounts } = tookOf(steps, money)
  const amount = money.plain(units)
  if (source === 'COUPON') {
    const discountType = steps[0] ? scopeOf(steps[0], { coupon }) : 'GLOBAL'
    const discount = { id, discountType, lineItemDiscounts, coupon: { id, code: code ?? '', name, amount } }
    return { source: 'AUTOMATIC', taken: units > 0, discount }
  }
  const discountRule = { id, name: { original: name }, amount }
  return { source: 'AUTOMATIC', taken: units > 0, discount: { id, discountType: 'SPECIFIC_ITEMS', lineItemDiscounts, discountRule } }
}

export interface WrittenFee {
  readonly fee: OrderAdditionalFee
  readonly source: 'ORIGINAL_ORDER' | 'AUTOMATIC' | 'CUSTOM'
  readonly taxable: boolean
  readonly taxGroupId?: string
  readonly applied: boolean
}

/** All fees: what they come to, or would. */
export function feesIn({ fees }: DraftDocument, { quote, all, automatic }: Totals, money: Amounts): WrittenFee[] {
  const quoted = (key: string) => {
    const applied = quote.fees.find(({ code }) => code === key)
    return { applied: applied !== undefined, priced: applied ?? all.fees.find(({ code }) => code === key)! }
  }
  const own = fees.map((one: DraftFee): WrittenFee => {
    const { id, code, name, source, taxable, taxGroupId, lineIds, agreed } = one
    const { applied, priced } = quoted(feeKey(one))
    const face = agreed ?? {
      id,
      ...(code !== undefined && { code }),
      name,
      ...(lineIds && { lineItemIds: [...lineIds] }),
      source: 'MANUAL' as const,
    }
    return { fee: { ...face, ...feeAmounts(priced, money) }, source, taxable, applied, ...(taxGroupId && { taxGroupId }) }
  })
  const ruled = automatic.fees.map((one): WrittenFee => {
    const { applied, priced } = quoted(feeKey(one))
    const lineItemIds = one.lineIds ? { lineItemIds: [...one.lineIds] } : {}
    return {
      fee: { id: one.id, code: one.code, name: one.name, ...lineItemIds, ...feeAmounts(priced, money), source: 'MANUAL' },
      source: 'AUTOMATIC',
      taxable: true,
      applied,
      ...(one.taxGroupId && { taxGroupId: one.taxGroupId }),
    }
  })
  return [...own.filter(({ source }) => source === 'ORIGINAL_ORDER'), ...ruled, ...own.filter(({ source }) => source === 'CUSTOM')]
}

/** The sums of a part of an order: how it is made up is not said of it. */
export const sumsOfDeposit = (amount: Minor, money: Amounts): OrderPriceSummary => {
  const none = money.plain(zero)
  return { subtotal: money.plain(amount), shipping: none, tax: none, discount: none, totalAdditionalFees: none, total: money.plain(amount) }
}
