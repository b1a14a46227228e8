import { attempt } from '@vitrine/client'
import type { Cart, CartLineItem, CatalogReference, OrderLineItem } from '@vitrine/contract'
import { exponentOf, parseDecimal } from '@vitrine/pricing'
import { lineImage } from '../catalogue/image.server.ts'
import { instead } from '../catalogue/instead.ts'
import { briefly, type Choices, findVariant, type ProductView, type VariantView } from '../catalogue/product.ts'
import { productsWithIds, showProduct } from '../catalogue/read.server.ts'
import { chosenText } from '../checkout/read.server.ts'
import { catalogueApp } from '../shop/apps.ts'
import type { Visit } from '../shop.server.ts'
import { type Again, type AgainLine, stateOf } from './again.ts'

/** The lines that are ordered again, each with the variant that is taken in place of its own. */
export type Taken = ReadonlyMap<string, string | undefined>

/** The lines of an order that is the caller's; undefined where it is none of theirs. */
async function linesOf(here: Visit, id: string, email: string | undefined): Promise<readonly OrderLineItem[] | undefined> {
  const [refused, answer] = await attempt(here.client.orders.getOrderStatus({ id, ...(email && { email }) }))
  if (refused?.code === 'ORDER_NOT_FOUND') return undefined
  if (refused) throw refused
  return answer.order.details?.lineItems
}

/** What the lines of an order cost now, what of it is there, and what could be had instead; undefined where another app sells some of it. */
export async function lookAgain(here: Visit, id: string, email: string | undefined): Promise<readonly AgainLine[] | undefined> {
  const lines = await linesOf(here, id, email)
  if (!lines || lines.some(({ catalogReference: of }) => of?.appId !== catalogueApp)) return undefined
  const products = await productsWithIds(
    here,
    lines.flatMap(({ catalogReference: of }) => of?.catalogItemId ?? []),
  )
  const views = new Map(products.map((product) => [product.id, showProduct(product, here.shop)]))
  return lines.map((line) => showLine(line, views.get(line.catalogReference?.catalogItemId ?? ''), here.shop.currency))
}

function showLine(line: OrderLineItem, product: ProductView | undefined, currency: string): AgainLine {
  const { id, productName, image, descriptionLines, quantity, price, catalogReference } = line
  const shown = {
    id,
    name: productName?.translated ?? productName?.original ?? '',
    picture: lineImage(image),
    chosen: chosenText(descriptionLines),
    quantity,
    before: price?.amount ?? '0',
    instead: [],
  }
  const options = catalogReference?.options ?? {}
  const chosen = product && choicesOf(product, options)
  const variant = product && chosen && findVariant(product, chosen)
  const found = variant ?? (product?.variants.length === 0 ? product : undefined)
  const planAt = product && planOf(product, options)
  if (!product || planAt === undefined) return { ...shown, state: 'gone' }
  const priceOf = (of: Pick<VariantView, 'price' | 'planPrices'>) =>
    (planAt < 0 ? of.price : (of.planPrices[planAt] ?? of.price)).toFixed(exponentOf(currency))
  const others = chosen ? instead(product, chosen) : []
  const now = found && priceOf(found)
  const state = stateOf({
    known: found !== undefined,
    some: found?.stock.some ?? false,
    left: found?.stock.left,
    quantity,
    same: now !== undefined && parseDecimal(now, currency) === parseDecimal(shown.before, currency),
  })
  return {
    ...shown,
    state,
    ...(now !== undefined && { price: now }),
    ...(state === 'fewer' && { left: found?.stock.left }),
    ...(found?.stock.preorder && { preorder: true }),
    instead:
      state === 'out' || state === 'gone' || state === 'fewer'
        ? others
            .filter(({ stock }) => (stock.left ?? quantity) >= quantity)
            .slice(0, 3)
            .map((other) => ({ variantId: other.id, name: briefly(product, other.choices), price: priceOf(other) }))
        : [],
  }
}

