import type { ProductSort } from '@vitrine/contract'
import { type Minor, minor } from '@vitrine/pricing'
import { type Db, join, plannedEachTime, raw, type Sql, sql } from '../db/sql.ts'
import { usualOrder } from './fields.ts'
import { available } from './levels.ts'
import { unitSeparator } from './product.ts'
import { placedOrder, placedPage } from './rules/order.ts'
import type { FoundText } from './shelf.ts'
import { foundText } from './store.ts'

/** What a shopper is words for. */
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

export interface Matches {
  readonly found: FoundText
  /** Of the catalogue: the counts beside the page may be kept by it. */
  readonly revision: number
  /** How many products shoppers see in all. */
  readonly products: number
}

/** The page of what is found. */
export async function findMatches(db: Db, site: string, search: Search): Promise<Matches> {
  const { collection, options, price, stock } = conditions(search)
  const narrowing = present([collection, ...options.map(({ condition }) => condition), price, stock])
  const where = join([matching(site, search.words), ...narrowing], ' and ')
  const order = orderOf(search)
  const among = isRanked(search)
    ? sql`(select id, search, numeric_id from product where ${where} limit ${Math.max(mostRanked, search.offset + search.limit)}) product`
    : sql`product where ${where}`
  const statement = sql`
    select ${foundText(order)} as found, (select revision from catalogue where site = ${site}) as revision,
      (select visible_products from catalogue where site = ${site}) as products
    from (select product.id from ${among} order by ${order} limit ${search.limit} offset ${search.offset}) page
    join product on product.site = ${site} and product.id = page.id`
  if (search.placed !== undefined) return findPlaced(db, site, search, search.placed, where)
  const plain = search.words === undefined && narrowing.length === 0
  const [page] = await db.query<{ found: string | null; revision: number | null; products: number | null }>(
    plain ? statement : plannedEachTime(statement),
  )
  return { found: page!.found ?? '', revision: page!.revision ?? 0, products: page!.products ?? 0 }
}

/** The same in the order that the merchant has put a collection into. */
async function findPlaced(db: Db, site: string, search: Search, collectionId: string, where: Sql) {
  const [page] = await db.query<{ found: string | null; revision: number | null }>(
    plannedEachTime(sql`
      select ${foundText(placedOrder)} as found, (select revision from catalogue where site = ${site}) as revision
      from (${placedPage(site, collectionId, where, search)}) page
      join product on product.site = ${site} and product.id = page.id`),
  )
  return { found: page!.found ?? '', revision: page!.revision ?? 0 }
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
  const inPrices = join([base, ...options.map(({ condition }) => condition)], ' and ')
  return { ...counted, ...(await exactOf(db, inPrices, present([price]), counted.total)) }
}

/** A part of the products, chosen without regard to what they are, for which there is an index of its own. */
interface Sample {
  readonly oneOf: number
  readonly condition: Sql
}

const sample: Sample = { oneOf: 64, condition: sql`and uuid_hash(product.id) & 63 = 0` }
const sparseSample: Sample = { oneOf: 512, condition: sql`and uuid_hash(product.id) & 511 = 0` }
/** A shop with fewer products counts all of them. */
const manyProducts = 20_000
/** Of more hits than this the counts are estimated. */
const mostCounted = 3000
/** Of more hits in the sample the sparse one tells enough. */
const mostSampled = 1000

/** By which part of the products it is told how many each condition finds; undefined where all of them are counted. */
async function samplesFor(db: Db, conditions: readonly Sql[], products: number): Promise<readonly (Sample | undefined)[]> {
  if (products < manyProducts) return []
  const counts = join(
    conditions.map(
      (condition) =>
        sql`(select count(*) from (select from product where ${condition} ${sample.condition} limit ${mostSampled + 1}) found)`,
    ),
    ', ',
  )
  const [row] = await db.query<{ counts: string[] }>(plannedEachTime(sql`select array[${counts}]::text[] as counts`))
  return row!.counts
    .map(Number)
    .map((count) => (count > mostSampled ? sparseSample : count * sample.oneOf > mostCounted ? sample : undefined))
}

/** What a sample cannot tell: the lowest and the highest price, and how many there are where they are few. */
async function exactOf(
  db: Db,
  inPrices: Sql,
  price: readonly Sql[],
  estimate: number,
): Promise<Pick<Counts, 'price'> & Partial<Pick<Counts, 'total'>>> {
  const extreme = (direction: Sql) =>
    sql`(select product.price from product where ${inPrices} order by product.price ${direction}, product.id ${direction} limit 1)`
  const countable = estimate <= 2 * mostCounted
  const [row] = await db.query<{ min: number | null; max: number | null; total: number }>(
    plannedEachTime(sql`
      select ${extreme(sql`asc`)} as min, ${extreme(sql`desc`)} as max,
        ${countable ? sql`(select count(*) from (select from product where ${join([inPrices, ...price], ' and ')} limit ${mostCounted + 1}) found)` : sql`0::bigint`} as total`),
  )
  const { min, max, total } = row!
  return {
    price: min === null || max === null ? null : { min: minor(min), max: minor(max) },
    ...(countable && { total: total > mostCounted ? Math.max(estimate, total) : total }),
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
