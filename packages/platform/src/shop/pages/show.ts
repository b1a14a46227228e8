import type { Page, PageSummary, PageVersion, PublishedPage } from '@vitrine/contract'
import type { FieldValues } from '../../kernel/settings/page-fields.ts'
import { withFields } from './fields.ts'
import type { PageText, StoredPage, StoredPageSummary, StoredVersion } from './store.ts'

export const showSummary = (page: StoredPageSummary): PageSummary => ({
  id: page.id,
  revision: page.revision,
  createdDate: page.createdAt.toISOString(),
  updatedDate: page.updatedAt.toISOString(),
  kind: page.kind,
  slug: page.slug,
  title: page.title,
  ...(page.publishedVersion !== null && { publishedVersion: page.publishedVersion }),
  latestVersion: page.latestVersion,
  changed: page.changed,
  inFooter: page.inFooter,
  inCheckout: page.inCheckout,
  inRegistration: page.inRegistration,
})

const seoOf = ({ seoTitle, seoDescription }: PageText) => ({
  ...((seoTitle || seoDescription) && {
    seo: { ...(seoTitle && { title: seoTitle }), ...(seoDescription && { description: seoDescription }) },
  }),
})

export const showPage = (page: StoredPage): Page => ({ ...showSummary(page), content: [...page.content], ...seoOf(page) })

export const showVersion = (
  { version, title, publishedAt, publishedBy }: StoredVersion,
  current: number | null,
  names: ReadonlyMap<string, string>,
): PageVersion => {
  const name = publishedBy === null ? undefined : names.get(publishedBy)
  return { version, title, publishedDate: publishedAt.toISOString(), ...(name && { publishedBy: name }), current: version === current }
}

/** A page as shoppers read it. `day` is written where its date stands. */
export const showPublished = (
  { id, kind, slug }: Pick<StoredPage, 'id' | 'kind' | 'slug'>,
  text: PageText & { readonly version: number; readonly publishedAt?: Date },
  values: FieldValues,
  day: string,
): PublishedPage => ({
  id,
  kind,
  slug,
  title: text.title,
  content: withFields(text.content, values, day),
  ...seoOf(text),
  version: text.version,
  ...(text.publishedAt && { publishedDate: text.publishedAt.toISOString() }),
})
