import type { CollectionSort, collectionSlugs, MerchantCollection, MerchantCollectionInput, merchantCollections } from '@vitrine/contract'
import { isSame } from '../../../kernel/canonical.ts'
import type { Context } from '../../../kernel/db/context.ts'
import { type Db, plannedEachTime, sql } from '../../../kernel/db/sql.ts'
import type { Handlers } from '../../../kernel/http/handlers.ts'
import { refuse } from '../../../kernel/refusal.ts'
import { isViolation, violation } from '../../../kernel/violation.ts'
import { mediaPath } from '../address.ts'
import { findAllProducts, saveAllProducts } from '../all-products.ts'
import { allProducts } from '../document.ts'
import type { Commerce, Picture } from '../product.ts'
import { nextRevision } from '../revision.ts'
import { meets } from '../rules/condition.ts'
import { orderOfSort, placedPage, placeProducts } from '../rules/order.ts'
import { pickRuled, unpick } from '../rules/picks.ts'
import { type StoredRule, shownRule } from '../rules/stored-rule.ts'
import { saveRule, updateSome } from '../rules/update.ts'
import { type CollectionDraft, type CollectionFacts, saveCollection } from '../save.ts'
import { allProductsCategory } from '../v3/ids.ts'
import { findCollectionSlug, findDraft, rememberSlug, slugsLike } from './collection-store.ts'
import { changedCollection } from './collections.ts'
import { readProductRows } from './merchant-list.ts'
import { readRule } from './read-rule.ts'
import { isSlug, slugRule } from './slug.ts'
import { findPictures } from './store.ts'

interface MerchantCollectionDeps {
  readonly publicUrl: string
  readonly commerce: (db: Db, site: string) => Promise<Commerce>
}

interface Row {
  readonly id: string
  readonly name: string
  readonly slug: string
  readonly visible: boolean
  readonly products: number
  readonly position: number
  readonly facts: CollectionFacts
  readonly rule: StoredRule | null
  readonly updating: boolean
  readonly sort: CollectionSort
  readonly placed: number
}

const most = 1000

const isEverything = (id: string): boolean => id === allProductsCategory

const findAll = (db: Db, site: string, id?: string): Promise<Row[]> =>
  db.query<Row>(sql`
    select id, name, slug, visible, products, position, facts, rule, rule_cursor is not null as updating, sort, placed from collection
    where site = ${site} ${id === undefined ? sql`` : sql`and id = ${id}`} order by position, id limit ${most}`)

const first = async (db: Db, site: string, id: string): Promise<Row | undefined> => (await findAll(db, site, id.toLowerCase()))[0]

/** The collection of all products as a row beside the others. */
async function everything(db: Db, site: string): Promise<Row> {
  const { description, picture, seo, ...shown } = await findAllProducts(db, site)
  return {
    id: allProductsCategory,
    slug: allProducts.slug,
    position: -1,
    rule: null,
    updating: false,
    facts: { description, ...(picture && { picture }), ...(seo && { seo }) },
    ...shown,
  }
}

/** What is in the collection of all products, and where it is found, is nobody's to change. */
const fixedOf = ({ slug, rule, keepProducts }: MerchantCollectionInput): string | undefined =>
  slug && slug !== allProducts.slug ? 'collection.slug' : rule ? 'collection.rule' : keepProducts ? 'collection.keepProducts' : undefined

