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

/** The page of what is found, and the catalogue's revision, by which the counts beside it may be kept. */
export async function findMatches(db: Db, site: string, search: Search): Promise<{ readonly found: FoundText; readonly revision: number }> {
  const { collection, options, price, stock } = conditions(search)
  const narrowing = present([collection, ...options.map(({ condition }) => condition), price, stock])
  const where = join([matching(site, search.words), ...narrowing], ' and ')
  const order = orderOf(search)
  const among = isRanked(search)
    ? sql`(select id, search, numeric_id from product where ${where} limit ${Math.max(mostRanked, search.offset + search.limit)}) product`
    : sql`product where ${where}`
  const statement = sql`
    select ${foundText(order)} as found, (select revision from catalogue where site = ${site}) as revision
    from (select product.id from ${among} order by ${order} limit ${search.limit} offset ${search.offset}) page
    join product on product.site = ${site} and product.id = page.id`
  if (search.placed !== undefined) return findPlaced(db, site, search, search.placed, where)
  const plain = search.words === undefined && narrowing.length === 0
  const [page] = await db.query<{ found: string | null; revision: number | null }>(plain ? statement : plannedEachTime(statement))
  return { found: page!.found ?? '', revision: page!.revision ?? 0 }
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

/** How many there are in all and under each choice, each facet counted as if nothing of it were chosen. */
export async function countMatches(db: Db, site: string, search: Search): Promise<Counts> {
  const { collection, options, price, stock } = conditions(search)
  const flags = [...options.map(({ condition }, i) => sql`(${condition}) as ${raw(`chosen_${i}`)}`), sql`(${price ?? sql`true`}) as fits`]
  const chosen = options.map((_, i) => raw(`chosen_${i}`))
  const everything = join([...chosen, sql`fits`], ' and ')
  const others = join(
    [sql`fits`, ...options.map(({ option }, i) => sql`(${raw(`chosen_${i}`)} or starts_with(token, ${option + unitSeparator}))`)],
    ' and ',
  )
  const rows = await db.query<CountRow>(
    plannedEachTime(sql`
    with hit as materialized (
      select product.price, product.choices, ${join(flags, ', ')} from product
      where ${join([matching(site, search.words), ...present([collection, stock])], ' and ')}
    )
    select 'all' as kind, null as key, count(*) filter (where ${everything}) as count,
      min(price) filter (where ${join([...chosen, sql`true`], ' and ')}) as min, max(price) filter (where ${join([...chosen, sql`true`], ' and ')}) as max
    from hit
    union all
    select 'choice', token, count(*), null, null from hit cross join unnest(choices) as token where ${others} group by token
    ${narrowed(search) ? sql`union all ${collectionsUnder(site, search)}` : sql``}`),
  )
  const all = rows.find(({ kind }) => kind === 'all')
  return {
    total: all?.count ?? 0,
    price: all && all.min !== null && all.max !== null ? { min: minor(all.min), max: minor(all.max) } : null,
    options: rows
      .filter(({ kind }) => kind === 'choice')
      .map(({ key, count }) => {
        const [option = '', choice = ''] = key!.split(unitSeparator)
        return { option, choice, count }
      }),
    collections: new Map(rows.filter(({ kind }) => kind === 'collection').map(({ key, count }) => [key!, count])),
  }
}

/** Whether anything but a collection narrows the list down; where nothing does, how many a collection has is known already. */
export const narrowed = ({ words, choices, min, max, inStock }: Search): boolean =>
  words !== undefined || Object.keys(choices).length > 0 || min !== undefined || max !== undefined || inStock

function collectionsUnder(site: string, search: Search): Sql {
  const { options, price, stock } = conditions(search)
  const where = join([matching(site, search.words), ...present([...options.map(({ condition }) => condition), price, stock])], ' and ')
  return sql`select 'collection', belongs::text, count(*), null, null from product cross join unnest(product.collection_ids) as belongs where ${where} group by belongs`
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
