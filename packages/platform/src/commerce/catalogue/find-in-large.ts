import { type Db, join, plannedEachTime, type Sql, sql } from '../../kernel/db/sql.ts'
import { foundCount } from './document-cache.ts'
import { type Matches, matchesOf, pageOf } from './page-of.ts'
import { placesIn } from './rules/order.ts'
import { estimateFound } from './sample.ts'
import { conditions, matching, orderOf, present, type Search, tokenOf } from './search-conditions.ts'

/** How much is looked at for one page. */
export const usualBounds = {
  /** No list that is narrowed down goes deeper: what is skipped has to be looked at. */
  deepest: 4800,
  /** Of so many with the words, collection and choices each is looked up and sorted; more are met on a walk in the order of the list. */
  mostSorted: 20_000,
  /** So far a list is walked before it is known whether what is asked for is rare. */
  firstWalk: 20_000,
  /** So many of a walk are looked at where nothing but the product itself tells whether it is asked for. */
  mostProbed: 2000,
  /** Where they are met too late on a walk, so many of those asked for are sorted. */
  someSorted: 5000,
  /** Weighing costs a look at each product that has the words; of more than `mostRanked`, some are as good as others. */
  mostRanked: 600,
  someRanked: 500,
  deepestRanked: 3000,
}

type Bounds = typeof usualBounds

/**
 * A page of a large catalogue, whatever is asked for: what many products have is soon met on a walk along `product_listing` in the order of the
 * list, what few have is found by words, collection and choices and sorted then. Either is bounded. Only of lists by words that more than
 * `mostSorted` products have, and of more than `mostAlternatives` choices of one option, a page may lack products: those that a walk meets late.
 */
export async function findInLarge(db: Db, site: string, asked: Search, bounds = usualBounds): Promise<Matches> {
  const isRanked = asked.words !== undefined && asked.sort === 'featured'
  const { mostSorted, someSorted, mostRanked, someRanked, deepestRanked, mostProbed } = bounds
  const search = { ...asked, limit: Math.max(0, Math.min(asked.limit, bounds.deepest - asked.offset)) }
  if (search.placed !== undefined) return findPlaced(db, site, search, search.placed, bounds)
  if (search.words === undefined && !asksForMany(search)) return findTold(db, site, search, bounds)
  const few = await estimateFound(db, indexed(site, search), mostSorted)
  if (isRanked && few > mostRanked) {
    const ranked = { ...search, limit: Math.max(0, Math.min(search.limit, deepestRanked - search.offset)) }
    // With all words in their names they are as good as each other, which can be told without reading what is written of them.
    const named = search.names === undefined ? undefined : ({ ...ranked, words: search.names, sort: 'usual' } as const)
    if (named && (await estimateFound(db, indexed(site, named), mostRanked)) > mostRanked)
      return findRanked(db, site, named, deepestRanked, few <= mostSorted ? undefined : mostProbed)
    const pool = ranked.offset + ranked.limit <= someRanked ? someRanked : deepestRanked
    return findRanked(db, site, ranked, pool, few <= mostSorted ? undefined : mostProbed)
  }
  if (few <= mostSorted) return findAmong(db, site, search)
  const walked = await walk(db, site, search, { mostProbed })
  if (isFull(walked, search)) return walked
  const sorted = await findAmong(db, site, search, { most: someSorted })
  return foundCount(sorted.found) > foundCount(walked.found) ? sorted : walked
}

const isFull = ({ found }: Matches, { limit }: Search): boolean => foundCount(found) === limit

/** What the index of a list tells well enough. */
async function findTold(
  db: Db,
  site: string,
  search: Search,
  { firstWalk, mostSorted, mostProbed }: Bounds,
  without?: readonly string[],
): Promise<Matches> {
  const walked = await walk(db, site, search, { most: firstWalk, without })
  if (isFull(walked, search)) return walked
  const few = (await estimateFound(db, indexed(site, search), mostSorted)) <= mostSorted
  return few ? findAmong(db, site, search, { without }) : walk(db, site, search, { without, ...(asksForMany(search) && { mostProbed }) })
}