/** What was chosen of a product: by name, or by its variant. */
function choicesOf({ variants, options }: ProductView, { options: named, variantId }: Options): Choices | undefined {
  if (options.length === 0) return {}
  return variants.find(({ id }) => id === variantId)?.choices ?? (named as Choices | undefined)
}

/** The place of the plan that it was bought by, -1 for none; undefined where it is not sold so any more. */
function planOf({ plans, once }: ProductView, { subscriptionOptionId }: Options): number | undefined {
  if (!subscriptionOptionId) return once ? -1 : undefined
  const at = plans.findIndex(({ id }) => id === subscriptionOptionId)
  return at < 0 ? undefined : at
}

type Options = NonNullable<CatalogReference['options']>

/** Another variant stands in place of the choices; what else was written or chosen stays. */
function optionsOf({ options }: CatalogReference, variantId: string | undefined): Options {
  if (variantId === undefined) return options ?? {}
  const { options: _choices, ...rest } = options ?? {}
  return { ...rest, variantId }
}

/**
 * Puts what is still sold of an order into the bag, as many as there are, and tells what is not; `taken` says which of its lines, where its
 * buyer chose, each with the variant in place of its own.
 */
export async function orderAgain(here: Visit, id: string, email: string | undefined, taken?: Taken): Promise<Again | undefined> {
  const lines = await linesOf(here, id, email)
  if (!lines) return undefined
  const put: { name: string; quantity: number }[] = []
  const fewer: { name: string; left: number }[] = []
  const gone: string[] = []
  here.know()
  const { currentCart } = here.client
  const [, before] = await attempt(currentCart.getCurrentCart())
  let unitsInCart = unitsOf(before?.cart)
  // One after the other: what one line takes, the next cannot have.
  for (const { id: lineId, productName, catalogReference, quantity } of lines) {
    if (taken && !taken.has(lineId)) continue
    const name = productName?.translated ?? productName?.original ?? ''
    if (!catalogReference) {
      gone.push(name)
      continue
    }
    const { appId, catalogItemId } = catalogReference
    const options = optionsOf(catalogReference, taken?.get(lineId))
    const [no, added] = await attempt(
      currentCart.addToCurrentCart({
        lineItems: [{ quantity, catalogReference: { appId, catalogItemId, options } }],
      }),
    )
    if (no) {
      if (no.code !== 'ITEM_NOT_FOUND_IN_CATALOG') throw no
      gone.push(name)
      continue
    }
    const line = added.cart.lineItems.find(({ id = '', quantity: now }) => now !== unitsInCart.get(id))
    const had = unitsInCart.get(line?.id ?? '') ?? 0
    const left = line ? toBeHad(line) - had : 0
    if (left >= quantity) {
      put.push({ name, quantity })
      unitsInCart = unitsOf(added.cart)
      continue
    }
    // The bag takes what is not there and says so; here nothing is put that cannot be had.
    const fits = Math.max(0, left)
    const id = line?.id ?? ''
    const [, saved] =
      had + fits > 0
        ? await attempt(currentCart.updateCurrentCartLineItemQuantity({ lineItems: [{ id, quantity: had + fits }] }))
        : await attempt(currentCart.removeLineItemsFromCurrentCart({ lineItemIds: [id] }))
    unitsInCart = unitsOf(saved?.cart ?? added.cart)
    if (fits > 0) fewer.push({ name, left: fits })
    else gone.push(name)
  }
  return { put, fewer, gone }
}

const unitsOf = (cart: Cart | undefined) => new Map((cart?.lineItems ?? []).map(({ id = '', quantity }) => [id, quantity]))

/** How many units of a line there are, as far as anybody counts them. */
function toBeHad({ availability, quantity }: CartLineItem): number {
  const { status = 'AVAILABLE', quantityAvailable = 0 } = availability ?? {}
  return status === 'AVAILABLE' ? quantity : status === 'PARTIALLY_AVAILABLE' ? quantityAvailable : 0
}
