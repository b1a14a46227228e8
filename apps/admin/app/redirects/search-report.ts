import type { MerchantCollection, Page, Product } from '@vitrine/contract'
import { longestTitle } from '../parts/search-text.ts'

/** A page of the shop as search engines find it. */
export interface FoundPage {
  readonly path: string
  /** Where the merchant changes it. */
  readonly to: string
  readonly title: string
  readonly description: string
  readonly pictures: number
  /** Of its pictures, those without alternative text. */
  readonly unsaid: number
}

const textOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;|\s+/g, ' ')
    .trim()

export function foundProduct({ id, slug, name, description = '', seoData, media }: Product, shop: string): FoundPage {
  const tags = (seoData?.tags ?? []).filter(({ disabled }) => !disabled)
  const title = tags.find(({ type }) => type === 'title')?.children.trim()
  const said = tags.find(({ type, props }) => type === 'meta' && props?.['name'] === 'description')?.props?.['content']
  const pictures = (media?.items ?? []).filter(({ mediaType }) => mediaType === 'image')
  return {
    path: `/products/${slug}`,
    to: `/products/${id}`,
    title: title || `${name} · ${shop}`,
    description: (typeof said === 'string' && said.trim()) || textOf(description),
    pictures: pictures.length,
    unsaid: pictures.filter(({ image }) => !image?.altText?.trim()).length,
  }
}

export const foundCollection = ({ id, slug, name, description, seo, image, alt }: MerchantCollection, shop: string): FoundPage => ({
  path: `/collections/${slug}`,
  to: `/collections/${id}`,
  title: seo?.title || `${name} · ${shop}`,
  description: seo?.description || description.trim(),
  pictures: image ? 1 : 0,
  unsaid: image && !alt?.trim() ? 1 : 0,
})

export const foundTextPage = ({ id, slug, title, seo }: Page, shop: string): FoundPage => ({
  path: `/${slug}`,
  to: `/pages/${id}`,
  title: seo?.title || `${title} · ${shop}`,
  description: seo?.description ?? '',
  pictures: 0,
  unsaid: 0,
})

export interface Report {
  readonly pages: number
  /** Search engines cut their titles off. */
  readonly long: readonly FoundPage[]
  /** Search engines choose a sentence themselves. */
  readonly undescribed: readonly FoundPage[]
  readonly unsaid: readonly FoundPage[]
  readonly pictures: number
  readonly unsaidPictures: number
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

/** What search engines cut off, choose themselves or cannot see. */
export const reportOf = (pages: readonly FoundPage[]): Report => ({
  pages: pages.length,
  long: pages.filter(({ title }) => title.length > longestTitle).toSorted((a, b) => b.title.length - a.title.length),
  undescribed: pages.filter(({ description }) => description === ''),
  unsaid: pages.filter(({ unsaid }) => unsaid > 0),
  pictures: sum(pages.map(({ pictures }) => pictures)),
  unsaidPictures: sum(pages.map(({ unsaid }) => unsaid)),
})
