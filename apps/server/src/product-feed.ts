import { Readable } from 'node:stream'
import type { Platform } from '@vitrine/platform'
import type { FeedItem } from '@vitrine/platform/commerce/catalogue/feed'
import type { FastifyInstance } from 'fastify'

export const feedPath = '/feeds/products.xml'

/** Without what XML cannot have. */
// oxlint-disable-next-line no-control-regex
const escaped = (text: string): string =>
  text.replace(/[\0-\x08\v\f\x0e-\x1f\ufffe\uffff]/g, '').replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

const element = (name: string, text: string | undefined): string => (text === undefined ? '' : `<g:${name}>${escaped(text)}</g:${name}>`)

/**
 * A variant in the form that channels for merchants read (RSS 2.0 with the names of http://base.google.com/ns/1.0).
 *
 * @example
 * feedItem({ id: 'a', title: 'Mug', description: 'Mug', path: '/products/mug', availability: 'in_stock', price: '26.00 EUR' },
 *   { origin: 'https://shop.example', weightUnit: 'kg' }) // '<item><g:id>a</g:id>…</item>\n'
 */
export function feedItem(item: FeedItem, { origin, weightUnit }: { readonly origin: string; readonly weightUnit: 'kg' | 'lb' }): string {
  const { id, groupId, title, description, path, imagePath, availability, price, salePrice, brand, mpn, color, size, weight } = item
  const { gtin, unitPricing, availabilityDate } = item
  const parts = [
    element('id', id),
    element('item_group_id', groupId),
    element('title', title.slice(0, 150)),
    element('description', description),
    element('link', origin + path),
    element('image_link', imagePath && origin + imagePath),
    element('availability', availability),
    element('availability_date', availabilityDate),
    element('price', price),
    element('sale_price', salePrice),
    element('condition', 'new'),
    element('brand', brand),
    element('gtin', gtin),
    element('mpn', mpn),
    gtin === undefined && (brand === undefined || mpn === undefined) ? element('identifier_exists', 'no') : '',
    element('unit_pricing_measure', unitPricing?.measure),
    element('unit_pricing_base_measure', unitPricing?.base),
    element('color', color),
    element('size', size),
    element('shipping_weight', weight === undefined ? undefined : `${weight} ${weightUnit}`),
  ]
  return `<item>${parts.join('')}</item>\n`
}

interface FeedDeps {
  readonly origin: string
  readonly platform: Pick<Platform, 'publicPages' | 'siteAt' | 'limitAddress'>
}

/** Every variant that shoppers see, for channels that list the goods of merchants. It is written while the products are read. */
export function mountProductFeed(app: FastifyInstance, { origin, platform }: FeedDeps): void {
  async function* written(feed: Awaited<ReturnType<Platform['publicPages']['feed']>>, isOpen: boolean): AsyncGenerator<string> {
    const head = `<title>${escaped(feed.name)}</title><link>${escaped(origin)}/</link><description>${escaped(feed.name)}</description>`
    yield `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>${head}\n`
    if (isOpen)
      for await (const items of feed.items) yield items.map((item) => feedItem(item, { origin, weightUnit: feed.weightUnit })).join('')
    yield '</channel></rss>\n'
  }
  app.get(feedPath, async (request, reply) => {
    const refused = platform.limitAddress('page', request.ip)
    if (refused)
      return reply
        .code(429)
        .headers(refused.headers)
        .header('cache-control', 'no-store')
        .type('text/plain')
        .send('Too many requests: try again later.')
    const site = await platform.siteAt(request.headers.host)
    const [feed, isOpen] = await Promise.all([platform.publicPages.feed(site), platform.publicPages.isOpen(site)])
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', isOpen ? 'public, max-age=3600' : 'no-store')
      .send(Readable.from(written(feed, isOpen)))
  })
}
