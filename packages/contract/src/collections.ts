import * as z from 'zod'
import { OffsetQuery } from './inputs.ts'
import { operation, operations } from './operation.ts'
import { Instant, text } from './primitives.ts'
import { PlatformPagingMetadata, ProductMedia } from './products.ts'

/** A collection of products. */
export const Collection = z.object({
  id: z.string().optional(),
  name: z.string().optional(),
  media: ProductMedia.optional(),
  numberOfProducts: z.int(),
  description: z.string().optional(),
  slug: z.string().optional(),
  visible: z.boolean().optional(),
  lastUpdated: Instant.optional(),
})
export interface Collection extends z.infer<typeof Collection> {}

const CollectionAnswer = z.object({ collection: Collection })
const BySlug = z.object({ slug: text(100, 1) })

export const collections = operations({
  /** By offset. Filter and sort by `id` and `name`. */
  'GET /v2/collections/query': operation({
    as: 'visitor',
    summary: 'Query collections',
    input: z.object({ query: OffsetQuery.nullish() }),
    ok: z.object({ collections: z.array(Collection), metadata: PlatformPagingMetadata }),
    errors: [],
    twin: '/v2/collections/query',
  }),

  'GET /v2/collections/{id}': operation({
    as: 'visitor',
    summary: 'Read a collection',
    input: z.object({ id: text(100, 1) }),
    ok: CollectionAnswer,
    errors: ['COLLECTION_NOT_FOUND'],
  }),

  'GET /v2/collections/slug/{slug}': operation({
    as: 'visitor',
    summary: 'Read a collection by its slug',
    input: BySlug,
    ok: CollectionAnswer,
    errors: ['COLLECTION_NOT_FOUND'],
  }),

  'GET /stores-reader/v1/collections/slug/{slug}': operation({
    as: 'visitor',
    summary: 'Read a collection by its slug, under the older address',
    input: BySlug,
    ok: CollectionAnswer,
    errors: ['COLLECTION_NOT_FOUND'],
    aliases: ['/_api/catalog-reader-server/v1/collections/slug/{slug}'],
  }),
})
