import type { Facet, Picture, ProductSort, SuggestedProduct, search } from '@vitrine/contract'
import { formatMoney, type Minor, minor, roundDecimal, toDecimal } from '@vitrine/pricing'
import { type Db, sql } from '../../kernel/db/sql.ts'
import type { Handlers } from '../../kernel/http/handlers.ts'
import { Prepared } from '../../kernel/http/wire.ts'
import { lruOf } from '../../kernel/lru.ts'
import { wordsOf } from '../../kernel/query/words.ts'
import { refuse } from '../../kernel/refusal.ts'
import { mediaPath } from './address.ts'
import { orderOfAllProducts } from './all-products.ts'
import { cachedCounts } from './cached-counts.ts'
import { inStockCounts } from './count-in-stock.ts'
import { type Counts, ratingSteps } from './count-matches.ts'
import { allProducts } from './document.ts'
import { type DocumentCache, foundCount, readFound } from './document-cache.ts'
import type { Facts, KnownFacts } from './facts.ts'
import { countVisible, findChoices, findMatches, hasMost, type KnownChoice } from './find.ts'
import { asksForMany, usualBounds } from './find-in-large.ts'
import { understand } from './interpret-query.ts'
import { levelAt, some } from './levels.ts'
import type { Matches } from './page-of.ts'
import type { Commerce } from './product.ts'
import { type OrderOfCollection, sortAsked } from './rules/order.ts'
import { narrowed, type Search, tokenOf } from './search-conditions.ts'
import type { FactImage } from './sell.ts'
import { type CollectionRow, findCollection, findCollections, pageAnswer } from './store.ts'
import { typedPrice } from './typed-price.ts'

export interface SearchDeps {
  readonly publicUrl: string
  readonly commerce: (db: Db, site: string) => Promise<Commerce>
  readonly documentCache: DocumentCache
  readonly facts: Facts
}

/** What narrows lists down in a shop. */
interface Ways {
  readonly choices: readonly KnownChoice[]
  readonly collections: readonly CollectionRow[]
}

const fewFound = 3
const mostSuggested = 5

const anything: Search = {
  words: undefined,
  collectionId: undefined,
  choices: {},
  min: undefined,
  max: undefined,
  inStock: false,
  minRating: undefined,
  sort: 'featured',
  limit: mostSuggested,
  offset: 0,
}

