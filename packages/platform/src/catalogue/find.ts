import type { ProductSort } from '@vitrine/contract'
import { type Minor, minor } from '@vitrine/pricing'
import { type Db, join, plannedEachTime, raw, type Sql, sql } from '../db/sql.ts'
import { usualOrder } from './fields.ts'
import { available } from './levels.ts'
import { unitSeparator } from './product.ts'
import { placedOrder, placedPage } from './rules/order.ts'
import { isLarge, mostCounted, samplesFor } from './sample.ts'
import { type FoundText, foundCount } from './shelf.ts'
import { foundText } from './store.ts'

/** What a shopper is looking for. */
export interface Search {
  /** A tsquery; undefined where no words were given. */
  readonly words: string | undefined
  readonly collectionId: string | undefined
  readonly choices: Readonly<Record<string, readonly string[]>>
  readonly min: number | undefined
  readonly max: number | undefined
  readonly inStock: boolean
  /** `usual`: as the shop shows its products, whatever words they have. */
  readonly sort: ProductSort | 'usual'
  /** The collection whose own order this is, where the shopper chose none. */
  readonly placed?: string | undefined
  readonly limit: number
  readonly offset: number
}

const matching = (site: string, words: string | undefined): Sql =>
  sql`product.site = ${site} and product.visible ${words === undefined ? sql`` : sql`and product.search @@ ${words}::tsquery`}`

const inCollection = (id: string): Sql => sql`product.collection_ids @> ${[id]}::uuid[]`

const withChoices = (option: string, choices: readonly string[]): Sql =>
  sql`product.choices && ${choices.map((choice) => option + unitSeparator + choice)}::text[]`

const between = (min: number | undefined, max: number | undefined): Sql =>
  sql`product.price between ${min ?? 0} and ${max ?? Number.MAX_SAFE_INTEGER}`

/** One condition for each thing that is asked for, so that each can be left out by itself. */
function conditions({ collectionId, choices, min, max, inStock }: Search) {
  return {
    collection: collectionId === undefined ? undefined : inCollection(collectionId),
    options: Object.entries(choices)
      .filter(([, wanted]) => wanted.length > 0)
      .map(([option, wanted]) => ({ option, condition: withChoices(option, wanted) })),
    price: min === undefined && max === undefined ? undefined : between(min, max),
    stock: inStock ? available : undefined,
  }
}

const present = (pieces: readonly (Sql | undefined)[]): Sql[] => pieces.filter((piece) => piece !== undefined)

function orderOf({ sort, words }: Search): Sql {
  switch (sort) {
    case 'bestSelling':
      return sql`product.best_selling desc, ${usualOrder}`
    case 'newest':
      return sql`product.created_at desc, product.id desc`
    case 'priceAsc':
      return sql`product.price, product.id`
    case 'priceDesc':
      return sql`product.price desc, product.id desc`
    case 'name':
      return sql`product.name_key, product.id`
    case 'usual':
      return usualOrder
    case 'featured':
      return words === undefined ? usualOrder : sql`ts_rank(product.search, ${words}::tsquery) desc, ${usualOrder}`
  }
}

const isRanked = ({ sort, words }: Search): boolean => sort === 'featured' && words !== undefined

/** Weighing costs a look at each product that has the words; of more than so many, some are as good as others. */
const mostRanked = 5000
/** Of those that a sample found. */
const mostSampledRanked = 1000
/** So far a list is walked along an index before what is asked for is found by another one and sorted. */
const mostWalked = 1000
const mostWalkedForEnds = 300

export interface Matches {
  readonly found: FoundText
  /** Of the catalogue: the counts beside the page may be kept by it. */
  readonly revision: number
  /** How many products shoppers see in all. */
  readonly products: number
}

