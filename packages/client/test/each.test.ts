import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient, each, token } from '@vitrine/client'
import { recording, type Sent } from './recording.ts'

interface Asked {
  readonly query: { readonly paging?: { readonly offset?: number; readonly limit?: number } }
  readonly q?: string
  readonly offset?: string
}

const payloadOf = ({ url }: Sent): Asked => {
  const { searchParams } = new URL(url)
  const packed = searchParams.get('.r')
  return packed ? JSON.parse(Buffer.from(packed, 'base64url').toString()) : (Object.fromEntries(searchParams) as unknown as Asked)
}

async function all<Item>(walk: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = []
  for await (const item of walk) found.push(item)
  return found
}

const clientOf = (answering: (payload: Asked) => unknown) => {
  const { fetch, sent } = recording((request) => ({ body: answering(payloadOf(request)) }))
  return { client: createClient({ baseUrl: 'https://x.test', fetch, auth: token('t') }), sent }
}

const numbers = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, i) => ({ id: String(from + i) }))

test('an offset query is walked to its total, filter, sort and limit kept', async () => {
  const { client, sent } = clientOf(({ query: { paging: { offset = 0, limit = 50 } = {} } }) => ({
    products: numbers(offset, Math.min(5, offset + limit)),
    metadata: { total: 5 },
  }))
  const query = { filter: { slug: 'a' }, sort: [{ fieldName: 'name' }], paging: { limit: 2 } }
  const ids: (string | undefined)[] = []
  for await (const product of each('products', client.products.queryProducts, { query })) ids.push(product.id)
  assert.deepEqual(ids, ['0', '1', '2', '3', '4'])
  assert.deepEqual(
    sent.map(payloadOf),
    [undefined, 2, 4].map((offset) => ({ query: { ...query, paging: { limit: 2, ...(offset && { offset }) } } })),
  )
})

test('it begins where the query says and asks for no page that is not reached', async () => {
  const { client, sent } = clientOf(({ query: { paging } }) => ({
    collections: numbers(paging!.offset!, paging!.offset! + 3),
    metadata: { total: 100 },
  }))
  for await (const collection of each('collections', client.collections.queryCollections, { query: { paging: { offset: 10 } } })) {
    if (collection.id === '13') break
  }
  assert.deepEqual(
    sent.map((request) => payloadOf(request).query.paging?.offset),
    [10, 13],
  )
})

test('a total that is not known is walked until a page is empty', async () => {
  const { client, sent } = clientOf(({ query: { paging } }) => ({ products: numbers(paging?.offset ?? 0, 3), metadata: {} }))
  const found = await all(each('products', client.products.queryProducts, { query: {} }))
  assert.equal(found.length, 3)
  assert.equal(sent.length, 2)
})

test('limit and offset may stand beside the rest of the input', async () => {
  const { client, sent } = clientOf(({ offset = 0, q }) => ({ products: numbers(Number(offset), Number(offset) + 2), total: 4, q }))
  assert.equal((await all(each('products', client.search.searchProducts, { q: 'mug', limit: 2 }))).length, 4)
  assert.deepEqual(sent.map(payloadOf), [
    { q: 'mug', limit: '2' },
    { q: 'mug', limit: '2', offset: '2' },
  ])
})

test('a cursor query goes on with nothing but the cursor and the limit', async () => {
  const asked: unknown[] = []
  const call = async (input: { search: object; returnPrivate?: boolean }) => {
    asked.push(input)
    return asked.length === 1
      ? { orders: ['a', 'b'], metadata: { cursors: { next: 'c2' } } }
      : { orders: ['c'], metadata: { cursors: { next: null } } }
  }
  const search = { filter: { status: 'APPROVED' }, cursorPaging: { limit: 2 } }
  assert.deepEqual(await all(each('orders', call, { search, returnPrivate: true })), ['a', 'b', 'c'])
  assert.deepEqual(asked, [
    { search, returnPrivate: true },
    { search: { cursorPaging: { cursor: 'c2', limit: 2 } }, returnPrivate: true },
  ])
})

test('a refusal on a later page is thrown where the walk stands, and a signal stops it', async () => {
  const { client } = clientOf(() => ({ products: numbers(0, 1), metadata: { total: 9 } }))
  const stop = new AbortController()
  const walk = each('products', client.products.queryProducts, { query: {} }, { signal: stop.signal })
  await walk.next()
  stop.abort()
  await assert.rejects(walk.next(), { name: 'AbortError' })
})
