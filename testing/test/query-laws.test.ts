import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import type { Collection, MemberOverview, MerchantProductRow, Order, Product } from '@vitrine/contract'
import fc from 'fast-check'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct } from '../src/products.ts'
import { evaluatorOf, filtersOf, type KnownFields, type Sort } from '../src/query-evaluator.ts'

let shop: TestPlatform
let office: ReturnType<typeof newOffice>
let app: ReturnType<typeof newApp>
const newOffice = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
const newApp = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })

const names = ['Mug', 'mug', 'Café crème', 'CAFÉ', 'Ærø', 'Straße', 'İstanbul', 'Чашка', '猫 50 %', 'a_b', 'Zoë', '=1', "O'Neill", 'Łódź']
const nth = <T>(list: readonly T[], n: number): T => list[n % list.length]!

before(async () => {
  shop = await startTestPlatform()
  office = newOffice()
  app = newApp()
  const collections: string[] = []
  for (const name of ['Mugs', 'mugs', 'Été']) {
    const { collection } = await office.merchantProducts.createCollection({ collection: { name } })
    collections.push(collection.id!)
  }
  for (let n = 0; n < 20; n++) {
    shop.clock.advance(60_000)
    const name = `${nth(names, n)}${n < names.length ? '' : ' II'}`
    const { id } = await addProduct(
      shop.platform,
      { site: shop.site, name, price: 999 + (n % 5) * 250, stock: n % 4, ...(n % 6 === 5 && { hidden: true }) },
      shop.clock.now(),
    )
    const own = collections.filter((_, i) => (n >> i) % 2 === 1)
    if (n % 2 === 0)
      await office.merchantProducts.saveProduct({
        id,
        product: { sku: `MV-${n % 7}/É`, collectionIds: own, ...(n % 3 === 0 && { brand: 'Ærø', ribbon: 'New' }) },
      })
    await office.memberManagement.createMember({
      member: {
        loginEmail: `${n % 3 ? 'Buyer' : 'zoe'}${n}@Example.com`,
        contact: { ...(n % 4 && { firstName: nth(names, n) }), lastName: nth(names, n * 3 + 1) },
      },
    })
    await app.orders.createOrder({
      order: {
        channelInfo: { type: nth(['POS', 'WEB', 'OTHER_PLATFORM'] as const, n), ...(n % 5 === 0 && { externalOrderId: `pos-${n}` }) },
        lineItems: [0, 1].slice(0, 1 + (n % 2)).map((i) => ({
          productName: { original: nth(names, n + i) },
          quantity: 1 + (n % 3),
          price: { amount: `${10 + (n % 4)}.37` },
          itemType: { preset: 'PHYSICAL' as const },
        })),
        priceSummary: {},
        paymentStatus: n % 3 === 0 ? 'PAID' : 'NOT_PAID',
        buyerInfo: { email: `${n % 3 ? 'Buyer' : 'zoe'}${n % 6}@example.com` },
        billingInfo: { contactDetails: { ...(n % 4 && { firstName: nth(names, n) }), lastName: nth(names, n * 5) } },
      },
    })
  }
  const { orders } = await app.orders.searchOrders({ search: { cursorPaging: { limit: 100 } } })
  for (const [n, { id }] of orders.entries())
    if (n % 3 === 0)
      await app.orders.updateOrder({
        order: { id: id!, archived: n % 2 === 0, tags: { tags: { tagIds: n % 2 ? ['gift'] : ['gift', 'Éclat'] } } },
      })
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

interface Asked {
  readonly filter: Record<string, unknown>
  readonly sort: Sort[]
}
interface PageOf<T> {
  readonly rows: readonly T[]
  readonly next?: string | undefined
  readonly prev?: string | undefined
}
interface Law<T> {
  readonly fields: KnownFields<T>
  readonly idOf: (entity: T) => string
  /** By cursor, or by offset where there is none. */
  readonly byCursor?: (asked: Asked | undefined, limit: number, cursor: string | undefined) => Promise<PageOf<T>>
  readonly byOffset?: (asked: Asked, limit: number, offset: number) => Promise<readonly T[]>
}

async function allBy<T>({ byCursor, byOffset }: Law<T>, asked: Asked, limit: number): Promise<T[]> {
  const found: T[] = []
  if (byOffset) {
    for (let offset = 0; ; offset += limit) {
      const rows = await byOffset(asked, limit, offset)
      found.push(...rows)
      if (rows.length < limit) return found
    }
  }
  const pages: (readonly T[])[] = []
  let page = await byCursor!(asked, limit, undefined)
  pages.push(page.rows)
  while (page.next) {
    page = await byCursor!(undefined, limit, page.next)
    pages.push(page.rows)
  }
  const back = [pages.at(-1)!]
  while (page.prev) {
    page = await byCursor!(undefined, limit, page.prev)
    back.unshift(page.rows)
  }
  assert.deepEqual(back, pages, 'backwards the pages are the same')
  return pages.flat()
}

async function holds<T>(law: Law<T>): Promise<void> {
  const { fields, idOf } = law
  const entities = await allBy(law, { filter: {}, sort: [] }, 100)
  assert.ok(entities.length >= 3)
  const { matches, compare } = evaluatorOf(fields)
  const { filter, sorts } = filtersOf(fields, entities)
  await fc.assert(
    fc.asyncProperty(filter, sorts, fc.integer({ min: 2, max: 9 }), async (asked, sort, limit) => {
      const found = await allBy(law, { filter: asked, sort }, limit)
      const ids = found.map(idOf)
      assert.equal(new Set(ids).size, ids.length, 'nothing comes twice')
      assert.deepEqual(
        [...ids].sort(),
        entities
          .filter((entity) => matches(entity, asked))
          .map(idOf)
          .sort(),
      )
      for (let i = 1; i < found.length; i++) assert.ok(compare(found[i - 1]!, found[i]!, sort) <= 0, `${ids[i - 1]} comes before ${ids[i]}`)
    }),
    { seed: 20_261_121, numRuns: 150 },
  )
}

const oneOf = ['$eq', '$in', '$ne', '$nin']

test('law: orders', () =>
  holds<Order>({
    idOf: ({ id }) => id!,
    fields: {
      id: { kind: 'id', of: ({ id }) => id, operators: oneOf },
      number: { kind: 'number', of: ({ number }) => Number(number), sorts: true, operators: ['$eq', '$ne', '$gt', '$lte', '$in', '$nin'] },
      status: { kind: 'text', of: ({ status }) => status, operators: oneOf },
      paymentStatus: { kind: 'text', of: ({ paymentStatus }) => paymentStatus, operators: oneOf, sorts: true },
      'channelInfo.type': { kind: 'text', of: ({ channelInfo }) => channelInfo?.type, operators: oneOf, sorts: true },
      'channelInfo.externalOrderId': {
        kind: 'text',
        of: ({ channelInfo }) => (channelInfo as { externalOrderId?: string } | undefined)?.externalOrderId,
        operators: oneOf,
      },
      createdDate: { kind: 'instant', of: ({ createdDate }) => createdDate, sorts: true },
      updatedDate: { kind: 'instant', of: ({ updatedDate }) => updatedDate, sorts: true },
      'priceSummary.total.amount': { kind: 'number', of: ({ priceSummary }) => priceSummary?.total?.amount, sorts: true },
      'buyerInfo.email': { kind: 'name', of: ({ buyerInfo }) => buyerInfo?.email, sorts: true },
      'billingInfo.contactDetails.firstName': {
        kind: 'name',
        of: ({ billingInfo }) => billingInfo?.contactDetails?.firstName ?? '',
        sorts: true,
      },
      'billingInfo.contactDetails.lastName': {
        kind: 'name',
        of: ({ billingInfo }) => billingInfo?.contactDetails?.lastName ?? '',
        sorts: true,
      },
      archived: { kind: 'flag', of: ({ archived }) => archived ?? false },
      'lineItems.productName.original': {
        kind: 'texts',
        of: ({ lineItems }) => lineItems.flatMap(({ productName }) => productName?.original ?? []),
      },
      'tags.tags.tagIds': { kind: 'texts', of: ({ tags }) => tags?.tags?.tagIds ?? [] },
    },
    async byCursor(asked, limit, cursor) {
      const { orders, metadata } = await app.orders.searchOrders({
        search: { ...asked, cursorPaging: { limit, ...(cursor && { cursor }) } },
      })
      return { rows: orders, next: metadata.cursors?.next, prev: metadata.cursors?.prev }
    },
  }))

test('law: members', () =>
  holds<MemberOverview>({
    idOf: ({ member }) => member.id!,
    fields: {
      id: { kind: 'id', of: ({ member }) => member.id },
      loginEmail: { kind: 'email', of: ({ member }) => member.loginEmail },
      'profile.nickname': { kind: 'name', of: ({ member }) => member.profile?.nickname, sorts: true },
      'profile.slug': { kind: 'email', of: ({ member }) => member.profile?.slug },
      status: { kind: 'text', of: ({ member }) => member.status },
      privacyStatus: { kind: 'text', of: ({ member }) => member.privacyStatus },
      'contact.firstName': { kind: 'name', of: ({ member }) => member.contact?.firstName ?? '', sorts: true },
      'contact.lastName': { kind: 'name', of: ({ member }) => member.contact?.lastName ?? '', sorts: true },
      createdDate: { kind: 'instant', of: ({ member }) => member.createdDate, sorts: true },
    },
    async byCursor(asked, limit, cursor) {
      const { members, pagingMetadata } = await office.memberAdmin.searchMembers({
        search: { ...asked, cursorPaging: { limit, ...(cursor && { cursor }) } },
      })
      return { rows: members, next: pagingMetadata.cursors?.next, prev: pagingMetadata.cursors?.prev }
    },
  }))

test('law: products as the merchant lists them', () =>
  holds<MerchantProductRow>({
    idOf: ({ id }) => id,
    fields: {
      id: { kind: 'id', of: ({ id }) => id },
      name: { kind: 'name', of: ({ name }) => name, sorts: true },
      sku: { kind: 'text', of: ({ sku }) => sku, sorts: true },
      slug: { kind: 'text', of: ({ slug }) => slug },
      brand: { kind: 'text', of: ({ brand }) => brand ?? '' },
      ribbon: { kind: 'text', of: ({ ribbon }) => ribbon ?? '' },
      visible: { kind: 'flag', of: ({ visible }) => visible },
      price: { kind: 'number', of: ({ price }) => price, sorts: true },
      collectionId: { kind: 'ids', of: ({ collectionIds }) => collectionIds },
      soldOut: { kind: 'number', of: ({ soldOut }) => soldOut },
      quantity: { kind: 'number', of: ({ quantity }) => quantity },
      createdDate: { kind: 'instant', of: ({ createdDate }) => createdDate, sorts: true },
      updatedDate: { kind: 'instant', of: ({ updatedDate }) => updatedDate, sorts: true },
    },
    async byCursor(asked, limit, cursor) {
      const { products, pagingMetadata } = await office.merchantProducts.listProducts({
        query: { ...asked, cursorPaging: { limit, ...(cursor && { cursor }) } },
      })
      return { rows: products, next: pagingMetadata.cursors?.next, prev: pagingMetadata.cursors?.prev }
    },
  }))

test('law: products, by offset', () =>
  holds<Product>({
    idOf: ({ id }) => id,
    fields: {
      id: { kind: 'id', of: ({ id }) => id, sorts: true },
      name: { kind: 'name', of: ({ name }) => name, sorts: true },
      sku: { kind: 'text', of: ({ sku }) => sku ?? '', sorts: true },
      slug: { kind: 'text', of: ({ slug }) => slug, sorts: true },
      price: { kind: 'number', of: ({ price }) => price?.price, sorts: true },
      numericId: { kind: 'number', of: ({ numericId }) => numericId, sorts: true, operators: ['$eq', '$ne', '$gt', '$lt', '$in'] },
      lastUpdated: { kind: 'instant', of: ({ lastUpdated }) => lastUpdated, sorts: true },
      collectionIds: { kind: 'ids', of: ({ collectionIds }) => collectionIds },
    },
    byOffset: async (asked, limit, offset) =>
      (await app.products.queryProducts({ query: { ...asked, paging: { limit, offset } } })).products,
  }))

test('law: collections, by offset', () =>
  holds<Collection>({
    idOf: ({ id }) => id!,
    fields: { id: { kind: 'text', of: ({ id }) => id, sorts: true }, name: { kind: 'name', of: ({ name }) => name, sorts: true } },
    byOffset: async (asked, limit, offset) =>
      (await app.collections.queryCollections({ query: { ...asked, paging: { limit, offset } } })).collections,
  }))