/** How many products a shop has may have changed since: it only says which way is the quicker one to its page. */
export async function findMatches(db: Db, site: string, search: Search, products: number): Promise<Matches> {
  const { collection, options, price, stock } = conditions(search)
  const narrowing = present([collection, ...options.map(({ condition }) => condition), price, stock])
  const where = join([matching(site, search.words), ...narrowing], ' and ')
  const plain = search.words === undefined && narrowing.length === 0
  if (search.placed !== undefined) return findPlaced(db, site, search, search.placed, where)
  if (isRanked(search)) {
    const [sample] = await samplesFor(db, [where], products)
    const among = sql`(select id, search, numeric_id from product where ${where} ${sample?.condition ?? sql``}
      limit ${Math.max(sample ? mostSampledRanked : mostRanked, search.offset + search.limit)}) product`
    return pageOf(db, site, search, among, false)
  }
  if (plain || !isLarge(products)) return pageOf(db, site, search, sql`product where ${where}`, plain)
  const fields = sql`product.id, product.site, product.numeric_id, product.name_key, product.price, product.created_at, product.choices,
    product.collection_ids, product.search`
  const first = sql`(
      select ${fields} from product where ${matching(site, undefined)} ${price ? sql`and ${price}` : sql``} order by ${orderOf(search)} limit ${mostWalked}
    ) product where ${join([...wordsOf(search), ...narrowing], ' and ')}`
  // In the order of the list there are enough near its beginning, unless what is asked for has to do with what it is sorted by, or is rare as words are.
  if (search.words === undefined || (await samplesFor(db, [where], products))[0]) {
    const walked = await pageOf(db, site, search, first, false)
    if (foundCount(walked.found) === search.limit) return walked
  }
  // Found first and sorted then: what is found is no matter of the limit.
  const found = sql`(select ${fields} from product where ${where} offset 0) product`
  return pageOf(db, site, search, found, false)
}

const wordsOf = ({ words }: Search): Sql[] => (words === undefined ? [] : [sql`product.search @@ ${words}::tsquery`])

async function pageOf(db: Db, site: string, search: Search, among: Sql, plain: boolean): Promise<Matches> {
  const order = orderOf(search)
  const statement = sql`
    select ${foundText(order)} as found, (select revision from catalogue where site = ${site}) as revision,
      (select visible_products from catalogue where site = ${site}) as products
    from (select product.id from ${among} order by ${order} limit ${search.limit} offset ${search.offset}) page
    join product on product.site = ${site} and product.id = page.id`
  const [page] = await db.query<{ found: string | null; revision: number | null; products: number | null }>(
    plain ? statement : plannedEachTime(statement),
  )
  return { found: page!.found ?? '', revision: page!.revision ?? 0, products: page!.products ?? 0 }
}

/** The same in the order that the merchant has put a collection into. */
async function findPlaced(db: Db, site: string, search: Search, collectionId: string, where: Sql): Promise<Matches> {
  const [page] = await db.query<{ found: string | null; revision: number | null; products: number | null }>(
    plannedEachTime(sql`
      select ${foundText(placedOrder)} as found, (select revision from catalogue where site = ${site}) as revision,
        (select visible_products from catalogue where site = ${site}) as products
      from (${placedPage(site, collectionId, where, search)}) page
      join product on product.site = ${site} and product.id = page.id`),
  )
  return { found: page!.found ?? '', revision: page!.revision ?? 0, products: page!.products ?? 0 }
}

/** How many products shoppers see. */
export async function countVisible(db: Db, site: string): Promise<number> {
  const [row] = await db.query<{ products: number }>(sql`select visible_products as products from catalogue where site = ${site}`)
  return row?.products ?? 0
}

export interface Counts {
  readonly total: number
  /** There are too many to count: `total` and the counts of options are estimates, and choices that hardly occur are left out. */
  readonly estimated: boolean
  /** Of all that match but for the price that is asked for; null where nothing does. */
  readonly price: { readonly min: Minor; readonly max: Minor } | null
  readonly options: readonly { readonly option: string; readonly choice: string; readonly count: number }[]
  /** By collection id. */
  readonly collections: ReadonlyMap<string, number>
}

interface CountRow {
  readonly kind: 'all' | 'choice' | 'collection'
  readonly key: string | null
  readonly count: number
  readonly min: number | null
  readonly max: number | null
}

