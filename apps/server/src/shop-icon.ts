import type { Theme } from '@vitrine/contract'
import type { Platform } from '@vitrine/platform'
import { colorsIn, houseColors } from '@vitrine/platform/shop/look/palette'
import { drawIcon } from '@vitrine/platform/shop/media/draw-icon'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { shopNow } from './shop-now.ts'

/** In the units of the drawing. */
const side = 32

/** A shop's mark on its ground, in the colours of its light theme. `room` is left free around it, for systems that cut icons. */
export function iconOf({ light, mark }: Pick<Theme, 'light' | 'mark'>, room = 0): string {
  const { paper, ink, accent } = colorsIn(light, houseColors.light)
  const shapes = {
    sun: `<path d="M6 22a10 10 0 0 1 20 0z" fill="${accent}"/><path d="M2 22.5h28" stroke="${ink}" stroke-width="1.5"/>`,
    dial: `<circle cx="16" cy="16" r="9.5" fill="none" stroke="${accent}" stroke-width="4.5"/>`,
  }
  const [from, whole] = [-room, side + 2 * room]
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${from} ${from} ${whole} ${whole}"><rect x="${from}" y="${from}" width="${whole}" height="${whole}" fill="${paper}"/>${shapes[mark]}</svg>`
}

/** For browsers, for home screens, and with room for systems that cut a circle out of them. */
const pictures = [
  { path: '/favicon.ico', pixels: 48, room: 0 },
  { path: '/apple-touch-icon.png', pixels: 180, room: 3 },
  { path: '/icon-192.png', pixels: 192, room: 3 },
  { path: '/icon-512.png', pixels: 512, room: 3 },
  { path: '/icon-maskable.png', pixels: 512, room: 8 },
] as const

/** A look that was published is everywhere after so long. */
const cached = 'public, max-age=3600'

/** The icons and the web app manifest of the shop, of its name and its look. */
export function mountShopIcon(
  app: FastifyInstance,
  { platform, origin }: { readonly platform: Pick<Platform, 'fetch'>; readonly origin: string },
): void {
  const drawn = new LRUCache<string, Promise<Buffer>>({ max: 20 })
  const find = () => shopNow(platform, origin)

  /** Drawn once for all who ask; what failed is drawn anew for whoever asks next. */
  function draw(drawing: string, pixels: number): Promise<Buffer> {
    const key = `${pixels} ${drawing}`
    const before = drawn.get(key)
    if (before) return before
    const png = drawIcon(drawing, pixels)
    drawn.set(key, png)
    png.catch(() => drawn.delete(key))
    return png
  }

  app.get('/icon.svg', async (_request, reply) => {
    const shop = await find()
    if (!shop) return reply.code(503).send()
    return reply
      .type('image/svg+xml')
      .header('cache-control', cached)
      .header('content-security-policy', "default-src 'none'")
      .send(iconOf(shop.theme))
  })

  for (const { path, pixels, room } of pictures)
    app.get(path, async (_request, reply) => {
      const shop = await find()
      if (!shop) return reply.code(503).send()
      const png = await draw(iconOf(shop.theme, room), pixels)
      return reply.type('image/png').header('cache-control', cached).send(png)
    })

  app.get('/manifest.webmanifest', async (_request, reply) => {
    const shop = await find()
    if (!shop) return reply.code(503).send()
    const { name, about, language, theme } = shop
    const paper = theme.light['--color-paper'] ?? houseColors.light.paper
    return reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', cached)
      .send(
        JSON.stringify({
          id: '/',
          name,
          short_name: name,
          ...(about && { description: about }),
          lang: language,
          start_url: '/',
          scope: '/',
          display: 'browser',
          background_color: paper,
          theme_color: paper,
          icons: [
            { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
            ...pictures
              .filter(({ path }) => path.startsWith('/icon-'))
              .map(({ path, pixels }) => ({
                src: path,
                sizes: `${pixels}x${pixels}`,
                type: 'image/png',
                ...(path.includes('maskable') && { purpose: 'maskable' }),
              })),
          ],
        }),
      )
  })
}
