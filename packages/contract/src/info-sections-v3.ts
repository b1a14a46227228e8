import * as z from 'zod'
import { CursorQuery } from './inputs.ts'
import { operation, operations } from './operation.ts'
import { CursorPagingMetadata } from './paging.ts'
import { AnyObject, Guid, Instant, many } from './primitives.ts'
import { RichContent } from './rich-content.ts'

/** A titled text of a product, such as how to care for it. Each belongs to one product, whose revision and dates it has. */
export const InfoSection = z.object({
  id: Guid,
  revision: z.string(),
  createdDate: Instant,
  updatedDate: Instant,
  /** The product's slug and which of its sections this is: `morning-mug-1`. */
  uniqueName: z.string(),
  title: z.string(),
  description: RichContent,
  /** As HTML. */
  plainDescription: z.string(),
  assignedProductsCount: z.int().optional(),
})
export interface InfoSection extends z.infer<typeof InfoSection> {}

const Fields = many(z.enum(['ASSIGNED_PRODUCTS_COUNT']), 100).nullish()
const at = (path: string) => [`/_api/info-section/v3/info-sections/${path}` as const]

/** The titled texts of all products. */
export const infoSectionsV3 = operations({
  /**
   * By cursor, in the order of products. Filter by `id title uniqueName createdDate updatedDate`, sort by `title uniqueName createdDate updatedDate`.
   *
   * `{ query: { filter: { title: 'Care' } } }`
   */
  'GET /stores/v3/info-sections/query': operation({
    as: 'user',
    summary: 'Query info sections',
    input: z.object({ query: CursorQuery.nullish(), fields: Fields }),
    ok: z.object({ infoSections: z.array(InfoSection), pagingMetadata: CursorPagingMetadata }),
    errors: [],
    twin: '/stores/v3/info-sections/query',
    aliases: at('query'),
  }),

  'GET /stores/v3/info-sections/{infoSectionId}': operation({
    as: 'user',
    summary: 'Read an info section',
    input: z.object({ infoSectionId: Guid, fields: Fields }),
    ok: z.object({ infoSection: InfoSection }),
    errors: ['INFO_SECTION_NOT_FOUND'],
    aliases: at('{infoSectionId}'),
  }),

  'POST /stores/v3/info-sections/count': operation({
    as: 'user',
    summary: 'Count info sections',
    input: z.object({ filter: AnyObject.nullish() }),
    ok: z.object({ count: z.int() }),
    errors: [],
    reads: true,
    aliases: at('count'),
  }),
})
