import type { MerchantProduct, MerchantProductInput, merchantProducts } from '@vitrine/contract'
import { newId } from '../../../kernel/db/id.ts'
import { type Db, sql } from '../../../kernel/db/sql.ts'
import { freeSlug } from '../../../kernel/free-slug.ts'
import type { Handlers } from '../../../kernel/http/handlers.ts'
import { readable } from '../../../kernel/query/readable.ts'
import { Refusal, refuse } from '../../../kernel/refusal.ts'
import { revisionOf } from '../../../kernel/revision.ts'
import { isViolation, violation } from '../../../kernel/violation.ts'
import type { Commerce, ProductDraft } from '../product.ts'
import { saveProduct } from '../save.ts'
import { inCollections } from './bulk/rules.ts'
import { changed } from './change.ts'
import { changeMany, type Write } from './many.ts'
import { edited } from './merchant-change.ts'
import { countProducts, findProducts } from './merchant-list.ts'
import { findMerchantProducts } from './merchant-products.ts'
import { emptyDraft } from './new-draft.ts'
import { slugOf } from './slug.ts'
import { findShowable, forgetSlugs, saveChanged, takeDrafts, takenSlugs } from './store.ts'

interface MerchantProductDeps {
  readonly publicUrl: string
  readonly commerce: (db: Db, site: string) => Promise<Commerce>
}

type Read = Pick<Write, 'db' | 'site'>

/** Of these collections, the first that the shop does not have. */
export async function missingCollection(db: Db, site: string, ids: readonly string[]): Promise<string | undefined> {
  if (ids.length === 0) return undefined
  const rows = await db.query<{ id: string }>(sql`select id from collection where site = ${site} and id = any(${ids}::uuid[])`)
  const known = new Set(rows.map(({ id }) => id))
  return ids.find((id) => !known.has(id.toLowerCase()))
}

const copiedName = (name: string): string => `${name.slice(0, 73)} (copy)`

/** Products for the people who run the shop. */
export function merchantProductOperations(deps: MerchantProductDeps): Handlers<typeof merchantProducts> {
  const { publicUrl } = deps

  const shown = async ({ db, site }: Read, { currency }: Commerce, id: string): Promise<MerchantProduct | undefined> =>
    (await findMerchantProducts(db, site, [id], { currency, publicUrl })).get(id.toLowerCase())

  /** What was sent, on a product; refused where it names something that the shop does not have. */
  async function applied({ db, site }: Read, before: ProductDraft, sent: MerchantProductInput, currency: string) {
    const missing = await missingCollection(db, site, sent.collectionIds ?? [])
    if (missing !== undefined)
      return violation(`product.collectionIds[${sent.collectionIds!.indexOf(missing)}]`, 'is no collection of the shop')
    const ids = sent.media?.flatMap(({ mediaId, posterId }) => [mediaId, ...(posterId ? [posterId] : [])]) ?? []
    return edited(before, sent, { currency, files: await findShowable(db, site, ids) })
  }

  async function save(scope: Write, commerce: Commerce, draft: ProductDraft): Promise<{ product: MerchantProduct }> {
    await saveProduct(scope.db, scope.site, commerce, draft, scope.now)
    await forgetSlugs(scope.db, scope.site, [draft.slug])
    return { product: (await shown(scope, commerce, draft.id))! }
  }

  return {
    async 'POST /vitrine/v1/products/query'({ query }, { db, site }) {
      const commerce = await deps.commerce(db, site)
      return readable(() => findProducts(db, site, query ?? {}, { commerce, publicUrl }))
    },

    async 'POST /vitrine/v1/products/totals'({ filters }, { db, site }) {
      const { currency } = await deps.commerce(db, site)
      return readable(async () => ({ counts: await countProducts(db, site, filters, currency) }))
    },

    async 'GET /vitrine/v1/products/{id}'({ id }, { db, site }) {
      const product = await shown({ db, site }, await deps.commerce(db, site), id)
      return product ? { product } : refuse('PRODUCT_NOT_FOUND')
    },

    async 'POST /vitrine/v1/products'({ product: sent }, scope) {
      const { db, site } = scope
      if (typeof sent.name !== 'string') return violation('product.name', 'is required')
      if (typeof sent.priceData?.price !== 'number') return violation('product.priceData.price', 'is required')
      const commerce = await deps.commerce(db, site)
      // Whoever writes the catalogue of a shop waits here.
      await takeDrafts(db, site, commerce.currency, [])
      const draft = await applied(scope, emptyDraft(sent.name), sent, commerce.currency)
      if (isViolation(draft)) return draft
      const taken = await takenSlugs(db, site, draft.slug, undefined)
      if (typeof sent.slug === 'string' && taken.has(sent.slug)) return refuse('PRODUCT_SLUG_TAKEN')
      return save(scope, commerce, { ...draft, slug: freeSlug(draft.slug, (slug) => taken.has(slug)) })
    },

    async 'PATCH /vitrine/v1/products/{id}'({ id, revision, product: sent }, scope) {
      const { db, site, now } = scope
      const commerce = await deps.commerce(db, site)
      const before = (await takeDrafts(db, site, commerce.currency, [id])).get(id.toLowerCase())
      if (!before) return refuse('PRODUCT_NOT_FOUND')
      if (typeof revision === 'string' && revision !== revisionOf(before)) return refuse('STALE_REVISION')
      const after = await applied(scope, before, sent, commerce.currency)
      if (after instanceof Refusal) return after
      if (after.slug !== before.slug && (await takenSlugs(db, site, after.slug, after.id)).has(after.slug))
        return refuse('PRODUCT_SLUG_TAKEN')
      await saveChanged(db, site, commerce, [{ before, after }], now)
      return { product: (await shown(scope, commerce, id))! }
    },

    async 'POST /vitrine/v1/products/{id}/duplicate'({ id, name: given }, scope) {
      const { db, site } = scope
      const commerce = await deps.commerce(db, site)
      const before = (await takeDrafts(db, site, commerce.currency, [id])).get(id.toLowerCase())
      if (!before) return refuse('PRODUCT_NOT_FOUND')
      // A barcode stands for one product, as the number of its maker does.
      const { numericId: _, createdAt: __, seo: ___, barcode: ____, mpn: _mpn, ...rest } = before
      const name = given ?? copiedName(before.name)
      const wanted = slugOf(name)
      const taken = await takenSlugs(db, site, wanted, undefined)
      return save(scope, commerce, {
        ...rest,
        id: newId(),
        name,
        slug: freeSlug(wanted, (slug) => taken.has(slug)),
        visible: false,
        variants: before.variants.map(({ barcode: _____, mpn: _own, ...variant }) => ({ ...variant, id: newId() })),
      })
    },

    async 'POST /vitrine/v1/products/bulk-update'({ changes }, scope) {
      const { db, site } = scope
      const commerce = await deps.commerce(db, site)
      const missing = await missingCollection(
        db,
        site,
        changes.flatMap(({ product }) => product.addTo ?? []),
      )
      if (missing !== undefined) {
        const at = changes.findIndex(({ product }) => product.addTo?.includes(missing))
        return violation(`changes[${at}].product.addTo`, 'has a collection that the shop does not have')
      }
      const ids = changes.map(({ id }) => id)
      return changeMany(scope, ids, commerce, (before, i) => {
        const { addTo, removeFrom, ...sent } = changes[i]!.product
        const after = changed(before, sent, commerce.currency)
        if (isViolation(after)) return after
        return inCollections(after, addTo, removeFrom)
      })
    },
  }
}
