import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { mountRobotsTxt } from './robots-txt.ts'

test('everybody may read products and collections, nobody what is a visitor’s own; the sitemap is named', async () => {
  const app = Fastify()
  mountRobotsTxt(app, 'https://shop.example')
  const { statusCode, headers, body } = await app.inject('/robots.txt')
  await app.close()
  assert.deepEqual([statusCode, headers['content-type']], [200, 'text/plain; charset=utf-8'])
  const lines = body.split('\n')
  assert.equal(lines[0], 'User-agent: *')
  assert.ok(lines.includes('Sitemap: https://shop.example/sitemap.xml'))
  const shut = lines.flatMap((line) => /^Disallow: (.+)$/.exec(line)?.[1] ?? [])
  const isOpen = (path: string) => !shut.some((start) => path.startsWith(start))
  assert.deepEqual(['/', '/products', '/products/mug', '/collections/tea', '/gift-card', '/media/picture'].filter(isOpen).length, 6)
  assert.deepEqual(['/admin', '/account/orders', '/cart', '/checkout/1', '/orders/1', '/search?q=tea', '/login'].filter(isOpen), [])
})