/** What there is one index for. */
export function indexed(site: string, search: Search): Sql {
  const { collection, options } = conditions(search)
  return join([matching(site, search), ...present([collection, ...options.map(({ condition }) => condition)])], ' and ')
}

const but = (column: Sql, ids: readonly string[] = []): Sql => (ids.length === 0 ? sql`` : sql`and ${column} <> all(${ids}::uuid[])`)

interface Among {
  /** So many of those that the index finds are looked at; all where nothing is said. */
  readonly most?: number
  /** So many of those asked for are sorted. */
  readonly pool?: number
  readonly without?: readonly string[] | undefined
}

/** Looked up by the one index and sorted then, whatever the limit of the page. */
function findAmong(db: Db, site: string, search: Search, { most, pool, without }: Among = {}): Promise<Matches> {
  const { price, stock, rating } = conditions(search)
  const ranked = search.sort === 'featured' ? sql`, product.search` : sql``
  const limit = (count: number | undefined) => (count === undefined ? sql`offset 0` : sql`limit ${count}`)
  const among = sql`(
    select product.* from (
      select product.site, product.id, product.numeric_id, product.name_key, product.price, product.created_at, product.best_selling, product.best_rated, product.rating_floor ${ranked}
      from product where ${indexed(site, search)} ${but(sql`product.id`, without)} ${limit(most)}
    ) product where ${join([sql`true`, ...present([price, stock, rating])], ' and ')} ${limit(pool)}
  ) product`
  return pageOf(db, site, search, among)
}

/**
 * The best of `pool` that have the words: of any; or, where price, stock or rating is asked for too and there is no looking at all that have the words, of
 * those that a walk in the usual order meets.
 */
function findRanked(db: Db, site: string, search: Search, pool: number, mostProbed: number | undefined): Promise<Matches> {
  const { price, stock, rating } = conditions(search)
  if (!price && !stock && !rating) return findAmong(db, site, search, { most: pool })
  if (mostProbed === undefined) return findAmong(db, site, search, { pool })
  const met = sql`select listing.product_id ${walked(site, { ...search, sort: 'usual' }, { mostProbed })} limit ${pool}`
  return pageOf(
    db,
    site,
    search,
    sql`(select product.id, product.search, product.numeric_id from (${met}) met join product on product.site = ${site} and product.id = met.product_id) product`,
  )
}

/** The order of a list as `product_listing` has it, and what of it the index holds beside what all of them hold. */
function listedOrder(sort: Search['sort']): { readonly order: Sql; readonly columns: Sql } {
  switch (sort) {
    case 'bestSelling':
      return {
        order: sql`listing.best_selling desc, listing.numeric_id desc, listing.product_id desc`,
        columns: sql`, listing.best_selling, listing.numeric_id`,
      }
    case 'bestRated':
      return {
        order: sql`listing.best_rated desc, listing.numeric_id desc, listing.product_id desc`,
        columns: sql`, listing.best_rated, listing.numeric_id`,
      }
    case 'newest':
      return { order: sql`listing.created_at desc, listing.product_id desc`, columns: sql`, listing.created_at` }
    case 'priceAsc':
      return { order: sql`listing.price, listing.product_id`, columns: sql`` }
    case 'priceDesc':
      return { order: sql`listing.price desc, listing.product_id desc`, columns: sql`` }
    case 'name':
      return { order: sql`listing.name_key, listing.product_id`, columns: sql`, listing.name_key` }
    case 'usual':
    case 'featured':
      return { order: sql`listing.numeric_id desc, listing.product_id desc`, columns: sql`, listing.numeric_id` }
  }
}

/** Alternatives are looked at one by one: of many of them the product itself is asked. */
const mostAlternatives = 8

/** What the index of a list tells of a product without looking at it: that it is not asked for, or that it may be. */
function mayBe({ collectionId, choices, minRating }: Search): Sql[] {
  const has = (token: string) => sql`(
    bits_0 & listing_bits(${token}, 0) = listing_bits(${token}, 0) and bits_1 & listing_bits(${token}, 1) = listing_bits(${token}, 1))`
  return [
    ...(collectionId === undefined ? [] : [has(collectionId)]),
    ...(minRating === undefined ? [] : [has(`rating ${minRating}`)]),
    ...Object.entries(choices)
      .filter(([, wanted]) => wanted.length > 0 && wanted.length <= mostAlternatives)
      .map(
        ([option, wanted]) =>
          sql`(${join(
            wanted.map((choice) => has(tokenOf(option, choice))),
            ' or ',
          )})`,
      ),
  ]
}

