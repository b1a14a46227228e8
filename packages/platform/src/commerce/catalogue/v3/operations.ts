import type { AggregationData, CursorQuery, CursorSearch, ProductField, productsV3 } from '@vitrine/contract'
import { exponentOf } from '@vitrine/pricing'
import { LRUCache } from 'lru-cache'
import { isId } from '../../../kernel/db/id.ts'
import { type Db, plannedEachTime, type Sql, sql } from '../../../kernel/db/sql.ts'
import type { Handlers } from '../../../kernel/http/handlers.ts'
import { Prepared } from '../../../kernel/http/wire.ts'
import { type AggregateFields, aggregate, changeWithStock } from '../../../kernel/query/aggregate.ts'
import { readFilter } from '../../../kernel/query/filter.ts'
import { readKeyset } from '../../../kernel/query/keyset.ts'
import { readable } from '../../../kernel/query/readable.ts'
import { detailsOf, knownTimeZone } from '../../../kernel/query/search-details.ts'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import { type ListState, stateOfList, textOfOne } from '../document-cache.ts'
import { readCatalogue } from '../revision.ts'
import { isAsItWas } from '../store.ts'
import { askedOf, productV3Documents, type V3Deps } from './documents.ts'
import { queryFields, searchFields } from './fields.ts'
import { type Asked, findAll, findPageByCursor } from './find.ts'
import { allProductsCategory } from './ids.ts'
import { names } from './names.ts'
import { productAggregates } from './product-aggregates.ts'
import { findOne } from './store.ts'
import { readTextSearch, relevance } from './words.ts'

export const categoryTree = { appNamespace: '@wix/stores', treeKey: null } as const

interface CachedAnswer {
  readonly state: ListState
  readonly answer: Buffer
}

const productId = sql`product.id`
const newest = [{ fieldName: 'numericId', order: 'DESC' }] as const
const megabyte = 1024 * 1024
const longestQuestion = 4000

