// Laws of collections by rule: whatever is done with products and their stock, at once and in whatever order, a collection has what its rule says.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { attempt } from '@vitrine/client'
import type { CollectionRule, MerchantProduct, MerchantProductInput } from '@vitrine/contract'
import { nothingBeside } from '@vitrine/platform/commerce/catalogue/csv/beside'
import { productHeader } from '@vitrine/platform/commerce/catalogue/csv/columns'
import { collectionLabels, productRows } from '@vitrine/platform/commerce/catalogue/csv/write'
import { csvLine } from '@vitrine/platform/kernel/csv/cells'
import { sql } from '@vitrine/platform/kernel/db/sql'
import fc from 'fast-check'
import { card, newBuyer, toCheckout } from '../src/buyer.ts'
import { ruled, startCollectingShop } from '../src/collecting-shop.ts'
import { importClient } from '../src/import-client.ts'
import { shared, storesAppId } from '../src/products.ts'
import { codeOf } from '../src/refused.ts'

const { shop, office, add, addCollection, lawful, preparedAnew } = await startCollectingShop()

const dayMs = 24 * 3_600_000
const glaze = {
  name: 'Glaze',
  choices: [
    { value: '#9AA58F', description: 'Sage' },
    { value: '#2E3A4B', description: 'Ink' },
  ],
}
const count = (product: MerchantProduct, quantity: number | null) =>
  office.merchantInventory.countStock({ counts: [{ productId: product.id, variantId: shared, quantity }] })

const order = (catalogItemId: string, quantity: number) =>
  office.orders.createOrder({
    order: {
      channelInfo: { type: 'POS' },
      priceSummary: {},
      lineItems: [
        {
          productName: { original: 'Mug' },
          quantity,
          price: { amount: '1.00' },
          itemType: { preset: 'PHYSICAL' },
          catalogReference: { appId: storesAppId, catalogItemId },
        },
      ],
    },
  })