export function searchOperations({ publicUrl, commerce, documentCache, facts }: SearchDeps): Handlers<typeof search> {
  const countsOf = cachedCounts()
  const inStockOf = inStockCounts()
  const ways = lruOf<string, Ways>(2000)
  /** How many products a shop had when it was last looked. */
  const sizes = lruOf<string, number>(10_000)
  /** Whether a shop is alone in its database, or as good as. */
  const alones = lruOf<string, boolean>(10_000, { ttl: 600_000 })

  async function isAlone(db: Db, site: string): Promise<boolean> {
    const known = alones.get(site)
    if (known !== undefined) return known
    const alone = await hasMost(db, site)
    alones.set(site, alone)
    return alone
  }

  async function find(db: Db, site: string, asked: Search): Promise<Matches> {
    const products = sizes.get(site) ?? (await countVisible(db, site))
    const matches = await findMatches(db, site, asked, products)
    sizes.set(site, matches.products)
    return matches
  }

  async function waysOf(db: Db, site: string, revision: number): Promise<Ways> {
    const key = `${site} ${revision}`
    const known = ways.get(key)
    if (known) return known
    const choices = await findChoices(db, site)
    const { rows } = await findCollections(db, site, {
      where: sql`collection.id <> ${allProducts.id}`,
      order: sql`collection.position, collection.id`,
      hidden: false,
      limit: 1000,
      offset: 0,
    })
    ways.set(key, { choices, collections: rows })
    return { choices, collections: rows }
  }

  return {
    async 'GET /vitrine/v1/search'(input, { db, site }) {
      const { currency } = await commerce(db, site)
      const slug = input.collection === allProducts.slug ? undefined : input.collection
      const collection = slug === undefined ? undefined : await findCollection(db, site, false, sql`collection.slug = ${slug}`)
      if (slug !== undefined && !collection) return refuse('COLLECTION_NOT_FOUND')
      const typed = typedPrice(input.q ?? '')
      const understood = await understand(db, site, typed?.words ?? input.q ?? '')
      const one = priceOf('1', currency)
      const price = typed && priceOf(typed.cents && one > 1 ? `${typed.whole}.${typed.cents}` : typed.whole, currency)
      const asked: Search = {
        words: understood.query,
        names: understood.names,
        alone: understood.query !== undefined && (await isAlone(db, site)),
        collectionId: collection?.id,
        choices: await knownOf(db, site, input.choices ?? {}),
        min: input.minPrice === undefined ? price : priceOf(input.minPrice, currency),
        max: input.maxPrice === undefined ? price && (typed?.cents ? price : price + one - 1) : priceOf(input.maxPrice, currency),
        inStock: input.inStock === true,
        minRating: input.minRating,
        ...orderOf(input.sort, understood.query, collection ?? (await orderOfAllProducts(db, site))),
        limit: input.limit,
        offset: input.offset,
      }
      const matches = await find(db, site, asked)
      const { found, revision } = matches
      const counted = await countsOf(db, site, matches, asked)
      const inStock = await inStockOf(db, site, asked, counted)
      const total = totalOf(counted, asked, foundCount(found), collection ? collection.products : matches.products)
      const rest = {
        total,
        ...(counted.estimated && { estimated: true }),
        facets: facetsOf(await waysOf(db, site, revision), counted, asked, slug),
        ...(inStock !== undefined && { inStock }),
        price: {
          min: toDecimal(counted.price?.min ?? minor(0), currency),
          max: toDecimal(counted.price?.max ?? minor(0), currency),
          currency,
          steps: counted.steps,
        },
        ...otherWords(understood, total),
      }
      return new Prepared(await pageAnswer(db, site, documentCache, found, `,${JSON.stringify(rest).slice(1)}`))
    },

    async 'GET /vitrine/v1/search/suggest'({ q }, { db, site }) {
      const shop = await commerce(db, site)
      const { query, names } = await understand(db, site, q, { typing: true })
      if (query === undefined || names === undefined) return { products: [], collections: [] }
      const alone = await isAlone(db, site)
      const named = await find(db, site, { ...anything, words: names, alone, sort: 'usual' })
      const ids = readFound(named.found).map(({ id }) => id)
      if (ids.length < mostSuggested) {
        const { found } = await find(db, site, { ...anything, words: query, alone })
        ids.push(...readFound(found).flatMap(({ id }) => (ids.includes(id) ? [] : [id])))
      }
      const { revision } = named
      const known = await facts.find(db, site, ids.slice(0, mostSuggested))
      const { collections } = await waysOf(db, site, revision)
      const typed = wordsOf(q)
      return {
        products: ids.flatMap((id) => {
          const product = known.get(id)
          return product ? [suggested(id, product, shop, publicUrl)] : []
        }),
        collections: collections
          .filter(({ name }) => typed.every((word) => wordsOf(name).some((own) => own.startsWith(word))))
          .map(({ slug, name, products }) => ({ slug, name, numberOfProducts: products })),
      }
    },
  }
}

/** Of many choices of one option only those that the shop has are looked for; one at least. */
async function knownOf(db: Db, site: string, asked: Search['choices']): Promise<Search['choices']> {
  if (!asksForMany({ choices: asked })) return asked
  const known = new Set((await findChoices(db, site)).map(({ name, choice }) => tokenOf(name, choice)))
  return Object.fromEntries(
    Object.entries(asked).map(([option, wanted]) => {
      const there = wanted.filter((choice) => known.has(tokenOf(option, choice)))
      return [option, there.length > 0 ? there : wanted.slice(0, 1)]
    }),
  )
}

/** How many match: what the page itself tells goes before an estimate. */
function totalOf({ total, estimated }: Counts, asked: Search, shown: number, listed: number): number {
  if (!estimated) return total
  if (!narrowed(asked)) return listed
  const { limit, offset, words } = asked
  const isLast =
    shown < limit && (shown > 0 || offset === 0) && words === undefined && !asksForMany(asked) && offset + limit <= usualBounds.deepest
  return isLast ? offset + shown : Math.max(total, offset + shown)
}

