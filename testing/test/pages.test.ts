import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { apiKey, createClient } from '@vitrine/client'
import { generalSettings } from '@vitrine/client/back-office'
import { setStock } from '@vitrine/platform/commerce/inventory/stock'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'
import { type ServerProcess, startServerProcess } from '../src/server-process.ts'

const metricsToken = 'for-the-metrics-of-this-file-alone'
let shop: TestPlatform
let server: ServerProcess
let mug: TestProduct
let cookie: string
let lines: { id: string }[]

interface Tokens {
  access_token: string
  refresh_token: string
  expires_in: number
}

async function call<T>(path: string, body: object, token?: string, method = 'POST'): Promise<T> {
  const answer = await fetch(server.url + path, {
    method,
    headers: { 'content-type': 'application/json', ...(token && { authorization: token }) },
    body: JSON.stringify(body),
  })
  assert.equal(answer.status, 200)
  return (await answer.json()) as T
}

const cookieOf = ({ access_token: a, refresh_token: r, expires_in }: Tokens): string =>
  `visitor=${Buffer.from(JSON.stringify({ a, e: Math.floor(Date.now() / 1000) + expires_in, r, o: 'visitor' })).toString('base64url')}`

/** A page without what differs between any two answers. Scripts are trusted by nonce or by digest; the policy has to name each of them. */
async function page(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(server.url + path, { headers: { ...headers, 'user-agent': 'Googlebot' } })
  const policy = answer.headers.get('content-security-policy') ?? ''
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? 'none'
  const text = await answer.text()
  for (const [whole, attributes = '', body = ''] of text.matchAll(/<script\b([^>]*)>([^]*?)<\/script>/g)) {
    if (attributes.includes('ld+json') || body === '') continue
    const isNamed = attributes.includes(`nonce="${nonce}"`) || policy.includes(`'sha256-${hash('sha256', body, 'base64')}'`)
    assert.ok(isNamed, `${path}: ${whole.slice(0, 200)}`)
  }
  return { status: answer.status, nonce, text: text.replaceAll(` nonce="${nonce}"`, ''), cookie: answer.headers.get('set-cookie') }
}

let tokens: Tokens
before(async () => {
  shop = await startTestPlatform()
  server = await startServerProcess({ databaseUrl: shop.databaseUrl, env: { METRICS_TOKEN: metricsToken } })
  mug = await addProduct(shop.platform, { site: shop.site, name: 'Mug </script> & Co', price: 2600, stock: 1000 }, shop.clock.now())
  for (const name of ['Bowl', 'Vase']) await addProduct(shop.platform, { site: shop.site, name, price: 900, stock: 3 }, shop.clock.now())
  tokens = await call<Tokens>('/oauth2/token', { clientId: shop.clientId, grantType: 'anonymous' })
  cookie = cookieOf(tokens)
  const { cart } = await call<{ cart: { lineItems: { id: string }[] } }>(
    '/ecom/v1/carts/current/add-to-cart',
    { lineItems: [{ quantity: 2, catalogReference: mug.reference() }] },
    tokens.access_token,
  )
  lines = cart.lineItems
})
after(async () => {
  await server[Symbol.asyncDispose]()
  await shop[Symbol.asyncDispose]()
})

