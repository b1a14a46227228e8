import { minor } from '@vitrine/pricing'
import { dayIn } from '../../kernel/clock/day.ts'
import { newId } from '../../kernel/db/id.ts'
import { sql } from '../../kernel/db/sql.ts'
import { append } from '../../kernel/events/outbox.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { Refusal, refuse } from '../../kernel/refusal.ts'
import { violation } from '../../kernel/violation.ts'
import { insertCart, lockCartOf, saveLocked } from '../cart/store.ts'
import type { Facts, KnownFacts } from '../catalogue/facts.ts'
import { levelOf, sellableOf } from '../catalogue/levels.ts'
import { describe, type FactVariant, findVariant, readWanted, shownVariant } from '../catalogue/sell.ts'
import { catalogueApps } from '../selling/apps.ts'
import { addLines, identified, removeLines, type WantedLine } from '../selling/line.ts'
import type { OpenPricing } from '../selling/pricing-context.ts'
import { isTooLarge } from '../selling/size.ts'
import type { CartForWishlists } from '../wishlists/cart-operations.ts'
import type { ItemFacts, WishlistDeps } from '../wishlists/deps.ts'
import { reviewMember } from './reviewing.ts'

interface Parts {
  readonly kernel: Pick<Kernel, 'commerce'>
  readonly catalogue: Facts
  readonly openPricing: OpenPricing
}

/** What a reference to a visible product means; undefined where its options name no variant of it. */
function meaningOf(productId: string, { facts, levels }: KnownFacts, options: unknown): ItemFacts | undefined {
  const wanted = readWanted(options, productId)
  const isSold = (variant: FactVariant) => sellableOf(levelOf(levels, variant)) !== 0
  const shown = { productId, name: facts.name, slug: facts.slug }
  const variant = findVariant(facts, wanted)
  if (variant) {
    const isComplete =
      describe(facts, variant, wanted.customTextFields) !== undefined && (!facts.onlyByPlan || wanted.subscriptionOptionId !== undefined)
    return {
      ...shown,
      variantId: variant.id,
      ...shownVariant(facts, variant),
      price: variant.price,
      priceIsFrom: false,
      availability: !isSold(variant) ? 'SOLD_OUT' : isComplete ? 'AVAILABLE' : 'CHOICE_NEEDED',
    }
  }
  const visible = facts.variants.filter((one) => one.visible)
  if (wanted.variantId !== undefined || wanted.options !== undefined || visible.length === 0) return undefined
  const prices = visible.map(({ price }) => price as number)
  const imageId = facts.image?.id
  return {
    ...shown,
    ...(imageId !== undefined && { imageId }),
    price: minor(Math.min(...prices)),
    priceIsFrom: new Set(prices).size > 1,
    availability: visible.some(isSold) ? 'CHOICE_NEEDED' : 'SOLD_OUT',
  }
}

/** What wish lists ask of the catalogue, members and carts. */
export const wishlistDeps = ({ kernel, catalogue, openPricing }: Parts): WishlistDeps & CartForWishlists => ({
  async findItems(db, site, references) {
    const ours = references.filter(({ appId }) => catalogueApps.has(appId))
    const products = await catalogue.find(
      db,
      site,
      ours.map(({ catalogItemId }) => catalogItemId),
    )
    return references.map(({ appId, catalogItemId, options }) => {
      const productId = catalogItemId.toLowerCase()
      const product = catalogueApps.has(appId) ? products.get(productId) : undefined
      return product && meaningOf(productId, product, options)
    })
  },

  currencyOf: async (db, site) => (await kernel.commerce(db, site)).currency,
  todayOf: async (db, site, now) => dayIn(now, (await kernel.commerce(db, site)).timeZone),
  async boughtOf(db, site, productIds) {
    const rows = await db.query<{ productId: string; members: number }>(sql`
      select item.product_id as "productId", count(distinct wishlist.member_id)::int as members
      from wishlist_item item join wishlist on wishlist.site = ${site} and wishlist.id = item.wishlist_id
      where item.site = ${site} and item.product_id = any(${productIds}::uuid[]) and item.product_id is not null
        and wishlist.kind <> 'SAVED_FOR_LATER' and wishlist.member_id is not null and exists (
          select from orders where orders.site = ${site} and orders.member_id = wishlist.member_id and orders.member_id is not null
            and orders.status <> 'INITIALIZED' and orders.status = 'APPROVED' and orders.created_at > item.created_at
            and orders.item_ids @> array[item.product_id::text])
      group by 1`)
    return new Map(rows.map(({ productId, members }) => [productId, members]))
  },
  publicNameOf: async (db, site, memberId) => (await reviewMember(db, site, { memberId }))?.name,

  async addToCart({ db, site, now }, owner, lines) {
    const pricing = await openPricing(db, site)
    const known = await pricing.know(lines.map(({ reference, quantity }): WantedLine => ({ reference, quantity })))
    const wanted: WantedLine[] = []
    const unknown: number[] = []
    for (const [i, line] of known.entries()) {
      const one = identified([line])
      if (one instanceof Refusal) unknown.push(i)
      else wanted.push(...one)
    }
    if (wanted.length === 0) return { unknown }
    const empty = { id: newId(), owner, revision: 0, document: { lines: [] }, createdAt: now, updatedAt: now }
    const there = await lockCartOf(db, site, owner)
    const all = addLines(there?.document.lines ?? [], wanted)
    if (all instanceof Refusal) return all
    const after = { ...(there ?? empty), document: { ...(there ?? empty).document, lines: all }, updatedAt: now }
    if (isTooLarge(after.document)) return violation('itemIds', 'is more than a cart stores', 'MAX_SIZE')
    const saved = { ...after, revision: after.revision + 1 }
    if (there) await saveLocked(db, site, saved)
    else if (!(await insertCart(db, site, saved))) return this.addToCart({ db, site, now }, owner, lines)
    const type = there ? 'wix.ecom.v1.cart_updated' : 'wix.ecom.v1.cart_created'
    await append(db, site, now, [{ type, entityId: saved.id, payload: { revision: saved.revision } }])
    return { unknown }
  },

  async takeFromCart({ db, site, now }, owner, lineItemId) {
    const cart = await lockCartOf(db, site, owner)
    if (!cart) return refuse('OWNED_CART_NOT_FOUND')
    const lines = removeLines(cart.document.lines, [lineItemId])
    if (lines instanceof Refusal) return lines
    const line = cart.document.lines.find(({ id }) => id === lineItemId)!
    if (!line.reference || line.custom || line.override) return {}
    const revision = cart.revision + 1
    await saveLocked(db, site, { ...cart, document: { ...cart.document, lines }, revision, updatedAt: now })
    await append(db, site, now, [{ type: 'wix.ecom.v1.cart_updated', entityId: cart.id, payload: { revision } }])
    return { line: { reference: line.reference, quantity: line.quantity } }
  },
})
