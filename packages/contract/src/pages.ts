import * as z from 'zod'
import { operation, operations } from './operation.ts'
import { PageBlock, PageDocumentInput, PageFieldValue } from './page-document.ts'
import { Guid, Instant, text } from './primitives.ts'
import { Revision, revised } from './revised.ts'

/** What a page is for. There is one of each kind at most, and as many `OTHER` pages as there is room for. */
export const PageKind = z.enum([
  'IMPRINT',
  'PRIVACY',
  'TERMS',
  'WITHDRAWAL',
  'SHIPPING',
  'RETURNS',
  'ACCESSIBILITY',
  'ABOUT',
  'CONTACT',
  'OTHER',
])
export type PageKind = z.infer<typeof PageKind>

/** The end of a page's address: `privacy` for `/privacy`. */
const Slug = text(80, 1).regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'holds something other than lowercase letters, digits and single hyphens')
const Title = text(120, 1).regex(/\S/, 'is empty')

/** In a path, so as text: `3`. */
const VersionNumber = text(7, 1).regex(/^[1-9]\d*$/, 'is no number of a version')

const Seo = z.object({ title: z.string().optional(), description: z.string().optional() })
const SeoInput = z.object({ title: text(200).nullish(), description: text(500).nullish() })

const PageInput = z.object({
  kind: PageKind,
  slug: Slug,
  title: Title,
  content: PageDocumentInput.optional(),
  seo: SeoInput.optional(),
  inFooter: z.boolean().optional(),
  inCheckout: z.boolean().optional(),
  inRegistration: z.boolean().optional(),
})

const summary = {
  id: Guid,
  ...revised,
  kind: PageKind,
  slug: z.string(),
  title: z.string(),
  /** Which version shoppers read; absent while they read none. */
  publishedVersion: z.int().optional(),
  /** The newest version; 0 before the first is published. */
  latestVersion: z.int(),
  /** Whether the draft differs from what shoppers read. */
  changed: z.boolean(),
  /** Whether the footer of every page links to it. */
  inFooter: z.boolean(),
  /** Whether the checkout links to it, and a buyer agrees to it where the checkout asks for that. */
  inCheckout: z.boolean(),
  /** Whether new members are shown it at registration, and agree to it. */
  inRegistration: z.boolean(),
}

export const PageSummary = z.object(summary)
export interface PageSummary extends z.infer<typeof PageSummary> {}

/** The draft of a page: shoppers read its published version. */
export const Page = z.object({ ...summary, content: z.array(PageBlock), seo: Seo.optional() })
export interface Page extends z.infer<typeof Page> {}

/** A version of a page, as it was published. It is never changed, so that what somebody agreed to can be read again. */
export const PageVersion = z.object({
  version: z.int(),
  title: z.string(),
  publishedDate: Instant,
  /** The name of whoever published it. */
  publishedBy: z.string().optional(),
  /** Whether it is the one that shoppers read. */
  current: z.boolean(),
})
export interface PageVersion extends z.infer<typeof PageVersion> {}

/** A page as shoppers read it: with the values of its fields. */
export const PublishedPage = z.object({
  id: Guid,
  kind: PageKind,
  slug: z.string(),
  title: z.string(),
  content: z.array(PageBlock),
  seo: Seo.optional(),
  /** 0 for a preview of what is not published. */
  version: z.int(),
  publishedDate: Instant.optional(),
})
export interface PublishedPage extends z.infer<typeof PublishedPage> {}

/** Whose law templates follow: that of the European Union, or of the United States. */
export const PageTemplateRegion = z.enum(['EU', 'US'])
export type PageTemplateRegion = z.infer<typeof PageTemplateRegion>

/** A page to start from. What the merchant has to fill in is in square brackets; a lawyer should look at it before it is published. */
export const PageTemplate = z.object({
  kind: PageKind,
  slug: z.string(),
  title: z.string(),
  content: z.array(PageBlock),
  inFooter: z.boolean(),
  inCheckout: z.boolean(),
  inRegistration: z.boolean(),
})
export interface PageTemplate extends z.infer<typeof PageTemplate> {}

const Answer = z.object({ page: Page })

