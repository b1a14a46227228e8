import { type Sql, sql } from '../../../kernel/db/sql.ts'
import type { Field, Fields } from '../../../kernel/query/filter.ts'
import type { KnownChoice } from '../find.ts'
import { sharedStock, unitSeparator } from '../product.ts'
import { allProductsCategory, nameId } from './ids.ts'

const productId = sql`product.id`
const created = sql`product.created_at`
const updated = sql`product.updated_at`
const dearest = sql`coalesce(product.max_price, product.price)`

/** Whether what shoppers see of a product is in stock: of all of it, of some, of none. */
const shownStock = sql`stock where stock.site = product.site and stock.product_id = product.id
  and (product.hidden_stock is null or stock.variant_id <> all(product.hidden_stock))`
const inStock = sql`(case when stock.tracked then stock.quantity > 0 else stock.in_stock end)`
export const availability: Sql = sql`(select case
    when not coalesce(bool_or(${inStock}), false) then 'OUT_OF_STOCK' when bool_and(${inStock}) then 'IN_STOCK' else 'PARTIALLY_OUT_OF_STOCK' end
  from ${shownStock})`
const preordered = sql`(stock.tracked and stock.backorder_limit > 0)`
const preorderStatus = sql`(select case
    when not coalesce(bool_or(${preordered}), false) then 'DISABLED' when bool_and(${preordered}) then 'ENABLED' else 'PARTIALLY_ENABLED' end
  from ${shownStock})`

const ordered = { index: { kind: 'ordered', byVisible: true } } as const
const unique = { index: { kind: 'unique' } } as const
const inWords = { index: { kind: 'words' } } as const
/** Of few products, so that those that have none are not in it. */
const named = (column: Sql) => ({ index: { kind: 'ordered', order: column } }) as const

const text = (column: Sql, sortable = false): Field => ({ kind: 'text', column, ...(sortable && { sort: column }) })
const words = (...known: readonly string[]): { readonly words: ReadonlySet<string> } => ({ words: new Set(known) })

const dated: Fields = {
  createdDate: { kind: 'instant', column: created, sort: created, ...ordered },
  updatedDate: { kind: 'instant', column: updated, sort: updated, ...ordered },
}
/** Published clients write `_id`, `_createdDate` and `_updatedDate`, and rename them only where they can tell: so those names are known, too. */
export const underscored = <T>(named: Readonly<Record<string, T>>): Readonly<Record<string, T>> => ({
  ...named,
  ...Object.fromEntries(
    Object.entries(named).flatMap(([name, field]) => {
      const other = name.replace(/(^|\.)(id|createdDate|updatedDate)$/, '$1_$2')
      return other === name ? [] : [[other, field]]
    }),
  ),
})

/** What the shop's choices are called, and the ids that they have here. */
export interface ChoiceIndex {
  readonly tokensOfOption: (id: string) => readonly string[]
  readonly tokensOfOptionName: (name: string) => readonly string[]
  readonly tokensOfChoice: (id: string) => readonly string[]
  readonly tokensOfChoiceName: (name: string) => readonly string[]
}

/** How choices are written in the index of products: `Glaze`, U+001F, `Sage`. */
export function choiceIndex(choices: readonly KnownChoice[]): ChoiceIndex {
  const maps = [0, 1, 2, 3].map(() => new Map<string, string[]>())
  for (const { name, choice } of choices) {
    const token = name + unitSeparator + choice
    ;[nameId('option', name), name, nameId('choice', name, choice), choice].forEach((key, i) => {
      const known = maps[i]!.get(key)
      if (known) known.push(token)
      else maps[i]!.set(key, [token])
    })
  }
  const [option, optionName, choice, choiceName] = maps.map((map) => (key: string) => map.get(key) ?? [])
  return {
    tokensOfOption: (id) => option!(id.toLowerCase()),
    tokensOfOptionName: optionName!,
    tokensOfChoice: (id) => choice!(id.toLowerCase()),
    tokensOfChoiceName: choiceName!,
  }
}

const tokens = (spelled: (value: string) => readonly string[]): Field => ({
  kind: 'texts',
  column: sql`product.choices`,
  spelled,
  ...inWords,
})

/** What a query of products filters and sorts by. */
export const queryFields = ({ tokensOfOption }: ChoiceIndex): Fields =>
  underscored({
    id: { kind: 'id', column: productId, sort: productId, ...unique },
    ...dated,
    slug: { ...text(sql`product.slug`, true), ...unique },
    visible: { kind: 'flag', column: sql`product.visible`, sort: sql`product.visible::integer`, sortsAs: 'number' },
    'options.id': tokens(tokensOfOption),
    numericId: { kind: 'number', column: sql`product.numeric_id`, sort: sql`product.numeric_id`, places: 0, ...ordered },
  })

