import { attempt } from '@vitrine/client'
import type { Cart, CartLineItem } from '@vitrine/contract'
import { localeIn } from '@vitrine/pricing'
import type { GiftOptions } from '../catalogue/gift.ts'
import { lineImage } from '../catalogue/image.server.ts'
import { catalogueApp, giftCardsApp, isElsewhere } from '../shop/apps.ts'
import { preorderText } from '../shop/preorder.server.ts'
import type { Visit } from '../shop.server.ts'
import { termsOf } from '../totals/terms.ts'
import { type CartLineView, type CartView, emptyCart } from './cart.ts'

export interface NewLine {
  productId: string
  variantId?: string | undefined
  planId?: string | undefined
  quantity: number
}

const asked = new WeakMap<Visit, Promise<CartView>>()

/** The current cart, for whoever shows a page. However many loaders of it want to know, the platform is asked once. */
export function getCart(here: Visit): Promise<CartView> {
  let found = asked.get(here)
  if (!found) asked.set(here, (found = readCart(here)))
  return found
}

async function readCart({ known, client, shop }: Visit): Promise<CartView> {
  if (!known) return emptyCart(shop.currency)
  const [refused, answer] = await attempt(client.currentCart.getCurrentCart())
  if (refused && refused.code !== 'OWNED_CART_NOT_FOUND') throw refused
  return answer?.cart ? showCart(answer.cart, localeIn(shop.locale, shop.country), shop.today) : emptyCart(shop.currency)
}

/** Names what is put in, so that it is put in once however often it is sent. */
interface Once {
  idempotencyKey?: string | undefined
}

export const addToCart = ({ client }: Visit, { productId, variantId, planId, quantity }: NewLine, once: Once = {}) =>
  client.currentCart.addToCurrentCart(
    {
      lineItems: [
        {
          quantity,
          catalogReference: {
            appId: catalogueApp,
            catalogItemId: productId,
            options: { ...(variantId && { variantId }), ...(planId && { subscriptionOptionId: planId }) },
          },
        },
      ],
    },
    once,
  )

/** A gift card, under its own app: `options` say how much, for whom and when. */
export const addGiftCardToCart = ({ client }: Visit, giftId: string, options: GiftOptions, quantity = 1, once: Once = {}) =>
  client.currentCart.addToCurrentCart(
    { lineItems: [{ quantity, catalogReference: { appId: giftCardsApp, catalogItemId: giftId, options } }] },
    once,
  )

export const setQuantities = ({ client }: Visit, lineItems: { id: string; quantity: number }[]) =>
  client.currentCart.updateCurrentCartLineItemQuantity({ lineItems })

export const removeFromCart = ({ client }: Visit, lineItemIds: string[]) =>
  client.currentCart.removeLineItemsFromCurrentCart({ lineItemIds })

export const showCart = ({ lineItems, currency }: Cart, locale: string, today: string): CartView => ({
  currency,
  lines: lineItems.map((line) => showLine(line, locale, today)),
})

/** `Sage`, `for Marta`, `on 24 Dec 2026, 08:00`: the design as it is, the rest in a sentence. */
const giftText = (described: readonly (readonly [string, string])[], { options }: GiftOptions) =>
  described.map(([name, value]) => (options && Object.hasOwn(options, name) ? value : `${name.toLowerCase()} ${value}`))

function showLine(line: CartLineItem, locale: string, today: string): CartLineView {
  const elsewhere = isElsewhere(line.catalogReference)
  const url = elsewhere ? '' : (line.url?.relativePath ?? line.url?.url ?? '')
  const described = (line.descriptionLines ?? []).flatMap(({ name, colorInfo, plainText }) => {
    const value = colorInfo?.original ?? plainText?.original
    return value ? [[name?.original ?? '', value] as const] : []
  })
  const price = line.price?.amount ?? '0'
  const before = line.fullPrice?.amount
  const options = line.catalogReference?.options as ({ variantId?: string; subscriptionOptionId?: string } & GiftOptions) | undefined
  const gift = line.catalogReference?.appId === giftCardsApp ? options : undefined
  const { image, availability } = line
  return {
    id: line.id ?? '',
    productId: line.catalogReference?.catalogItemId ?? '',
    variantId: gift ? undefined : options?.variantId,
    planId: gift ? undefined : options?.subscriptionOptionId,
    gift,
    slug: decodeURIComponent(url.split(/[?#]/)[0]?.split('/').filter(Boolean).at(-1) ?? ''),
    name: line.productName?.translated ?? line.productName?.original ?? '',
    // Pages show pictures of their own origin.
    picture: elsewhere ? undefined : lineImage(image),
    chosen: gift
      ? giftText(described, gift)
      : [...described.map(([, value]) => value), ...preorderText(line.preorder, line.quantity, locale, today)],
    choices: gift ? (gift.options ?? {}) : Object.fromEntries(described),
    quantity: line.quantity,
    price,
    before: before && Number(before) > Number(price) ? before : undefined,
    left: availability?.quantityAvailable,
    shippable: line.physicalProperties?.shippable ?? false,
    gone: availability?.status === 'NOT_AVAILABLE' || availability?.status === 'NOT_FOUND',
    lost: availability?.status === 'NOT_FOUND' || undefined,
    terms: termsOf(line, locale),
  }
}
