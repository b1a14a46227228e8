import type { Platform } from '@vitrine/platform'
import { inFlight } from '@vitrine/platform/kernel/in-flight'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

export const sitemapPath = '/sitemap.xml'

/** How many addresses a file may list, as sitemaps.org has it. */
const mostInFile = 50_000

/** An address as a sitemap lists it. */
export interface Listed {
  readonly address: string
  readonly updatedAt?: Date | undefined
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

const entries = (name: 'url' | 'sitemap', listed: readonly Listed[]): string =>
  listed
    .map(
      ({ address, updatedAt }) =>
        `<${name}><loc>${escaped(address)}</loc>${updatedAt ? `<lastmod>${updatedAt.toISOString()}</lastmod>` : ''}</${name}>\n`,
    )
    .join('')

const file = (root: 'urlset' | 'sitemapindex', content: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${content}</${root}>\n`

/**
 * The addresses of pages for search engines (sitemaps.org), at most 50,000.
 *
 * @example
 * urlSet([{ address: 'https://shop.example/' }]) // '<?xml …<urlset …>\n<url><loc>https://shop.example/</loc></url>\n</urlset>\n'
 */
export const urlSet = (pages: readonly Listed[]): string => file('urlset', entries('url', pages))

/** The addresses of sitemaps. */
export const sitemapIndex = (files: readonly Listed[]): string => file('sitemapindex', entries('sitemap', files))

interface SitemapDeps {
  readonly origin: string
  readonly platform: Pick<Platform, 'publicPages' | 'siteAt' | 'limitAddress'>
  /** How many products a file lists. */
  readonly inFile?: number
}

/** An index at `/sitemap.xml`, and below `/sitemaps/` the pages of the shop and its products, so many in each file. */
export function mountSitemap(app: FastifyInstance, { origin, platform, inFile = mostInFile }: SitemapDeps): void {
  const { publicPages } = platform
  const at = (path: string, updatedAt?: Date): Listed => ({ address: origin + path, updatedAt })
  /** A file of 50,000 addresses is some work: whoever asks for one while it is being written waits for the same. */
  const writtenOnce = inFlight<{ readonly xml: string | undefined; readonly isOpen: boolean }>()

  async function answer(request: FastifyRequest, reply: FastifyReply, text: (site: string) => Promise<string | undefined>) {
    const refused = platform.limitAddress('page', request.ip)
    if (refused)
      return reply
        .code(429)
        .headers(refused.headers)
        .header('cache-control', 'no-store')
        .type('text/plain')
        .send('Too many requests: try again later.')
    const site = await platform.siteAt(request.headers.host)
    const { xml, isOpen } = await writtenOnce(`${site} ${request.url.split('?', 1)[0]}`, async () =>
      (await publicPages.isOpen(site)) ? { xml: await text(site), isOpen: true } : { xml: urlSet([]), isOpen: false },
    )
    if (xml === undefined) return reply.callNotFound()
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', isOpen ? 'public, max-age=3600' : 'no-store')
      .send(xml)
  }

  app.get(sitemapPath, async (request, reply) =>
    answer(request, reply, async (site) => {
      const files = Math.ceil((await publicPages.countProducts(site)) / inFile)
      return sitemapIndex([at('/sitemaps/pages.xml'), ...Array.from({ length: files }, (_, i) => at(`/sitemaps/products-${i + 1}.xml`))])
    }),
  )

  app.get('/sitemaps/pages.xml', async (request, reply) =>
    answer(request, reply, async (site) => {
      const [collections, sellsGiftCards, listsAll, written] = await Promise.all([
        publicPages.collections(site),
        publicPages.sellsGiftCards(site),
        publicPages.listsAllProducts(site),
        publicPages.written(site),
      ])
      return urlSet([
        at('/'),
        ...(listsAll ? [at('/products')] : []),
        ...(sellsGiftCards ? [at('/gift-card')] : []),
        ...written.map((slug) => at(`/${slug}`)),
        ...collections.map(({ slug, updatedAt }) => at(`/collections/${encodeURIComponent(slug)}`, updatedAt)),
      ])
    }),
  )

  app.get<{ Params: { number: string } }>('/sitemaps/products-:number(^[1-9]\\d{0,4}$).xml', async (request, reply) =>
    answer(request, reply, async (site) => {
      const offset = (Number(request.params.number) - 1) * inFile
      const products = await publicPages.products(site, { limit: inFile, offset })
      return products.length === 0
        ? undefined
        : urlSet(products.map(({ slug, updatedAt }) => at(`/products/${encodeURIComponent(slug)}`, updatedAt)))
    }),
  )
}
