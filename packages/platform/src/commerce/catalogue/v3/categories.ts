import type { Category, CategoryField, CursorQuery, categories, SearchDetailsInput } from '@vitrine/contract'
import { isId } from '../../../kernel/db/id.ts'
import { type Db, type Sql, sql } from '../../../kernel/db/sql.ts'
import type { Handlers } from '../../../kernel/http/handlers.ts'
import { type AggregateField, type AggregateFields, aggregate } from '../../../kernel/query/aggregate.ts'
import { type Fields, readFilter } from '../../../kernel/query/filter.ts'
import { readKeyset } from '../../../kernel/query/keyset.ts'
import { readable } from '../../../kernel/query/readable.ts'
import { detailsOf, knownTimeZone } from '../../../kernel/query/search-details.ts'
import { wordsOf } from '../../../kernel/query/words.ts'
import { refuse } from '../../../kernel/refusal.ts'
import { storesApp } from '../../selling/apps.ts'
import { ofAllProducts, allProductsColumns as said } from '../all-products.ts'
import { allProducts } from '../document.ts'
import type { CollectionFacts } from '../save.ts'
import { arrangedItems, itemsIn } from './category-items.ts'
import { underscored } from './fields.ts'
import { allProductsCategory } from './ids.ts'
import { imageOf } from './media.ts'
import { categoryTree } from './operations.ts'
import { richContent } from './rich-content.ts'

interface Row {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly visible: boolean
  readonly position: number
  readonly facts: CollectionFacts
  readonly products: number
  readonly revision: number
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly keys: readonly string[]
}

const id = sql`category.id`
/** That of all products stands beside the first, and before it: its id comes before all others. */
const index = sql`greatest(category.position, 0)`
const instant = (column: Sql) => ({ kind: 'instant', column, sort: column }) as const
const created = instant(sql`category.created_at`)
const updated = instant(sql`category.updated_at`)

const fields: Fields = underscored({
  id: { kind: 'id', column: id },
  slug: { kind: 'text', column: sql`category.slug` },
  name: { kind: 'text', column: sql`category.name`, folded: sql`category.name_key`, sort: sql`category.name_key` },
  visible: { kind: 'flag', column: sql`category.visible` },
  createdDate: created,
  updatedDate: updated,
  'treeReference.appNamespace': { kind: 'text', column: sql`${categoryTree.appNamespace}::text` },
  'treeReference.treeKey': { kind: 'text', column: sql`''::text` },
  'parentCategory.id': { kind: 'id', column: sql`null::uuid`, nullable: true },
  managingAppId: { kind: 'id', column: sql`null::uuid`, nullable: true },
  'parentCategory.index': { kind: 'number', column: index, sort: index, places: 0 },
})
const aggregates: AggregateFields = underscored<AggregateField>({
  name: { kind: 'text', column: sql`category.name` },
  visible: { kind: 'text', column: sql`category.visible::text` },
  createdDate: { kind: 'instant', column: sql`category.created_at` },
  updatedDate: { kind: 'instant', column: sql`category.updated_at` },
})
const usual = [{ fieldName: 'parentCategory.index', order: 'ASC' }] as const

/** The shop's collections, with that of all products before them. */
const found = (site: string, hidden: boolean): Sql => sql`(
  select id, slug, name, name_key, visible, position, facts, ${hidden ? sql`products` : sql`visible_products`} as products, revision, created_at, updated_at
  from collection where site = ${site} ${hidden ? sql`` : sql`and visible`}
  union all
  select ${allProductsCategory}::uuid, ${allProducts.slug}, ${said.name}, ${said.nameKey}, ${said.visible}, -1, ${said.facts},
    ${hidden ? sql`catalogue.products` : sql`catalogue.visible_products`}, catalogue.revision, site.created_at,
    coalesce(said.updated_at, site.created_at)
  from site, ${ofAllProducts(site)} and site.site = catalogue.site ${hidden ? sql`` : sql`and ${said.visible}`}
) category`

const columns = sql`category.id, category.slug, category.name, category.visible, category.position, category.facts, category.products, category.revision,
  category.created_at as "createdAt", category.updated_at as "updatedAt"`

interface Tree {
  readonly appNamespace: string
  readonly treeKey?: string | null | undefined
}

const isOurs = ({ appNamespace, treeKey }: Tree): boolean => appNamespace === categoryTree.appNamespace && !treeKey

