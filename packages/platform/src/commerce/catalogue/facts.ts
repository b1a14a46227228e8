import type { CatalogReference } from '@vitrine/contract'
import { planPrice } from '@vitrine/pricing'
import { isId } from '../../kernel/db/id.ts'
import { type Db, join, type Sql, sql } from '../../kernel/db/sql.ts'
import { lruOf } from '../../kernel/lru.ts'
import { catalogueApps, storesApp } from '../selling/apps.ts'
import type { FindSellables } from '../selling/sellable.ts'
import { mediaPath } from './address.ts'
import { allProducts } from './document.ts'
import { type Level, levelAt, levelText, readLevels, sellableOf } from './levels.ts'
import { describe, type FactImage, findVariant, readWanted, type SellingFacts } from './sell.ts'

/** A visible product as it can be sold now. */
export interface KnownFacts {
  readonly revision: number
  readonly facts: SellingFacts
  readonly levels: readonly Level[]
  /** `id revision levels`, as `statesOf` has it. */
  readonly state: string
}

export interface Facts {
  /** The products under these ids, one statement for all. */
  find(db: Db, site: string, ids: readonly string[]): Promise<ReadonlyMap<string, KnownFacts>>
  readonly sellables: FindSellables
  /** Lets a write go by these states of the products asked for (`statesOf`), which it has read together with something else. */
  takeIn(db: Db, site: string, asked: readonly string[], states: string): void
}

/** A visible product as a write has read it. */
interface State {
  readonly revision: number
  readonly levels: string
  readonly state: string
}

/** What an open write has read of products, by site and id; undefined of those that shoppers do not see. */
const read = new WeakMap<Db, Map<string, State | undefined>>()

const saved = 20_000

/** A product, and the revision of it that is here. */
type Seen = readonly [id: string, revision: number]

/** What is said of preorders of a `product`, as a part of its facts. */
const preorderFacts = sql`coalesce((
  select jsonb_build_object('preorder', jsonb_strip_nulls(jsonb_build_object('message', preorder.message, 'expectedDate', preorder.expected_date)))
  from product_preorder preorder where preorder.site = product.site and preorder.product_id = product.id and preorder.enabled), '{}')`

const longestWrittenOut = 16

/**
 * Few rows are written out, filled up to a power of two with the last one again: then a statement has few texts, and the database knows how
 * many rows there are without planning anew each time.
 */
function rowsOf(seen: readonly Seen[]): Sql {
  if (seen.length > longestWrittenOut)
    return sql`unnest(${seen.map(([id]) => id)}::uuid[], ${seen.map(([, revision]) => revision)}::bigint[])`
  const count = 2 ** Math.ceil(Math.log2(seen.length))
  const rows = Array.from({ length: count }, (_, i) => seen[Math.min(i, seen.length - 1)]!)
  return sql`(values ${join(
    rows.map(([id, revision]) => sql`(${id}::uuid, ${revision}::bigint)`),
    ', ',
  )})`
}

