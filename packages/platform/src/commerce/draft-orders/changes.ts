import type {
  LineItemAmount,
  OrderAdditionalFee,
  OrderAppliedDiscount,
  OrderChange,
  OrderLineItem,
  OrderShippingInformation,
  Price,
} from '@vitrine/contract'
import { isSame } from '../../kernel/canonical.ts'

/** What was agreed, before or after an edit. */
export interface Terms {
  readonly lineItems: readonly OrderLineItem[]
  readonly appliedDiscounts: readonly OrderAppliedDiscount[]
  readonly additionalFees: readonly OrderAdditionalFee[]
  readonly shippingInfo?: OrderShippingInformation | undefined
  readonly total: Price
}

/** How one became the other, in the words of an order's story. */
export function changesBetween(before: Terms, after: Terms): OrderChange[] {
  const was = new Map(before.lineItems.map((line) => [line.id, line]))
  const is = new Map(after.lineItems.map((line) => [line.id, line]))
  const named = ({ id, productName }: OrderLineItem) => ({ id, ...(productName && { name: productName }) })
  return [
    ...after.lineItems.filter(({ id }) => !was.has(id)).map((line) => ({ lineItemAdded: { ...named(line), quantity: line.quantity } })),
    ...before.lineItems.filter(({ id }) => !is.has(id)).map((line) => ({ lineItemRemoved: { ...named(line), quantity: line.quantity } })),
    ...after.lineItems.flatMap((line): OrderChange[] => {
      const old = was.get(line.id)
      const lineItemChanged = old && lineChanges(old, line)
      return lineItemChanged ? [{ lineItemChanged: { ...named(line), ...lineItemChanged } }] : []
    }),
    ...others(before.appliedDiscounts, after.appliedDiscounts).map((one) => ({ discountAdded: ofDiscount(one, after.lineItems) })),
    ...others(after.appliedDiscounts, before.appliedDiscounts).map((one) => ({ discountRemoved: ofDiscount(one, before.lineItems) })),
    ...others(before.additionalFees, after.additionalFees).map((one) => ({ additionalFeeAdded: ofFee(one) })),
    ...others(after.additionalFees, before.additionalFees).map((one) => ({ additionalFeeRemoved: ofFee(one) })),
    ...(isSame(snapshot(before.shippingInfo), snapshot(after.shippingInfo))
      ? []
      : [
          {
            shippingInformationChanged: {
              ...(before.shippingInfo && { originalShippingInfo: snapshot(before.shippingInfo) }),
              ...(after.shippingInfo && { newShippingInfo: snapshot(after.shippingInfo) }),
            },
          },
        ]),
    ...(before.total.amount === after.total.amount ? [] : [{ totalPriceChanged: { originalTotal: before.total, newTotal: after.total } }]),
  ]
}

function lineChanges(old: OrderLineItem, line: OrderLineItem) {
  const diff = line.quantity - old.quantity
  const moved = old.price?.amount !== line.price?.amount
  const renamed = old.productName?.original !== line.productName?.original
  if (diff === 0 && !moved && !renamed) return undefined
  return {
    ...(diff !== 0 && {
      quantity: {
        originalQuantity: old.quantity,
        newQuantity: line.quantity,
        diff: Math.abs(diff),
        deltaType: diff > 0 ? ('QUANTITY_INCREASED' as const) : ('QUANTITY_DECREASED' as const),
      },
    }),
    ...(moved && { price: { ...(old.price && { originalPrice: old.price }), ...(line.price && { newPrice: line.price }) } }),
  }
}

/** Those of the second that are not among the first. */
const others = <T extends { readonly id?: string | undefined }>(known: readonly T[], all: readonly T[]): T[] =>
  all.filter(({ id }) => !known.some((one) => one.id === id))

function ofDiscount(
  { id, coupon, discountRule, merchantDiscount, lineItemDiscounts }: OrderAppliedDiscount,
  lines: readonly OrderLineItem[],
) {
  const amount = (coupon ?? discountRule ?? merchantDiscount)?.amount
  const name = coupon?.name ?? discountRule?.name?.original ?? merchantDiscount?.description
  const affectedLineItems = (lineItemDiscounts ?? []).map(({ id: lineId, totalDiscount }): LineItemAmount => {
    const productName = lines.find((line) => line.id === lineId)?.productName
    return { ...(lineId && { id: lineId }), ...(productName && { name: productName }), ...(totalDiscount && { amount: totalDiscount }) }
  })
  return { ...(id && { id }), ...(name && { name: { original: name } }), affectedLineItems, ...(amount && { totalAmount: amount }) }
}

const ofFee = ({ id, name, price }: OrderAdditionalFee) => ({
  id,
  name: { original: name },
  affectedLineItems: [],
  ...(price && { totalAmount: price }),
})

const snapshot = (info: OrderShippingInformation | undefined) => ({
  ...(info?.cost?.price && { total: info.cost.price }),
  ...(info && { shippingTitle: info.title }),
})
