import type { AddressWithContact, ChannelType, CustomField } from '@vitrine/contract'
import type { MembershipChoice } from '@vitrine/pricing'
import { type Db, lastly, type Sql, sql } from '../../kernel/db/sql.ts'
import { type Basis, productsOf } from '../selling/basis.ts'
import type { CustomSettings } from '../selling/custom-settings.ts'
import type { StoredLine, Units } from '../selling/line.ts'
import type { MerchantDiscount, WantedCard } from '../selling/offers.ts'

/** What a checkout stores: what is bought, by whom, where to and how. Prices are recalculated until it becomes an order. */
export interface CheckoutDocument {
  readonly lines: readonly StoredLine[]
  /** What it took from a cart: with the order that much is bought or was decided against, and what was added later stays in the cart. */
  readonly fromCart?:
    | {
        readonly cartId: string
        readonly revision: number
        readonly lines: readonly Units[]
        /** Whether the cart outlives its order, as all but current carts do. */
        readonly stays?: true
      }
    | undefined
  readonly channelType: ChannelType
  readonly email?: string | undefined
  readonly shippingDestination?: AddressWithContact | undefined
  readonly billingInfo?: AddressWithContact | undefined
  readonly selectedOption?: { readonly carrierId?: string; readonly code: string } | undefined
  readonly buyerNote?: string | undefined
  readonly customFields?: readonly CustomField[] | undefined
  readonly discounts?: readonly MerchantDiscount[] | undefined
  readonly couponCode?: string | undefined
  readonly giftCard?: WantedCard | undefined
  readonly memberships?: readonly MembershipChoice[] | undefined
  /** What services for discounts took off when this was written, in minor units. */
  readonly serviceDiscountSeen?: number | undefined
  /** The page that takes the place of the shop's own, by `mayTakePlace`. What older versions wrote as `overrideCheckoutUrl` was not checked, and is not read. */
  readonly checkoutPage?: string | undefined
  readonly businessLocationId?: string | undefined
  readonly taxExemptGroupId?: string | undefined
  readonly customSettings?: CustomSettings
  readonly customContentReference?: { readonly appId: string; readonly componentId: string }
  readonly externalReference?: { readonly appId: string; readonly resourceId?: string }
}

export interface StoredCheckout {
  readonly id: string
  readonly cartId: string | null
  readonly owner: string
  readonly guests: readonly string[]
  readonly secret: string
  readonly revision: number
  readonly document: CheckoutDocument
  readonly orderId: string | null
  readonly completed: boolean
  readonly createdAt: Date
  readonly updatedAt: Date
}

const columns = sql`id, cart_id as "cartId", owner, guests, secret, revision, document, order_id as "orderId", completed,
  created_at as "createdAt", updated_at as "updatedAt"`

export async function findCheckout(db: Db, site: string, id: string): Promise<StoredCheckout | undefined> {
  const [row] = await db.query<StoredCheckout>(sql`select ${columns} from checkout where site = ${site} and id = ${id}`)
  return row
}

/** A checkout to change, and with it all that it and the wanted products are priced by. */
export async function findCheckoutToChange(
  db: Db,
  site: string,
  id: string,
  wanted: readonly string[],
  basis: Basis,
): Promise<StoredCheckout | undefined> {
  const [row] = await db.query<StoredCheckout & { products: string[]; basis: string }>(sql`
    select ${columns}, products, ${basis.now(site, sql`checkout.products || ${wanted}::uuid[]`)} as basis
    from checkout where site = ${site} and id = ${id}`)
  if (!row) return undefined
  const { products, basis: now, ...checkout } = row
  basis.takeIn(db, site, [...products, ...wanted], now)
  return checkout
}

/** Reads a checkout to order it, and with it all that it is priced by: nobody else changes it until the transaction ends. */
export async function findCheckoutToOrder(db: Db, site: string, id: string, basis: Basis): Promise<StoredCheckout | undefined> {
  const [row] = await db.query<StoredCheckout & { products: string[]; basis: string }>(sql`
    select ${columns}, products, ${basis.now(site, sql`checkout.products`)} as basis
    from checkout where site = ${site} and id = ${id} for update of checkout`)
  if (!row) return undefined
  const { products, basis: now, ...checkout } = row
  // An order that is written anew puts its units back first: then the stock items are asked again.
  if (checkout.orderId === null) basis.takeIn(db, site, products, now)
  return checkout
}

/** Reads a checkout to change it: nobody else does until the transaction ends. */
export async function lockCheckout(db: Db, site: string, id: string): Promise<StoredCheckout | undefined> {
  const [row] = await db.query<StoredCheckout>(sql`select ${columns} from checkout where site = ${site} and id = ${id} for update`)
  return row
}

/** The newest checkout of a cart that has not become an order, else the newest. */
export async function findCheckoutOfCart(db: Db, site: string, cartId: string): Promise<StoredCheckout | undefined> {
  const [row] = await db.query<StoredCheckout>(sql`
    select ${columns} from checkout where site = ${site} and cart_id = ${cartId} order by completed, created_at desc limit 1`)
  return row
}

export async function insertCheckout(db: Db, site: string, checkout: StoredCheckout): Promise<void> {
  const { id, cartId, owner, guests, secret, revision, document, createdAt, updatedAt } = checkout
  await lastly(
    db,
    sql`
      insert into checkout (site, id, cart_id, owner, guests, secret, revision, document, products, created_at, updated_at)
      values (${site}, ${id}, ${cartId}, ${owner}, ${guests}, ${secret}, ${revision}, ${JSON.stringify(document)}::jsonb,
        ${productsOf(document.lines)}, ${createdAt}, ${updatedAt})`,
  )
}

