import { isStored, type Media, rendition } from '@vitrine/ui/rendition'
import type { MetaDescriptor } from 'react-router'

interface Head {
  /** Of the window and in results. */
  title: string
  /** What the page shows, where that is called otherwise than the window. */
  name?: string | undefined
  description?: string | undefined
  /** The whole address under which search engines know the page. */
  address: string
  shopName: string
  type?: 'product' | 'article' | undefined
  /** What stands beside a link to the page. */
  picture?: Media | undefined
}

/** As large as networks show it; JPEG, because their readers say nothing of what they take. */
const shared = (picture: Media, address: string): string => {
  const path = isStored(picture) ? `${rendition(picture, 1200, 630)},enc_jpg` : picture.url
  return new URL(path, address).href
}

/** What the head of a page says to search engines, and to whatever shows a link to it (Open Graph, Twitter). */
export function headOf({ title, name = title, description, address, shopName, type, picture }: Head): MetaDescriptor[] {
  const graph = {
    type: type ?? 'website',
    title: name,
    description,
    url: address,
    site_name: shopName,
    image: picture && shared(picture, address),
    'image:alt': picture?.alt,
  }
  return [
    { title },
    ...(description ? [{ name: 'description', content: description }] : []),
    { tagName: 'link', rel: 'canonical', href: address },
    ...Object.entries(graph).flatMap(([property, content]) => (content ? [{ property: `og:${property}`, content }] : [])),
    { name: 'twitter:card', content: picture ? 'summary_large_image' : 'summary' },
  ]
}
