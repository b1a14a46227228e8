import type { CartLineItem, SubscriptionOptionInfo } from '@vitrine/contract'
import { type PaymentOption, type QuotedLine, times } from '@vitrine/pricing'
import type { Amounts } from './amounts.ts'
import { availabilityOf, type KnownLine } from './line.ts'
import type { Offered } from './offers.ts'
import type { Plan } from './plans.ts'

/** The fields that a line of a cart and a line of a checkout have in common, as the wire names them. */
export function showLine(line: KnownLine, money: Amounts, quoted: QuotedLine | undefined, offered: Offered, origin: string) {
  const { id, quantity, reference, custom, item } = line
  const shared = {
    id,
    quantity,
    ...(reference && { catalogReference: reference }),
    availability: availabilityOf(line),
    paymentOption: paymentOptionOf(line, offered),
    customLineItem: custom !== undefined,
    priceUndetermined: false,
    fixedQuantity: false,
    savePaymentMethod: item?.plan !== undefined,
    membersOnly: false,
  } satisfies Partial<CartLineItem>
  if (!item) return { ...shared, productName: { original: '' }, itemType: { preset: 'PHYSICAL' as const }, descriptionLines: [] }
  return {
    ...shared,
    productName: { original: item.name },
    ...(item.slug && { url: { relativePath: `/products/${item.slug}`, url: `${origin}/products/${item.slug}` } }),
    price: money.price(item.price),
    fullPrice: money.price(item.fullPrice),
    priceBeforeDiscounts: money.price(item.price),
    lineItemPrice: money.price(quoted?.subtotal ?? times(item.price, quantity)),
    ...(quoted?.deposit !== null && quoted?.deposit !== undefined && { depositAmount: money.price(quoted.deposit) }),
    ...(item.plan && { subscriptionOptionInfo: showPlan(item.plan) }),
    descriptionLines: [...item.descriptionLines],
    physicalProperties: { sku: item.sku, shippable: item.shippable, ...(item.weight !== undefined && { weight: item.weight }) },
    itemType: { preset: item.itemType },
    ...(item.productId && { rootCatalogItemId: item.productId }),
  }
}

/** How a line is paid for: by a membership where one was chosen for all of it. */
export function paymentOptionOf({ id, item }: KnownLine, { memberships }: Offered): PaymentOption {
  const chosen = memberships.discounts.some(({ lineIds, off }) => lineIds?.includes(id) && 'percent' in off && Number(off.percent) === 100)
  return chosen ? 'MEMBERSHIP' : (item?.payment?.option ?? 'FULL_PAYMENT_ONLINE')
}

export const showPlan = ({ title, description, settings }: Plan): SubscriptionOptionInfo => ({
  subscriptionSettings: settings,
  title: { original: title },
  ...(description && { description: { original: description } }),
})
