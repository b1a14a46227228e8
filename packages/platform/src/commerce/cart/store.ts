import type { AddressWithContact, ChannelType } from '@vitrine/contract'
import type { MembershipChoice } from '@vitrine/pricing'
import { type Db, lastly, type Sql, sql } from '../../kernel/db/sql.ts'
import { type Basis, productsOf } from '../selling/basis.ts'
import type { CustomSettings } from '../selling/custom-settings.ts'
import { type StoredLine, type Units, withoutUnits } from '../selling/line.ts'
import type { MerchantDiscount, WantedCard } from '../selling/offers.ts'

/** What a cart stores. Prices and names are not here: they are the catalogue's. */
export interface CartDocument {
  readonly lines: readonly StoredLine[]
  readonly buyerNote?: string | undefined
  readonly email?: string | undefined
  readonly contactId?: string | undefined
  readonly contactInfo?: AddressWithContact | undefined
  readonly selectedShippingOption?: { readonly carrierId?: string; readonly code: string } | undefined
  /** The page that takes the place of the shop's own, by `mayTakePlace`. What older versions wrote as `overrideCheckoutUrl` was not checked, and is not read. */
  readonly checkoutPage?: string | undefined
  readonly businessLocationId?: string | undefined
  readonly checkoutId?: string | undefined
  readonly discounts?: readonly MerchantDiscount[] | undefined
  readonly couponCode?: string | undefined
  readonly memberships?: readonly MembershipChoice[] | undefined
  readonly giftCard?: WantedCard | undefined
  readonly billingInfo?: AddressWithContact | undefined
  readonly channelType?: ChannelType | undefined
  /** Settings from its creation that hold for its buyers. */
  readonly customSettings?: CustomSettings | undefined
  /** The submissions of an app's forms. */
  readonly forms?: readonly { readonly id: string; readonly formSubmissionId: string }[] | undefined
  /** The shop made it for a buyer who was not known: the first buyer to ask for it becomes its owner. */
  readonly openAccess?: true | undefined
  /** Set once it is ordered: it no longer changes. */
  readonly ordered?: { readonly orderId?: string | undefined } | undefined
}

export interface StoredCart {
  readonly id: string
  readonly owner: string
  /** Whether it is its owner's one current cart. */
  readonly current: boolean
  readonly revision: number
  readonly document: CartDocument
  readonly createdAt: Date
  readonly updatedAt: Date
}

const columns = sql`id, owner, current, revision, document, created_at as "createdAt", updated_at as "updatedAt"`

export async function findCart(db: Db, site: string, owner: string): Promise<StoredCart | undefined> {
  const [row] = await db.query<StoredCart>(sql`select ${columns} from cart where site = ${site} and owner = ${owner} and current`)
  return row
}

/** The owner's current cart, or any by its id. */
export type CartKey = { readonly owner: string } | { readonly id: string }

/** That nobody has changed a cart. */
export const unchanged = (site: string, { id, revision }: Pick<StoredCart, 'id' | 'revision'>): Sql =>
  sql`exists (select from cart where site = ${site} and id = ${id} and revision = ${revision})`

/** Whether a cart is still as it was, and all that it was priced by. */
export async function isStill(
  db: Db,
  site: string,
  { id, owner, revision, basis: before }: Pick<StoredCart, 'id' | 'owner' | 'revision'> & { readonly basis: string },
  basis: Basis,
): Promise<boolean> {
  const rows = await db.query(sql`
    select 1 from cart where site = ${site} and id = ${id} and owner = ${owner} and revision = ${revision}
      and ${basis.now(site, sql`cart.products`)} = ${before}`)
  return rows.length === 1
}

export async function findCartById(db: Db, site: string, id: string): Promise<StoredCart | undefined> {
  const [row] = await db.query<StoredCart>(sql`select ${columns} from cart where site = ${site} and id = ${id}`)
  return row
}

/** The id of the cart that a checkout was made from. */
export async function findIdByCheckout(db: Db, site: string, checkoutId: string): Promise<string | undefined> {
  const [row] = await db.query<{ cartId: string | null }>(
    sql`select cart_id as "cartId" from checkout where site = ${site} and id = ${checkoutId}`,
  )
  return row?.cartId ?? undefined
}

/** A cart to change, and with it all that it and the wanted products are priced by. */
export async function findCartToChange(
  db: Db,
  site: string,
  key: CartKey,
  wanted: readonly string[],
  basis: Basis,
): Promise<StoredCart | undefined> {
  const meant = 'owner' in key ? sql`owner = ${key.owner} and current` : sql`id = ${key.id}`
  const [row] = await db.query<{ [K in keyof StoredCart]: StoredCart[K] | null } & { products: string[] | null; basis: string }>(sql`
    select ${columns}, products, ${basis.now(site, sql`coalesce(cart.products, '{}') || ${wanted}::uuid[]`)} as basis
    from (select) as always left join cart on site = ${site} and ${meant}`)
  const { products, basis: now, ...cart } = row!
  basis.takeIn(db, site, [...(products ?? []), ...wanted], now)
  return cart.id === null ? undefined : (cart as StoredCart)
}