export interface SearchFieldsOptions {
  readonly choices: ChoiceIndex
  /** Of the shop's currency. */
  readonly places: number
  /** How well what is found has the words; undefined where none were given. */
  readonly rank: Sql | undefined
}

/** What a search of products filters and sorts by; more than a query. */
export function searchFields({ choices, places, rank }: SearchFieldsOptions): Fields {
  const money = (column: Sql, nullable = false): Field => ({
    kind: 'number',
    column,
    sort: nullable ? sql`coalesce(${column}, 0)` : column,
    places,
    ...(nullable && { nullable: true }),
  })
  const weight = (column: Sql): Field => ({ kind: 'number', column, sort: sql`coalesce(${column}, 0)`, places: 3, nullable: true })
  const category: Field = {
    kind: 'ids',
    column: sql`product.collection_ids`,
    everyones: allProductsCategory,
    operators: ['$eq', '$in', '$hasSome'],
    ...inWords,
  }
  const inCategory: Field = {
    kind: 'items',
    column: sql`product.collection_ids`,
    fields: underscored({ id: category }),
    some: (one) => one,
  }
  const sku: Field = text(sql`(variant->>'sku')`)
  const variantId: Field = {
    kind: 'id',
    column: sql`(case when variant->>'id' = ${sharedStock} then product.id else (variant->>'id')::uuid end)`,
  }
  return underscored({
    ...queryFields(choices),
    name: { kind: 'text', column: sql`product.name`, folded: sql`product.name_key`, sort: sql`product.name_key`, ...ordered },
    productType: {
      kind: 'text',
      column: sql`(case product.product_type when 'physical' then 'PHYSICAL' else 'DIGITAL' end)`,
      ...words('PHYSICAL', 'DIGITAL'),
    },
    taxGroupId: text(sql`coalesce(product.facts->>'taxGroupId', '')`),
    'brand.id': { kind: 'id', column: sql`product.brand_id`, nullable: true, ...named(sql`product.brand_id`) },
    'brand.name': text(sql`product.brand`),
    'ribbon.id': { kind: 'id', column: sql`product.ribbon_id`, nullable: true, ...named(sql`product.ribbon_id`) },
    'ribbon.name': text(sql`product.ribbon`),
    'inventory.availabilityStatus': { kind: 'text', column: availability, ...words('IN_STOCK', 'OUT_OF_STOCK', 'PARTIALLY_OUT_OF_STOCK') },
    'inventory.preorderStatus': { kind: 'text', column: preorderStatus, ...words('ENABLED', 'DISABLED', 'PARTIALLY_ENABLED') },
    'subscriptionDetails.allowOneTimePurchases': {
      kind: 'flag',
      column: sql`(case when product.plan_facts ? 'plans' then not coalesce((product.plan_facts->>'onlyByPlan')::boolean, false) end)`,
      nullable: true,
    },
    'actualPriceRange.minValue.amount': { ...money(sql`product.price`), ...ordered },
    'actualPriceRange.maxValue.amount': money(dearest),
    'compareAtPriceRange.minValue.amount': money(sql`product.compare_min`, true),
    'compareAtPriceRange.maxValue.amount': money(sql`product.compare_max`, true),
    'physicalProperties.shippingWeightRange.minValue': weight(sql`product.min_weight`),
    'physicalProperties.shippingWeightRange.maxValue': weight(sql`product.max_weight`),
    'minVariantPriceInfo.sku': text(
      sql`coalesce((select variant->>'sku' from jsonb_array_elements(product.facts->'variants') variant
        where (variant->>'visible')::boolean order by (variant->>'price')::bigint limit 1), '')`,
      true,
    ),
    'options.name': tokens(choices.tokensOfOptionName),
    'options.choicesSettings.choices.choiceId': tokens(choices.tokensOfChoice),
    'options.choicesSettings.choices.name': tokens(choices.tokensOfChoiceName),
    'allCategoriesInfo.categories': inCategory,
    'directCategoriesInfo.categories': inCategory,
    'variantsInfo.variants': {
      kind: 'items',
      column: sql`product.facts`,
      fields: underscored({
        id: variantId,
        sku,
        visible: { kind: 'flag', column: sql`(variant->>'visible')::boolean` },
        'price.actualPrice.amount': { kind: 'number', column: sql`(variant->>'price')::bigint`, places },
      }),
      some: (condition) => sql`exists (select from jsonb_array_elements(product.facts->'variants') variant where ${condition})`,
    },
    ...(rank && { relevance: { kind: 'number', column: rank, sort: rank, places: 0 } as const }),
  })
}
