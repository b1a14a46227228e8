import { Refused } from '@vitrine/client'
import { localeIn } from '@vitrine/pricing'
import type { Visit } from '../shop.server.ts'

/** It is for whoever has the link: no cache, search engine or other site learns of it. */
export const previewHeaders = {
  'Cache-Control': 'private, no-store',
  'X-Robots-Tag': 'noindex',
  'Referrer-Policy': 'same-origin',
}

/** The product of a preview link, and until when the link shows it; nothing where the link is none of ours, or over. */
export async function findPreview({ client, shop }: Visit, token: string) {
  try {
    const { product: found, expiresDate } = await client.products.getPreview({ token })
    const format = new Intl.DateTimeFormat(localeIn(shop.locale, shop.country), {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: shop.timeZone,
    })
    return { found, preview: format.format(new Date(expiresDate)) }
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return { found: undefined, preview: undefined }
    throw error
  }
}