/** Answers what selling asks of the catalogue. Only revisions and stock are queried each time; facts are cached by revision. */
export function facts({ publicUrl }: { readonly publicUrl: string }): Facts {
  const known = lruOf<string, { readonly revision: number; readonly facts: SellingFacts }>(saved)

  async function find(db: Db, site: string, ids: readonly string[]): Promise<ReadonlyMap<string, KnownFacts>> {
    const all = [...new Set(ids.filter(isId).map((id) => id.toLowerCase()))]
    const found = new Map<string, KnownFacts>()
    const states = read.get(db)
    const asked = all.filter((id) => {
      const key = `${site} ${id}`
      if (!states?.has(key)) return true
      const state = states.get(key)
      if (!state) return false
      const facts = known.get(key)
      if (facts?.revision !== state.revision) return true
      found.set(id, { ...state, facts: facts.facts, levels: readLevels(state.levels) })
      return false
    })
    if (asked.length > 0) await ask(db, site, asked, found)
    return found
  }

  async function ask(db: Db, site: string, asked: readonly string[], found: Map<string, KnownFacts>): Promise<void> {
    const before = new Map(asked.map((id) => [id, known.get(`${site} ${id}`)]))
    const seen = asked.map((id): Seen => [id, before.get(id)?.revision ?? 0])
    const rows = await db.query<{ id: string; revision: number; facts: SellingFacts | null; levels: string }>(sql`
      select product.id, product.revision, case when product.revision <> asked.revision then product.facts || coalesce(product.plan_facts, '{}') || ${preorderFacts} end as facts, ${levels} as levels
      from ${rowsOf(seen)} as asked (id, revision)
      join product on product.site = ${site} and product.id = asked.id
      where product.visible`)
    for (const row of rows) {
      if (row.facts) known.set(`${site} ${row.id}`, { revision: row.revision, facts: row.facts })
      const facts = row.facts ?? before.get(row.id)!.facts
      const state = `${row.id} ${row.revision} ${row.levels}`
      found.set(row.id, { revision: row.revision, facts, levels: readLevels(row.levels), state })
    }
  }

  function takeIn(db: Db, site: string, asked: readonly string[], text: string): void {
    const states = read.get(db) ?? new Map<string, State | undefined>()
    read.set(db, states)
    for (const id of asked) states.set(`${site} ${id}`, undefined)
    for (const state of text === '' ? [] : text.split(';')) {
      const [id, revision, levels = ''] = state.split(' ')
      states.set(`${site} ${id}`, { revision: Number(revision), levels, state })
    }
  }

  async function sellables(db: Db, site: string, references: readonly CatalogReference[]) {
    const found = await find(
      db,
      site,
      references.map(({ catalogItemId }) => catalogItemId),
    )
    return references.map(({ appId, catalogItemId, options }) => {
      const product = catalogueApps.has(appId) ? found.get(catalogItemId.toLowerCase()) : undefined
      return product && sellable(product, catalogItemId.toLowerCase(), options)
    })
  }

  function sellable({ facts, levels, state }: KnownFacts, productId: string, options: unknown) {
    const wanted = readWanted(options, productId)
    const variant = findVariant(facts, wanted)
    const descriptionLines = variant && describe(facts, variant, wanted.customTextFields)
    const plan = facts.plans?.find(({ id }) => id === wanted.subscriptionOptionId?.toLowerCase())
    if (!variant || !descriptionLines || (wanted.subscriptionOptionId === undefined ? facts.onlyByPlan : !plan)) return undefined
    const image = variant.image ?? facts.image
    const level = levelAt(levels, variant.shelf)
    return {
      productId,
      stock: { productId, variantId: variant.counted },
      sku: variant.sku,
      name: facts.name,
      slug: facts.slug,
      price: plan ? planPrice(variant.price, plan) : variant.price,
      fullPrice: plan ? variant.price : variant.fullPrice,
      ...(image && { image: shown(image) }),
      descriptionLines,
      ...(variant.weight !== undefined && { weight: variant.weight }),
      shippable: facts.shippable,
      itemType: facts.itemType,
      ...(facts.taxGroupId !== undefined && { taxGroupId: facts.taxGroupId }),
      catalog: { appId: storesApp, collectionIds: [allProducts.id, ...(facts.collectionIds ?? [])] },
      ...(facts.payment && { payment: facts.payment }),
      ...(plan && { plan }),
      ...(facts.fileId !== undefined && { fileId: facts.fileId }),
      ...(facts.file && { file: facts.file }),
      available: sellableOf(level),
      ...(facts.preorder &&
        typeof level === 'object' &&
        level !== null && { preorder: { ...facts.preorder, inStock: Math.max(0, level.quantity) } }),
      state,
    }
  }

  const shown = ({ id, width, height, altText }: FactImage) => ({
    ...(id !== undefined && { id, url: publicUrl + mediaPath(id) }),
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...(altText !== undefined && { altText }),
  })

  return { find, sellables, takeIn }
}

/** The stock of a `product` as text, its rows in the order of their variant ids: see `readLevels`. */
export const levels: Sql = sql`array_to_string(array(
  select ${levelText} from stock
  where stock.site = product.site and stock.product_id = product.id order by stock.variant_id), ',')`

/** `id revision levels` of each of these products that shoppers see, `;` between them, in the order of their ids: all that selling them depends on. */
export const statesOf = (site: string, products: Sql): Sql => sql`coalesce((
  select string_agg(product.id || ' ' || product.revision || ' ' || ${levels}, ';' order by product.id)
  from product where product.site = ${site} and product.visible and product.id = any(${products})), '')`
