import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addProduct } from '@vitrine/testing/products'
import Fastify, { type FastifyInstance } from 'fastify'
import { mountSitemap, urlSet } from './sitemap.ts'
import { type ServedShop, serveShop } from './test/served-shop.ts'

let served: ServedShop
before(async () => {
  served = await serveShop()
})
after(async () => {
  assert.deepEqual(served.shop.faults, [])
  await served[Symbol.asyncDispose]()
})

const addresses = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address!)
const add = (name: string, more: { readonly hidden?: true } = {}) => {
  const { platform, site, clock } = served.shop
  return addProduct(platform, { site, name, price: 500, ...more }, clock.now())
}

test('what stands in an address is written as XML has it', () => {
  assert.equal(
    urlSet([{ address: 'https://shop.example/?a&b<c>"', updatedAt: new Date('2026-11-24T10:00:00Z') }]),
    '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n' +
      '<url><loc>https://shop.example/?a&#38;b&#60;c&#62;&#34;</loc><lastmod>2026-11-24T10:00:00.000Z</lastmod></url>\n</urlset>\n',
  )
})

test('from the sitemap every product that shoppers see is reached, each once, and none that is hidden', async () => {
  const seen = [await add('Mug'), await add('Bowl'), await add('Plate'), await add('Jug'), await add('Vase')]
  const hidden = await add('Secret', { hidden: true })
  const { shop, url } = served
  const index = await fetch(`${url}/sitemap.xml`)
  assert.deepEqual([index.status, index.headers.get('content-type')], [200, 'application/xml; charset=utf-8'])
  assert.deepEqual(addresses(await index.text()), [`${shop.url}/sitemaps/pages.xml`, `${shop.url}/sitemaps/products-1.xml`])
  const pages = addresses(await (await fetch(`${url}/sitemaps/pages.xml`)).text())
  assert.deepEqual(pages.slice(0, 2), [`${shop.url}/`, `${shop.url}/products`])
  for (const page of pages) assert.equal((await fetch(page.replace(shop.url, url))).status, 200, page)

  const small: FastifyInstance = Fastify()
  mountSitemap(small, { origin: shop.url, platform: shop.platform, inFile: 2 })
  const read = async (path: string) => {
    const { statusCode, body } = await small.inject({ url: path, headers: { host: new URL(shop.url).host } })
    return { status: statusCode, addresses: addresses(body) }
  }
  const files = (await read('/sitemap.xml')).addresses.filter((address) => address.includes('/products-'))
  const products = (await Promise.all(files.map((address) => read(new URL(address).pathname)))).map((file) => file.addresses)
  assert.ok(files.length >= 3)
  assert.ok(products.every((file) => file.length >= 1 && file.length <= 2))
  const all = products.flat()
  assert.equal(new Set(all).size, all.length)
  for (const { slug } of seen) assert.ok(all.includes(`${shop.url}/products/${slug}`), slug)
  assert.ok(!all.includes(`${shop.url}/products/${hidden.slug}`))
  assert.equal((await read(`/sitemaps/products-${files.length + 1}.xml`)).status, 404)
  await small.close()
})

test('a file that is none is 404', async () => {
  for (const name of ['products-0', 'products-01', 'products--1', 'products-999999', 'products-1e3', 'products-x', 'other'])
    assert.equal((await fetch(`${served.url}/sitemaps/${name}.xml`)).status, 404, name)
})

test('who asks too often is told when to ask again', async () => {
  const app = Fastify()
  const limitAddress = () => ({ retryAfterSeconds: 7, headers: { 'retry-after': '7' } })
  mountSitemap(app, { origin: 'https://shop.example', platform: { ...served.shop.platform, limitAddress } })
  const { statusCode, headers } = await app.inject('/sitemap.xml')
  assert.deepEqual([statusCode, headers['retry-after'], headers['cache-control']], [429, '7', 'no-store'])
  await app.close()
})