export const asksForMany = ({ choices }: Pick<Search, 'choices'>): boolean =>
  Object.values(choices).some((wanted) => wanted.length > mostAlternatives)

interface Walk {
  /** How far the list is walked. */
  readonly most?: number
  /** How many products are looked at that the index tells nothing against. */
  readonly mostProbed?: number
}

/**
 * What of a list is asked for. The database must not think that this is hardly any, which it does of bits that are compared: then it would rather
 * sort all of it than go along it.
 */
function walked(site: string, search: Search, { most, mostProbed }: Walk = {}): Sql {
  const { order, columns } = listedOrder(search.sort)
  const { collection, options, rating } = conditions(search)
  const { min, max } = search
  const price =
    min === undefined && max === undefined ? sql`` : sql`and listing.price between ${min ?? 0} and ${max ?? Number.MAX_SAFE_INTEGER}`
  const listed = sql`
    select listing.product_id, listing.in_stock, listing.price, listing.bits_0, listing.bits_1 ${columns}
    from product_listing listing where listing.site = ${site} and listing.visible ${price}`
  const told = mayBe(search)
  const may = sql`${search.inStock ? sql`listing.in_stock` : sql`true`} ${told.length === 0 ? sql`` : sql`and case when ${join(told, ' and ')} then true end`}`
  const words = search.words === undefined ? undefined : sql`product.search @@ ${search.words}::tsquery`
  const itself = present([words, collection, ...options.map(({ condition }) => condition), rating])
  const part = most === undefined ? listed : sql`${listed} order by ${order} limit ${most}`
  const probed = mostProbed === undefined ? sql`` : sql`order by ${order} limit ${mostProbed}`
  return sql`
    from (select listing.* from (${part}) listing where ${may} ${probed}) listing
    ${
      itself.length === 0
        ? sql``
        : sql`cross join lateral (
          select from product where product.site = ${site} and product.id = listing.product_id and ${join(itself, ' and ')} offset 0) product`
    }`
}

/** The page that is met by going along the list. */
function walk(
  db: Db,
  site: string,
  search: Search,
  { without, ...how }: Walk & { readonly without?: readonly string[] | undefined },
): Promise<Matches> {
  const { order } = listedOrder(search.sort)
  const page = sql`
    select listing.product_id as id ${walked(site, search, how)} where true ${but(sql`listing.product_id`, without)}
    order by ${order} limit ${search.limit} offset ${search.offset}`
  return matchesOf(db, site, page, orderOf(search))
}

/** How many the whole list has of what is asked for, counted up to `most`. */
export const countedOnWalk = (site: string, search: Search, most: number): Sql =>
  sql`(select count(*) from (select ${walked(site, { ...search, sort: 'priceAsc' })} limit ${most}) found)`

/** The order that a merchant has put a collection into: those of its products that have a place, and behind them the others as usual. */
async function findPlaced(db: Db, site: string, search: Search, collectionId: string, bounds: Bounds): Promise<Matches> {
  const { price, stock, rating } = conditions(search)
  const rows = await db.query<{ id: string }>(
    plannedEachTime(sql`
      select product.id from ${placesIn(site, collectionId)} join product on product.site = ${site} and product.id = place.product_id
      where ${join([indexed(site, search), ...present([price, stock, rating])], ' and ')} order by place.position`),
  )
  const placed = rows.map(({ id }) => id)
  const here = placed.slice(search.offset, search.offset + search.limit)
  const behind = {
    ...search,
    sort: 'usual',
    limit: search.limit - here.length,
    offset: Math.max(0, search.offset - placed.length),
  } as const
  const others = await findTold(db, site, behind, bounds, placed)
  if (here.length === 0) return others
  const page = sql`select id, place from unnest(${here}::uuid[]) with ordinality as placed (id, place)`
  const first = await matchesOf(db, site, page, sql`page.place`)
  return { ...first, found: [first.found, others.found].filter((found) => found !== '').join(';') }
}