/** Names that have all of the words, each as the beginning of one. */
function inNames(details: SearchDetailsInput | undefined): Sql | undefined {
  const words = wordsOf(details?.expression ?? '')
  if (words.length === 0) return undefined
  const some = details?.mode === 'OR'
  const conditions = words.map((word) => sql`' ' || category.name_key like ${`% ${word}%`}`)
  return conditions.reduce((all, one) => (some ? sql`(${all} or ${one})` : sql`(${all} and ${one})`))
}

export function categoryOperations({ publicUrl }: { readonly publicUrl: string }): Handlers<typeof categories> {
  function shown(row: Row, asked: readonly CategoryField[] | null | undefined): Category {
    const { picture, description } = row.facts
    return {
      id: row.id,
      revision: String(row.revision),
      createdDate: row.createdAt.toISOString(),
      updatedDate: row.updatedAt.toISOString(),
      name: row.name,
      slug: row.slug,
      ...(picture && { image: imageOf(picture, publicUrl) }),
      itemCounter: row.products,
      ...(asked?.includes('DESCRIPTION') && description && { description }),
      ...(asked?.includes('RICH_CONTENT_DESCRIPTION') && description && { richContentDescription: richContent(description) }),
      visible: row.visible,
      // Categories of products stand side by side: nothing is above one.
      ...(asked?.includes('BREADCRUMBS_INFO') && { breadcrumbsInfo: { breadcrumbs: [] } }),
      parentCategory: { index: Math.max(0, row.position) },
      treeReference: categoryTree,
    }
  }

  async function page(db: Db, site: string, hidden: boolean, query: CursorQuery, root: 'query' | 'search', details?: SearchDetailsInput) {
    const keyset = readKeyset(query, { fields, id, usual, root, carried: details && JSON.stringify(details) })
    const words = inNames(details)
    const condition = words ? sql`${keyset.condition} and ${words}` : keyset.condition
    const { rows, metadata } = keyset.page(
      await db.query<Row>(sql`
        select ${columns}, ${keyset.keys} from ${found(site, hidden)} where ${keyset.where} ${words ? sql`and ${words}` : sql``} ${keyset.tail}`),
    )
    return { rows, metadata, condition }
  }

  async function one(db: Db, site: string, merchant: boolean, tree: Tree, where: Sql, asked: readonly CategoryField[] | null | undefined) {
    if (!isOurs(tree)) return refuse('CATEGORY_NOT_FOUND')
    const [row] = await db.query<Row>(sql`select ${columns} from ${found(site, merchant)} where ${where}`)
    return row ? { category: shown(row, asked) } : refuse('CATEGORY_NOT_FOUND')
  }

  /** Whether a caller without the right asks for what is hidden. Merchants have it without asking. */
  const forbidden = (merchant: boolean, asked: boolean | null | undefined) => asked === true && !merchant
  const nothing = { categories: [], pagingMetadata: { count: 0, cursors: {}, hasNext: false } }

  /** In which categories each of these products is that shoppers see. */
  async function categoriesOf(
    db: Db,
    site: string,
    merchant: boolean,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    const rows = await db.query<{ id: string; collectionIds: string[] }>(sql`
      select product.id, array(
          select collection.id from collection
          where collection.site = ${site} and collection.id = any(product.collection_ids) ${merchant ? sql`` : sql`and collection.visible`}
          order by collection.position, collection.id) as "collectionIds"
      from product where product.site = ${site} and product.id = any(${ids}::uuid[]) ${merchant ? sql`` : sql`and product.visible`}`)
    return new Map(rows.map((row) => [row.id, row.collectionIds]))
  }

  return {
    async 'POST /categories/v1/categories/query'(
      { query, treeReference, returnNonVisibleCategories, fields: asked },
      { db, site, merchant },
    ) {
      if (forbidden(merchant, returnNonVisibleCategories)) return refuse('NO_PERMISSION_TO_INCLUDE_NOT_VISIBLE_CATEGORIES')
      if (!isOurs(treeReference)) return nothing
      return readable(async () => {
        const { rows, metadata } = await page(db, site, merchant, query ?? {}, 'query')
        return { categories: rows.map((row) => shown(row, asked)), pagingMetadata: metadata }
      })
    },

    async 'POST /categories/v1/categories/search'(
      { search, treeReference, returnNonVisibleCategories, fields: asked },
      { db, site, merchant },
    ) {
      if (forbidden(merchant, returnNonVisibleCategories)) return refuse('NO_PERMISSION_TO_INCLUDE_NOT_VISIBLE_CATEGORIES')
      if (!isOurs(treeReference)) return nothing
      return readable(async () => {
        const details = detailsOf(search ?? {})
        const { rows, metadata, condition } = await page(db, site, merchant, search ?? {}, 'search', details)
        const answer = { categories: rows.map((row) => shown(row, asked)), pagingMetadata: metadata }
        const aggregations = search?.aggregations ?? []
        if (aggregations.length === 0) return answer
        return {
          ...answer,
          aggregationData: await aggregate(db, aggregations, aggregates, sql`${found(site, merchant)} where ${condition}`, {
            root: 'search',
            timeZone: await knownTimeZone(db, search ?? {}),
          }),
        }
      })
    },

    async 'POST /categories/v1/categories/count'({ filter, search, treeReference, returnNonVisibleCategories }, { db, site, merchant }) {
      if (forbidden(merchant, returnNonVisibleCategories)) return refuse('NO_PERMISSION_TO_INCLUDE_NOT_VISIBLE_CATEGORIES')
      if (!isOurs(treeReference)) return { count: 0 }
      return readable(async () => {
        const words = inNames(search ?? undefined)
        const [row] = await db.query<{ count: number }>(sql`
          select count(*)::integer as count from ${found(site, returnNonVisibleCategories === true)}
          where ${readFilter(filter ?? {}, fields, 'input')} ${words ? sql`and ${words}` : sql``}`)
        return { count: row!.count }
      })
    },

    async 'GET /categories/v1/categories/{categoryId}'({ categoryId, treeReference, fields: asked }, { db, site, merchant }) {
      return one(db, site, merchant, treeReference, sql`category.id = ${categoryId.toLowerCase()}::uuid`, asked)
    },

    async 'GET /categories/v1/categories/slug/{slug}'({ slug, treeReference, fields: asked }, { db, site, merchant }) {
      return one(db, site, merchant, treeReference, sql`category.slug = ${slug}`, asked)
    },

    async 'GET /categories/v1/categories/{categoryId}/list-items'(
      { categoryId, treeReference, cursorPaging, useCategoryArrangement },
      { db, site, merchant },
    ) {
      const asked = await one(db, site, merchant, treeReference, sql`category.id = ${categoryId.toLowerCase()}::uuid`, [])
      if (!('category' in asked)) return asked
      return readable(() =>
        itemsIn(db, site, asked.category.id, { cursorPaging, arranged: useCategoryArrangement === true, hidden: merchant }),
      )
    },

    async 'GET /categories/v1/categories/{categoryId}/arranged-items'({ categoryId, treeReference }, { db, site, merchant }) {
      const asked = await one(db, site, merchant, treeReference, sql`category.id = ${categoryId.toLowerCase()}::uuid`, [])
      return 'category' in asked ? { items: await arrangedItems(db, site, asked.category.id, merchant) } : asked
    },

    async 'GET /categories/v1/categories/list-categories-for-item'({ item, treeReference }, { db, site, merchant }) {
      const productId = item.catalogItemId.toLowerCase()
      if (!isOurs(treeReference) || item.appId !== storesApp || !isId(productId)) return { directCategoryIds: [], allCategoryIds: [] }
      const direct = (await categoriesOf(db, site, merchant, [productId])).get(productId)
      return { directCategoryIds: [...(direct ?? [])], allCategoryIds: direct ? [allProductsCategory, ...direct] : [] }
    },

    async 'GET /categories/v1/categories/list-categories-for-items'({ items: sent, treeReference }, { db, site, merchant }) {
      const items = sent ?? []
      const ids = items.flatMap(({ appId, catalogItemId }) =>
        appId === storesApp && isId(catalogItemId) ? [catalogItemId.toLowerCase()] : [],
      )
      const known = isOurs(treeReference) ? await categoriesOf(db, site, merchant, ids) : new Map<string, readonly string[]>()
      return {
        categoriesForItems: items.map((item) => {
          const direct = item.appId === storesApp ? known.get(item.catalogItemId.toLowerCase()) : undefined
          return { item, directCategoryIds: [...(direct ?? [])], indirectCategoryIds: direct ? [allProductsCategory] : [] }
        }),
      }
    },

    async 'GET /categories/v1/categories/list-trees'() {
      return { trees: [categoryTree] }
    },
  }
}
