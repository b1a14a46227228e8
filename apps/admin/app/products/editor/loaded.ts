import type { AuditEntry, Collection, MerchantProduct, Ok, TaxGroup } from '@vitrine/contract'
import type { LoaderFunctionArgs } from 'react-router'
import { catalogueAppId } from '../../cart-tester/case.ts'
import { client } from '../../client.ts'
import { signedIn } from '../../session/session.ts'

export interface Loaded {
  /** None where one is being made. */
  readonly product: MerchantProduct | undefined
  readonly collections: readonly Collection[]
  readonly taxGroups: readonly TaxGroup[]
  readonly ribbons: readonly string[]
  readonly brands: readonly string[]
  readonly sales: RecentSales | undefined
  /** None of a new product, and where the reader may not see members. */
  readonly wishlistCount: WishlistCount | undefined
  /** Collections whose rule holds it. */
  readonly ruled: readonly RuledCollection[]
  /** How many wait for each of its variants, by their ids; those that nobody waits for are left out. */
  readonly waiting: ReadonlyMap<string, number>
  /** What was done to it last; none where the reader may not see that. */
  readonly lastChange: AuditEntry | undefined
  /** The products that were made just after and just before it. */
  readonly newer: string | undefined
  readonly older: string | undefined
}

/** What orders took of it, less what came back. */
export interface RecentSales {
  readonly in30Days: number
  /** For each two days of them, the oldest first. */
  readonly byTwoDays: readonly number[]
}

/** How many people have it on a wish list, and how many of them since thirty days. */
export type WishlistCount = Pick<Ok<'GET /vitrine/v1/wishlists/products/{productId}/count'>, 'people' | 'newPeople'>

export interface RuledCollection {
  readonly id: string
  readonly name: string
}

const mostCollections = 100

async function readCollections(signal: AbortSignal): Promise<readonly Collection[]> {
  const all: Collection[] = []
  for (;;) {
    const { collections } = await client.collections.queryCollections(
      { query: { paging: { limit: mostCollections, offset: all.length } } },
      { signal },
    )
    all.push(...collections)
    if (collections.length < mostCollections) return all.filter(({ id }) => id !== everything)
  }
}

/** The collection of all products: nobody is put into it. */
const everything = '00000000-000000-000000-000000000001'

/** Those that may not see something else than products do without it. */
const orNone = <T>(read: Promise<readonly T[]>): Promise<readonly T[]> => read.catch(() => [])

const mostRead = 100

/** The ribbons or brands that the newest products with one have. */
async function readUsed(field: 'ribbon' | 'brand', signal: AbortSignal): Promise<readonly string[]> {
  const { products } = await client.merchantProducts.listProducts(
    { query: { filter: { [field]: { $ne: '' } }, cursorPaging: { limit: mostRead } } },
    { signal },
  )
  return [...new Set(products.flatMap((product) => product[field] ?? []))].sort()
}

/** As far as its first hundred variants go. */
async function salesOf(productId: string, signal: AbortSignal): Promise<RecentSales> {
  const { levels } = await client.merchantInventory.queryStock(
    { query: { filter: { productId }, cursorPaging: { limit: 100 } } },
    { signal },
  )
  return {
    in30Days: levels.reduce((sum, { soldIn30Days }) => sum + soldIn30Days, 0),
    byTwoDays: (levels[0]?.recentSales ?? []).map((_, i) => levels.reduce((sum, { recentSales }) => sum + (recentSales[i] ?? 0), 0)),
  }
}

/** So many filters are counted at once. */
const mostFilters = 12

/** The collections that a product is in by their rule, as it is saved. */
async function ruledOf(productId: string, signal: AbortSignal): Promise<readonly RuledCollection[]> {
  const { collections } = await client.merchantProducts.listCollections({}, { signal })
  const ruled = collections.filter(({ rule }) => rule)
  const held: RuledCollection[] = []
  for (let at = 0; at < ruled.length; at += mostFilters) {
    const some = ruled.slice(at, at + mostFilters)
    const filters = some.map(({ id }) => ({ id: productId, collectionId: { $hasSome: [id] } }))
    const { counts } = await client.merchantProducts.countProducts({ filters }, { signal })
    held.push(...some.filter((_, i) => counts[i] === 1))
  }
  return held
}

