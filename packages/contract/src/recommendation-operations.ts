import * as z from 'zod'
import { CatalogReferenceInput } from './inputs.ts'
import { operation, operations } from './operation.ts'
import { Guid, many, text, whole } from './primitives.ts'
import { AlgorithmInfo, PlacementAlgorithm, Recommendation, RecommendationPlacement } from './recommendations.ts'

/** The most previously viewed products that are counted with one. */
export const mostViewedBefore = 5

const AlgorithmInput = z.object({ id: Guid, appId: text(36, 1) })

/** What is recommended beside products, or to anybody. Products that are hidden, sold out or deleted never are. */
export const recommendations = operations({
  /**
   * The shop's own and those of the services (service plug-ins) that it has set up, which have the id of the service as `appId`. Those of
   * type `RELATED_ITEMS` use the `items` of the request; those of type `GLOBAL` need none.
   */
  'GET /v1/recommendations/algorithms': operation({
    as: 'visitor',
    merchant: 'products.read',
    summary: 'List what recommends products',
    input: z.object({}),
    ok: z.object({ availableAlgorithms: z.array(AlgorithmInfo) }),
    errors: [],
    aliases: ['/ecom/v1/recommendations/algorithms'],
  }),

  /**
   * The first of the algorithms that recommends at least `minimumRecommendedItems` (1 by default) answers, with up to a hundred products,
   * the best first; `{}` where none does. Of `items`, the first fifty count. A service that does not answer in time recommends nothing, so
   * that the next algorithm answers; its answer is cached for a minute.
   *
   * `{ algorithms: [{ id: '68ebce04-b96a-4c52-9329-08fc9d8c1253', appId: storesApp }], items: [{ appId: storesApp, catalogItemId: productId }] }`
   */
  'POST /v1/recommendations/get': operation({
    as: 'visitor',
    merchant: 'products.read',
    summary: 'Recommend products',
    input: z.object({
      algorithms: z.array(AlgorithmInput).min(1).max(10),
      items: z.array(CatalogReferenceInput).max(300).nullish(),
      minimumRecommendedItems: whole(0, 100).nullish(),
    }),
    ok: z.object({ recommendation: Recommendation.optional() }),
    errors: ['ALGORITHM_NOT_SUPPORTED', 'ITEM_APP_ID_NOT_SUPPORTED', 'RECOMMENDATIONS_PROVIDER_NOT_FOUND'],
    reads: true,
    aliases: ['/ecom/v1/recommendations/get'],
  }),

  /**
   * What a placement of the shop shows, by the algorithms that the shop has chosen for it, one after the other until it is full; nothing
   * where the shop has switched it off. `productIds` are its context: the product of the page, or what is in the cart. `SERVICES`
   * contributes once a service has answered: a page waits for no more than a moment, and shows the answer from then on. Pages that are the
   * same for everybody show nothing personal: `FOR_YOU` recommends at `CART` and `EMPTY_CART` alone.
   */
  'GET /vitrine/v1/recommendations/placements/{placement}': operation({
    as: 'anyone',
    summary: 'Read what a placement of the shop shows',
    input: z.object({ placement: RecommendationPlacement, productIds: many(Guid, 50).optional(), limit: whole(1, 24).default(4) }),
    ok: z.object({
      enabled: z.boolean(),
      items: z.array(z.object({ productId: Guid, slug: z.string(), kind: PlacementAlgorithm })),
    }),
    errors: [],
  }),

  /**
   * Counts a view of a product, and the products viewed before it in the same visit. Who viewed is neither sent nor stored: only the count
   * of each pair. Products that the shop does not have are left out.
   */
  'POST /vitrine/v1/recommendations/views': operation({
    as: 'anyone',
    merchant: 'products.write',
    summary: 'Count a look at a product',
    input: z.object({ productId: Guid, before: z.array(Guid).max(mostViewedBefore).default([]) }),
    ok: z.object({}),
    errors: [],
  }),
})
