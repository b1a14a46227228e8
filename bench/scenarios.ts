import { randomUUID } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { demoClientId } from '@vitrine/demo'
import type { Connection, RequestParts } from './connection.ts'
import { merchantKey } from './merchant-key.ts'
import type { Work } from './rounds.ts'
import type { Thing } from './shop.ts'

export interface Scenario {
  readonly name: string
  /** At most so many of the floor's requests; undefined where nothing is asked. */
  readonly atMost?: number
  /** How often it is done before it is measured, where it takes more than usual until everything was seen once. */
  readonly warmUpWorks?: number
  /** Makes the work of one of those who are there at once. */
  readonly begin: (connection: Connection, things: readonly Thing[], nth: number, origin: string) => Promise<Work>
}

const stores = '215238eb-22a5-4c36-9e7b-e7c08025e04e'

export const mixed: Scenario = {
  name: 'mixed: 90 % reads, 9 % carts, 1 % orders and edits',
  async begin(connection, things, nth, origin) {
    const token = await visitor(connection)
    const some = turned(things, nth).slice(0, 50)
    const reads = [...listsOf20, ...some.map(({ slug }) => productsQuery({ filter: { slug } }))].map((path) =>
      connection.ready({ path, headers: { ...asFetch, authorization: token } }),
    )
    let turn = nth * 7
    return async () => {
      const [i, thing] = [turn % 200, some[turn % some.length]!]
      turn++
      if (i === 0) await purchase(connection, thing, origin)
      else if (i === 100) await ask(connection, priceChange(thing, 20 + (turn % 50)))
      else if (i % 11 === 5) await ask(connection, addToCart(token, thing))
      else {
        const { status } = await reads[turn % reads.length]!()
        if (status !== 200) throw new Error(`a read was answered with ${status}`)
      }
    }
  },
}

export const scenarios: readonly Scenario[] = [
  mixed,
  {
    name: 'products, a list of 20',
    atMost: 3,
    begin: async (connection) => reading(connection, { ...asFetch, authorization: await visitor(connection) }, listsOf20, 20_000),
  },
  {
    name: 'a list of 20, unpressed',
    begin: async (connection) => reading(connection, { authorization: await visitor(connection) }, listsOf20, 20_000),
  },
  {
    name: 'product by its slug',
    atMost: 3,
    warmUpWorks: 2000,
    begin: async (connection, things, nth) =>
      reading(
        connection,
        { ...asFetch, authorization: await visitor(connection) },
        turned(things, nth).map(({ slug }) => productsQuery({ filter: { slug } })),
        1000,
      ),
  },
  {
    name: 'get the cart',
    atMost: 3,
    async begin(connection, things, nth) {
      const token = await visitor(connection)
      for (const thing of turned(things, nth).slice(0, 3)) await ask(connection, addToCart(token, thing))
      return reading(connection, { authorization: token }, ['/ecom/v1/carts/current'], 1000)
    },
  },
  {
    name: 'add to the cart',
    atMost: 8,
    async begin(connection, things, nth) {
      const token = await visitor(connection)
      const [...some] = turned(things, nth).slice(0, 3)
      let turn = 0
      return async () => void (await ask(connection, addToCart(token, some[turn++ % some.length]!)))
    },
  },
  {
    name: 'a whole purchase',
    atMost: 50,
    async begin(connection, things, nth, origin) {
      const stockItem = turned(things, nth)
      let turn = 0
      return () => purchase(connection, stockItem[turn++ % stockItem.length]!, origin)
    },
  },
  {
    name: 'resized picture, from the cache',
    atMost: 3,
    async begin(connection) {
      const pictures = await picturesOf(connection)
      return reading(
        connection,
        { accept: 'image/webp,*/*' },
        pictures.map((path) => `${path}/v1/fit/w_640,h_640`),
        2000,
      )
    },
  },
  { name: 'home page', begin: async (connection) => reading(connection, browser, ['/'], 5000) },
  {
    name: 'product page',
    atMost: 25,
    warmUpWorks: 2000,
    begin: async (connection, things, nth) => reading(connection, browser, pagesOf(things, nth), 5000),
  },
  {
    name: 'product page, with a cart',
    warmUpWorks: 2000,
    begin: async (connection, things, nth) => reading(connection, await withCart(connection, things, nth), pagesOf(things, nth), 5000),
  },
  {
    name: 'page with reviews and recommendations',
    atMost: 25,
    warmUpWorks: 500,
    begin: async (connection) => reading(connection, browser, await reviewedPages(connection), 10_000),
  },
  {
    name: 'page with reviews and recommendations, with a cart',
    warmUpWorks: 500,
    begin: async (connection, things, nth) =>
      reading(connection, await withCart(connection, things, nth), await reviewedPages(connection), 10_000),
  },
]

