import type { OrderLineItem } from '@vitrine/contract'
import { type Minor, minor, parseDecimal, zero } from '@vitrine/pricing'
import type { Context } from '../../kernel/db/context.ts'
import type { Db } from '../../kernel/db/sql.ts'
import { findCheckout } from '../checkout/store.ts'
import type { StoredOrder } from '../orders/stored-order.ts'
import { findCoupon } from '../promotions/store.ts'
import { placeOf } from '../selling/addresses.ts'
import { deliveryChoiceOf, deliveryFor, type OfferedOption, ownCarrierId } from '../selling/delivery.ts'
import type { KnownLine } from '../selling/line.ts'
import type { OpenPricing, PricingContext } from '../selling/pricing-context.ts'
import type { Sellable } from '../selling/sellable.ts'
import type { Agreement } from '../subscriptions/store.ts'

/** What is agreed on with a line of an order: its price of that day, its delivery, and what its coupon takes off again. */
export async function agreementOf(context: Context, order: StoredOrder, line: OrderLineItem, openPricing: OpenPricing): Promise<Agreement> {
  const { db, site } = context
  const pricing = await openPricing(db, site)
  const { currency } = order
  const checkout = order.checkoutId ? await findCheckout(db, site, order.checkoutId) : undefined
  const saved = checkout?.document.lines.find(({ id }) => id === line.id)
  const [known] = saved ? await pricing.know([saved]) : []
  const amount = (price: { readonly amount: string } | undefined): Minor => (price ? parseDecimal(price.amount, currency) : zero)
  const info = line.subscriptionInfo!
  const { freeTrialPeriod: _, ...settings } = info.subscriptionSettings!
  const base: Sellable = known?.item ?? {
    productId: line.catalogReference?.catalogItemId ?? '',
    stock: undefined,
    sku: line.physicalProperties?.sku ?? '',
    name: line.productName?.original ?? '',
    price: zero,
    fullPrice: zero,
    descriptionLines: line.descriptionLines ?? [],
    shippable: line.physicalProperties?.shippable ?? false,
    itemType: line.itemType?.preset ?? 'PHYSICAL',
    available: null,
    state: '',
  }
  const { payment: __, service: ___, ...item } = base
  const agreed: Sellable = {
    ...item,
    name: line.productName?.original ?? base.name,
    price: amount(line.price),
    fullPrice: amount(line.price),
    plan: { id: base.plan?.id ?? '', title: info.subscriptionOptionTitle, settings },
    // Whether there are enough is for the stock item to say, on the day.
    available: null,
  }
  const sold: Agreement['line'] = {
    quantity: line.quantity,
    ...(line.catalogReference && { reference: line.catalogReference }),
    ...(saved?.taxableAddress && { taxableAddress: saved.taxableAddress }),
    item: agreed,
  }
  return {
    line: sold,
    delivery: agreed.shippable ? deliveryOf({ ...sold, id: line.id }, order, pricing) : null,
    coupon: await couponOf(db, site, order, line),
    ...(checkout?.document.taxExemptGroupId !== undefined && { taxExemptGroupId: checkout.document.taxExemptGroupId }),
  }
}

/** The way that was chosen, at what it costs for this line alone, and never for more than was paid for it with the whole order. */
function deliveryOf(line: KnownLine, { document, currency }: StoredOrder, pricing: PricingContext): Agreement['delivery'] {
  const { shippingInfo } = document
  if (!shippingInfo?.code) return null
  const choice = deliveryChoiceOf({ code: shippingInfo.code, carrierId: shippingInfo.carrierId })
  const paid = shippingInfo.cost?.price ? parseDecimal(shippingInfo.cost.price.amount, currency) : zero
  const place = placeOf(document.recipientInfo?.address) ?? placeOf(document.billingInfo?.address)
  const { chosen, answer } = deliveryFor([line], place, choice, pricing)
  const option: OfferedOption = chosen ?? {
    carrierId: shippingInfo.carrierId ?? ownCarrierId,
    code: shippingInfo.code,
    ruleCode: shippingInfo.code,
    title: shippingInfo.title,
    price: paid,
    regularPrice: paid,
    freeFrom: null,
    taxGroupId: null,
    deliveryTime: shippingInfo.logistics?.deliveryTime ?? null,
    instructions: shippingInfo.logistics?.instructions ?? null,
    days: null,
    pickup: null,
    arrives: null,
    capacity: null,
  }
  const price = minor(Math.min(option.price, paid))
  return { option: { ...option, price, regularPrice: price, freeFrom: null, arrives: null, capacity: null }, zone: answer.zone }
}

/** A coupon goes on taking off what it took off this line, for as many cycles as it says. */
async function couponOf(db: Db, site: string, { document, currency }: StoredOrder, line: OrderLineItem): Promise<Agreement['coupon']> {
  for (const { coupon, discountType, lineItemDiscounts = [] } of document.appliedDiscounts) {
    if (!coupon) continue
    const part = lineItemDiscounts.find(({ id }) => id === line.id)?.totalDiscount
    const amount = part ? parseDecimal(part.amount, currency) : zero
    if (discountType !== 'SHIPPING' && amount <= 0) continue
    const cycles = (await findCoupon(db, site, coupon.id))?.document.discountedCycleCount ?? null
    return {
      id: coupon.id,
      code: coupon.code,
      name: coupon.name,
      off: discountType === 'SHIPPING' ? { shipping: true } : { amount },
      cycles,
    }
  }
  return null
}
