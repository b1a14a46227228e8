import type {
  collectionSlugs,
  merchantCollections,
  merchantProducts,
  Product,
  ProductInput,
  productJobs,
  productSlugs,
  productWrites,
  storeVariants,
} from '@vitrine/contract'
import type { Db } from '../../../kernel/db/sql.ts'
import { freeSlug } from '../../../kernel/free-slug.ts'
import type { Handlers } from '../../../kernel/http/handlers.ts'
import { Refusal, refuse } from '../../../kernel/refusal.ts'
import { isViolation, type Violation, violation } from '../../../kernel/violation.ts'
import type { Commerce, ProductDraft } from '../product.ts'
import { saveProduct } from '../save.ts'
import { readFresh } from '../store.ts'
import { adjusted } from './adjust.ts'
import { productJobOperations } from './bulk/operations.ts'
import { changed, overridden } from './change.ts'
import { collectionWrites } from './collections.ts'
import { withCosts } from './costs.ts'
import { changeMany, type Write } from './many.ts'
import { withChoiceMedia, withFiles, withoutChoiceMedia, withoutMedia } from './media.ts'
import { merchantProductOperations } from './merchant.ts'
import { merchantCollectionOperations } from './merchant-collections.ts'
import { emptyDraft } from './new-draft.ts'
import { withOptions, withoutOverrides } from './options.ts'
import { deleteProduct, findShowable, findSlug, forgetSlugs, saveChanged, takeDrafts, takenSlugs } from './store.ts'
import { storeVariantOperations } from './store-variants.ts'

export interface ProductWriteDeps {
  /** Where the shop is reached, without a slash at the end. */
  readonly publicUrl: string
  readonly commerce: (db: Db, site: string) => Promise<Commerce>
  /** Lets changes of many products that were begun go on soon. */
  readonly pokeJobs: () => void
}

export function productWriteOperations(
  deps: ProductWriteDeps,
): Handlers<
  typeof productWrites &
    typeof productSlugs &
    typeof merchantProducts &
    typeof merchantCollections &
    typeof collectionSlugs &
    typeof storeVariants &
    typeof productJobs
