import type { CartLineItem, CatalogOverrideFields, CatalogOverrideInput, ItemType, SubscriptionOptionInfo } from '@vitrine/contract'
import { type PaymentOption, type QuotedLine, times } from '@vitrine/pricing'
import type { Amounts } from './amounts.ts'
import { availabilityOf, descriptionOf, imageOf, type KnownLine, preorderOf } from './line.ts'
import type { Offered } from './offers.ts'
import type { Plan } from './plans.ts'
import type { Sellable } from './sellable.ts'

/** The fields that a line of a cart and a line of a checkout have in common, as the wire names them. */
export function showLine(line: KnownLine, money: Amounts, quoted: QuotedLine | undefined, offered: Offered, origin: string) {
  const { id, quantity, reference, override, custom, taxableAddress, item } = line
  const shared = {
    id,
    quantity,
    ...(reference && { catalogReference: reference }),
    availability: availabilityOf(line),
    paymentOption: paymentOptionOf(line, offered),
    customLineItem: custom !== undefined,
    ...(override && { catalogOverrideFields: showOverride(override) }),
    ...(taxableAddress && { taxableAddress: { addressType: taxableAddress } }),
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
    lineItemPrice: money.price(quoted?.lineItemPrice ?? times(item.price, quantity)),
    ...(quoted?.deposit !== null && quoted?.deposit !== undefined && { depositAmount: money.price(quoted.deposit) }),
    ...(item.plan && { subscriptionOptionInfo: showPlan(item.plan) }),
    descriptionLines: [...item.descriptionLines],
    ...preorderOf(line),
    physicalProperties: { sku: item.sku, shippable: item.shippable, ...(item.weight !== undefined && { weight: item.weight }) },
    itemType: itemTypeOf(item),
    ...(item.service && { serviceProperties: item.service }),
    ...(item.priceDescription && { priceDescription: { original: item.priceDescription } }),
    ...(item.elsewhere?.url && { url: item.elsewhere.url }),
    ...(custom?.url?.url && { url: { url: custom.url.url, ...(custom.url.relativePath && { relativePath: custom.url.relativePath }) } }),
    ...(item.productId && { rootCatalogItemId: item.productId }),
  }
}

export const itemTypeOf = ({ itemType, otherType }: Sellable): ItemType => (otherType ? { custom: otherType } : { preset: itemType })

/** What was said in the catalogue's place, as it was said. */
function showOverride(said: CatalogOverrideInput): CatalogOverrideFields {
  const { productName, price, fullPrice, paymentOption, depositAmount, descriptionLines, image, physicalProperties: physical } = said
  return {
    ...(productName && { productName: { original: productName.original } }),
    ...(price && { price }),
    ...(fullPrice && { fullPrice }),
    ...(paymentOption && { paymentOption }),
    ...(depositAmount && { depositAmount }),
    ...(descriptionLines && { descriptionLines: descriptionOf(descriptionLines) }),
    ...(image?.url && { image: imageOf(image, image.url) }),
    ...(physical && {
      physicalProperties: {
        ...(typeof physical.weight === 'number' && { weight: physical.weight }),
        ...(physical.sku && { sku: physical.sku }),
        shippable: physical.shippable ?? true,
      },
    }),
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