interface DemoProduct {
  readonly slug: string
  readonly media?: { readonly mainMedia?: { readonly image?: { readonly url: string } } }
}

/** Products of the demo shop: generated ones have no reviews, and their pictures are names alone. */
async function demoProducts(connection: Connection): Promise<readonly DemoProduct[]> {
  const { products } = await ask<{ products: readonly DemoProduct[] }>(connection, {
    path: productsQuery({ filter: { numericId: { $lt: 1_000_000_000 } }, paging: { limit: 100 } }),
    headers: { authorization: await visitor(connection) },
  })
  return products
}

/** Product pages of the demo shop with reviews and recommendations. */
async function reviewedPages(connection: Connection): Promise<readonly string[]> {
  const found: string[] = []
  for (const { slug } of await demoProducts(connection)) {
    const path = `/products/${slug}`
    const { status, body } = await connection.ready({ path, headers: { accept: 'text/html' } })()
    const text = body.toString()
    if (status === 200 && text.includes('class="reviews__list"') && text.includes('id="beside"')) found.push(path)
  }
  if (found.length === 0) throw new Error('no page shows both reviews and recommendations')
  return found
}

/** Paths of pictures of the demo shop's products. */
export async function picturesOf(connection: Connection): Promise<readonly string[]> {
  const found = (await demoProducts(connection)).flatMap(({ media }) => media?.mainMedia?.image?.url ?? [])
  if (found.length === 0) throw new Error('no product has a picture')
  return [...new Set(found.map((url) => /\/media\/[^/]+/.exec(url)![0]))]
}

const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i)

/** Everybody begins somewhere else. */
export const turned = <T>(all: readonly T[], nth: number): T[] => {
  const from = (nth * 61) % all.length
  return [...all.slice(from), ...all.slice(0, from)]
}

/**
 * Reads these paths in turn. An answer that is shorter than `leastBytes` when unpacked is none: the first one is unpacked and looked at, the
 * others only weighed, because what the load does is missing to the servers.
 */
export async function reading(
  connection: Connection,
  headers: Readonly<Record<string, string>>,
  paths: readonly string[],
  leastBytes: number,
): Promise<Work> {
  const requests = paths.map((path) => connection.ready({ path, headers }))
  let turn = 0
  const next = async () => {
    const { status, body } = await requests[turn++ % requests.length]!()
    if (status !== 200 || body.length < 500) throw new Error(`${status} with ${body.length} bytes: ${body.toString().slice(0, 300)}`)
    return body
  }
  const first = await next()
  const whole = first[0] === 0x1f ? gunzipSync(first) : first
  if (whole.length < leastBytes) throw new Error(`only ${whole.length} bytes: ${whole.toString().slice(0, 300)}`)
  return async () => void (await next())
}

/** As `fetch` asks by itself, in Node as in browsers, whether it is called by the shop's pages, by our client or by the published one. */
export const asFetch = { accept: '*/*', 'accept-encoding': 'gzip, deflate', 'user-agent': 'node' }
const browser = { accept: 'text/html', 'accept-encoding': 'gzip, deflate, br' }

/** The headers of a browser whose visitor has three products in the cart. */
async function withCart(connection: Connection, things: readonly Thing[], nth: number): Promise<Readonly<Record<string, string>>> {
  const token = await visitor(connection)
  for (const thing of turned(things, nth).slice(0, 3)) await ask(connection, addToCart(token, thing))
  return { ...browser, cookie: cookieOf(token) }
}

