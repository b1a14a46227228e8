import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import { merchantInventory, merchantProducts } from '@vitrine/client/back-office'
import { addPicture } from '@vitrine/testing/pictures'
import { addProduct } from '@vitrine/testing/products'
import Fastify from 'fastify'
import { feedItem, mountProductFeed } from './product-feed.ts'
import { type ServedShop, serveShop } from './test/served-shop.ts'

let served: ServedShop
before(async () => {
  served = await serveShop()
})
after(async () => {
  await served[Symbol.asyncDispose]()
  assert.deepEqual(served.shop.faults, [])
})

const read = async () => {
  const answer = await fetch(`${served.url}/feeds/products.xml`)
  const xml = await answer.text()
  const items = [...xml.matchAll(/<item>(.*?)<\/item>/g)].map(([, inside = '']) =>
    Object.fromEntries([...inside.matchAll(/<g:(\w+)>(.*?)<\/g:\1>/g)].map(([, name, text]) => [name!, text!])),
  )
  return { status: answer.status, type: answer.headers.get('content-type'), xml, items }
}

test('every variant that shoppers see is listed with its price, stock and address, and none that is hidden', async () => {
  const { shop } = served
  const office = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: { merchantProducts, merchantInventory } })
  const picture = await addPicture(shop)
  const { product } = await office.merchantProducts.addProduct({
    product: {
      name: 'Mug & Saucer',
      description: '<p>Warm <b>hands</b>.</p>',
      brand: 'Morrow',
      weight: 0.4,
      pricePerUnitData: { totalQuantity: 250, totalMeasurementUnit: 'ML', baseQuantity: 100, baseMeasurementUnit: 'ML' },
      priceData: { price: 30 },
      discount: { type: 'AMOUNT', value: 4 },
      manageVariants: true,
      media: [{ mediaId: picture }],
      productOptions: [
        { name: 'Glaze', choices: [{ value: '#9AA58F', description: 'Sage' }] },
        { name: 'Size', choices: [{ value: 'Small' }, { value: 'Large' }, { value: 'Secret' }] },
      ],
      variants: [
        { choices: { Size: 'Large' }, sku: 'MUG-L', price: 40, barcode: '4006381333931', totalQuantity: 400 },
        { choices: { Size: 'Secret' }, visible: false },
      ],
    },
  })
  const [small] = product.variants
  await office.merchantInventory.countStock({ counts: [{ productId: product.id, variantId: small!.id, quantity: 3 }] })
  await office.merchantProducts.addProduct({ product: { name: 'Hidden', visible: false, priceData: { price: 1 } } })
  const plain = await office.merchantProducts.addProduct({ product: { name: 'Jug', priceData: { price: 12 } } })
  await office.merchantInventory.setPreorders({ productId: plain.product.id, preorderInfo: { enabled: true, limit: 4 } })

  const vase = await office.merchantProducts.addProduct({
    product: { name: 'Vase', brand: 'Morrow', sku: 'VASE', mpn: 'KILN-9', priceData: { price: 12 } },
  })
  const preorderInfo = { enabled: true, limit: 4, expectedDate: '2027-05-14' }
  await office.merchantInventory.setPreorders({ productId: vase.product.id, preorderInfo })

  const { status, type, xml, items } = await read()
  assert.deepEqual([status, type], [200, 'application/xml; charset=utf-8'])
  assert.match(
    xml,
    /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<rss version="2\.0" xmlns:g="http:\/\/base\.google\.com\/ns\/1\.0"><channel><title>/,
  )
  assert.ok(xml.endsWith('</channel></rss>\n') && !xml.includes('Hidden') && !xml.includes('Secret'))
  const of = (id: string) => items.find((item) => item['id'] === id)!
  assert.deepEqual(of(small!.id), {
    id: small!.id,
    item_group_id: product.id,
    title: 'Mug &#38; Saucer, Sage, Small',
    description: 'Warm hands.',
    link: `${shop.url}/products/${product.slug}?Glaze=Sage&#38;Size=Small`,
    image_link: `${shop.url}/media/${picture}`,
    availability: 'in_stock',
    price: '30.00 EUR',
    sale_price: '26.00 EUR',
    condition: 'new',
    brand: 'Morrow',
    identifier_exists: 'no',
    unit_pricing_measure: '250ml',
    unit_pricing_base_measure: '100ml',
    color: 'Sage',
    size: 'Small',
    shipping_weight: '0.4 kg',
  })
  const large = of(product.variants[1]!.id)
  assert.deepEqual(
    [large['mpn'], large['price'], large['sale_price'], large['availability'], large['identifier_exists']],
    ['MUG-L', '40.00 EUR', '36.00 EUR', 'out_of_stock', undefined],
  )
  assert.deepEqual([large['gtin'], large['unit_pricing_measure']], ['4006381333931', '400ml'])
  const jug = of(plain.product.id)
  assert.deepEqual([jug['availability'], jug['item_group_id'], jug['link']], ['backorder', undefined, `${shop.url}/products/jug`])
  assert.equal(jug['availability_date'], undefined)
  const expected = of(vase.product.id)
  assert.deepEqual([expected['mpn'], expected['identifier_exists']], ['KILN-9', undefined])
  assert.deepEqual([expected['availability'], expected['availability_date']], ['preorder', '2027-05-14T00:00Z'])
  const { clock } = served.shop
  clock.advance(Date.parse('2027-05-16T00:00:00Z') - clock.now().getTime())
  const late = (await read()).items.find((item) => item['id'] === vase.product.id)!
  assert.deepEqual([late['availability'], late['availability_date']], ['backorder', undefined])
})

test('of many products each is listed once', async () => {
  const { platform, site, clock } = served.shop
  for (let i = 0; i < 205; i++) await addProduct(platform, { site, name: `Tile ${i}`, price: 100 }, clock.now())
  const { items } = await read()
  const tiles = items.filter((item) => item['title']!.startsWith('Tile '))
  assert.equal(tiles.length, 205)
  assert.equal(new Set(items.map((item) => item['id'])).size, items.length)
})

test('what XML cannot have is left out', () => {
  const item = { id: 'a', title: 'A\u0000\u001f<b>', description: '"', path: '/p', availability: 'in_stock' as const, price: '1.00 EUR' }
  const written = feedItem(item, { origin: 'https://shop.example', weightUnit: 'kg' })
  assert.ok(written.includes('<g:title>A&#60;b&#62;</g:title><g:description>&#34;</g:description>'))
})

test('who asks too often is told when to ask again', async () => {
  const app = Fastify()
  const limitAddress = () => ({ retryAfterSeconds: 7, headers: { 'retry-after': '7' } })
  mountProductFeed(app, { origin: 'https://shop.example', platform: { ...served.shop.platform, limitAddress } })
  const { statusCode, headers } = await app.inject('/feeds/products.xml')
  assert.deepEqual([statusCode, headers['retry-after'], headers['cache-control']], [429, '7', 'no-store'])
  await app.close()
})
