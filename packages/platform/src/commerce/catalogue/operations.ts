import type { collections, OffsetQuery, PlatformPagingMetadata, Product, products } from '@vitrine/contract'
import { exponentOf } from '@vitrine/pricing'
import { isId } from '../../kernel/db/id.ts'
import { type Db, type Sql, sql } from '../../kernel/db/sql.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { Prepared } from '../../kernel/http/wire.ts'
import { lruOf } from '../../kernel/lru.ts'
import { type Fields, readFilter, readSort, sortTerms } from '../../kernel/query/filter.ts'
import { readable } from '../../kernel/query/readable.ts'
import { type Refusal, refuse } from '../../kernel/refusal.ts'
import { availability, variantsWith } from './choose.ts'
import { allProducts } from './document.ts'
import { type DocumentCache, foundCount, textOfOne } from './document-cache.ts'
import { withCosts } from './edit/costs.ts'
import { readDrafts } from './edit/store.ts'
import { collectionFields, collectionId, productFields, productId, usualOrder, usualSort } from './fields.ts'
import { findPageOfMany } from './large/page.ts'
import { originMark } from './placeholders.ts'
import type { Commerce } from './product.ts'
import { readCatalogue } from './revision.ts'
import { isLarge } from './sample.ts'
import { madeOf } from './states.ts'
import {
  type CollectionRow,
  findCollection,
  findCollections,
  findOne,
  findPage,
  isAsItWas,
  oneOf,
  type ProductPage,
  pageAnswer,
  savedTotal,
} from './store.ts'

export interface CatalogueDeps {
  /** Where the shop is reached, without a slash at the end. */
  readonly publicUrl: string
  readonly commerce: (db: Db, site: string) => Promise<Commerce>
  readonly documentCache: DocumentCache
}

