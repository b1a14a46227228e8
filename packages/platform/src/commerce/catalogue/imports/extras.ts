import { type Db, sql } from '../../../kernel/db/sql.ts'
import { type Beside, noExtras, type OptionAssigned, type PreorderTerms, type ProductExtras, type UnitsSaid } from '../csv/beside.ts'
import type { RecordStock } from '../csv/record.ts'
import { allowOnce, assignPlans, tellProducts } from '../plans/store.ts'
import type { ProductDraft } from '../product.ts'

/** What is stored of products beside what their editor writes, by their ids. */
export async function findExtras(db: Db, site: string, ids: readonly string[]): Promise<ReadonlyMap<string, ProductExtras>> {
  if (ids.length === 0) return new Map()
  const rows = await db.query<{
    id: string
    soldOnce: boolean
    preorder: PreorderTerms | null
    subscriptions: readonly OptionAssigned[]
  }>(sql`
    select product.id, product.sold_once as "soldOnce",
      (select jsonb_build_object('enabled', preorder.enabled, 'limit', preorder.quantity_limit, 'expectedDate', preorder.expected_date,
          'message', preorder.message)
        from product_preorder preorder where preorder.site = ${site} and preorder.product_id = product.id) as preorder,
      coalesce((select jsonb_agg(jsonb_build_object('id', has.option_id, 'hidden', has.hidden) order by has.position)
        from product_subscription_option has where has.site = ${site} and has.product_id = product.id), '[]') as subscriptions
    from product where product.site = ${site} and product.id = any(${ids}::uuid[])`)
  return new Map(rows.map(({ id, preorder, ...rest }) => [id, { ...rest, preorder: preorder ?? noExtras.preorder }]))
}

interface Named {
  readonly id: string
  readonly name: string
}

/** The subscription options of a shop. */
export const findOptions = (db: Db, site: string): Promise<Named[]> =>
  db.query<Named>(sql`select id, document->>'title' as name from subscription_option where site = ${site}`)

/** A file of the shop. */
export interface ShopFile {
  readonly kind: string
  /** Whether only its buyers are handed it. */
  readonly private: boolean
  readonly width: number | null
  readonly height: number | null
}

/** Files of the shop, by their ids. */
export async function findShopFiles(db: Db, site: string, ids: readonly string[]): Promise<ReadonlyMap<string, ShopFile>> {
  if (ids.length === 0) return new Map()
  const rows = await db.query<ShopFile & { id: string }>(sql`
    select id, kind, private, width, height from media where site = ${site} and id = any(${ids}::text[]) and member_id is null`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** A product as an import saves it, to compare it when the import is undone. */
export type SavedDraft = ProductDraft & Partial<ProductExtras>

export const withExtras = (draft: ProductDraft, { preorder, subscriptions, soldOnce }: ProductExtras): SavedDraft => ({
  ...draft,
  preorder,
  subscriptions,
  soldOnce,
})

export function withoutExtras(kept: SavedDraft): { readonly draft: ProductDraft; readonly extras: Partial<ProductExtras> } {
  const { preorder, subscriptions, soldOnce, ...draft } = kept
  return {
    draft,
    extras: { ...(preorder && { preorder }), ...(subscriptions && { subscriptions }), ...(soldOnce !== undefined && { soldOnce }) },
  }
}

/** Gives a product the subscription options that it is to have, and lets it be sold without. */
export async function saveSubscriptions(
  { db, site, now }: { readonly db: Db; readonly site: string; readonly now: Date },
  productId: string,
  { subscriptions, soldOnce }: Pick<Partial<ProductExtras>, 'subscriptions' | 'soldOnce'>,
  currency: string,
): Promise<void> {
  if (subscriptions) await assignPlans(db, site, productId, subscriptions)
  if (soldOnce !== undefined) await allowOnce(db, site, productId, soldOnce)
  if (subscriptions || soldOnce !== undefined) await tellProducts(db, site, [productId], currency, now)
}

/** Units by location of the products of a shop, by product and variant; nothing in a shop with one. */
export type UnitsOf = ReadonlyMap<string, ReadonlyMap<string, readonly { readonly locationId: string; readonly units: number }[]>>

/** What stands in a file beside a draft. */
export function besideOf(
  draft: ProductDraft,
  extras: ProductExtras,
  units: UnitsOf,
  {
    locationLabels,
    optionLabels,
  }: { readonly locationLabels: ReadonlyMap<string, string>; readonly optionLabels: ReadonlyMap<string, string> },
): Beside {
  const own = units.get(draft.id.toLowerCase()) ?? new Map()
  const said = (all: readonly { readonly locationId: string; readonly units: number }[]): readonly UnitsSaid[] =>
    all.map((one) => ({ location: locationLabels.get(one.locationId) ?? one.locationId, units: one.units }))
  return {
    ...extras,
    fileId: draft.fileId,
    units: new Map([...own].map(([variantId, all]) => [variantId, said(all)])),
    optionLabels,
  }
}

/** What a product has beside its draft once a file is in. Where units are is other only where the file says it. */
export const besideAfter = (
  before: Beside,
  after: ProductDraft,
  said: Partial<ProductExtras>,
  stock: ReadonlyMap<string, RecordStock>,
  order: readonly string[],
  idOf: (location: string) => string | undefined,
): Beside => ({
  ...before,
  ...said,
  fileId: after.fileId,
  units: new Map([
    ...before.units,
    ...[...stock].flatMap(([variantId, one]) =>
      'at' in one && one.at
        ? [
            [
              variantId,
              order.flatMap((name) =>
                one.at!.flatMap(({ location, units }) => (idOf(location) === idOf(name) && units !== 0 ? [{ location: name, units }] : [])),
              ),
            ] as const,
          ]
        : [],
    ),
  ]),
})
