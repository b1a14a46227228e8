import { type Sql, sql } from '../../../kernel/db/sql.ts'
import type { AggregateField, AggregateFields } from '../../../kernel/query/aggregate.ts'
import { unitSeparator } from '../product.ts'
import { availability, underscored } from './fields.ts'
import { allProductsCategory, nameId } from './ids.ts'

const part = (n: 1 | 2): Sql =>
  sql`array(select distinct split_part(token, ${unitSeparator}, ${n}::integer) from unnest(product.choices) as token)`
const categories: AggregateField = { kind: 'list', column: sql`(${[allProductsCategory]}::text[] || product.collection_ids::text[])` }

/** What a search of products counts by; `places` are the currency's. */
export const productAggregates = (places: number): AggregateFields => {
  const money = (column: Sql): AggregateField => ({ kind: 'number', column, places })
  const text = (column: Sql): AggregateField => ({ kind: 'text', column })
  return underscored({
    id: text(sql`product.id::text`),
    name: text(sql`product.name`),
    slug: text(sql`product.slug`),
    visible: text(sql`product.visible::text`),
    productType: text(sql`upper(product.product_type)`),
    createdDate: { kind: 'instant', column: sql`product.created_at` },
    updatedDate: { kind: 'instant', column: sql`product.updated_at` },
    'brand.id': text(sql`product.brand_id::text`),
    'brand.name': text(sql`product.brand`),
    'ribbon.id': text(sql`product.ribbon_id::text`),
    'ribbon.name': text(sql`product.ribbon`),
    'inventory.availabilityStatus': { kind: 'text', column: availability, changesWithStock: true },
    'actualPriceRange.minValue.amount': money(sql`product.price`),
    'actualPriceRange.maxValue.amount': money(sql`coalesce(product.max_price, product.price)`),
    'compareAtPriceRange.minValue.amount': money(sql`product.compare_min`),
    'compareAtPriceRange.maxValue.amount': money(sql`product.compare_max`),
    'physicalProperties.shippingWeightRange.minValue': { kind: 'number', column: sql`product.min_weight`, places: 3 },
    'physicalProperties.shippingWeightRange.maxValue': { kind: 'number', column: sql`product.max_weight`, places: 3 },
    'options.id': { kind: 'list', column: part(1), shown: (name) => nameId('option', name) },
    'options.name': { kind: 'list', column: part(1) },
    'options.choicesSettings.choices.choiceId': {
      kind: 'list',
      column: sql`product.choices`,
      shown: (token) => nameId('choice', ...token.split(unitSeparator)),
    },
    'options.choicesSettings.choices.name': { kind: 'list', column: part(2) },
    'allCategoriesInfo.categories.id': categories,
    'directCategoriesInfo.categories.id': { kind: 'list', column: sql`product.collection_ids::text[]` },
  })
}