/** How many there are in all and under each choice, each facet counted as if nothing of it were chosen; of very many it is estimated. */
export async function countMatches(db: Db, site: string, search: Search, products: number): Promise<Counts> {
  const { collection, options, price, stock } = conditions(search)
  const flags = [...options.map(({ condition }, i) => sql`(${condition}) as ${raw(`chosen_${i}`)}`), sql`(${price ?? sql`true`}) as fits`]
  const chosen = options.map((_, i) => raw(`chosen_${i}`))
  const everything = join([...chosen, sql`fits`], ' and ')
  const others = join(
    [sql`fits`, ...options.map(({ option }, i) => sql`(${raw(`chosen_${i}`)} or starts_with(token, ${option + unitSeparator}))`)],
    ' and ',
  )
  const base = join([matching(site, search.words), ...present([collection, stock])], ' and ')
  const perCollection = narrowed(search) ? perCollectionOf(site, search) : undefined
  const [ofAll, ofCollections] = await samplesFor(db, [base, ...(perCollection ? [perCollection] : [])], products)
  const rows = await db.query<CountRow>(
    plannedEachTime(sql`
    with hit as materialized (
      select product.price, product.choices, ${join(flags, ', ')} from product where ${base} ${ofAll?.condition ?? sql``}
    )
    select 'all' as kind, null as key, count(*) filter (where ${everything}) as count,
      min(price) filter (where ${join([...chosen, sql`true`], ' and ')}) as min, max(price) filter (where ${join([...chosen, sql`true`], ' and ')}) as max
    from hit
    union all
    select 'choice', token, count(*), null, null from hit cross join unnest(choices) as token where ${others} group by token
    ${
      perCollection
        ? sql`union all
          select 'collection', belongs::text, count(*), null, null from product cross join unnest(product.collection_ids) as belongs
          where ${perCollection} ${ofCollections?.condition ?? sql``} group by belongs`
        : sql``
    }`),
  )
  const all = rows.find(({ kind }) => kind === 'all')
  const scale = ofAll?.oneOf ?? 1
  const counted: Counts = {
    total: (all?.count ?? 0) * scale,
    estimated: ofAll !== undefined || ofCollections !== undefined,
    price: all && all.min !== null && all.max !== null ? { min: minor(all.min), max: minor(all.max) } : null,
    options: rows
      .filter(({ kind }) => kind === 'choice')
      .map(({ key, count }) => {
        const [option = '', choice = ''] = key!.split(unitSeparator)
        return { option, choice, count: count * scale }
      }),
    collections: new Map(
      rows.filter(({ kind }) => kind === 'collection').map(({ key, count }) => [key!, count * (ofCollections?.oneOf ?? 1)]),
    ),
  }
  if (!ofAll) return counted
  const exact = await exactOf(db, { site, base, options: options.map(({ condition }) => condition), price, search }, counted)
  return { ...counted, ...exact }
}

interface Exactly {
  readonly site: string
  readonly base: Sql
  readonly options: readonly Sql[]
  readonly price: Sql | undefined
  readonly search: Search
}

/** What a sample can tell only roughly: the ends of the prices, where they are found soon, and how many there are where they are few. */
async function exactOf(
  db: Db,
  { site, base, options, price, search }: Exactly,
  { total, price: sampled }: Counts,
): Promise<Partial<Pick<Counts, 'total' | 'price'>>> {
  const { collection, stock } = conditions(search)
  const narrowing = present([collection, ...options, stock])
  const fits = narrowing.length === 0 ? sql`true` : join(narrowing, ' and ')
  const end = (direction: Sql) => sql`(
    select price from (
      select id, site, price, choices, collection_ids from product where ${matching(site, undefined)}
      order by price ${direction}, id ${direction} limit ${mostWalkedForEnds}
    ) product where ${fits} limit 1)`
  const withWords = search.words !== undefined
  const countable = total <= 2 * mostCounted
  if (withWords && !countable) return {}
  const all = join([base, ...options, ...present([price])], ' and ')
  const [row] = await db.query<{ min: number | null; max: number | null; total: number }>(
    plannedEachTime(sql`
      select ${withWords ? sql`null::bigint` : end(sql`asc`)} as min, ${withWords ? sql`null::bigint` : end(sql`desc`)} as max,
        ${countable ? sql`(select count(*) from (select from product where ${all} limit ${mostCounted + 1}) found)` : sql`0::bigint`} as total`),
  )
  const { min, max, total: counted } = row!
  const [least, most] = [min ?? sampled?.min, max ?? sampled?.max]
  return {
    ...(least !== undefined && most !== undefined && { price: { min: minor(least), max: minor(most) } }),
    ...(countable && { total: counted > mostCounted ? Math.max(total, counted) : counted }),
  }
}

/** Whether anything but a collection narrows the list down; where nothing does, how many a collection has is known already. */
export const narrowed = ({ words, choices, min, max, inStock }: Search): boolean =>
  words !== undefined || Object.keys(choices).length > 0 || min !== undefined || max !== undefined || inStock

/** What matches whatever its collection. */
function perCollectionOf(site: string, search: Search): Sql {
  const { options, price, stock } = conditions(search)
  return join([matching(site, search.words), ...present([...options.map(({ condition }) => condition), price, stock])], ' and ')
}

/** What the choices of a shop look like, and the order they stand in. */
export interface KnownChoice {
  readonly name: string
  readonly choice: string
  readonly kind: 'color' | 'drop_down'
  readonly hex: string | null
}

export const findChoices = (db: Db, site: string): Promise<KnownChoice[]> =>
  db.query<KnownChoice>(
    sql`select name, choice, kind, hex from option_choice where site = ${site} and kind <> 'free_text' order by name, position, choice`,
  )
