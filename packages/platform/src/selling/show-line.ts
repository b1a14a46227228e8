import type { CartLineItem } from '@vitrine/contract'
import { type Minor, times } from '@vitrine/pricing'
import type { Amounts } from './amounts.ts'
import { availabilityOf, type KnownLine } from './line.ts'

/** The fields that a line of a cart and a line of a checkout have in common, as the wire names them. */
export function showLine(line: KnownLine, money: Amounts, linePrice: Minor | undefined, origin: string) {
  const { id, quantity, reference, custom, item } = line
  const shared = {
    id,
    quantity,
    ...(reference && { catalogReference: reference }),
    availability: availabilityOf(line),
    paymentOption: 'FULL_PAYMENT_ONLINE' as const,
    customLineItem: custom !== undefined,
    priceUndetermined: false,
    fixedQuantity: false,
    savePaymentMethod: false,
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
    lineItemPrice: money.price(linePrice ?? times(item.price, quantity)),
    descriptionLines: [...item.descriptionLines],
    physicalProperties: { sku: item.sku, shippable: item.shippable, ...(item.weight !== undefined && { weight: item.weight }) },
    itemType: { preset: item.itemType },
    ...(item.productId && { rootCatalogItemId: item.productId }),
  }
}