describe('a page that was made for everybody', () => {
  test('is to the email the page that is made for one, with a bag and without', async () => {
    for (const path of ['/', '/products', `/products/${mug.slug}`, `/products/${mug.slug}?left=2`, '/search?q=mug', '/products/nothing']) {
      for (const headers of [{ cookie }, { cookie: 'theme=dark' }] as { cookie: string }[]) {
        // Whoever names himself in a header has a page made for him alone.
        const alone = await page(path, { ...headers, authorization: 'none' })
        for (const turn of ['made', 'kept']) {
          const given = await page(path, headers)
          assert.equal(given.status, alone.status)
          assert.equal(given.text, alone.text, `${path} ${turn}`)
        }
      }
      assert.equal((await page(path)).text, (await page(path, { authorization: 'none' })).text, path)
    }
  })

  test('shows what the visitor has in the bag at that moment, and nobody else sees it', async () => {
    const path = `/products/${mug.slug}`
    const labels = async () => [
      /aria-label="(Bag, [^"]*)"/.exec((await page(path, { cookie })).text)?.[1],
      /aria-label="(Bag, [^"]*)"/.exec((await page(path)).text)?.[1],
    ]
    assert.deepEqual(await labels(), ['Bag, 2 pieces', 'Bag, empty'])
    const [line] = lines
    await call('/ecom/v1/carts/current/update-line-items-quantity', { lineItems: [{ id: line!.id, quantity: 1 }] }, tokens.access_token)
    assert.deepEqual(await labels(), ['Bag, 1 piece', 'Bag, empty'])
    const { text } = await page(path, { cookie })
    assert.equal(text.includes('\\"quantity\\\\\\":1'), true)
    assert.doesNotMatch(text, /own[0-9a-f]{32}/)
  })

  /** How often the platform was asked for products. */
  async function asked(): Promise<number> {
    const metrics = await (await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })).text()
    const line =
      /^vitrine_api_answer_seconds_count\{operation="GET \/stores-reader\/v1\/products\/query-platformized",status="200"\} (\d+)$/m
    return Number(line.exec(metrics)?.[1])
  }

  test('is made once for many who come at once, each with a nonce of their own', async () => {
    const path = `/products/${mug.slug}?at=once`
    const before = await asked()
    const many = await Promise.all(Array.from({ length: 12 }, (_, i) => page(path, i % 2 === 0 ? { cookie } : {})))
    assert.deepEqual(new Set(many.map(({ status }) => status)), new Set([200]))
    assert.equal(new Set(many.map(({ text }) => text)).size, 2)
    assert.equal(new Set(many.map(({ nonce }) => nonce)).size, 12)
    assert.equal((await asked()) - before, 1)
  })

  test('is another as soon as the stock is another', async () => {
    const path = `/products/${mug.slug}`
    const before = (await page(path)).text
    assert.match(before, /InStock/)
    await shop.platform.database.transact((db) =>
      setStock(db, shop.site, [{ productId: mug.id, variantId: '00000000-0000-0000-0000-000000000000', quantity: 0 }], shop.clock.now()),
    )
    assert.match((await page(path)).text, /OutOfStock/)
    assert.match((await page(path, { cookie })).text, /OutOfStock/)
  })

  test('says what the shop says of itself, after a second at the latest, whichever process it was told', async () => {
    const path = `/products/${mug.slug}`
    const name = 'Halde und Hof'
    assert.equal((await page(path)).text.includes(name), false)
    const office = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: { generalSettings } })
    await office.generalSettings.updateGeneralSettings({ generalSettings: { name } })
    await sleep(1000)
    for (const headers of [{}, { cookie }, { authorization: 'none' }])
      assert.match((await page(path, headers)).text, /<title>[^<]* · Halde und Hof<\/title>/)
  })

  test('gives a visitor whose token has run out another one, and the bag', async () => {
    const old = { ...tokens, expires_in: -10 }
    const given = await page('/products', { cookie: cookieOf(old) })
    assert.match(given.text, /aria-label="Bag, /)
    assert.match(given.cookie ?? '', /^visitor=/)
    assert.equal((await page('/products', { cookie: 'visitor=broken' })).status, 200)
  })

  test('leaves alone what is somebody’s own, and data that pages fetch', async () => {
    const cart = await page('/cart', { cookie })
    assert.match(cart.text, /Mug/)
    const data = await page(`/products/${mug.slug}.data`, { cookie })
    assert.equal(data.status, 200)
    assert.doesNotMatch(data.text, /own[0-9a-f]{32}/)
  })
})
