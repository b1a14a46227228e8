import * as z from 'zod'
import { addressCharacter, linkOf, shopPath } from './link.ts'
import { operation, operations } from './operation.ts'
import { Guid, Instant, text, whole } from './primitives.ts'
import { Revision, revised } from './revised.ts'

export const UrlRedirectSource = z.enum(['MANUAL', 'IMPORT', 'ADDRESS_CHANGED'])
export type UrlRedirectSource = z.infer<typeof UrlRedirectSource>

/** An old address and where it leads. */
export const UrlRedirect = z.object({
  id: Guid,
  ...revised,
  /** `/old`, or `/old/*` for everything below it. */
  path: z.string(),
  /** A path of the shop or a web address; with `*` at its end, which is replaced by what `*` of `path` matched. */
  target: z.string(),
  /** Answered with 301, else with 302. */
  permanent: z.boolean(),
  source: UrlRedirectSource,
  /** How often it was requested. */
  hits: z.int(),
  lastHitDate: Instant.optional(),
  /** The final target, where its target redirects further. */
  finalTarget: z.string().optional(),
})
export interface UrlRedirect extends z.infer<typeof UrlRedirect> {}

/** An address that was requested and led nowhere. Nothing is stored about the requesters. */
export const MissingPath = z.object({ path: z.string(), hits: z.int(), firstDate: Instant, lastDate: Instant })
export interface MissingPath extends z.infer<typeof MissingPath> {}

const Path = text(500, 1).regex(/^\/[^\s?#\\]*$/, 'is no path such as /old-page, without a question mark')
const Target = linkOf([shopPath, `https?://${addressCharacter}*`], 'is no path of the shop and no web address')

const New = z.object({ path: Path, target: Target, permanent: z.boolean().optional() })
const Answer = z.object({ redirect: UrlRedirect })

export const UrlRedirectView = z.enum(['ALL', 'IN_STEPS', 'NEVER_ASKED'])
export type UrlRedirectView = z.infer<typeof UrlRedirectView>

/** Where old addresses of the shop lead. They are looked up only where the shop has no page. */
export const urlRedirects = operations({
  /** The most requested first. */
  'GET /vitrine/v1/url-redirects': operation({
    as: 'user',
    summary: 'List where old addresses lead',
    input: z.object({
      search: text(200).optional(),
      view: UrlRedirectView.default('ALL'),
      limit: whole(1, 100).default(50),
      offset: whole(0, 10_000).default(0),
    }),
    ok: z.object({ redirects: z.array(UrlRedirect), total: z.int(), missing: z.int() }),
    errors: [],
  }),

  /** `{ redirect: { path: '/shop/tassen', target: '/collections/cups' } }`. A loop is refused. */
  'POST /vitrine/v1/url-redirects': operation({
    as: 'user',
    summary: 'Let an old address lead somewhere',
    input: z.object({ redirect: New }),
    ok: Answer,
    errors: ['REDIRECT_PATH_TAKEN', 'REDIRECT_LOOP', 'TOO_MANY_REDIRECTS'],
  }),

  'PATCH /vitrine/v1/url-redirects/{redirect.id}': operation({
    as: 'user',
    summary: 'Change where an old address leads',
    input: z.object({ redirect: New.partial().extend({ id: Guid, revision: Revision.nullish() }) }),
    ok: Answer,
    errors: ['REDIRECT_NOT_FOUND', 'REDIRECT_PATH_TAKEN', 'REDIRECT_LOOP'],
  }),

  'DELETE /vitrine/v1/url-redirects/{id}': operation({
    as: 'user',
    summary: 'Let an old address lead nowhere',
    input: z.object({ id: Guid }),
    ok: z.object({}),
    errors: ['REDIRECT_NOT_FOUND'],
  }),

  /** Existing redirects are overwritten. Refused ones are named by their position in the list; the others are created. */
  'POST /vitrine/v1/url-redirects/import': operation({
    as: 'user',
    summary: 'Import a list of old addresses',
    input: z.object({ redirects: z.array(New).min(1).max(1000) }),
    ok: z.object({
      created: z.int(),
      changed: z.int(),
      refused: z.array(z.object({ index: z.int(), path: z.string(), code: z.enum(['REDIRECT_LOOP', 'TOO_MANY_REDIRECTS']) })),
    }),
    errors: [],
  }),

  /** The most requested first; 500 are stored at most, and the oldest are deleted. */
  'GET /vitrine/v1/missing-paths': operation({
    as: 'user',
    summary: 'List the addresses that lead nowhere',
    input: z.object({ search: text(200).optional(), limit: whole(1, 100).default(50), offset: whole(0, 500).default(0) }),
    ok: z.object({ paths: z.array(MissingPath), total: z.int() }),
    errors: [],
  }),

  'POST /vitrine/v1/missing-paths/dismiss': operation({
    as: 'user',
    summary: 'Forget an address that leads nowhere',
    input: z.object({ path: text(500, 1) }),
    ok: z.object({}),
    errors: [],
  }),

  /** For pages that find nothing at an address: where it leads. What leads nowhere is counted, except what looks like personal data. */
  'GET /vitrine/v1/url-redirects/resolve': operation({
    as: 'anyone',
    summary: 'Ask where an address leads',
    input: z.object({ path: text(500, 1) }),
    ok: z.object({ target: z.string().optional(), permanent: z.boolean().optional() }),
    errors: [],
  }),
})