/** The pages that a merchant writes: legal pages, pages about the shop, and any other. */
export const pages = operations({
  /** Legal pages first, then by title; 100 at most. `fields` are the current values of the settings. */
  'GET /vitrine/v1/pages': operation({
    as: 'user',
    summary: 'List the pages of the shop',
    input: z.object({}),
    ok: z.object({ pages: z.array(PageSummary), fields: z.array(PageFieldValue) }),
    errors: [],
  }),

  /** It is a draft until it is published. `{ page: { kind: 'ABOUT', slug: 'about', title: 'About us', content: [{ kind: 'PARAGRAPH', text: [{ text: 'We throw cups.' }] }] } }` */
  'POST /vitrine/v1/pages': operation({
    as: 'user',
    summary: 'Write a page',
    input: z.object({ page: PageInput }),
    ok: Answer,
    errors: ['PAGE_SLUG_TAKEN', 'PAGE_SLUG_RESERVED', 'PAGE_KIND_TAKEN', 'TOO_MANY_PAGES', 'PAGE_CONTENT_INVALID'],
  }),

  /** By the law of `region`; by default that of the shop's country. */
  'GET /vitrine/v1/page-templates': operation({
    as: 'user',
    summary: 'List the pages to start from',
    input: z.object({ region: PageTemplateRegion.optional() }),
    ok: z.object({ region: PageTemplateRegion, templates: z.array(PageTemplate) }),
    errors: [],
  }),

  /** Makes a draft from each template whose kind the shop has no page of. `{ region: 'EU', kinds: ['IMPRINT', 'PRIVACY'] }` */
  'POST /vitrine/v1/pages/from-templates': operation({
    as: 'user',
    summary: 'Write pages from templates',
    input: z.object({ region: PageTemplateRegion.optional(), kinds: z.array(PageKind).min(1).max(20) }),
    ok: z.object({ pages: z.array(PageSummary) }),
    errors: ['TOO_MANY_PAGES'],
  }),

  'GET /vitrine/v1/pages/{id}': operation({
    as: 'user',
    summary: 'Read a page as it is written',
    input: z.object({ id: Guid }),
    ok: Answer,
    errors: ['PAGE_NOT_FOUND'],
  }),

  /**
   * Absent fields stay unchanged, null clears. Shoppers read the published text and title until the page is published again; its address
   * and where it is linked change at once.
   */
  'PATCH /vitrine/v1/pages/{page.id}': operation({
    as: 'user',
    summary: 'Change a page',
    input: z.object({ page: PageInput.partial().extend({ id: Guid, revision: Revision.nullish(), seo: SeoInput.nullish() }) }),
    ok: Answer,
    errors: ['PAGE_NOT_FOUND', 'PAGE_SLUG_TAKEN', 'PAGE_SLUG_RESERVED', 'PAGE_KIND_TAKEN', 'PAGE_CONTENT_INVALID'],
  }),

  /** With all of its versions. One whose versions somebody may have agreed to is refused: it can be unpublished. */
  'DELETE /vitrine/v1/pages/{id}': operation({
    as: 'user',
    summary: 'Delete a page',
    input: z.object({ id: Guid }),
    ok: z.object({}),
    errors: ['PAGE_NOT_FOUND', 'PAGE_AGREED_TO'],
  }),

  /** Creates a version of the draft, which shoppers read from now on. If nothing has changed the current version stays. */
  'POST /vitrine/v1/pages/{id}/publish': operation({
    as: 'user',
    summary: 'Publish a page as it is written',
    input: z.object({ id: Guid, revision: Revision.nullish() }),
    ok: Answer,
    errors: ['PAGE_NOT_FOUND', 'PAGE_EMPTY'],
  }),

  'POST /vitrine/v1/pages/{id}/unpublish': operation({
    as: 'user',
    summary: 'Take a page out of the shop',
    input: z.object({ id: Guid }),
    ok: Answer,
    errors: ['PAGE_NOT_FOUND'],
  }),

  /** Newest first, a hundred of them at most. */
  'GET /vitrine/v1/pages/{id}/versions': operation({
    as: 'user',
    summary: 'List the versions of a page',
    input: z.object({ id: Guid }),
    ok: z.object({ versions: z.array(PageVersion) }),
    errors: ['PAGE_NOT_FOUND'],
  }),

  'GET /vitrine/v1/pages/{id}/versions/{version}': operation({
    as: 'user',
    summary: 'Read a version of a page',
    input: z.object({ id: Guid, version: VersionNumber }),
    ok: z.object({
      version: PageVersion,
      content: z.array(PageBlock),
      /** The values of its fields from the settings when it was published. */
      fields: z.array(PageFieldValue).optional(),
    }),
    errors: ['PAGE_NOT_FOUND', 'PAGE_VERSION_NOT_FOUND'],
  }),

  /** Restores the draft from a version; shoppers see it once it is published. */
  'POST /vitrine/v1/pages/{id}/versions/{version}/restore': operation({
    as: 'user',
    summary: 'Write a page as it was in a version',
    input: z.object({ id: Guid, version: VersionNumber }),
    ok: Answer,
    errors: ['PAGE_NOT_FOUND', 'PAGE_VERSION_NOT_FOUND'],
  }),

  /** A link to the current draft of the page, valid for seven days. */
  'POST /vitrine/v1/pages/{id}/preview': operation({
    as: 'user',
    summary: 'Make a preview link of a page',
    input: z.object({ id: Guid }),
    ok: z.object({ url: z.string(), expiresDate: Instant }),
    errors: ['PAGE_NOT_FOUND'],
  }),

  /** `token` is the end of the link. One that is not of this shop, was changed or has expired matches no page. */
  'GET /vitrine/v1/page-previews/{token}': operation({
    as: 'anyone',
    summary: 'Read the page of a preview link',
    input: z.object({ token: text(2000, 1) }),
    ok: z.object({ page: PublishedPage, expiresDate: Instant }),
    errors: ['PAGE_NOT_FOUND'],
  }),

  'GET /vitrine/v1/published-pages/{slug}': operation({
    as: 'anyone',
    summary: 'Read a page that is published',
    input: z.object({ slug: text(100, 1) }),
    ok: z.object({ page: PublishedPage }),
    errors: ['PAGE_NOT_FOUND'],
  }),
})
