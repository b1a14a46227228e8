/** The React hooks, against a running shop. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createClient, Refused, visitor } from '@vitrine/client'
import {
  newQueryClient,
  type Shop,
  shopModules,
  useCart,
  useCollection,
  useMember,
  useProduct,
  useProducts,
  VitrineProvider,
} from '@vitrine/react'
import { createElement, type ReactElement } from 'react'
import { newMember as enrolled } from '../src/member.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'
import { renderHook } from '../src/rendered-hook.ts'
import { newMember } from '../src/subscribed-member.ts'

let shop: TestPlatform
let mug: TestProduct
before(async () => {
  shop = await startTestPlatform()
  mug = await addProduct(shop.platform, { site: shop.site, name: 'Morning Mug', price: 2600, stock: 3 }, shop.clock.now())
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

const newClient = (): Shop => createClient({ baseUrl: shop.url, auth: visitor({ clientId: shop.clientId }), modules: shopModules })
const caches: ReturnType<typeof newQueryClient>[] = []
/** Cached data would keep the process alive for five minutes. */
after(() => caches.forEach((cache) => cache.clear()))

function below(client: Shop) {
  const queryClient = newQueryClient()
  caches.push(queryClient)
  return (child: ReactElement) => createElement(VitrineProvider, { client, queryClient }, child)
}

test('products by query, a product by its slug, and null where there is none', async () => {
  const client = newClient()
  await using list = renderHook(() => useProducts({ query: { filter: { name: 'Morning Mug' } } }), below(client))
  const { data } = await list.until(({ isSuccess }) => isSuccess)
  assert.deepEqual(
    data?.products.map(({ name }) => name),
    ['Morning Mug'],
  )
  await using one = renderHook(() => useProduct(data?.products[0]?.slug), below(client))
  assert.equal((await one.until(({ isSuccess }) => isSuccess)).data?.id, mug.id)
  await using none = renderHook(() => [useProduct('no-such-product'), useCollection('no-such-collection')] as const, below(client))
  const [product, collection] = await none.until((both) => both.every(({ isSuccess }) => isSuccess))
  assert.deepEqual([product.data, collection.data], [null, null])
})

test('a cart changes in the order of the calls, refuses with a reason, and becomes a checkout', async () => {
  const client = newClient()
  await using hook = renderHook(() => useCart(), below(client))
  assert.equal((await hook.until(({ cart }) => cart !== undefined)).cart, null)
  const line = { quantity: 1, catalogReference: mug.reference() }
  await Promise.all([hook.current().add(line), hook.current().add(line)])
  const { cart } = await hook.until(({ cart }) => cart?.lineItems[0]?.quantity === 2)
  const id = cart!.lineItems[0]!.id!
  await assert.rejects(hook.current().setQuantity('no-such-line', 4), (error) => error instanceof Refused && error.status < 500)
  assert.ok((await hook.until(({ error }) => error !== null)).error instanceof Refused)
  assert.equal(hook.current().cart?.lineItems[0]?.quantity, 2)
  await hook.current().setQuantity(id, 3)
  assert.equal((await hook.until(({ cart }) => cart?.lineItems[0]?.quantity === 3)).cart?.subtotal?.amount, '78.00')
  assert.match(await hook.current().checkout(), /^http.+\/checkout/)
  await hook.current().setQuantity(id, 0)
  assert.deepEqual((await hook.until(({ cart }) => cart?.lineItems.length === 0)).cart?.lineItems, [])
})

test('a checkout is made after the changes before it', async () => {
  const client = newClient()
  await using hook = renderHook(() => useCart(), below(client))
  await hook.until(({ cart }) => cart !== undefined)
  const [, address] = await Promise.all([hook.current().add({ quantity: 1, catalogReference: mug.reference() }), hook.current().checkout()])
  assert.match(address, /^http.+\/checkout/)
})

test('a cart is read again after a refused change that canceled its first read', async () => {
  const own = newClient()
  const { promise: isReading, resolve: read } = Promise.withResolvers<void>()
  let reads = 0
  const getCurrentCart: Shop['currentCart']['getCurrentCart'] = (input) => {
    reads += 1
    read()
    return reads === 1 ? new Promise<never>(() => {}) : own.currentCart.getCurrentCart(input)
  }
  const client = { ...own, currentCart: { ...own.currentCart, getCurrentCart } } as Shop
  await using hook = renderHook(() => useCart(), below(client))
  await isReading
  await assert.rejects(hook.current().removeCoupon(), (error) => error instanceof Refused)
  assert.equal((await hook.until(({ cart }) => cart !== undefined)).cart, null)
})

test('a visitor has no member, a member has a name, and after signing out they are a visitor again', async () => {
  const client = newClient()
  await using hook = renderHook(() => useMember(), below(client))
  assert.equal((await hook.until(({ isSuccess }) => isSuccess)).data, null)
  const id = await enrolled(shop)
  const { access } = await newMember(shop, id)
  await client.auth.setTokens({
    accessToken: { value: access, expiresAt: Math.floor(Date.now() / 1000) + 3600 },
    refreshToken: { value: 'none that is used', role: 'member' },
  })
  await hook.current().refetch()
  assert.equal((await hook.until(({ data }) => data != null)).data?.id, id)
  await hook.current().signOut()
  await hook.until(({ data }) => data === null)
  assert.notEqual(await client.auth.role(), 'member')
})

test('a read without an answer is retried three times, after 1, 2 and 4 s; a refusal is not', () => {
  const { retry, retryDelay, gcTime } = newQueryClient().getDefaultOptions().queries! as {
    retry: (failures: number, error: Error) => boolean
    retryDelay: (failures: number, error: Error) => number
    gcTime: number
  }
  const lost = new Error('fetch failed')
  assert.deepEqual(
    [0, 1, 2, 3].map((failures) => retry(failures, lost)),
    [true, true, true, false],
  )
  assert.deepEqual(
    [0, 1, 2, 10].map((failures) => retryDelay(failures, lost)),
    [1000, 2000, 4000, 30_000],
  )
  const refused = (status: number, retryAfterMs?: number) => new Refused('No.', {}, { status, requestId: undefined, retryAfterMs })
  assert.deepEqual([retry(0, refused(404)), retry(0, refused(429)), retry(0, refused(503))], [false, true, true])
  assert.equal(retryDelay(0, refused(429, 7000)), 7000)
  assert.equal(gcTime, 300_000)
})
