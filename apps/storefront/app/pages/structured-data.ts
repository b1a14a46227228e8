import type { PageKind, PublishedPage } from '@vitrine/contract'
import { to } from '../shop/shop.ts'

const types: Partial<Record<PageKind, string>> = { ABOUT: 'AboutPage', CONTACT: 'ContactPage' }

/** What a page of the merchant's tells search engines, in the words of schema.org. */
export const pageData = (
  origin: string,
  { kind, title, slug, seo, publishedDate }: PublishedPage,
  { shopName }: { readonly shopName: string },
) => ({
  '@context': 'https://schema.org',
  '@type': types[kind] ?? 'WebPage',
  name: title,
  url: new URL(to.page(slug), origin).href,
  ...(seo?.description && { description: seo.description }),
  ...(publishedDate && { dateModified: publishedDate }),
  publisher: { '@type': 'Organization', name: shopName, url: new URL(to.home, origin).href },
})
