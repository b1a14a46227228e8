import type { LineItemTaxInfo, NewOrder, NewOrderLineItem, OrderLineItem, Price } from '@vitrine/contract'
import { minor, times } from '@vitrine/pricing'
import { newId } from '../../kernel/db/id.ts'
import { keepAddress, mergeContact } from '../selling/addresses.ts'
import type { Amounts } from '../selling/amounts.ts'
import { balance, nothingPaid } from './books.ts'
import type { OrderDocument } from './stored-order.ts'
import { type Sums, unitsOf } from './sums.ts'

/** What an order that was agreed elsewhere says, as the order stores it. */
export interface WriteDown {
  readonly order: NewOrder
  readonly sums: Sums
  readonly createdBy: NonNullable<OrderDocument['createdBy']>
  readonly imported: boolean
  readonly money: Amounts
  readonly locale: string
  readonly weightUnit: OrderDocument['weightUnit']
  readonly now: Date
}

type Tax = NonNullable<NewOrderLineItem['taxInfo']>

export function writtenDown({ order, sums, createdBy, imported, money, locale, weightUnit, now }: WriteDown): OrderDocument {
  const { currency } = money
  const language = locale.slice(0, 2)
  const taxIncluded = order.taxIncludedInPrices ?? false
  const price = (sent: { readonly amount: string }): Price => money.plain(unitsOf(sent, currency) ?? minor(0))
  const tax = ({ taxAmount, taxableAmount, taxRate, taxIncludedInPrice }: Tax): LineItemTaxInfo => ({
    ...(taxAmount && { taxAmount: price(taxAmount) }),
    ...(taxableAmount && { taxableAmount: price(taxableAmount) }),
    ...(taxRate && { taxRate }),
    taxIncludedInPrice: taxIncludedInPrice ?? taxIncluded,
  })
  /** All units with the discount and, where it comes on top, with the tax. */
  const withTax = (units: number, sent: Tax | null | undefined) => {
    const levied = sent?.taxAmount ? (unitsOf(sent.taxAmount, currency) ?? 0) : 0
    const included = sent?.taxIncludedInPrice ?? taxIncluded
    return {
      totalPriceBeforeTax: money.plain(minor(units - (included ? levied : 0))),
      totalPriceAfterTax: money.plain(minor(units + (included ? 0 : levied))),
    }
  }

  function line(sent: NewOrderLineItem): OrderLineItem {
    const unit = unitsOf(sent.price, currency) ?? minor(0)
    const all = times(unit, sent.quantity)
    const off = sent.totalDiscount ? (unitsOf(sent.totalDiscount, currency) ?? minor(0)) : minor(0)
    const { physicalProperties: body, itemType } = sent
    const preset = itemType.preset ?? (itemType.custom ? undefined : ('PHYSICAL' as const))
    return {
      ...bare({
        productName: sent.productName,
        catalogReference: sent.catalogReference,
        descriptionLines: sent.descriptionLines ?? [],
        image: sent.image,
        fulfillerId: sent.fulfillerId,
        priceDescription: sent.priceDescription,
        locations: sent.locations ?? [],
        itemType: { ...itemType, ...(preset && { preset }) },
        physicalProperties: { ...body, shippable: body?.shippable ?? (preset === 'PHYSICAL' || preset === undefined) },
      }),
      id: sent.id ?? newId(),
      quantity: sent.quantity,
      price: money.plain(unit),
      priceBeforeDiscounts: sent.priceBeforeDiscounts ? price(sent.priceBeforeDiscounts) : money.plain(unit),
      lineItemPrice: money.plain(all),
      totalDiscount: money.plain(off),
      ...withTax(all - off, sent.taxInfo),
      ...(sent.taxInfo && { taxInfo: tax(sent.taxInfo) }),
      paymentOption: sent.paymentOption ?? 'FULL_PAYMENT_ONLINE',
      priceUndetermined: false,
      fixedQuantity: false,
      modifierGroups: [],
    }
  }

  const contact = (sent: NewOrder['billingInfo']) => mergeContact(undefined, sent ?? undefined, locale)
  const { shippingInfo: shipping, buyerInfo: buyer, channelInfo } = order
  const pickup = shipping?.logistics?.pickupDetails
  const billing = contact(order.billingInfo)
  const destination = contact(shipping?.logistics?.shippingDestination)
  const recipient = contact(order.recipientInfo) ?? destination
  const cost = shipping?.cost
  return {
    ...bare({
      buyerInfo: { ...buyer, ...(buyer?.memberId && { visitorId: null }) },
      buyerNote: order.buyerNote,
      channelInfo,
      checkoutId: order.checkoutId,
      tags: {
        tags: { tagIds: order.tags?.tags?.tagIds ?? [] },
        privateTags: { tagIds: order.tags?.privateTags?.tagIds ?? [] },
      },
    }),
    lineItems: order.lineItems.map(line),
    createdBy,
    currency,
    currencyConversionDetails: { originalCurrency: currency, conversionRate: '1' },
    weightUnit: order.weightUnit ?? weightUnit,
    taxIncludedInPrices: taxIncluded,
    buyerLanguage: order.buyerLanguage ?? language,
    siteLanguage: language,
    priceSummary: {
      subtotal: money.plain(sums.subtotal),
      shipping: money.plain(sums.shipping),
      tax: money.plain(sums.tax),
      discount: money.plain(sums.discount),
      total: money.plain(sums.total),
      totalAdditionalFees: money.plain(sums.fees),
    },
    ...(billing && { billingInfo: billing }),
    ...(recipient && { recipientInfo: recipient }),
    ...(shipping && {
      shippingInfo: {
        ...bare({ carrierId: shipping.carrierId, code: shipping.code, region: shipping.region }),
        title: shipping.title,
        logistics: {
          ...bare({ ...shipping.logistics, shippingDestination: null, pickupDetails: null }),
          ...(pickup && {
            pickupDetails: { pickupMethod: pickup.pickupMethod, ...(pickup.address && { address: keepAddress(pickup.address, locale) }) },
          }),
          ...(destination && { shippingDestination: destination }),
        },
        cost: {
          price: money.plain(sums.shipping),
          discount: cost?.discount ? price(cost.discount) : money.plain(minor(0)),
          ...withTax(sums.shipping, cost?.taxInfo),
          ...(cost?.taxInfo && { taxInfo: tax(cost.taxInfo) }),
        },
      },
    }),
    taxInfo: {
      totalTax: money.plain(sums.tax),
      taxBreakdown: (order.taxInfo?.taxBreakdown ?? []).map((share) => ({
        taxName: share.taxName ?? '',
        taxType: share.taxType ?? '',
        jurisdiction: share.jurisdiction ?? '',
        jurisdictionType: share.jurisdictionType ?? 'COUNTRY',
        rate: share.rate ?? '0',
        ...(share.aggregatedTaxAmount && { aggregatedTaxAmount: price(share.aggregatedTaxAmount) }),
      })),
    },
    appliedDiscounts: (order.appliedDiscounts ?? []).map(({ coupon, merchantDiscount, discountRule }) => ({
      id: newId(),
      discountType: 'GLOBAL' as const,
      ...(coupon
        ? { coupon: { id: coupon.id, code: coupon.code, name: coupon.name ?? '', amount: price(coupon.amount) } }
        : discountRule
          ? { discountRule: { ...bare({ name: discountRule.name }), id: discountRule.id, amount: price(discountRule.amount) } }
          : merchantDiscount && {
              merchantDiscount: {
                discountReason: 'UNSPECIFIED' as const,
                ...(merchantDiscount.description && { description: merchantDiscount.description }),
                amount: price(merchantDiscount.amount),
              },
            }),
    })),
    additionalFees: (order.additionalFees ?? []).map((fee) => {
      const units = unitsOf(fee.price, currency) ?? minor(0)
      const { totalPriceBeforeTax: priceBeforeTax, totalPriceAfterTax: priceAfterTax } = withTax(units, fee.taxInfo)
      return {
        ...bare({ code: fee.code, providerAppId: fee.providerAppId, lineItemIds: fee.lineItemIds }),
        id: fee.id ?? newId(),
        name: fee.name,
        price: money.plain(units),
        priceBeforeTax,
        priceAfterTax,
        ...(fee.taxInfo && { taxInfo: tax(fee.taxInfo) }),
        source: fee.source ?? 'MANUAL',
      }
    }),
    attributionSource: order.attributionSource ?? 'UNSPECIFIED',
    customFields: (order.customFields ?? []).map(({ title, translatedTitle, value }) => ({
      title,
      ...(translatedTitle && { translatedTitle }),
      ...(value && { value }),
    })),
    balanceSummary: balance(sums.total, nothingPaid, money),
    purchasedDate: order.purchasedDate ?? now.toISOString(),
    ...(order.businessLocation && { businessLocation: { id: order.businessLocation.id, name: order.businessLocation.name ?? '' } }),
    archived: order.archived ?? false,
    seenByAHuman: order.seenByAHuman ?? false,
    imported,
  }
}

type Bare<T> = T extends readonly (infer Item)[]
  ? Bare<Item>[]
  : T extends object
    ? { [K in keyof T as null extends T[K] ? never : undefined extends T[K] ? never : K]: Bare<T[K]> } & {
        [K in keyof T as null extends T[K] ? K : undefined extends T[K] ? K : never]?: Bare<NonNullable<T[K]>>
      }
    : T

/** What was sent without what is empty in it, at any depth. */
function bare<T>(value: T): Bare<T> {
  if (Array.isArray(value)) return value.map(bare) as Bare<T>
  if (typeof value !== 'object' || value === null) return value as Bare<T>
  const saved = Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined)
  return Object.fromEntries(saved.map(([key, inner]) => [key, bare(inner)])) as Bare<T>
}