const names = ['Morning Mug', 'Évening Bowl', 'Tall Vase']
const condition: fc.Arbitrary<CollectionRule['conditions'][number]> = fc.oneof(
  fc.record({
    field: fc.constant('PRICE' as const),
    operator: fc.constantFrom('AT_LEAST' as const, 'AT_MOST' as const),
    value: fc.constantFrom('10', '19.99', '30'),
  }),
  fc.constantFrom<CollectionRule['conditions'][number]>(
    { field: 'DISCOUNT', operator: 'IS', value: 'yes' },
    { field: 'DISCOUNT', operator: 'IS_NOT', value: 'yes' },
    { field: 'DISCOUNT', operator: 'AT_LEAST', value: '25' },
    { field: 'RIBBON', operator: 'IS', value: 'new' },
    { field: 'RIBBON', operator: 'IS_NOT', value: 'NEW' },
    { field: 'BRAND', operator: 'IS', value: 'Café' },
    { field: 'BRAND', operator: 'IS_NOT', value: 'cafe' },
    { field: 'CHOICE', option: 'Glaze', operator: 'IS', value: 'Ink' },
    { field: 'CHOICE', option: 'Glaze', operator: 'IS_NOT', value: 'Sage' },
    { field: 'STOCK', operator: 'IS', value: 'in' },
    { field: 'STOCK', operator: 'IS_NOT', value: 'in' },
    { field: 'STOCK', operator: 'AT_LEAST', value: '2' },
    { field: 'STOCK', operator: 'AT_MOST', value: '2' },
    { field: 'AGE', operator: 'AT_MOST', value: '3' },
    { field: 'AGE', operator: 'AT_LEAST', value: '2' },
    { field: 'NAME', operator: 'CONTAINS', value: 'evening' },
    { field: 'NAME', operator: 'NOT_CONTAINS', value: 'MUG' },
    { field: 'NAME', operator: 'STARTS_WITH', value: 'Ta' },
    { field: 'SKU', operator: 'STARTS_WITH', value: 'mrw' },
    { field: 'SKU', operator: 'NOT_CONTAINS', value: 'MRW' },
    { field: 'WEIGHT', operator: 'AT_MOST', value: '0.5' },
    { field: 'WEIGHT', operator: 'AT_LEAST', value: '0.5' },
    { field: 'TYPE', operator: 'IS', value: 'physical' },
  ),
)
const rule: fc.Arbitrary<CollectionRule> = fc.record({
  match: fc.constantFrom('ALL' as const, 'ANY' as const),
  conditions: fc.array(condition, { minLength: 1, maxLength: 3 }),
})
const edit: fc.Arbitrary<MerchantProductInput> = fc.record(
  {
    name: fc.constantFrom(...names),
    sku: fc.constantFrom('MRW-1', 'X-2', ''),
    visible: fc.boolean(),
    ribbon: fc.constantFrom('New', 'Best'),
    brand: fc.constantFrom('café', 'Other'),
    weight: fc.constantFrom(0.2, 0.5, 2),
    priceData: fc.record({ price: fc.constantFrom(5, 19.99, 30, 44) }),
    discount: fc.constantFrom(
      { type: 'PERCENT' as const, value: 25 },
      { type: 'AMOUNT' as const, value: 1 },
      { type: 'NONE' as const, value: 0 },
    ),
    manageVariants: fc.boolean(),
    productOptions: fc.constantFrom([], [glaze]),
    description: fc.constantFrom('<p>"collectionIds":["x"]</p>', 'Plain'),
    clear: fc.constantFrom([], ['ribbon' as const], ['brand' as const], ['weight' as const]),
  },
  { requiredKeys: [] },
)
const which = fc.nat(20)
const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('add' as const), edit }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('edit' as const), which, edit }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), which }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('many' as const),
      edit: fc.constantFrom({ ribbon: 'New' }, { brand: 'Café' }, { visible: true }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('count' as const), which, quantity: fc.constantFrom(0, 1, 2, 3, null) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('sell' as const), which, quantity: fc.integer({ min: 1, max: 2 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('giveBack' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('rule' as const), which, rule }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pick' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('job' as const), ribbon: fc.constantFrom('New', 'Best') }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('undoJob' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('import' as const), which, brand: fc.constantFrom('Café', 'Other'), undo: fc.boolean() }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

describe('over random histories, alone and at once', () => {
  let sold: string[] = []
  let own: string[] = []
  const jobs: string[] = []

  /** Imports a product under another brand. */
  async function bringIn(id: string, brand: string, undo: boolean): Promise<void> {
    const { product } = await office.merchantProducts.readProduct({ id })
    const { collections: all } = await office.merchantProducts.listCollections({})
    const rows = productRows({ ...product, brand }, collectionLabels(all), nothingBeside)
    const imported = importClient(shop)
    const { id: importId } = await imported.bring([productHeader, ...rows].map(csvLine).join(''))
    if (undo) await imported.undo(importId)
  }

  async function take(one: Step): Promise<string> {
    const rows = await shop.platform.database.query<{ id: string }>(sql`select id from product where site = ${shop.site} order by id`)
    const some = (at: number) => rows[at % Math.max(1, rows.length)]?.id ?? shared
    switch (one.do) {
      case 'add': {
        const { clear: _, ...product } = one.edit
        return codeOf(add(product))
      }
      case 'edit':
        return codeOf(office.merchantProducts.saveProduct({ id: some(one.which), product: one.edit }))
      case 'delete':
        return codeOf(office.merchantProducts.deleteProduct({ id: some(one.which) }))
      case 'many':
        return codeOf(
          office.merchantProducts.bulkUpdateProducts({ changes: rows.slice(0, 4).map(({ id }) => ({ id, product: one.edit })) }),
        )
      case 'count': {
        const productId = some(one.which)
        const stock = await shop.platform.database.query<{ variantId: string }>(sql`
          select variant_id as "variantId" from stock where site = ${shop.site} and product_id = ${productId} order by variant_id`)
        return codeOf(
          office.merchantInventory.countStock({
            counts: stock.slice(0, 2).map(({ variantId }) => ({ productId, variantId, quantity: one.quantity })),
          }),
        )
      }
      case 'sell': {
        const [refused, made] = await attempt(order(some(one.which), one.quantity))
        if (made) sold.push(made.order.id!)
        return refused?.code ?? 'done'
      }
      case 'giveBack': {
        const id = sold.pop()
        return id === undefined ? 'nothing' : codeOf(office.orders.cancelOrder({ id, restockAllItems: true }))
      }
      case 'rule':
        return codeOf(office.merchantProducts.saveCollection({ id: own[one.which % own.length]!, collection: { rule: one.rule } }))
      case 'pick':
        return codeOf(office.merchantProducts.addProductsToCollection({ id: own[0]!, productIds: [some(one.which)] }))
      case 'job': {
        const [refused, begun] = await attempt(
          office.merchantProducts.startProductJob({ filter: {}, change: { set: { ribbon: one.ribbon } } }),
        )
        if (begun) jobs.push(begun.job.id)
        return refused?.code ?? 'done'
      }
      case 'undoJob': {
        const jobId = jobs.pop()
        return jobId === undefined ? 'nothing' : codeOf(office.merchantProducts.undoProductJob({ jobId }))
      }
      case 'import':
        return codeOf(bringIn(some(one.which), one.brand, one.undo))
    }
  }

  test('a collection has exactly what its rule says, and what is prepared of products is what would be made anew', async () => {
    own = await Promise.all(['First', 'Second', 'Third'].map((name) => addCollection(name)))
    const done = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(
        fc.array(rule, { minLength: 3, maxLength: 3 }),
        fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 5 }),
        fc.nat(5),
        async (rules, rounds, days) => {
          await add({ name: 'Morning Mug' })
          await add({ name: 'Tall Vase', productOptions: [glaze], manageVariants: true })
          for (const [i, id] of own.entries()) await office.merchantProducts.saveCollection({ id, collection: { rule: rules[i]! } })
          for (const round of rounds) {
            const codes = await Promise.all(round.map((one) => take(one)))
            for (const [i, code] of codes.entries()) {
              const key = `${round[i]!.do} ${code}`
              done.set(key, (done.get(key) ?? 0) + 1)
            }
          }
          await shop.platform.jobs.settle()
          await lawful()
          shop.clock.advance(days * dayMs)
          await shop.platform.everyMinute()
          await lawful()
          await preparedAnew()
        },
      ),
      { numRuns: Number(process.env.LAW_RUNS ?? 12), seed: Number(process.env.LAW_SEED ?? 20261125) },
    )
    for (const what of ['add', 'edit', 'delete', 'many', 'count', 'sell', 'giveBack', 'rule', 'pick', 'job', 'undoJob', 'import'])
      assert.ok((done.get(`${what} done`) ?? 0) >= 1, `${what} is done: ${JSON.stringify([...done])}`)
  })
})

