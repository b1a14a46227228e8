import { canonical } from '../../../kernel/canonical.ts'
import type { Db } from '../../../kernel/db/sql.ts'
import { mediaPath } from '../address.ts'
import { type Beside, idsOf, labelsOf, noExtras, nothingBeside, type ProductExtras } from '../csv/beside.ts'
import { productReader } from '../csv/dialects.ts'
import type { ReadProduct } from '../csv/record.ts'
import type { Counted } from '../edit/merchant-product.ts'
import { readDrafts } from '../edit/store.ts'
import type { Commerce, Picture, ProductDraft } from '../product.ts'
import { besideAfter, besideOf, findExtras, findOptions, findShopFiles, type UnitsOf } from './extras.ts'
import { addressesOf, collectionsBy, findCollections, findKnown, findMatches, findStock, type Match, ownPicture } from './ground.ts'
import { rowsOf, type StoredItem } from './items.ts'
import { asVariant, type Plan, type PlanContext, planned } from './plan.ts'
import { readingOptions } from './stage.ts'
import type { StoredImport } from './store.ts'
import { Unfit } from './unfit.ts'

export interface ShopFacts {
  readonly commerce: Commerce
  readonly weightUnit: 'KG' | 'LB'
  readonly publicUrl: string
  /** The locations that are open, in their order. */
  readonly locations: readonly { readonly id: string; readonly name: string }[]
  readonly unitsOf: (db: Db, site: string, productIds: readonly string[]) => Promise<UnitsOf>
}

export interface ReadItem extends ReadProduct {
  readonly item: StoredItem
}

/** What the file says of some of its products. */
export async function readItems(
  db: Db,
  site: string,
  found: StoredImport,
  items: readonly StoredItem[],
  { weightUnit }: ShopFacts,
): Promise<readonly ReadItem[]> {
  const reader = productReader(found.settings!.format, readingOptions(found, weightUnit))
  const rows = await rowsOf(
    db,
    site,
    found.id,
    items.map(({ productKey }) => productKey),
  )
  return items.flatMap((item) => {
    const own = rows.get(item.productKey)
    return own ? [{ item, ...reader.read(own) }] : []
  })
}

/** What a product is now, and what it will be. */
export interface Planned {
  readonly read: ReadItem
  readonly match: Match | undefined
  readonly before: ProductDraft | undefined
  readonly stockBefore: ReadonlyMap<string, Counted>
  readonly plan: Plan | Unfit
  readonly extrasBefore: ProductExtras
  /** What the file changes beside what the editor writes. */
  readonly extras: Partial<ProductExtras>
  readonly besideBefore: Beside | undefined
  readonly besideAfter: Beside
}

/** What of it is other than it was. */
function changedExtras(before: ProductExtras, said: Partial<ProductExtras>): Partial<ProductExtras> {
  const all = Object.entries(said).filter(([name, value]) => canonical(value) !== canonical(before[name as keyof ProductExtras]))
  return Object.fromEntries(all) as Partial<ProductExtras>
}

/**
 * Plans some products one after the other: where two are about the same product of the shop, the second goes on from the first. `pretend`: a
 * picture that is not there yet is taken for one that is.
 */
export async function planAll(db: Db, site: string, found: StoredImport, reads: readonly ReadItem[], facts: ShopFacts, pretend: boolean) {
  const { existing, hideNew } = found.settings!
  const { currency } = facts.commerce
  const matches = await findMatches(
    db,
    site,
    reads.map(({ record }) => record),
    existing,
  )
  const ids = [...matches.values()].flatMap((match) => ('productId' in match ? [match.productId] : []))
  const drafts = new Map(await readDrafts(db, site, currency, ids))
  const stock = await findStock(db, site, ids)
  const collections = collectionsBy(await findCollections(db, site))
  const addresses = [...new Set(reads.flatMap(({ record }) => addressesOf(record)))]
  const known = await findKnown(db, site, addresses, facts.publicUrl, [...drafts.values()])
  const extras = new Map(await findExtras(db, site, ids))
  const units = await facts.unitsOf(db, site, ids)
  const options = await findOptions(db, site)
  const labels = { locationLabels: labelsOf(facts.locations), optionLabels: labelsOf(options) }
  const order = facts.locations.map(({ id }) => labels.locationLabels.get(id)!)
  const locationId = idsOf(facts.locations)
  const fileNames = new Map(
    reads.flatMap(({ record }) =>
      [...(record.fileId ? [record.fileId] : []), ...(record.films ?? []).map(({ id }) => id)].map(
        (name) => [name, ownPicture(name, facts.publicUrl) ?? name] as const,
      ),
    ),
  )
  const files = await findShopFiles(db, site, [...fileNames.values()])
  const pretended = new Map<string, string>()
  const pictureAt = (url: string): Picture | undefined => {
    const picture = known.get(url)
    if (picture || !pretend || !/^https?:/i.test(url)) return picture
    pretended.set(facts.publicUrl + mediaPath(url), url)
    return { id: url, width: 1, height: 1, alt: '' }
  }
  const fileAt = (name: string) => {
    const id = fileNames.get(name) ?? name
    const file = files.get(id)
    return file && { ...file, id }
  }
  const context: PlanContext = {
    currency,
    pictureAt,
    collectionId: collections.idOf,
    hideNew,
    locationId,
    optionId: idsOf(options),
    fileAt,
  }
  const results = reads.map((read): Planned => {
    const match = matches.get(read.record)
    if (match && 'ambiguous' in match)
      return {
        read,
        match: undefined,
        before: undefined,
        stockBefore: new Map(),
        plan: new Unfit(match.ambiguous),
        extrasBefore: noExtras,
        extras: {},
        besideBefore: undefined,
        besideAfter: nothingBeside,
      }
    const before = match && drafts.get(match.productId)
    const variant =
      match?.variantId !== undefined && read.record.variants.length === 0
        ? before?.variants.find(({ id }) => id.toLowerCase() === match.variantId)
        : undefined
    const record = variant ? asVariant(read.record, variant.choices) : read.record
    const plan = planned(record, before, context, match?.by === 'ID')
    const stockBefore = (match && stock.get(match.productId)) ?? new Map()
    const extrasBefore = (match && extras.get(match.productId)) ?? noExtras
    const besideBefore = before && besideOf(before, extrasBefore, units, labels)
    if (plan instanceof Unfit)
      return { read, match, before, stockBefore, plan, extrasBefore, extras: {}, besideBefore, besideAfter: nothingBeside }
    const preorder = record.preorder && { preorder: { ...extrasBefore.preorder, ...record.preorder } }
    const changed = changedExtras(extrasBefore, { ...plan.extras, ...preorder })
    if (before) {
      drafts.set(match.productId, plan.after)
      extras.set(match.productId, { ...extrasBefore, ...changed })
    }
    const from = besideBefore ?? { ...nothingBeside, optionLabels: labels.optionLabels }
    return {
      read,
      match,
      before,
      stockBefore,
      plan,
      extrasBefore,
      extras: changed,
      besideBefore,
      besideAfter: besideAfter(from, plan.after, changed, plan.stock, order, locationId),
    }
  })
  return { results, collections, pretended, locationId }
}
