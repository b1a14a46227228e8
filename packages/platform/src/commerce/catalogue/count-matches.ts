import { type Minor, minor } from '@vitrine/pricing'
import { type Db, join, plannedEachTime, raw, type Sql, sql } from '../../kernel/db/sql.ts'
import { asksForMany, countedOnWalk, indexed, usualBounds } from './find-in-large.ts'
import { unitSeparator } from './product.ts'
import { estimateFound, mostCounted, samplesFor } from './sample.ts'
import { conditions, matching, narrowed, present, type Search } from './search-conditions.ts'

const mostWalkedForEnds = 300
const priceSteps = 10
/** Of whole stars, which lists are narrowed down by. */
export const ratingSteps: readonly number[] = [4, 3]

export interface Counts {
  readonly total: number
  /** There are too many to count: `total` and the counts of options are estimates, and choices that hardly occur are left out. */
  readonly estimated: boolean
  /** Of all that match but for the price that is asked for; null where nothing does. */
  readonly price: { readonly min: Minor; readonly max: Minor } | null
  /** Of the same, how many there are in each of as many equal steps of price; empty where all cost the same. */
  readonly steps: readonly number[]
  readonly options: readonly { readonly option: string; readonly choice: string; readonly count: number }[]
  /** How many have three whole stars at least, and how many four; as if nothing of that were asked for. */
  readonly ratings: ReadonlyMap<number, number>
  /** By collection id. */
  readonly collections: ReadonlyMap<string, number>
}

interface CountRow {
  readonly kind: 'all' | 'step' | 'choice' | 'collection' | 'rating'
  readonly key: string | null
  readonly count: number
  readonly min: number | null
  readonly max: number | null
}

/** How many there are in all and under each choice, each facet counted as if nothing of it were chosen; of very many it is estimated. */
export async function countMatches(db: Db, site: string, search: Search, products: number): Promise<Counts> {
  const { collection, options, price, stock, rating } = conditions(search)
  const flags = [
    ...options.map(({ condition }, i) => sql`(${condition}) as ${raw(`chosen_${i}`)}`),
    sql`(${price ?? sql`true`}) as fits`,
    sql`(${rating ?? sql`true`}) as rated`,
  ]
  const chosen = options.map((_, i) => raw(`chosen_${i}`))
  const anyPrice = join([...chosen, sql`rated`], ' and ')
  const anyRating = join([...chosen, sql`fits`], ' and ')
  const others = join(
    [
      sql`fits`,
      sql`rated`,
      ...options.map(({ option }, i) => sql`(${raw(`chosen_${i}`)} or starts_with(token, ${option + unitSeparator}))`),
    ],
    ' and ',
  )
  const base = join([matching(site, search), ...present([collection, stock])], ' and ')
  // With nothing but words or stock asked for, what each collection has is counted among the same.
  const isSame = collection === undefined && options.length === 0 && price === undefined && rating === undefined
  const perCollection = narrowed(search) && !isSame ? perCollectionOf(site, search) : undefined
  // Stock is asked product by product, and price where there are words: how many are to be asked decides.
  const [ofAll, ofCollections] = await samplesFor(
    db,
    [join([matching(site, search), ...present([collection])], ' and '), ...(perCollection ? [perCollection] : [])],
    products,
    { always: asksForMany(search) },
  )
  const rows = await db.query<CountRow>(
    plannedEachTime(sql`
    with hit as materialized (
      select product.price, product.choices, product.collection_ids, product.rating_floor, ${join(flags, ', ')} from product where ${base} ${ofAll?.condition ?? sql``}
    ), ends as (
      select count(*) filter (where fits) as count, min(price) as min, max(price) as max from hit where ${anyPrice}
    )
    select 'all' as kind, null as key, count, min, max from ends
    union all
    select 'step', step::text, count(*), null, null
    from (
      select least(${priceSteps - 1}::bigint, (price - min) * ${priceSteps} / (max - min)) as step from hit cross join ends
      where ${anyPrice} and min < max
    ) stepped group by step
    union all
    select 'choice', token, count(*), null, null from hit cross join unnest(choices) as token where ${others} group by token
    union all
    select 'rating', stars::text, count(*), null, null from hit join unnest(${ratingSteps}::integer[]) as stars on rating_floor >= stars
    where ${anyRating} group by stars
    ${
      perCollection
        ? sql`union all
          select 'collection', belongs::text, count(*), null, null
          from (
            select product.site, product.id, product.price, product.rating_floor, product.collection_ids from product
            where ${perCollection} ${ofCollections?.condition ?? sql``} offset 0
          ) product cross join unnest(product.collection_ids) as belongs
          where ${join([sql`true`, ...present([price, stock, rating])], ' and ')} group by belongs`
        : narrowed(search)
          ? sql`union all select 'collection', belongs::text, count(*), null, null from hit cross join unnest(collection_ids) as belongs group by belongs`
          : sql``
    }`),
  )
  const all = rows.find(({ kind }) => kind === 'all')
  const scale = ofAll?.oneOf ?? 1
  const counted: Counts = {
    total: (all?.count ?? 0) * scale,
    estimated: ofAll !== undefined || ofCollections !== undefined,
    price: all && all.min !== null && all.max !== null ? { min: minor(all.min), max: minor(all.max) } : null,
    steps: stepsOf(rows, scale),
    options: rows
      .filter(({ kind }) => kind === 'choice')
      .map(({ key, count }) => {
        const [option = '', choice = ''] = key!.split(unitSeparator)
        return { option, choice, count: count * scale }
      }),
    ratings: new Map(rows.filter(({ kind }) => kind === 'rating').map(({ key, count }) => [Number(key), count * scale])),
    collections: new Map(
      rows
        .filter(({ kind }) => kind === 'collection')
        .map(({ key, count }) => [key!, count * (perCollection ? (ofCollections?.oneOf ?? 1) : scale)]),
    ),
  }
  if (!ofAll) return counted
  const exact = await exactOf(db, { site, base, options: options.map(({ condition }) => condition), price, search }, counted)
  return { ...counted, ...exact }
}