/** Saves a changed checkout, if nobody else changed it meanwhile. */
export async function saveCheckout(db: Db, site: string, checkout: StoredCheckout): Promise<void> {
  const { id, guests, revision, document, orderId, completed, updatedAt } = checkout
  await lastly(
    db,
    sql`
      update checkout
      set guests = ${guests}, revision = ${revision}, document = ${JSON.stringify(document)}::jsonb, products = ${productsOf(document.lines)},
          order_id = ${orderId}, completed = ${completed}, updated_at = ${updatedAt}
      where site = ${site} and id = ${id} and revision = ${revision - 1}`,
    1,
  )
}

/** Ties a checkout that is locked to its order. */
export async function linkCheckout(db: Db, site: string, id: string, orderId: string, now: Date): Promise<void> {
  await lastly(
    db,
    sql`
      update checkout set order_id = ${orderId}, revision = revision + 1, updated_at = ${now}
      where site = ${site} and id = ${id}`,
    1,
  )
}

/** Of which cart a checkout was made and at which revision, for a statement about that cart; no cart where it went over to another one. */
export const madeOf = (site: string, id: string): { readonly cart: Sql; readonly revision: Sql } => ({
  cart: sql`(
    select checkout.cart_id from checkout
    where checkout.site = ${site} and checkout.id = ${id} and checkout.document #>> '{fromCart,cartId}' = checkout.cart_id::text)`,
  revision: sql`(select (checkout.document #>> '{fromCart,revision}')::integer from checkout where checkout.site = ${site} and checkout.id = ${id})`,
})

const pageSize = 200

/** Open checkouts that were last touched after the one moment and not after the other, in that order: all of them, page after page. */
export async function* findQuiet(db: Db, site: string, since: Date, until: Date): AsyncGenerator<Pick<StoredCheckout, 'id' | 'updatedAt'>> {
  for (let after = { updatedAt: since, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }; ; ) {
    const rows: (typeof after)[] = await db.query<typeof after>(sql`
      select id, updated_at as "updatedAt" from checkout
      where site = ${site} and not completed and (updated_at, id) > (${after.updatedAt}, ${after.id}) and updated_at <= ${until}
      order by updated_at, id limit ${pageSize}`)
    yield* rows
    if (rows.length < pageSize) return
    after = rows.at(-1)!
  }
}

/** Opens a checkout to others, who buy out of their own cart. */
export async function reopenCheckout(
  db: Db,
  site: string,
  { id, guests, cartId, revision, updatedAt }: Pick<StoredCheckout, 'id' | 'guests' | 'cartId' | 'revision' | 'updatedAt'>,
): Promise<void> {
  await db.query(sql`
    update checkout set guests = ${guests}, cart_id = ${cartId}, revision = ${revision}, updated_at = ${updatedAt}
    where site = ${site} and id = ${id}`)
}

/** Said so that nobody reads the index of open checkouts for it, which has to be read whole. */
const isOpen = sql`completed is not true`

/** Hands the open checkouts of a cart to another owner and their cart. Who began them may go on with them. */
export async function handOverCheckouts(
  db: Db,
  site: string,
  from: { readonly owner: string; readonly cartId: string },
  into: { readonly owner: string; readonly cartId: string },
  now: Date,
): Promise<void> {
  await db.query(sql`
    update checkout
    set owner = ${into.owner}, cart_id = ${into.cartId}, guests = array_append(array_remove(guests, ${from.owner}), ${from.owner}),
      revision = revision + 1, updated_at = ${now}
    where site = ${site} and cart_id = ${from.cartId} and owner = ${from.owner} and ${isOpen}`)
}

/** The same for checkouts of carts whose ids do not change. */
export async function handOverWithCarts(
  db: Db,
  site: string,
  cartIds: readonly string[],
  from: string,
  into: string,
  now: Date,
): Promise<void> {
  if (cartIds.length === 0) return
  await db.query(sql`
    update checkout
    set owner = ${into}, guests = array_append(array_remove(guests, ${from}), ${from}), revision = revision + 1, updated_at = ${now}
    where site = ${site} and cart_id = any(${[...cartIds]}::uuid[]) and owner = ${from} and ${isOpen}`)
}

/** Ends the checkout of an order, if nobody changed it since it was ordered; whoever ends it changes it. */
export async function finishLastly(
  db: Db,
  site: string,
  { id, revision, orderId }: Pick<StoredCheckout, 'id' | 'revision' | 'orderId'>,
  now: Date,
): Promise<void> {
  await lastly(
    db,
    sql`
      update checkout set completed = true, revision = revision + 1, updated_at = ${now}
      where site = ${site} and id = ${id} and revision = ${revision} and order_id = ${orderId}`,
    1,
  )
}

/**
 * Ends a checkout, and tells what was bought out of which cart; undefined when that was done before. `besides` is a statement that has to do
 * with it and answers with an id, or with none.
 */
export async function finishCheckout(
  db: Db,
  site: string,
  id: string,
  now: Date,
  besides: Sql,
): Promise<{ readonly cartId: string | null; readonly taken: readonly Units[]; readonly besides: string | null } | undefined> {
  const [row] = await db.query<{
    cartId: string | null
    lines: readonly Units[]
    fromCart: readonly Units[] | null
    besides: string | null
  }>(sql`
    with besides as (${besides})
    update checkout set completed = true, revision = revision + 1, updated_at = ${now}
    where site = ${site} and id = ${id} and ${isOpen}
    returning cart_id as "cartId", document -> 'lines' as lines, document #> '{fromCart,lines}' as "fromCart",
      (select id from besides) as besides`)
  if (!row) return undefined
  const { cartId, lines, fromCart, besides: met } = row
  return { cartId, taken: [...(fromCart ?? []), ...lines], besides: met }
}