/** Gives a cart with open access to a buyer, with the checkout that was made from it, unless another buyer was faster. */
export async function claimCart(db: Db, site: string, { id, owner: before }: StoredCart, owner: string, now: Date): Promise<void> {
  await db.query(sql`
    with claimed as (
      update cart set owner = ${owner}, document = document - 'openAccess', revision = revision + 1, updated_at = ${now}
      where site = ${site} and id = ${id} and document ? 'openAccess' returning id),
    checkouts as (
      update checkout set owner = ${owner}, revision = revision + 1, updated_at = ${now}
      where site = ${site} and cart_id in (select id from claimed) and owner = ${before} and completed is not true)
    select from claimed`)
}

/** Saves a changed cart, or a new one, if nobody else changed it or made one meanwhile. */
export async function saveCart(db: Db, site: string, cart: StoredCart): Promise<void> {
  const { id, owner, current, revision, document, createdAt, updatedAt } = cart
  const products = productsOf(document.lines)
  const change =
    revision === 1
      ? sql`
          insert into cart (site, id, owner, current, revision, document, products, created_at, updated_at)
          values (${site}, ${id}, ${owner}, ${current}, 1, ${JSON.stringify(document)}::jsonb, ${products}, ${createdAt}, ${updatedAt})
          on conflict (site, owner) where current do nothing`
      : sql`
          update cart set current = ${current}, revision = ${revision}, document = ${JSON.stringify(document)}::jsonb, products = ${products},
            updated_at = ${updatedAt}
          where site = ${site} and id = ${id} and revision = ${revision - 1}`
  await lastly(db, change, 1)
}

/** Reads a cart to change it: nobody else does until the transaction ends. */
export async function lockCartOf(db: Db, site: string, owner: string): Promise<StoredCart | undefined> {
  const [row] = await db.query<StoredCart>(
    sql`select ${columns} from cart where site = ${site} and owner = ${owner} and current for update`,
  )
  return row
}

/** Creates the current cart of an owner, inside a transaction. `false` if there is one already. */
export async function insertCart(db: Db, site: string, cart: Omit<StoredCart, 'current'>): Promise<boolean> {
  const { id, owner, revision, document, createdAt, updatedAt } = cart
  const rows = await db.query(sql`
    insert into cart (site, id, owner, revision, document, products, created_at, updated_at)
    values (${site}, ${id}, ${owner}, ${revision}, ${JSON.stringify(document)}::jsonb, ${productsOf(document.lines)}, ${createdAt}, ${updatedAt})
    on conflict (site, owner) where current do nothing returning 1`)
  return rows.length === 1
}

/** Saves a locked cart. */
export async function saveLocked(
  db: Db,
  site: string,
  { id, revision, document, updatedAt }: Pick<StoredCart, 'id' | 'revision' | 'document' | 'updatedAt'>,
): Promise<void> {
  await db.query(sql`
    update cart set revision = ${revision}, document = ${JSON.stringify(document)}::jsonb, products = ${productsOf(document.lines)},
      updated_at = ${updatedAt}
    where site = ${site} and id = ${id}`)
}

/** Gives an owner's carts, except the current one, to another owner; returns their ids. */
export async function handOverBesides(db: Db, site: string, from: string, into: string): Promise<readonly string[]> {
  const rows = await db.query<{ id: string }>(
    sql`update cart set owner = ${into} where site = ${site} and owner = ${from} and not current returning id`,
  )
  return rows.map(({ id }) => id)
}

export async function deleteCart(db: Db, site: string, id: string): Promise<void> {
  await db.query(sql`delete from cart where site = ${site} and id = ${id}`)
}

/** Takes a cart away, if nobody changed it meanwhile. */
export async function dropCart(db: Db, site: string, { id, revision }: Pick<StoredCart, 'id' | 'revision'>): Promise<void> {
  await lastly(db, sql`delete from cart where site = ${site} and id = ${id} and revision = ${revision}`, 1)
}

/** Deletes a current cart if it is still at that revision; returns whether it was. */
export async function deleteUnchanged(
  db: Db,
  site: string,
  { cart, revision }: { readonly cart: Sql; readonly revision: Sql },
): Promise<boolean> {
  return (
    (await db.query(sql`delete from cart where site = ${site} and id = ${cart} and revision = ${revision} and current returning 1`))
      .length === 1
  )
}

/**
 * Takes ordered units out of a current cart and deletes it when it is empty. Any other cart is only marked as ordered. Undefined without a cart.
 */
export async function takeOut(
  db: Db,
  site: string,
  id: string,
  units: readonly Units[],
  orderId: string,
  now: Date,
): Promise<{ readonly left: false } | { readonly left: true; readonly revision: number } | undefined> {
  const [cart] = await db.query<StoredCart>(sql`select ${columns} from cart where site = ${site} and id = ${id} for update`)
  if (!cart) return undefined
  if (!cart.current) {
    await saveLocked(db, site, {
      ...cart,
      document: { ...cart.document, ordered: { orderId } },
      revision: cart.revision + 1,
      updatedAt: now,
    })
    return { left: true, revision: cart.revision + 1 }
  }
  const lines = withoutUnits(cart.document.lines, units)
  if (lines.length === 0) {
    await db.query(sql`delete from cart where site = ${site} and id = ${id}`)
    return { left: false }
  }
  const { checkoutId: _, couponCode: __, ...document } = { ...cart.document, lines }
  await db.query(sql`
    update cart set document = ${JSON.stringify(document)}::jsonb, revision = revision + 1, updated_at = ${now}
    where site = ${site} and id = ${id}`)
  return { left: true, revision: cart.revision + 1 }
}
