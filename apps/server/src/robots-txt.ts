import type { FastifyInstance } from 'fastify'
import { sitemapPath } from './sitemap.ts'

/** What is somebody's own, leads nowhere without them, or has an address for every question. */
const notForRobots = [
  '/admin',
  '/account',
  '/cart',
  '/checkout',
  '/pay/',
  '/orders/',
  '/recover/',
  '/login',
  '/register',
  '/reset',
  '/search',
  '/oauth2/',
  '/_api/',
  '/downloads/',
  '/files/',
  '/exports/',
  '/invoices/',
  '/inbox',
]

/**
 * What crawlers may read of a shop, and where its sitemap is (RFC 9309).
 *
 * @example
 * robotsTxt('https://shop.example') // 'User-agent: *\nDisallow: /admin\n…\nSitemap: https://shop.example/sitemap.xml\n'
 */
export const robotsTxt = (origin: string): string =>
  ['User-agent: *', ...notForRobots.map((path) => `Disallow: ${path}`), '', `Sitemap: ${origin}${sitemapPath}`, ''].join('\n')

export function mountRobotsTxt(app: FastifyInstance, origin: string): void {
  app.get('/robots.txt', async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600').send(robotsTxt(origin)),
  )
}
