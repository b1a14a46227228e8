import type { Product } from '@vitrine/contract'

/** What a product's page is to be called by search engines and how it is described there, where the shop says so. */
export function seoOf({ seoData }: Pick<Product, 'seoData'>): { readonly title?: string; readonly description?: string } {
  const tags = (seoData?.tags ?? []).filter(({ disabled }) => !disabled)
  const title = tags.find(({ type }) => type === 'title')?.children.trim()
  const content = tags.find(({ type, props }) => type === 'meta' && props?.['name'] === 'description')?.props?.['content']
  const description = typeof content === 'string' ? content.trim() : undefined
  return { ...(title && { title }), ...(description && { description }) }
}
