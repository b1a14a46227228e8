import type { CursorQuery, CursorSearch, ReadOnlyVariant, VariantField, VariantV3, variantsV3 } from '@vitrine/contract'
import { exponentOf } from '@vitrine/pricing'
import { type Db, plannedEachTime, type Sql, sql } from '../../../kernel/db/sql.ts'
import type { Handlers } from '../../../kernel/http/handlers.ts'
import { type AggregateField, type AggregateFields, aggregate } from '../../../kernel/query/aggregate.ts'
import type { Field, Fields } from '../../../kernel/query/filter.ts'
import { type Keyset, readKeyset } from '../../../kernel/query/keyset.ts'
import { readable } from '../../../kernel/query/readable.ts'
import { detailsOf, knownTimeZone } from '../../../kernel/query/search-details.ts'
import { refuse } from '../../../kernel/refusal.ts'
import { productsBySku } from '../../selling/products-by-sku.ts'
import { priced, variantsOf } from '../document.ts'
import { rowsOfProducts } from '../large/rows.ts'
import { sharedStock, unitSeparator } from '../product.ts'
import { catalogueRevision } from '../revision.ts'
import type { V3Deps } from './documents.ts'
import { type ChoiceIndex, underscored } from './fields.ts'
import { nameId } from './ids.ts'
import { names } from './names.ts'
import { findSources, type Source } from './store.ts'
import { type VariantHow, variantV3 } from './variant.ts'
import { readTextSearch, type TextSearch } from './words.ts'

const productId = sql`product.id`
/** As `variantIdOf` has it. */
const variantId = sql`(case when variant->>'id' = ${sharedStock} then product.id else (variant->>'id')::uuid end)`
const price = sql`(variant->>'price')::bigint`
const fullPrice = sql`nullif((variant->>'fullPrice')::bigint, (variant->>'price')::bigint)`
/** As products have their choices. */
const chosen = sql`array(select key || ${unitSeparator} || value from jsonb_each_text(variant->'choices'))`
const inStock = sql`coalesce(case when stock.tracked then stock.quantity > 0 else stock.in_stock end, false)`

const byVisible = { kind: 'ordered', byVisible: true } as const

const queryFields: Fields = underscored({
  id: { kind: 'id', column: variantId, sort: variantId },
  variantId: { kind: 'id', column: variantId, sort: variantId },
  'productData.productId': { kind: 'id', column: productId, sort: productId, index: { kind: 'unique' } },
})

const searchFields = (site: string, places: number, choices: ChoiceIndex): Fields =>
  underscored({
    ...queryFields,
    sku: {
      kind: 'text',
      column: sql`(variant->>'sku')`,
      sort: sql`(variant->>'sku')`,
      index: { kind: 'elsewhere', idsBy: productsBySku(site) },
    },
    'optionChoices.optionChoiceIds.optionId': { kind: 'texts', column: chosen, spelled: choices.tokensOfOption },
    'optionChoices.optionChoiceIds.choiceId': { kind: 'texts', column: chosen, spelled: choices.tokensOfChoice },
    visible: { kind: 'flag', column: sql`(variant->>'visible')::boolean` },
    'inventoryStatus.inStock': { kind: 'flag', column: inStock },
    'price.actualPrice.amount': { kind: 'number', column: price, sort: price, places },
    'price.compareAtPrice.amount': { kind: 'number', column: fullPrice, sort: sql`coalesce(${fullPrice}, 0)`, places, nullable: true },
    'productData.name': {
      kind: 'text',
      column: sql`product.name`,
      folded: sql`product.name_key`,
      sort: sql`product.name_key`,
      index: byVisible,
    },
    'productData.slug': { kind: 'text', column: sql`product.slug`, sort: sql`product.slug`, index: { kind: 'unique' } },
    'productData.visible': { kind: 'flag', column: sql`product.visible` },
    'productData.productType': {
      kind: 'text',
      column: sql`(case product.product_type when 'physical' then 'PHYSICAL' else 'DIGITAL' end)`,
    } satisfies Field,
    'productData.updatedDate': { kind: 'instant', column: sql`product.updated_at`, sort: sql`product.updated_at`, index: byVisible },
    'productData.brand.id': {
      kind: 'id',
      column: sql`product.brand_id`,
      nullable: true,
      index: { kind: 'ordered', order: sql`product.brand_id` },
    },
  })

const aggregates = (places: number): AggregateFields =>
  underscored<AggregateField>({
    sku: { kind: 'text', column: sql`(variant->>'sku')` },
    visible: { kind: 'text', column: sql`(variant->>'visible')` },
    'inventoryStatus.inStock': { kind: 'text', column: sql`${inStock}::text`, changesWithStock: true },
    'price.actualPrice.amount': { kind: 'number', column: price, places },
    'price.compareAtPrice.amount': { kind: 'number', column: fullPrice, places },
    'productData.productId': { kind: 'text', column: sql`product.id::text` },
    'productData.productType': { kind: 'text', column: sql`upper(product.product_type)` },
    'productData.brand.id': { kind: 'text', column: sql`product.brand_id::text` },
    'productData.updatedDate': { kind: 'instant', column: sql`product.updated_at` },
  })

const usual = [
  { fieldName: 'productData.productId', order: 'ASC' },
  { fieldName: 'variantId', order: 'ASC' },
] as const

interface Row {
  readonly productId: string
  readonly variantId: string
  readonly keys: readonly string[]
}

const among = (products: Sql, site: string, hidden: boolean, words: TextSearch | undefined, where: Sql): Sql => sql`
  ${products} cross join lateral jsonb_array_elements(product.facts->'variants') variant
  left join lateral (
    select tracked, quantity, in_stock from stock
    where stock.site = ${site} and stock.product_id = product.id and stock.variant_id = (variant->>'counted')::uuid offset 0) stock on true
  where product.site = ${site} ${hidden ? sql`` : sql`and product.visible and (variant->>'visible')::boolean`}
    ${words ? sql`and product.search @@ ${words.query}::tsquery` : sql``} and ${where}`