const pagesOf = (things: readonly Thing[], nth: number): string[] => turned(things, nth).map(({ slug }) => `/products/${slug}`)

/** As the shop's pages store a visitor's tokens. */
const cookieOf = (token: string): string =>
  `visitor=${Buffer.from(JSON.stringify({ a: token, e: Math.floor(Date.now() / 1000) + 10_000, r: 'none', o: 'visitor' })).toString('base64url')}`

export const productsQuery = (query: object): string =>
  `/stores-reader/v1/products/query-platformized?.r=${Buffer.from(JSON.stringify({ query })).toString('base64url')}`

const listsOf20 = range(10).map((page) => productsQuery({ paging: { limit: 20, offset: page * 20 } }))

export async function ask<T = unknown>(connection: Connection, parts: RequestParts): Promise<T> {
  const { status, body } = await connection.ready(parts)()
  if (status !== 200) throw new Error(`${parts.path}: ${status} ${body.toString().slice(0, 500)}`)
  return JSON.parse(body.toString()) as T
}

export const writing = (token: string) => ({ authorization: token, 'idempotency-key': randomUUID() })

export async function visitor(connection: Connection): Promise<string> {
  const { access_token } = await ask<{ access_token: string }>(connection, {
    method: 'POST',
    path: '/oauth2/token',
    body: { clientId: demoClientId, grantType: 'anonymous' },
  })
  return access_token
}

export const addToCart = (token: string, { id, variantId }: Thing): RequestParts => ({
  method: 'POST',
  path: '/ecom/v1/carts/current/add-to-cart',
  headers: writing(token),
  body: { lineItems: [{ quantity: 1, catalogReference: { appId: stores, catalogItemId: id, options: { variantId } } }] },
})

/** As a merchant's program changes a price. */
const priceChange = ({ id }: Thing, price: number): RequestParts => ({
  method: 'PATCH',
  path: `/stores/v1/products/${id}`,
  headers: writing(merchantKey),
  body: { product: { priceData: { price } } },
})

const address = { country: 'DE', city: 'Berlin', postalCode: '10115', addressLine: 'Testweg 2' }

/** Somebody new comes, looks at one thing, and has it at the end: seven calls, and the email that follows. */
export async function purchase(connection: Connection, thing: Thing, origin: string): Promise<void> {
  const token = await visitor(connection)
  await ask(connection, { path: productsQuery({ filter: { slug: thing.slug } }), headers: { authorization: token } })
  await ask(connection, addToCart(token, thing))
  const { checkoutId } = await ask<{ checkoutId: string }>(connection, {
    method: 'POST',
    path: '/ecom/v1/carts/current/create-checkout',
    headers: writing(token),
    body: { channelType: 'WEB' },
  })
  await ask(connection, {
    method: 'PATCH',
    path: `/ecom/v1/checkouts/${checkoutId}`,
    headers: writing(token),
    body: {
      checkout: {
        id: checkoutId,
        buyerInfo: { email: 'ada@example.com' },
        shippingInfo: {
          shippingDestination: { address, contactDetails: { firstName: 'Ada', lastName: 'Lovelace' } },
          selectedCarrierServiceOption: { code: 'standard' },
        },
      },
    },
  })
  const card = await ask<{ token: string }>(connection, {
    method: 'POST',
    path: '/vitrine/v1/sandbox/card-tokens',
    headers: writing(token),
    body: { cardNumber: '4242 4242 4242 4242', expiryMonth: 12, expiryYear: 2040, securityCode: '123', holder: 'Ada Lovelace' },
  })
  const placed = await ask<{ status: string }>(connection, {
    method: 'POST',
    path: `/vitrine/v1/checkouts/${checkoutId}/place-order`,
    headers: writing(token),
    body: { paymentToken: card.token, returnUrl: `${origin}/thank-you` },
  })
  if (placed.status !== 'APPROVED') throw new Error(`an order ended as ${placed.status}`)
}
