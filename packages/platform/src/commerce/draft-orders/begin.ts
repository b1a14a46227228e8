import type { LineItemTaxInfo, NonDraftableReason, OrderAppliedDiscount, OrderLineItem, Price, Reason } from '@vitrine/contract'
import { type Minor, minor, parseDecimal, type TaxRate } from '@vitrine/pricing'
import type { Caller } from '../../kernel/http/caller.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { identified, type KnownWant } from '../selling/line.ts'
import type { PricingContext } from '../selling/pricing-context.ts'
import type { Sellable } from '../selling/sellable.ts'
import { calculate, type Totals } from './calculate.ts'
import type { Agreed, DraftContacts, DraftDelivery, DraftDiscount, DraftDocument, DraftFee, DraftLine, SourceOrder } from './draft.ts'

/** Marketplaces keep their own accounts of their orders: an order that was changed here would be another one there. */
const elsewhere: ReadonlySet<string> = new Set([
  'EBAY',
  'AMAZON',
  'WISH',
  'CLASS_PASS',
  'GLOBAL_E',
  'FACEBOOK',
  'ETSY',
  'TIKTOK',
  'FAIRE_COM',
])

/** Begins the edit of an order; or why it cannot be edited. */
export async function fromOrder(
  order: SourceOrder | undefined,
  pricing: PricingContext,
  caller: Caller,
): Promise<DraftDocument | readonly NonDraftableReason[]> {
  const reasons = notDraftable(order, pricing, caller)
  if (!order || reasons.length > 0) return reasons
  const known = await pricing.know(
    order.document.lineItems.map(({ id, quantity, catalogReference }) => ({
      id,
      quantity,
      ...(catalogReference && { reference: catalogReference }),
    })),
  )
  for (const how of ['SHARES', 'PARTS', 'SUMS'] as const) {
    const draft = draftOf(order, known, how)
    const calculated = await calculate(draft, pricing, { owner: order.owner, orderId: order.id })
    if (addsUp(order, calculated, how !== 'SUMS')) return draft
  }
  return ['AMOUNTS_DO_NOT_ADD_UP']
}

/** Why an order cannot be edited, before anything of it is calculated. */
export function notDraftable(
  order: SourceOrder | undefined,
  { settings }: Pick<PricingContext, 'settings'>,
  caller: Caller,
): readonly NonDraftableReason[] {
  if (!order) return ['ORDER_NOT_FOUND']
  const { document, currency } = order
  const { balanceSummary: books, lineItems, channelInfo, weightUnit, editableBy } = document
  const some = (price: Price | undefined) => price !== undefined && parseDecimal(price.amount, currency) > 0
  const wrong: [NonDraftableReason, boolean][] = [
    ['ORDER_STATUS_IS_NOT_SUPPORTED', order.status !== 'APPROVED'],
    ['ORDER_HAS_CHARGEBACKS', some(books?.chargeback)],
    [
      'PARTIALLY_OR_FULLY_REFUNDED',
      some(books?.refunded) || some(books?.pendingRefund) || lineItems.some(({ refundQuantity }) => refundQuantity),
    ],
    ['SUBSCRIPTION_LINE_ITEM_EXISTS', lineItems.some(({ subscriptionInfo }) => subscriptionInfo !== undefined)],
    ['UNSUPPORTED_CATALOG_ITEM', lineItems.some(({ itemType }) => itemType?.preset === 'GIFT_CARD')],
    ['UNSUPPORTED_CHANNEL_TYPE', elsewhere.has(channelInfo?.type ?? '')],
    ['ORDER_AND_SITE_CURRENCIES_ARE_INCONSISTENT', currency !== settings.commerce.currency],
    ['ORDER_AND_SITE_WEIGHT_UNITS_ARE_INCONSISTENT', weightUnit !== settings.commerce.weightUnit],
    ['EDITING_IS_NOT_ALLOWED_FOR_APP', caller.kind === 'app' && editableBy !== undefined && !editableBy.includes(caller.appId)],
  ]
  return wrong.flatMap(([reason, holds]) => (holds ? [reason] : [])).slice(0, 5)
}

type How =
  /** Discounts that took a share take it of what is there then. */
  | 'SHARES'
  /** Discounts keep the amounts that they took off each line. */
  | 'PARTS'
  /** As nothing is known of the lines, they take the sum that they took, off all of them. */
  | 'SUMS'