export function catalogueOperations({ publicUrl, commerce, documentCache }: CatalogueDeps): Handlers<typeof products & typeof collections> {
  /** Under which slug which product was read lately: a hint whether its document is here, never an answer. */
  const slugs = lruOf<string, string>(50_000)
  const fieldsOf = new Map<number, Fields>()

  /** Prices in a filter are in major units; how many places those of the shop have is asked for only then. */
  const placesFor = async (db: Db, site: string, query: OffsetQuery): Promise<number> =>
    JSON.stringify(query.filter ?? {}).includes('"price') ? exponentOf((await commerce(db, site)).currency) : 2

  function fieldsFor(places: number): Fields {
    let fields = fieldsOf.get(places)
    if (!fields) fieldsOf.set(places, (fields = productFields(places)))
    return fields
  }

  async function product(db: Db, site: string, id: string, hidden: boolean): Promise<Buffer | undefined> {
    if (!isId(id)) return undefined
    const key = id.toLowerCase()
    const known = documentCache.has(site, key)
    const found = await findOne(db, site, documentCache, { where: sql`product.id = ${key}`, hidden, known })
    return found && oneOf(db, site, documentCache, found)
  }

  /** A product as merchants read it. */
  async function costed(db: Db, site: string, bytes: Buffer): Promise<Product> {
    const product = JSON.parse(bytes.toString()) as Product
    const prices = await commerce(db, site)
    const draft = (await readDrafts(db, site, prices.currency, [product.id])).get(product.id)
    return draft ? withCosts(product, draft, prices) : product
  }

  const parsed = async (db: Db, site: string, id: string, hidden: boolean): Promise<Product | undefined> => {
    const bytes = await product(db, site, id, hidden)
    return bytes && (JSON.parse(bytes.toString()) as Product)
  }

  async function bySlug(db: Db, site: string, slug: string, hidden: boolean): Promise<Prepared> {
    const key = `${site} ${slug}`
    const hint = slugs.get(key)
    const known = hint !== undefined && documentCache.has(site, hint)
    const one = await findOne(db, site, documentCache, { where: sql`product.slug = ${slug}`, hidden, known })
    if (one) slugs.set(key, one.id)
    if (!one) return new Prepared(`{"products":[],${metadata(0, 0, 0)}}`)
    const found = textOfOne(one)
    return new Prepared(
      madeOf(await pageAnswer(db, site, documentCache, found, `,${metadata(1, 0, 1)}}`), site, found, one.catalogueRevision),
    )
  }

  async function queryProducts(db: Db, site: string, hidden: boolean, query: OffsetQuery): Promise<Prepared> {
    const { limit, offset } = pageOf(query)
    const slug = onlySlug(query)
    if (slug !== undefined && offset === 0 && limit > 0) return bySlug(db, site, slug, hidden)
    const places = await placesFor(db, site, query)
    const question = `${site} ${hidden} ${places} ${JSON.stringify(query)}`
    const known = documentCache.list(question)
    const page = known && (await isAsItWas(db, site, known)) ? known : await newPage(db, site, hidden, query, fieldsFor(places))
    if (page !== known && page.revision !== undefined) documentCache.keepList(question, page.found, page.total, page.revision)
    const ending = `,${metadata(foundCount(page.found), offset, page.total)}}`
    const answer = await pageAnswer(db, site, documentCache, page.found, ending, question)
    return new Prepared(page.revision === undefined ? answer : madeOf(answer, site, page.found, page.revision))
  }

  async function newPage(db: Db, site: string, hidden: boolean, query: OffsetQuery, fields: Fields): Promise<ProductPage> {
    const { limit, offset } = pageOf(query)
    const filter = query.filter ?? {}
    const sort = query.sort ?? []
    const unfiltered = Object.keys(filter).length === 0
    const collection = onlyCollection(filter)
    const where = unfiltered ? undefined : readFilter(filter, fields)
    const total =
      unfiltered || collection === allProducts.id
        ? savedTotal(site, hidden)
        : collection === undefined
          ? undefined
          : savedTotal(site, hidden, collection)
    const terms = sortTerms(sort.length === 0 ? usualSort : sort, fields, productId)
    // A shopper's list of all products is read along its index, however long it is.
    const isPlain = unfiltered && !hidden && terms.length === 2 && terms[0]!.index?.byVisible === true
    if (!isPlain && isLarge((await readCatalogue(db, site)).products))
      return findPageOfMany(db, { site, hidden, filter, fields, condition: where ?? sql`true`, terms, limit, offset, total })
    return findPage(db, site, { where, total, order: readSort(sort, fields, usualOrder, productId), hidden, limit, offset })
  }

  const shown = ({ document, products }: CollectionRow): string =>
    `{"numberOfProducts":${products},${document.slice(1).replaceAll(originMark, JSON.stringify(publicUrl).slice(1, -1))}`

  async function collection(db: Db, site: string, hidden: boolean, where: Sql): Promise<Prepared | Refusal<'COLLECTION_NOT_FOUND'>> {
    const row = await findCollection(db, site, hidden, where)
    return row ? new Prepared(`{"collection":${shown(row)}}`) : refuse('COLLECTION_NOT_FOUND')
  }

  return {
    async 'GET /stores-reader/v1/products/query-platformized'({ query }, { db, site, merchant }) {
      return readable(() => queryProducts(db, site, merchant, query ?? {}))
    },

    async 'GET /stores-reader/v1/products/{id}'({ id, includeMerchantSpecificData }, { db, site, merchant }) {
      const hidden = merchant && includeMerchantSpecificData === true
      const bytes = await product(db, site, id, hidden)
      if (!bytes) return refuse('PRODUCT_NOT_FOUND')
      return hidden ? { product: await costed(db, site, bytes) } : new Prepared(wrapped('product', bytes))
    },

    async 'POST /stores-reader/v1/products/{id}/productOptionsAvailability'({ id, options }, { db, site }) {
      const found = await parsed(db, site, id, false)
      return found ? availability(found, options) : refuse('PRODUCT_NOT_FOUND')
    },

    async 'POST /stores-reader/v1/products/{id}/variants/query'(input, { db, site, merchant }) {
      const hidden = merchant && input.includeMerchantSpecificData === true
      const bytes = await product(db, site, input.id, hidden)
      const found = bytes && (hidden ? await costed(db, site, bytes) : (JSON.parse(bytes.toString()) as Product))
      if (!found) return refuse('PRODUCT_NOT_FOUND')
      const ids = input.variantIds && input.variantIds.length > 0 ? new Set(input.variantIds.map((id) => id.toLowerCase())) : undefined
      const variants = variantsWith(found, input.choices ?? {}).filter(({ id }) => !ids || ids.has(id))
      const offset = input.paging?.offset ?? 0
      const limit = input.paging?.limit ?? 100
      const page = variants.slice(offset, offset + limit)
      return { variants: page, metadata: { items: page.length, offset }, totalResults: variants.length }
    },

    async 'GET /v2/collections/query'({ query }, { db, site, merchant }) {
      return readable(async () => {
        const { limit, offset } = pageOf(query ?? {})
        const { rows, total } = await findCollections(db, site, {
          where: readFilter(query?.filter ?? {}, collectionFields),
          order: readSort(query?.sort ?? [], collectionFields, sql`collection.position, collection.id`, collectionId),
          hidden: merchant,
          limit,
          offset,
        })
        return new Prepared(`{"collections":[${rows.map(shown).join()}],${metadata(rows.length, offset, total)}}`)
      })
    },

    async 'GET /v2/collections/{id}'({ id }, { db, site, merchant }) {
      return collection(db, site, merchant, sql`collection.id = ${id.toLowerCase()}`)
    },

    async 'GET /v2/collections/slug/{slug}'({ slug }, { db, site, merchant }) {
      return collection(db, site, merchant, sql`collection.slug = ${slug}`)
    },

    async 'GET /stores-reader/v1/collections/slug/{slug}'({ slug }, { db, site, merchant }) {
      return collection(db, site, merchant, sql`collection.slug = ${slug}`)
    },
  }
}