describe('what asks for stock follows it', () => {
  const inStock = { field: 'STOCK', operator: 'IS', value: 'in' } as const
  const few = { field: 'STOCK', operator: 'AT_MOST', value: '2' } as const
  const move = fc.oneof(
    fc.record({ do: fc.constant('sell' as const), which: fc.nat(1), quantity: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ do: fc.constant('buy' as const), which: fc.nat(1), quantity: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ do: fc.constant('giveBack' as const) }),
    fc.record({ do: fc.constant('count' as const), which: fc.nat(1), quantity: fc.integer({ min: 0, max: 4 }) }),
    fc.record({ do: fc.constant('receive' as const), which: fc.nat(1), quantity: fc.integer({ min: 1, max: 2 }) }),
    fc.record({ do: fc.constant('price' as const), which: fc.nat(1), price: fc.constantFrom(10, 50) }),
    fc.record({ do: fc.constant('send' as const), which: fc.nat(1), quantity: fc.integer({ min: 1, max: 3 }) }),
    fc.record({ do: fc.constant('arrive' as const) }),
  )

  test('sold in the shop or written down, given back, counted, received, repriced meanwhile: each time all is where its rule wants it', async () => {
    const goods = [await add({ name: 'First cup', visible: true }), await add({ name: 'Second cup', visible: true })]
    for (const product of goods) await count(product, 3)
    await addCollection('In stock', { rule: ruled(inStock) })
    await addCollection('Nearly gone', { rule: ruled(inStock, few) })
    await addCollection('Cheap or gone', {
      rule: {
        match: 'ANY',
        conditions: [
          { ...inStock, operator: 'IS_NOT' },
          { field: 'PRICE', operator: 'AT_MOST', value: '20' },
        ],
      },
    })
    const sold: string[] = []
    const done = new Map<string, number>()
    const buy = async (product: MerchantProduct, quantity: number) => {
      const buyer = newBuyer(shop)
      const reference = () => ({ appId: storesAppId, catalogItemId: product.id })
      const id = await toCheckout(buyer, [{ product: { id: product.id, slug: product.slug, variants: {}, reference }, quantity }])
      const { orderId } = await buyer.payments.placeOrder({ id, paymentToken: await card(buyer), returnUrl: `${shop.url}/back` })
      sold.push(orderId)
    }
    const { location: north } = await office.stockLocations.createLocation({ location: { name: 'North' } })
    const onTheWay: { id: string; revision: string; productId: string }[] = []
    const send = async (productId: string, quantity: number) => {
      const { transfer } = await office.stockTransfers.createTransfer({
        transfer: { fromLocationId: shop.site, toLocationId: north.id, lines: [{ productId, quantity }] },
      })
      const { transfer: sent } = await office.stockTransfers.sendTransfer({ transferId: transfer.id, revision: transfer.revision })
      onTheWay.push({ id: sent.id, revision: sent.revision, productId })
    }
    const take = async (one: typeof move extends fc.Arbitrary<infer Move> ? Move : never) => {
      if (one.do === 'giveBack') {
        const id = sold.pop()
        return id === undefined ? 'nothing' : codeOf(office.orders.cancelOrder({ id, restockAllItems: true }))
      }
      if (one.do === 'arrive') {
        const sent = onTheWay.pop()
        return sent === undefined
          ? 'nothing'
          : codeOf(
              office.stockTransfers.receiveTransfer({
                transferId: sent.id,
                revision: sent.revision,
                close: true,
                received: [{ productId: sent.productId, quantity: 1 }],
              }),
            )
      }
      const product = goods[one.which]!
      switch (one.do) {
        case 'sell': {
          const [refused, made] = await attempt(order(product.id, one.quantity))
          if (made) sold.push(made.order.id!)
          return refused?.code ?? 'done'
        }
        case 'buy':
          return codeOf(buy(product, one.quantity))
        case 'count':
          return codeOf(count(product, one.quantity))
        case 'receive':
          return codeOf(
            office.merchantInventory.receiveGoods({ goods: [{ productId: product.id, variantId: shared, quantity: one.quantity }] }),
          )
        case 'send':
          return codeOf(send(product.id, one.quantity))
        case 'price':
          return codeOf(office.merchantProducts.saveProduct({ id: product.id, product: { priceData: { price: one.price } } }))
      }
    }
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(move, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 4 }), async (rounds) => {
        for (const round of rounds) {
          const codes = await Promise.all(round.map((one) => take(one)))
          for (const [i, code] of codes.entries()) {
            const key = `${round[i]!.do} ${code}`
            done.set(key, (done.get(key) ?? 0) + 1)
          }
          await lawful()
        }
      }),
      { numRuns: Number(process.env.LAW_RUNS ?? 12), seed: Number(process.env.LAW_SEED ?? 20261125) },
    )
    await preparedAnew()
    for (const what of ['sell', 'buy', 'giveBack', 'count', 'receive', 'price', 'send', 'arrive'])
      assert.ok((done.get(`${what} done`) ?? 0) >= 3, `${what} is done: ${JSON.stringify([...done])}`)
  })
})