function draftOf(
  order: SourceOrder,
  known: readonly { readonly id: string; readonly item: Sellable | undefined; readonly reference?: OrderLineItem['catalogReference'] }[],
  how: How,
): DraftDocument {
  const { document, currency, email } = order
  const units = (price: Price | undefined): Minor => (price ? parseDecimal(price.amount, currency) : minor(0))
  const sets = new Map<string, { readonly name: string; readonly rates: readonly TaxRate[] }>()
  const taxes = (info: LineItemTaxInfo | undefined): string => {
    const rates = ratesOf(info, units)
    const key = JSON.stringify(rates)
    const set = sets.get(key) ?? { name: `agreed-${sets.size}`, rates }
    sets.set(key, set)
    return set.name
  }
  const lines = document.lineItems.map((line): DraftLine => {
    const found = known.find(({ id }) => id === line.id)
    const stockItem = order.stockItems.find(({ lineItemId }) => lineItemId === line.id)
    return {
      id: line.id,
      quantity: line.quantity,
      item: agreedItem(line, found?.item, stockItem, units),
      ...(line.catalogReference && { reference: line.catalogReference }),
      ...(line.taxableAddress?.addressType && { taxableAddress: line.taxableAddress.addressType }),
      ...samenessOf(found),
      agreed: line,
      taxes: taxes(line.taxInfo),
    }
  })
  const { shippingInfo } = document
  const { cost, ...info } = shippingInfo ?? { title: '' }
  const delivery: DraftDelivery | null = shippingInfo
    ? { info, price: units(cost?.price), agreed: true, taxes: taxes(cost?.taxInfo) }
    : null
  const fees = document.additionalFees.map(
    (fee): DraftFee => ({
      id: fee.id,
      source: 'ORIGINAL_ORDER',
      applied: true,
      name: fee.name,
      ...(fee.code !== undefined && { code: fee.code }),
      price: units(fee.price),
      taxable: true,
      ...(fee.lineItemIds && { lineIds: fee.lineItemIds }),
      agreed: fee,
      taxes: taxes(fee.taxInfo),
    }),
  )
  const discounts = agreedDiscounts(order, how, units)
  const { buyerInfo, recipientInfo, billingInfo, businessLocation, extendedFields, purchaseFlowId } = document
  const buyer = buyerInfo || email ? { ...buyerInfo, ...(email && { email }) } : undefined
  const contacts: DraftContacts = {
    ...(buyer && { buyer }),
    ...(recipientInfo && { recipient: recipientInfo }),
    ...(billingInfo && { billing: billingInfo }),
    ...(businessLocation && { location: businessLocation }),
  }
  const taxExempt = document.taxInfo?.taxExempt ?? false
  const agreed: Agreed = {
    lines: document.lineItems,
    discounts: document.appliedDiscounts,
    fees: document.additionalFees,
    delivery,
    ...(shippingInfo && { shippingInfo }),
    contacts,
    total: order.total,
    taxIncluded: document.taxIncludedInPrices,
    taxExempt,
    taxes: Object.fromEntries([...sets.values()].map(({ name, rates }) => [name, rates])),
  }
  return {
    lines,
    discounts,
    fees,
    off: [],
    delivery,
    contacts,
    taxExempt,
    ...(extendedFields && { extendedFields }),
    ...(purchaseFlowId && { purchaseFlowId }),
    agreed,
  }
}

/** What was sold, by the name and at the price of then; what the catalogue still knows of it stands beside it. */
function agreedItem(
  line: OrderLineItem,
  found: Sellable | undefined,
  stockItem: { readonly productId: string; readonly variantId: string } | undefined,
  units: (price: Price | undefined) => Minor,
): Sellable {
  const { physicalProperties: body, itemType, priceDescription, serviceProperties, depositAmount, paymentOption } = line
  const price = units(line.price)
  return {
    stock: stockItem && { productId: stockItem.productId, variantId: stockItem.variantId },
    productId: found?.productId ?? line.catalogReference?.catalogItemId ?? '',
    sku: body?.sku ?? '',
    name: line.productName?.original ?? '',
    price,
    fullPrice: price,
    descriptionLines: line.descriptionLines ?? [],
    ...(line.image && { image: line.image }),
    ...(body?.weight !== undefined && { weight: body.weight }),
    shippable: body?.shippable ?? false,
    itemType: itemType?.preset ?? 'PHYSICAL',
    ...(itemType?.custom && { otherType: itemType.custom }),
    ...(serviceProperties && { service: serviceProperties }),
    ...(priceDescription && { priceDescription: priceDescription.original }),
    ...(found?.taxGroupId && { taxGroupId: found.taxGroupId }),
    ...(found?.catalog && { catalog: found.catalog }),
    ...(payable.has(paymentOption) &&
      paymentOption !== 'FULL_PAYMENT_ONLINE' && {
        payment: {
          option: paymentOption as 'FULL_PAYMENT_OFFLINE' | 'DEPOSIT_ONLINE',
          ...(depositAmount && { deposit: minor(Math.floor(units(depositAmount) / line.quantity)) }),
        },
      }),
    ...(line.digitalFile && { fileId: line.digitalFile.fileId }),
    available: null,
    state: '',
  }
}

const payable: ReadonlySet<string> = new Set(['FULL_PAYMENT_ONLINE', 'FULL_PAYMENT_OFFLINE', 'DEPOSIT_ONLINE'])

/** What a line's reference comes to, where the catalogue still has it. */
export function samenessOf(
  found: { readonly item: Sellable | undefined; readonly reference?: OrderLineItem['catalogReference'] } | undefined,
): { readonly same?: string } {
  if (!found?.item || !found.reference) return {}
  const [want] = [identified([{ quantity: 1, reference: found.reference, item: found.item } satisfies KnownWant])]
  return want instanceof Refusal || want[0]?.same === undefined ? {} : { same: want[0].same }
}