const usualLimit = 50

const pageOf = ({ paging }: OffsetQuery) => ({ limit: paging?.limit ?? usualLimit, offset: paging?.offset ?? 0 })

/** `{ slug: 'a' }` or `{ slug: { $eq: 'a' } }` and nothing else: one product or none. */
function onlySlug({ filter, sort }: OffsetQuery): string | undefined {
  const entries = Object.entries(filter ?? {})
  const [first] = entries
  if (entries.length !== 1 || first![0] !== 'slug' || (sort?.length ?? 0) > 0) return undefined
  const value = first![1]
  if (typeof value === 'string') return value
  return isRecord(value) && Object.keys(value).length === 1 && typeof value.$eq === 'string' ? value.$eq : undefined
}

/** `{ collectionIds: { $hasSome: ['…'] } }` and nothing else: a list whose length is stored with its collection. */
function onlyCollection(filter: Readonly<Record<string, unknown>>): string | undefined {
  const entries = Object.entries(filter)
  const [first] = entries
  if (entries.length !== 1 || (first![0] !== 'collectionIds' && first![0] !== 'collections.id')) return undefined
  const value = first![1]
  const [list, ...more] = isRecord(value) ? Object.entries(value) : []
  if (!list || more.length > 0 || !/^\$has(Some|All)$/.test(list[0]) || !Array.isArray(list[1]) || list[1].length !== 1) return undefined
  const id = typeof list[1][0] === 'string' ? list[1][0].toLowerCase() : ''
  return isId(id) || id === allProducts.id ? id : undefined
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

const metadata = (count: number, offset: number, total: number): string =>
  `"metadata":${JSON.stringify({ count, offset, total } satisfies PlatformPagingMetadata)}`

const end = Buffer.from('}')

const wrapped = (name: string, bytes: Buffer): Buffer => Buffer.concat([Buffer.from(`{"${name}":`), bytes, end])