function stepsOf(rows: readonly CountRow[], scale: number): number[] {
  const counts = new Map(rows.filter(({ kind }) => kind === 'step').map(({ key, count }) => [Number(key), count * scale]))
  return counts.size === 0 ? [] : Array.from({ length: priceSteps }, (_, step) => counts.get(step) ?? 0)
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
  const { collection, stock, rating } = conditions(search)
  const applied = present([collection, ...options, stock, rating])
  const fits = applied.length === 0 ? sql`true` : join(applied, ' and ')
  const end = (direction: Sql) => sql`(
    select price from (
      select id, site, price, choices, collection_ids, rating_floor from product where ${matching(site, { words: undefined })}
      order by price ${direction}, id ${direction} limit ${mostWalkedForEnds}
    ) product where ${fits} limit 1)`
  const withWords = search.words !== undefined
  const countable = total <= 2 * mostCounted && !asksForMany(search) && !(withWords && (stock || price || rating))
  if (withWords && !countable) return {}
  const all = join([base, ...options, ...present([price, rating])], ' and ')
  const count = countable ? await countUpTo(db, site, search, sql`select from product where ${all}`) : sql`0::bigint`
  const [row] = await db.query<{ min: number | null; max: number | null; total: number }>(
    plannedEachTime(sql`
      select ${withWords ? sql`null::bigint` : end(sql`asc`)} as min, ${withWords ? sql`null::bigint` : end(sql`desc`)} as max,
        ${count} as total`),
  )
  const { min, max, total: counted } = row!
  const [least, most] = [min ?? sampled?.min, max ?? sampled?.max]
  return {
    ...(least !== undefined && most !== undefined && { price: { min: minor(least), max: minor(most) } }),
    ...(countable && { total: counted > mostCounted ? Math.max(total, counted) : counted }),
  }
}

/** Counts what is asked for, of `all`: with stock by what there is an index for where that is little, and else along the list. */
async function countUpTo(db: Db, site: string, search: Search, all: Sql): Promise<Sql> {
  const most = mostCounted + 1
  const { price, stock, rating } = conditions(search)
  if (!stock) return sql`(select count(*) from (${all} limit ${most}) found)`
  const { mostSorted } = usualBounds
  if ((await estimateFound(db, indexed(site, search), mostSorted)) > mostSorted) return countedOnWalk(site, search, most)
  return sql`(select count(*) from (
    select from (select product.site, product.id, product.price, product.rating_floor from product where ${indexed(site, search)} offset 0) product
    where ${join([sql`true`, ...present([price, stock, rating])], ' and ')} limit ${most}) found)`
}

/** What has the words and choices, or the choices and price, whatever its collection. */
function perCollectionOf(site: string, search: Search): Sql {
  const { options, price } = conditions(search)
  const first = present([...options.map(({ condition }) => condition), search.words === undefined ? price : undefined])
  return join([matching(site, search), ...first], ' and ')
}