/** Reads of catalogue v3: of the same products as those of the older one. */
export function productV3Operations(deps: V3Deps): Handlers<typeof productsV3> {
  const known = names()
  const documents = productV3Documents(deps, known)
  /** Whole answers, by what was asked; whether they still hold, the database is asked each time. */
  const answers = new LRUCache<string, CachedAnswer>({
    maxSize: 64 * megabyte,
    sizeCalculation: ({ answer, state }, key) => answer.length + state.ids.length + state.stock.length + 2 * key.length + 500,
  })

  const placesOf = async (db: Db, site: string) => exponentOf((await deps.commerce(db, site)).currency)

  async function cached(db: Db, site: string, question: string, make: () => Promise<{ answer: Buffer; state: ListState | undefined }>) {
    const key = `${site} ${question}`
    const before = answers.get(key)
    if (before && (await isAsItWas(db, site, before.state))) return new Prepared(before.answer)
    const { answer, state } = await make()
    if (state && question.length < longestQuestion) answers.set(key, { answer, state })
    return new Prepared(answer)
  }

  async function query(db: Db, site: string, hidden: boolean, asked: CursorQuery, fields: readonly ProductField[] | null | undefined) {
    return cached(db, site, `query ${hidden} ${JSON.stringify([asked, fields])}`, async () => {
      const { revision, products: all } = await readCatalogue(db, site)
      const fieldsAsked = queryFields(await known.choices(db, site, revision))
      const keyset = readKeyset(asked, { fields: fieldsAsked, id: productId, usual: newest, root: 'query' })
      const found = {
        site,
        hidden,
        products: all,
        fields: fieldsAsked,
        filter: keyset.filter,
        condition: keyset.condition,
        words: undefined,
      }
      const { rows, metadata } = await findPageByCursor(db, found, keyset, 'query')
      const products = await documents.write(db, site, rows, askedOf(fields, false), revision)
      const answer = Buffer.from(`{"products":[${products.join()}],"pagingMetadata":${JSON.stringify(metadata)}}`)
      return { answer, state: hasUnit(fields) ? undefined : stateOfList(rows.map(textOfOne).join(';'), revision) }
    })
  }

  async function search(db: Db, site: string, hidden: boolean, asked: CursorSearch, fields: readonly ProductField[] | null | undefined) {
    return cached(db, site, `search ${hidden} ${JSON.stringify([asked, fields])}`, async () => {
      const { revision, products: all } = await readCatalogue(db, site)
      const choices = await known.choices(db, site, revision)
      const words = await readTextSearch(db, site, detailsOf(asked))
      const places = await placesOf(db, site)
      const searched = searchFields({ choices, places, rank: words && relevance(words) })
      const keyset = readKeyset(asked, {
        fields: searched,
        id: productId,
        usual: words ? [{ fieldName: 'relevance', order: 'DESC' }, ...newest] : newest,
        root: 'search',
        carried: words && JSON.stringify(words.details),
      })
      const found = { site, hidden, products: all, fields: searched, filter: keyset.filter, condition: keyset.condition, words }
      const { rows, metadata } = await findPageByCursor(db, found, keyset, 'search')
      const products = await documents.write(db, site, rows, askedOf(fields, false), revision)
      const aggregations = asked.aggregations ?? []
      const counted = productAggregates(places)
      const aggregationData = aggregations.length > 0 && (await aggregated(db, asked, found, counted))
      const answer = Buffer.from(
        `{"products":[${products.join()}],"pagingMetadata":${JSON.stringify(metadata)}${
          aggregationData ? `,"aggregationData":${JSON.stringify(aggregationData)}` : ''
        }}`,
      )
      const moves =
        hasUnit(fields) ||
        changeWithStock(aggregations, counted) ||
        (Object.keys(keyset.filter).length > 0 && /inventory\./.test(JSON.stringify(keyset.filter)))
      return { answer, state: moves ? undefined : stateOfList(rows.map(textOfOne).join(';'), revision) }
    })
  }

  async function one(
    db: Db,
    site: string,
    merchant: boolean,
    where: Sql,
    fields: readonly ProductField[] | null | undefined,
  ): Promise<Prepared | Refusal<'PRODUCT_NOT_FOUND' | 'NO_PERMISSION_TO_READ_MERCHANT_DATA'>> {
    if (!merchant && fields?.includes('MERCHANT_DATA')) return refuse('NO_PERMISSION_TO_READ_MERCHANT_DATA')
    const found = await findOne(db, site, merchant, where)
    if (!found) return refuse('PRODUCT_NOT_FOUND')
    const [product] = await documents.write(db, site, [found], askedOf(fields, true), found.catalogue)
    return product === undefined ? refuse('PRODUCT_NOT_FOUND') : new Prepared(`{"product":${product}}`)
  }

  return {
    async 'GET /stores/v3/products/query'({ query: asked, fields }, { db, site, merchant }) {
      if (!merchant && fields?.includes('MERCHANT_DATA')) return refuse('NO_PERMISSION_TO_READ_MERCHANT_DATA')
      return readable(() => query(db, site, merchant, asked ?? {}, fields))
    },

    async 'GET /stores/v3/products/search'({ search: asked, fields }, { db, site, merchant }) {
      if (!merchant && fields?.includes('MERCHANT_DATA')) return refuse('NO_PERMISSION_TO_READ_MERCHANT_DATA')
      return readable(() => search(db, site, merchant, asked ?? {}, fields))
    },

    async 'GET /stores/v3/products/count'({ filter, search: details, returnNonVisibleProducts }, { db, site, merchant }) {
      if (returnNonVisibleProducts === true && !merchant) return refuse('NO_PERMISSION_TO_INCLUDE_NOT_VISIBLE_PRODUCTS')
      return readable(async () => {
        const { revision, products: all } = await readCatalogue(db, site)
        const words = await readTextSearch(db, site, details ?? undefined)
        const choices = await known.choices(db, site, revision)
        const searched = searchFields({ choices, places: await placesOf(db, site), rank: undefined })
        const condition = readFilter(filter ?? {}, searched, 'input')
        const hidden = returnNonVisibleProducts === true
        const { from, times } = await findAll(db, { site, hidden, products: all, fields: searched, filter: filter ?? {}, condition, words })
        const [row] = await db.query<{ count: number }>(plannedEachTime(sql`select count(*)::integer as count from ${from}`))
        return { count: row!.count * times }
      })
    },

    async 'GET /stores/v3/products/{productId}'({ productId: id, fields }, { db, site, merchant }) {
      return isId(id) ? one(db, site, merchant, sql`product.id = ${id.toLowerCase()}`, fields) : refuse('PRODUCT_NOT_FOUND')
    },

    async 'GET /stores/v3/products/slug/{slug}'({ slug, fields }, { db, site, merchant }) {
      return one(db, site, merchant, sql`product.slug = ${slug}`, fields)
    },

    async 'GET /stores/v3/all-products-category'() {
      return { categoryId: allProductsCategory, treeReference: categoryTree }
    },

    async 'GET /stores/v3/provision/version'() {
      return { catalogVersion: 'V1_CATALOG' }
    },
  }
}

/** A unit is a setting of the shop, and no matter of the catalogue's revision. */
const hasUnit = (fields: readonly ProductField[] | null | undefined): boolean => fields?.includes('WEIGHT_MEASUREMENT_UNIT_INFO') ?? false

async function aggregated(db: Db, asked: CursorSearch, found: Asked, counted: AggregateFields): Promise<AggregationData> {
  const { from, times } = await findAll(db, found)
  return aggregate(db, asked.aggregations ?? [], counted, from, { root: 'search', timeZone: await knownTimeZone(db, asked), times })
}