/** Variants of catalogue v3. */
export function variantOperations(deps: V3Deps): Handlers<typeof variantsV3> {
  const known = names()
  async function page(
    db: Db,
    site: string,
    hidden: boolean,
    words: TextSearch | undefined,
    keyset: Keyset,
    filterFields: Fields,
    root: string,
    fields: readonly VariantField[],
  ) {
    const { rows, metadata } = await rowsOfProducts.page<Row>(
      db,
      { site, hidden, filter: keyset.filter, fields: filterFields, keyset, root },
      {
        rows: (products) => among(products, site, hidden, words, sql`true`),
        read: (from) =>
          db.query<Row>(
            plannedEachTime(sql`
              select product.id as "productId", variant->>'id' as "variantId", ${keyset.keys}
              from ${from} and ${keyset.where} ${keyset.tail}`),
          ),
      },
    )
    const shop = await deps.commerce(db, site)
    const sources = await findSources(db, site, shop.currency, [...new Set(rows.map((row) => row.productId))])
    const asked = new Set(fields)
    const how: VariantHow = {
      publicUrl: deps.publicUrl,
      currency: shop.currency,
      locale: shop.locale,
      formatted: asked.has('CURRENCY'),
      thumbnails: true,
      choiceNames: true,
      merchant: asked.has('MERCHANT_DATA'),
      subscriptionPrices: asked.has('SUBSCRIPTION_PRICES_INFO'),
    }
    const written = new Map<string, ReadonlyMap<string, ReadOnlyVariant>>()
    for (const [id, source] of sources)
      written.set(id, writtenVariants(source, how, asked.has('WEIGHT_MEASUREMENT_UNIT_INFO') ? shop.weightUnit : undefined))
    return { variants: rows.flatMap((row) => written.get(row.productId)?.get(row.variantId) ?? []), pagingMetadata: metadata }
  }

  return {
    async 'POST /stores/v3/products/query-variants'({ query, fields }, { db, site, merchant }) {
      if (!merchant && fields?.includes('MERCHANT_DATA')) return refuse('NO_PERMISSION_TO_READ_MERCHANT_DATA')
      return readable(() => {
        const keyset = readKeyset((query ?? {}) satisfies CursorQuery, { fields: queryFields, id: variantId, usual, root: 'query' })
        return page(db, site, merchant, undefined, keyset, queryFields, 'query', fields ?? [])
      })
    },

    async 'POST /stores/v3/products/search-variants'({ search: sent, fields }, { db, site, merchant }) {
      if (!merchant && fields?.includes('MERCHANT_DATA')) return refuse('NO_PERMISSION_TO_READ_MERCHANT_DATA')
      return readable(async () => {
        const asked: CursorSearch = sent ?? {}
        const words = await readTextSearch(db, site, detailsOf(asked))
        const places = exponentOf((await deps.commerce(db, site)).currency)
        const searched = searchFields(site, places, await known.choices(db, site, await catalogueRevision(db, site)))
        const keyset = readKeyset(asked, {
          fields: searched,
          id: variantId,
          usual,
          root: 'search',
          carried: words && JSON.stringify(words.details),
        })
        const found = await page(db, site, merchant, words, keyset, searched, 'search', fields ?? [])
        const aggregations = asked.aggregations ?? []
        if (aggregations.length === 0) return found
        const { products, times } = await rowsOfProducts.published(db, { site, hidden: merchant, filter: keyset.filter, fields: searched })
        const where = among(products, site, merchant, words, keyset.condition)
        return {
          ...found,
          aggregationData: await aggregate(db, aggregations, aggregates(places), where, {
            root: 'search',
            timeZone: await knownTimeZone(db, asked),
            times,
          }),
        }
      })
    },
  }
}

/** Without the measures of a shipment, which stand with the product alone. */
const shownOf = ({
  weight,
  pricePerUnit,
}: NonNullable<VariantV3['physicalProperties']>): NonNullable<ReadOnlyVariant['physicalProperties']> => ({
  ...(weight !== undefined && { weight }),
  ...(pricePerUnit && { pricePerUnit }),
})

/** All variants of a product, by the ids that catalogue v1 has for them. */
function writtenVariants(source: Source, how: VariantHow, weightUnit: 'KG' | 'LB' | undefined): ReadonlyMap<string, ReadOnlyVariant> {
  const draft = priced(source.draft)
  const id = draft.id.toLowerCase()
  const main = draft.collectionIds[0]?.toLowerCase()
  const productData: ReadOnlyVariant['productData'] = {
    productId: id,
    name: draft.name,
    productType: draft.itemType === 'PHYSICAL' ? 'PHYSICAL' : 'DIGITAL',
    slug: draft.slug,
    visible: draft.visible,
    ...(main !== undefined && { mainCategoryId: main }),
    ...(how.formatted && { currency: how.currency }),
    revision: String(source.revision),
    ...(weightUnit && { physicalProperties: { weightMeasurementUnitInfo: { weightMeasurementUnit: weightUnit } } }),
  }
  return new Map(
    variantsOf(draft).map((variant) => {
      const { id: own, choices, physicalProperties, ...rest } = variantV3(variant, { ...source, draft }, how)
      return [
        variant.id,
        {
          id: nameId('pair', id, own),
          variantId: own,
          ...rest,
          optionChoices: choices,
          ...(physicalProperties && {
            physicalProperties: shownOf(physicalProperties),
          }),
          productData,
        },
      ]
    }),
  )
}