/** So many are named in one address. */
const mostNamed = 30

/** As far as its first hundred variants go. */
async function waitingFor({ id, variants }: MerchantProduct, signal: AbortSignal): Promise<ReadonlyMap<string, number>> {
  const all = variants.slice(0, 100).map((variant) => ({ appId: catalogueAppId, catalogItemId: id, options: { variantId: variant.id } }))
  const parts = Array.from({ length: Math.ceil(all.length / mostNamed) }, (_, i) => all.slice(i * mostNamed, (i + 1) * mostNamed))
  const answers = await Promise.all(parts.map((catalogReferences) => client.waitingList.countRequests({ catalogReferences }, { signal })))
  return new Map(
    answers
      .flatMap(({ countsPerCatalogReference }) => countsPerCatalogReference)
      .flatMap(({ catalogReference: { options }, count }) => (count > 0 ? [[String(options?.['variantId']), count] as const] : [])),
  )
}

async function lastChangeOf(productId: string, signal: AbortSignal): Promise<AuditEntry | undefined> {
  if (!(await signedIn())?.rights.has('audit.read')) return undefined
  const query = {
    filter: { entityIds: { $hasSome: [productId] }, act: { $in: ['CREATED', 'CHANGED', 'DONE', 'REVERTED'] } },
    cursorPaging: { limit: 5 },
  }
  return (await client.audit.queryAudit({ query }, { signal })).entries.find(({ fields }) => fields > 0)
}

async function besideOf({ id, createdDate }: MerchantProduct, operator: '$gt' | '$lt', signal: AbortSignal): Promise<string | undefined> {
  const query = {
    filter: { createdDate: { [operator]: createdDate } },
    sort: [{ fieldName: 'createdDate', order: operator === '$gt' ? ('ASC' as const) : ('DESC' as const) }],
    // Times are stored more exactly than they are written, so that it may be among those after it.
    cursorPaging: { limit: 2 },
  }
  return (await client.merchantProducts.listProducts({ query }, { signal })).products.find((one) => one.id !== id)?.id
}

/** A product with what it may belong to. */
export async function loader({ params, request: { signal } }: LoaderFunctionArgs): Promise<Loaded> {
  const id = params['id']
  const [product, collections, taxGroups, ribbons, brands, sales, ruled, wishlistCount, lastChange] = await Promise.all([
    id === undefined ? undefined : client.merchantProducts.readProduct({ id }, { signal }).then((answer) => answer.product),
    readCollections(signal),
    orNone(client.taxGroups.queryTaxGroups({ query: { cursorPaging: { limit: 100 } } }, { signal }).then((answer) => answer.taxGroups)),
    orNone(readUsed('ribbon', signal)),
    orNone(readUsed('brand', signal)),
    id === undefined ? undefined : salesOf(id, signal),
    id === undefined ? [] : orNone(ruledOf(id, signal)),
    id === undefined ? undefined : client.memberWishlists.countWishlistsOfProduct({ productId: id }, { signal }).catch(() => undefined),
    id === undefined ? undefined : lastChangeOf(id, signal).catch(() => undefined),
  ])
  const [newer, older, waiting = new Map()] = product
    ? await Promise.all([
        besideOf(product, '$gt', signal),
        besideOf(product, '$lt', signal),
        // Those who may not see who waits do without it.
        waitingFor(product, signal).catch(() => undefined),
      ])
    : []
  const others = ruled.filter((one) => !product?.collectionIds.includes(one.id))
  return { product, collections, taxGroups, ribbons, brands, sales, ruled: others, wishlistCount, waiting, lastChange, newer, older }
}