> {
  const { publicUrl } = deps

  async function shown({ db, site }: Write, commerce: Commerce, draft: ProductDraft): Promise<Product> {
    const product = await readFresh(db, site, draft.id, { publicUrl, commerce })
    return withCosts(product!, draft, commerce)
  }

  /** Changes one product by a rule, and answers what it is then. */
  async function change<R extends Refusal>(
    scope: Write,
    id: string,
    rule: (before: ProductDraft, commerce: Commerce) => ProductDraft | R | Promise<ProductDraft | R>,
  ): Promise<{ readonly draft: ProductDraft; readonly commerce: Commerce } | R | Refusal<'PRODUCT_NOT_FOUND'>> {
    const { db, site, now } = scope
    const commerce = await deps.commerce(db, site)
    const before = (await takeDrafts(db, site, commerce.currency, [id])).get(id.toLowerCase())
    if (!before) return refuse('PRODUCT_NOT_FOUND')
    const after = await rule(before, commerce)
    if (after instanceof Refusal) return after
    await saveChanged(db, site, commerce, [{ before, after }], now)
    return { draft: after, commerce }
  }

  /** The same, for operations that answer nothing. */
  async function silently<R extends Refusal>(
    scope: Write,
    id: string,
    rule: (before: ProductDraft) => ProductDraft | R | Promise<ProductDraft | R>,
  ) {
    const done = await change(scope, id, rule)
    return done instanceof Refusal ? done : {}
  }

  return {
    async 'POST /stores/v1/products'({ product: sent }, scope) {
      const { db, site, now } = scope
      const commerce = await deps.commerce(db, site)
      const missing = missingIn(sent)
      if (missing) return missing
      const draft = changed(emptyDraft(sent.name!), sent, commerce.currency)
      if (isViolation(draft)) return draft
      // Whoever writes the catalogue of a shop waits here.
      await takeDrafts(db, site, commerce.currency, [])
      const taken = await takenSlugs(db, site, draft.slug, undefined)
      if (typeof sent.slug === 'string' && taken.has(sent.slug)) return refuse('PRODUCT_SLUG_TAKEN')
      const named = { ...draft, slug: freeSlug(draft.slug, (slug) => taken.has(slug)) }
      await saveProduct(db, site, commerce, named, now)
      await forgetSlugs(db, site, [named.slug])
      return { product: await shown(scope, commerce, named) }
    },

    async 'PATCH /stores/v1/products/{product.id}'({ product: { id, ...sent } }, scope) {
      const { db, site } = scope
      const done = await change(scope, id, async (before, { currency }) => {
        const after = changed(before, sent, currency)
        if (isViolation(after) || after.slug === before.slug) return after
        const taken = await takenSlugs(db, site, after.slug, after.id)
        return taken.has(after.slug) ? refuse('PRODUCT_SLUG_TAKEN') : after
      })
      return done instanceof Refusal ? done : { product: await shown(scope, done.commerce, done.draft) }
    },

    async 'DELETE /stores/v1/products/{id}'({ id }, { db, site, now }) {
      return (await deleteProduct(db, site, id.toLowerCase(), now)) ? {} : refuse('PRODUCT_NOT_FOUND')
    },

    async 'PATCH /stores/v1/products/{id}/variants'({ id, variants }, scope) {
      const done = await change(scope, id, (before, { currency }) => overridden(before, variants, currency))
      return done instanceof Refusal ? done : { variants: (await shown(scope, done.commerce, done.draft)).variants }
    },

    'POST /stores/v1/products/{id}/variants/resetToDefault': ({ id }, scope) => silently(scope, id, withoutOverrides),

    'DELETE /stores/v1/products/{id}/options': ({ id }, scope) => silently(scope, id, (before) => withOptions(before, [])),

    'POST /stores/v1/products/{id}/remove-brand': ({ id }, scope) =>
      silently(scope, id, (before) => {
        const { brand: _, ...rest } = before
        return rest
      }),

    'POST /stores/v1/products/{id}/remove-ribbon': ({ id }, scope) =>
      silently(scope, id, (before) => {
        const { ribbon: _, ...rest } = before
        return rest
      }),

    async 'POST /stores/v1/products/{id}/media'({ id, media }, scope) {
      const { db, site } = scope
      const ids = media.map(({ mediaId }) => mediaId)
      return silently(scope, id, async (before) => {
        const after = withFiles(before, ids, await findShowable(db, site, ids))
        if (isViolation(after)) return after
        const assignments = media.flatMap(({ mediaId, choice }) => (choice ? [{ ...choice, mediaIds: [mediaId] }] : []))
        return withChoiceMedia(after, assignments)
      })
    },

    'POST /stores/v1/products/{id}/media/delete': ({ id, mediaIds }, scope) =>
      silently(scope, id, (before) => withoutMedia(before, mediaIds && mediaIds.length > 0 ? mediaIds : undefined)),

    'PATCH /stores/v1/products/{id}/choices/media': ({ id, media }, scope) =>
      silently(scope, id, (before) => withChoiceMedia(before, media)),

    'POST /stores/v1/products/{id}/choices/media/delete': ({ id, media }, scope) =>
      silently(scope, id, (before) =>
        withoutChoiceMedia(
          before,
          media.map(({ mediaIds, ...rest }) => ({ ...rest, mediaIds: mediaIds ?? undefined })),
        ),
      ),

    async 'POST /stores/v1/bulk/products/update'({ ids, set }, scope) {
      const said = Object.entries(set).filter(([, value]) => value !== null && value !== undefined)
      if (said.length !== 1) return violation('set', 'has exactly one of price, cost, weight, ribbon and brand')
      const commerce = await deps.commerce(scope.db, scope.site)
      const { price, cost, weight, ribbon, brand } = set
      const input: ProductInput = {
        ...(price !== undefined && { priceData: { price } }),
        ...(cost !== undefined && { costAndProfitData: { itemCost: cost } }),
        weight,
        ribbon,
        brand,
      }
      return changeMany(scope, ids, commerce, (before, _, again) => (again ? before : changed(before, input, commerce.currency)))
    },

    async 'POST /stores/v1/bulk/products/adjust-properties'({ ids, adjust }, scope) {
      const said = (['price', 'cost', 'weight'] as const).filter((property) => adjust[property])
      const [property] = said
      if (property === undefined || said.length > 1) return violation('adjust', 'has exactly one of price, cost and weight')
      const commerce = await deps.commerce(scope.db, scope.site)
      return changeMany(scope, ids, commerce, (before, _, again) =>
        again ? before : adjusted(before, property, adjust[property]!, commerce.currency),
      )
    },

    'GET /vitrine/v1/products/slugs/{slug}': ({ slug }, { db, site }) => findSlug(db, site, slug),

    ...collectionWrites(deps),
    ...merchantProductOperations(deps),
    ...productJobOperations(deps),
    ...merchantCollectionOperations(deps),
    ...storeVariantOperations(deps),
  }
}

function missingIn({ name, priceData }: ProductInput): Violation | undefined {
  if (name === null || name === undefined) return violation('product.name', 'is required')
  return typeof priceData?.price === 'number' ? undefined : violation('product.priceData.price', 'is required')
}