/** A collection is shown in its merchant's order, unless a shopper looks for words in it or sorts it. */
function orderOf(sort: ProductSort, words: string | undefined, collection: OrderOfCollection | undefined): Pick<Search, 'sort' | 'placed'> {
  if (sort !== 'featured' || words !== undefined || !collection) return { sort }
  return { sort: sortAsked[collection.sort], ...(collection.sort === 'MANUAL' && collection.placed > 0 && { placed: collection.id }) }
}

/** Each choice that would leave something, and each that is made. */
function facetsOf({ choices, collections }: Ways, counted: Counts, asked: Search, slug: string | undefined): Facet[] {
  const inCollection = ({ id, products }: CollectionRow) => (narrowed(asked) ? (counted.collections.get(id) ?? 0) : products)
  const collectionFacet: Facet = {
    name: 'collection',
    kind: 'collection',
    choices: collections
      .map((row) => ({ value: row.slug, label: row.name, count: inCollection(row), selected: row.slug === slug }))
      .filter(({ count, selected }) => count > 0 || selected),
  }
  const counts = new Map<string, Map<string, number>>()
  for (const { option, choice, count } of counted.options) {
    const own = counts.get(option) ?? new Map<string, number>()
    counts.set(option, own.set(choice, count))
  }
  for (const option of Object.keys(asked.choices)) if (!counts.has(option)) counts.set(option, new Map())
  const optionFacets = [...counts].map(([option, own]): Facet => {
    const looks = choices.filter(({ name }) => name === option)
    const picked = asked.choices[option] ?? []
    return {
      name: option,
      kind: looks[0]?.kind === 'color' ? 'color' : 'text',
      choices: looks
        .map(({ choice, hex }) => ({
          value: choice,
          label: choice,
          ...(hex !== null && { hex }),
          count: own.get(choice) ?? 0,
          selected: picked.includes(choice),
        }))
        .filter(({ count, selected }) => count > 0 || selected),
    }
  })
  const ratingFacet: Facet = {
    name: 'rating',
    kind: 'rating',
    choices: ratingSteps
      .map((stars) => ({
        value: String(stars),
        label: `${stars} and up`,
        count: counted.ratings.get(stars) ?? 0,
        selected: stars === asked.minRating,
      }))
      .filter(({ count, selected }) => count > 0 || selected),
  }
  const products = (facet: Facet) => facet.choices.reduce((all, { count }) => all + count, 0)
  return [collectionFacet, ...optionFacets.sort((a, b) => products(b) - products(a) || (a.name < b.name ? -1 : 1)), ratingFacet].filter(
    (facet) => facet.choices.length > 0,
  )
}

function otherWords({ mended, words }: { readonly mended: string | undefined; readonly words: readonly string[] }, total: number) {
  if (mended !== undefined) return { suggestions: [mended] }
  return total < fewFound && words.length > 1 ? { suggestions: [...new Set(words)] } : {}
}

function suggested(id: string, { facts, levels }: KnownFacts, { currency, locale }: Commerce, publicUrl: string): SuggestedProduct {
  const visible = facts.variants.filter((variant) => variant.visible)
  const price = minor(Math.min(...(visible.length > 0 ? visible : facts.variants).map((variant) => variant.price)))
  return {
    id,
    slug: facts.slug,
    name: facts.name,
    price: toDecimal(price, currency),
    formattedPrice: formatMoney(price, currency, locale),
    inStock: visible.some(({ shelf }) => some(levelAt(levels, shelf))),
    ...(facts.image && { picture: pictureOf(facts.image, publicUrl) }),
  }
}

/** A picture as the shop's own operations show it. */
export function pictureOf(
  { id = '', width = 0, height = 0, altText = '', focalPoint, placeholder }: FactImage,
  publicUrl: string,
): Picture {
  return {
    id,
    url: publicUrl + mediaPath(id),
    alt: altText,
    width,
    height,
    ...(focalPoint && { focalPoint }),
    ...(placeholder !== undefined && { placeholder }),
  }
}

/** A bound beyond all amounts bounds nothing. */
function priceOf(amount: string, currency: string): Minor {
  try {
    return roundDecimal(amount, currency)
  } catch (error) {
    if (error instanceof RangeError) return minor(Number.MAX_SAFE_INTEGER)
    throw error
  }
}
