import * as z from 'zod'
import { operation, operations } from './operation.ts'
import { Guid, text, whole } from './primitives.ts'
import { Revision, revised } from './revised.ts'

/** Which list of the admin: `orders`. */
const ListName = text(40, 1).regex(/^[a-z][a-z-]*$/, 'is no name of a list')
const Search = text(2000)
const Columns = z.array(text(40, 1)).max(40)

/** A saved view of a list of the admin. */
export const SavedView = z.object({
  id: Guid,
  ...revised,
  list: z.string(),
  name: z.string(),
  /** The search and the sort, as in the address of the page: `fulfilment=waiting&sort=-total`. */
  search: z.string(),
  /** The columns in their order; none for the default. */
  columns: z.array(z.string()),
  /** Whether all of the staff have it, or only its creator. */
  shared: z.boolean(),
  /** Its position among the shared ones, or among one's own. */
  position: z.int(),
})
export interface SavedView extends z.infer<typeof SavedView> {}

const Answer = z.object({ view: SavedView })

/**
 * Views of the admin's lists. Everybody has views of their own, which nobody else sees; shared ones are seen by all, and changed by those whose
 * role has `sharedViews.write`.
 */
export const views = operations({
  /** The shared ones first, each kind in its order. */
  'GET /vitrine/v1/dashboard/views': operation({
    as: 'user',
    summary: 'List the saved views of a list',
    input: z.object({ list: ListName }),
    ok: z.object({ views: z.array(SavedView) }),
    errors: [],
  }),

  /** It is added at the end. `{ view: { list: 'orders', name: 'Gifts', search: 'tag=gift&sort=-total', shared: true } }` */
  'POST /vitrine/v1/dashboard/views': operation({
    as: 'user',
    summary: 'Save a view of a list',
    input: z.object({
      view: z.object({
        list: ListName,
        name: text(60, 1),
        search: Search.nullish(),
        columns: Columns.nullish(),
        shared: z.boolean().nullish(),
      }),
    }),
    ok: Answer,
    errors: ['TOO_MANY_VIEWS'],
  }),

  /** Absent fields stay unchanged. A shared view that is no longer shared becomes the caller's own. */
  'PATCH /vitrine/v1/dashboard/views/{view.id}': operation({
    as: 'user',
    summary: 'Change a saved view',
    input: z.object({
      view: z.object({
        id: Guid,
        revision: Revision.nullish(),
        name: text(60, 1).nullish(),
        search: Search.nullish(),
        columns: Columns.nullish(),
        shared: z.boolean().nullish(),
      }),
    }),
    ok: Answer,
    errors: ['VIEW_NOT_FOUND', 'TOO_MANY_VIEWS', 'STALE_REVISION'],
  }),

  'DELETE /vitrine/v1/dashboard/views/{viewId}': operation({
    as: 'user',
    summary: 'Delete a saved view',
    input: z.object({ viewId: Guid }),
    ok: z.object({}),
    errors: ['VIEW_NOT_FOUND'],
  }),

  /** Moves one to a place among those of its kind, the first being 1; the others make room. */
  'POST /vitrine/v1/dashboard/views/{viewId}/move': operation({
    as: 'user',
    summary: 'Move a saved view among the others',
    input: z.object({ viewId: Guid, to: whole(1, 100) }),
    ok: z.object({ views: z.array(SavedView) }),
    errors: ['VIEW_NOT_FOUND'],
  }),
})
