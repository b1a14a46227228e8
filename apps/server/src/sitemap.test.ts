import assert from 'node:assert/strict'
import { after, before, mock, test } from 'node:test'
import { addProduct } from '@vitrine/testing/products'
import Fastify, { type FastifyInstance } from 'fastify'
import { mountSitemap, urlSet } from './sitemap.ts'
import { type ServedShop, serveShop } from './test/served-shop.ts'

let served: ServedShop
before(async () => {
  served = await serveShop()
})
after(async () => {
  await served[Symbol.asyncDispose]()
  assert.deepEqual(served.shop.faults, [])
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

test('who asks for a file while it is written is sent the same, and the next one is written anew', async () => {
  const { publicPages } = served.shop.platform
  const counted = mock.method(publicPages, 'countProducts')
  const small = Fastify()
  mountSitemap(small, { origin: served.shop.url, platform: served.shop.platform })
  const read = () => small.inject({ url: '/sitemap.xml', headers: { host: new URL(served.shop.url).host } })
  const together = await Promise.all([read(), read(), read()])
  assert.deepEqual(
    together.map(({ statusCode }) => statusCode),
    [200, 200, 200],
  )
  assert.equal(counted.mock.callCount(), 1)
  await read()
  assert.equal(counted.mock.callCount(), 2)
  counted.mock.restore()
  await small.close()
})

test('a database that is too busy is no fault of the shop: 503, and when to come again', async () => {
  const { publicPages } = served.shop.platform
  for (const error of [
    new Error('timeout exceeded when trying to connect'),
    Object.assign(new Error('canceling statement'), { code: '57014' }),
  ]) {
    const counted = mock.method(publicPages, 'countProducts', () => Promise.reject(error))
    const answer = await fetch(`${served.url}/sitemap.xml`)
    counted.mock.restore()
    assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '5'])
    assert.equal((await answer.json()).details.applicationError.code, 'SERVICE_UNAVAILABLE')
  }
  assert.equal((await fetch(`${served.url}/sitemap.xml`)).status, 200)
})

test('of a fault the caller is told the request id alone', async () => {
  const broken = mock.method(served.shop.platform.publicPages, 'countProducts', () =>
    Promise.reject(new Error('column "secret" does not exist')),
  )
  const answer = await fetch(`${served.url}/sitemap.xml`)
  broken.mock.restore()
  assert.equal(answer.status, 500)
  const requestId = answer.headers.get('x-wix-request-id')
  const { message, details } = await answer.json()
  assert.deepEqual([message, details.applicationError.data], ['Something went wrong on our side.', { requestId }])
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