function ratesOf(info: LineItemTaxInfo | undefined, units: (price: Price | undefined) => Minor): TaxRate[] {
  const shares = (info?.taxBreakdown ?? []).flatMap(({ rate, taxName, taxType, jurisdiction, jurisdictionType }) =>
    rate === undefined
      ? []
      : [
          {
            name: taxName ?? '',
            rate,
            taxType: taxType ?? null,
            jurisdiction: jurisdiction ?? null,
            jurisdictionType: jurisdictionType ?? ('UNDEFINED' as const),
          },
        ],
  )
  if (shares.length > 0) return shares
  const { taxRate, taxAmount } = info ?? {}
  return taxRate && units(taxAmount) > 0
    ? [{ name: '', rate: taxRate, taxType: null, jurisdiction: null, jurisdictionType: 'UNDEFINED' }]
    : []
}

/** The discounts of an order, in the order in which they were taken, what memberships pay before the others. */
function agreedDiscounts({ document, currency }: SourceOrder, how: How, units: (price: Price | undefined) => Minor): DraftDiscount[] {
  const steps = (document.reasons ?? []).filter(({ step }) => step === 'DISCOUNT')
  const byMemberships = steps.slice(0, Math.max(0, steps.length - document.appliedDiscounts.length))
  // Whatever the order of the discounts, what came off the delivery was calculated last.
  const { lines: ofLines = [], delivery: ofDelivery = [] } = Object.groupBy(steps.slice(byMemberships.length), ({ shipping }) =>
    shipping ? 'delivery' : 'lines',
  )
  const quantities = new Map(document.lineItems.map(({ id, quantity }) => [id, quantity]))
  const original = { source: 'ORIGINAL_ORDER' as const, applied: true }
  return [
    ...byMemberships.map(
      (step, i): DraftDiscount => ({
        ...original,
        id: `membership-${i}`,
        by: 'MEMBERSHIP',
        name: step.name ?? '',
        type: 'SPECIFIC_ITEMS',
        off: step.percent === undefined ? { amount: parseDecimal(step.amount, currency) } : { percent: step.percent },
        lineIds: step.lineIds ?? [],
      }),
    ),
    ...document.appliedDiscounts.map((agreed, i): DraftDiscount => {
      const step = (agreed.discountType === 'SHIPPING' ? ofDelivery : ofLines).shift()
      const { coupon, discountRule, merchantDiscount, discountType } = agreed
      return {
        ...original,
        id: agreed.id ?? `discount-${i}`,
        by: how !== 'SUMS' && discountRule ? 'RULE' : how !== 'SUMS' && coupon ? 'COUPON' : 'MERCHANT',
        name: coupon?.name ?? discountRule?.name?.original ?? merchantDiscount?.description ?? '',
        ...(coupon && { code: coupon.code }),
        type: step?.shipping ? 'SHIPPING' : discountType,
        ...offOf(agreed, step, how),
        agreed,
      }
    }),
  ]

  function offOf(agreed: OrderAppliedDiscount, step: Reason | undefined, how: How): Pick<DraftDiscount, 'off' | 'lineIds'> {
    const amount = units((agreed.coupon ?? agreed.discountRule ?? agreed.merchantDiscount)?.amount)
    if (step?.shipping) {
      const whole = step.percent === undefined && step.of === step.amount
      return { off: whole ? { free: true } : step.percent === undefined ? { amount } : { percent: step.percent }, lineIds: null }
    }
    const parts = (agreed.lineItemDiscounts ?? []).flatMap(({ id, totalDiscount }) =>
      id === undefined ? [] : [{ lineId: id, amount: units(totalDiscount), quantity: quantities.get(id) ?? 1 }],
    )
    const lineIds = parts.map(({ lineId }) => lineId)
    if (how === 'SUMS' || parts.length === 0) return { off: { amount }, lineIds: null }
    if (how === 'SHARES' && step?.percent !== undefined) return { off: { percent: step.percent }, lineIds }
    if (how === 'SHARES' && agreed.discountType === 'GLOBAL') return { off: { amount }, lineIds }
    return { off: { parts }, lineIds }
  }
}

/** Whether a draft in which nothing was changed comes to what its order does. */
function addsUp({ document, currency, total }: SourceOrder, { quote }: Totals, eachLine: boolean): boolean {
  const units = (price: Price | undefined): number => (price ? parseDecimal(price.amount, currency) : 0)
  const { priceSummary: sums } = document
  return (
    quote.total === total &&
    quote.tax === units(sums?.tax) &&
    quote.shipping === units(sums?.shipping) &&
    quote.additionalFees === units(sums?.totalAdditionalFees) &&
    (!eachLine ||
      document.lineItems.every((line, i) => {
        const now = quote.lines[i]!
        return now.totalAfterTax === units(line.totalPriceAfterTax) && now.tax.tax === units(line.taxInfo?.taxAmount)
      }))
  )
}