/** Collections for the people who run the shop. */
export function merchantCollectionOperations({
  publicUrl,
  commerce: commerceOf,
}: MerchantCollectionDeps): Handlers<typeof merchantCollections & typeof collectionSlugs> {
  function shown({ id, name, slug, visible, products, facts, rule, updating, sort }: Row): MerchantCollection {
    const { description, picture, seo } = facts
    return {
      id,
      name,
      slug,
      description,
      visible,
      ...(picture && {
        mediaId: picture.id,
        image: publicUrl + mediaPath(picture.id),
        alt: picture.alt,
        ...(picture.focalPoint && { focalPoint: picture.focalPoint }),
      }),
      products,
      ...(rule && { rule: shownRule(rule) }),
      updating,
      sort,
      ...(seo && { seo }),
    }
  }

  const listing = async (db: Db, site: string) => ({ publicUrl, commerce: await commerceOf(db, site) })

  return {
    'GET /vitrine/v1/collections/slugs/{slug}': ({ slug }, { db, site }) => findCollectionSlug(db, site, slug),

    async 'GET /vitrine/v1/collections'(_input, { db, site }) {
      return { collections: (await findAll(db, site)).map(shown), allProducts: shown(await everything(db, site)) }
    },

    async 'PATCH /vitrine/v1/collections/{id}'({ id, collection: sent }, scope) {
      const { db, site, now } = scope
      const { slug, sort, rule } = sent
      if (typeof slug === 'string' && !isSlug(slug)) return violation('collection.slug', slugRule)
      await nextRevision(db, site)
      if (isEverything(id)) {
        const fixed = fixedOf(sent)
        if (fixed !== undefined) return violation(fixed, 'is fixed for the collection of all products')
        const { facts, ...row } = await everything(db, site)
        await saveAllProducts(db, site, withSeo(changedCollection({ ...row, ...facts }, sent), sent.seo), now)
        if (sort) await db.query(sql`update all_products set sort = ${sort} where site = ${site}`)
        return { collection: shown(await everything(db, site)) }
      }
      const before = await first(db, site, id)
      const draft = before && (await findDraft(db, site, before.id))
      if (!before || !draft) return refuse('COLLECTION_NOT_FOUND')
      if (typeof slug === 'string' && slug !== before.slug && (await slugsLike(db, site, slug, before.id)).has(slug))
        return refuse('COLLECTION_SLUG_TAKEN')
      const read = rule && readRule(rule, (await commerceOf(db, site)).currency, 'collection.rule')
      if (isViolation(read)) return read
      const after = withSeo(changedCollection(draft, sent), sent.seo)
      if (sort) await db.query(sql`update collection set sort = ${sort} where site = ${site} and id = ${before.id}`)
      if (read !== undefined) await changeRule(scope, before, read, sent.keepProducts ?? undefined)
      await saveCollection(db, site, after, now)
      await rememberSlug(db, site, before.slug, after, now)
      return { collection: shown((await first(db, site, before.id))!) }
    },

    async 'POST /vitrine/v1/collections/rule-preview'({ rule, limit }, { db, site, now }) {
      const deps = await listing(db, site)
      const read = readRule(rule, deps.commerce.currency, 'rule')
      if (isViolation(read)) return read
      const where = sql`product.site = ${site} and ${meets(read, now)}`
      const [counted] = await db.query<{ matches: number; of: number }>(
        plannedEachTime(sql`
          select count(*) as matches, coalesce((select products from catalogue where site = ${site}), 0) as of from product where ${where}`),
      )
      const rows = await db.query<{ id: string }>(
        plannedEachTime(sql`select product.id from product where ${where} order by ${orderOfSort('NEWEST')} limit ${limit}`),
      )
      const products = await readProductRows(
        db,
        site,
        rows.map((row) => row.id),
        deps,
      )
      return { ...counted!, products }
    },

    async 'GET /vitrine/v1/collections/{id}/products'({ id, limit, offset }, { db, site }) {
      const isAll = isEverything(id)
      const row = isAll ? await everything(db, site) : await first(db, site, id)
      if (!row) return refuse('COLLECTION_NOT_FOUND')
      const where = isAll ? sql`product.site = ${site}` : sql`product.site = ${site} and product.collection_ids @> ${[row.id]}::uuid[]`
      const page =
        row.sort === 'MANUAL' && row.placed > 0
          ? placedPage(site, isAll ? allProducts.id : row.id, where, { limit, offset })
          : sql`select product.id from product where ${where} order by ${orderOfSort(row.sort)} limit ${limit} offset ${offset}`
      const ids = (await db.query<{ id: string }>(plannedEachTime(page))).map((found) => found.id)
      const ruled = isAll
        ? ids.map((found) => ({ id: found }))
        : await db.query<{ id: string }>(sql`
        select id from product where site = ${site} and id = any(${ids}::uuid[]) and rule_collection_ids @> ${[row.id]}::uuid[]`)
      const byRule = new Set(ruled.map((found) => found.id))
      const products = await readProductRows(db, site, ids, await listing(db, site))
      return { products: products.map((product) => ({ ...product, by: byRule.has(product.id) ? 'RULE' : 'HAND' })), total: row.products }
    },

    async 'PUT /vitrine/v1/collections/{id}/products/order'({ id, productIds }, { db, site, now }) {
      await nextRevision(db, site)
      const isAll = isEverything(id)
      const draft = isAll ? undefined : await findDraft(db, site, id.toLowerCase())
      if (!isAll && !draft) return refuse('COLLECTION_NOT_FOUND')
      const ids = [...new Set(productIds.map((one) => one.toLowerCase()))]
      const [known] = await db.query<{ count: number }>(sql`
        select count(*) as count from product
        where site = ${site} and id = any(${ids}::uuid[]) ${draft ? sql`and collection_ids @> ${[draft.id]}::uuid[]` : sql``}`)
      if (known!.count !== ids.length) return refuse('PRODUCT_NOT_FOUND')
      if (draft) {
        await placeProducts(db, site, draft.id, ids)
        await saveCollection(db, site, draft, now)
      } else {
        await saveAllProducts(db, site, await findAllProducts(db, site), now)
        await placeProducts(db, site, allProducts.id, ids)
      }
      return {}
    },

    async 'PUT /vitrine/v1/collections/order'({ ids }, { db, site, now }) {
      await nextRevision(db, site)
      const rows = await findAll(db, site)
      const known = new Map(rows.map((row) => [row.id, row]))
      const named = [...new Set(ids.map((id) => id.toLowerCase()))]
      if (named.some((id) => !known.has(id))) return refuse('COLLECTION_NOT_FOUND')
      const order = [...named, ...rows.flatMap(({ id }) => (named.includes(id) ? [] : [id]))]
      for (const [position, id] of order.entries()) {
        if (known.get(id)!.position === position) continue
        await saveCollection(db, site, { ...(await findDraft(db, site, id))!, position }, now)
      }
      return {}
    },

    async 'PUT /vitrine/v1/collections/{id}/cover'({ id: given, mediaId, alt, focalPoint }, { db, site, now }) {
      const id = given.toLowerCase()
      await nextRevision(db, site)
      const isAll = isEverything(id)
      const draft = isAll ? undefined : await findDraft(db, site, id)
      if (!isAll && !draft) return refuse('COLLECTION_NOT_FOUND')
      const picture = mediaId === null ? undefined : (await findPictures(db, site, [mediaId])).get(mediaId)
      if (mediaId !== null && !picture) return violation('mediaId', 'is no picture among the files of the shop')
      const shows = picture && { ...picture, alt: alt ?? picture.alt, ...(focalPoint && { focalPoint }) }
      if (draft) await saveCollection(db, site, withPicture(draft, shows), now)
      else await saveAllProducts(db, site, withPicture(await findAllProducts(db, site), shows), now)
      return { collection: shown(draft ? (await first(db, site, id))! : await everything(db, site)) }
    },
  }
}

function withPicture<T extends Pick<CollectionFacts, 'picture'>>(draft: T, picture: Picture | undefined) {
  const { picture: _, ...rest } = draft
  return { ...rest, ...(picture && { picture }) }
}

/** An empty text says nothing, as before. */
function withSeo({ seo: before, ...draft }: CollectionDraft, sent: MerchantCollectionInput['seo']): CollectionDraft {
  const title = sent?.title ?? before?.title
  const description = sent?.description ?? before?.description
  const seo = { ...(title && { title }), ...(description && { description }) }
  return Object.keys(seo).length > 0 ? { ...draft, seo } : draft
}

async function changeRule(context: Context, { id, rule: before }: Row, rule: StoredRule | null, keep: boolean | undefined): Promise<void> {
  const { db, site } = context
  if (isSame(before, rule)) return
  if (!before && !keep) await unpick(db, site, id)
  if (!rule && keep !== false) await pickRuled(db, site, id)
  await saveRule(context, id, rule)
  await updateSome(context)
}
