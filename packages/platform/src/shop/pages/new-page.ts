import { newId } from '../../kernel/db/id.ts'
import type { StoredPage } from './store.ts'

/** A page without a text, linked at the foot of each page of the shop. */
export const newPage = ({ kind, slug, title }: Pick<StoredPage, 'kind' | 'slug' | 'title'>, now: Date): StoredPage => ({
  id: newId(),
  kind,
  slug,
  title,
  content: [],
  seoTitle: null,
  seoDescription: null,
  inFooter: true,
  inCheckout: false,
  inRegistration: false,
  publishedVersion: null,
  latestVersion: 0,
  agreedTo: false,
  changed: true,
  revision: '1',
  createdAt: now,
  updatedAt: now,
})

/** Whoever buys or joins may agree to it from now on. */
export const agreedTo = (page: StoredPage): StoredPage => ({
  ...page,
  agreedTo: page.agreedTo || (page.publishedVersion !== null && (page.inCheckout || page.inRegistration)),
})
