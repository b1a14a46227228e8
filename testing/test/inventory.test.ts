import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import type { Input } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
import fc from 'fast-check'
import { card, newBuyer, toCheckout } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type NewTestProduct, type TestProduct } from '../src/products.ts'

let shop: TestPlatform
let office: ReturnType<typeof newOffice>
const newOffice = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
const shared = '00000000-0000-0000-0000-000000000000'

before(async () => {
  shop = await startTestPlatform()
  office = newOffice()
})
after(async () => {
  assert.deepEqual(shop.faults, [])
  await shop[Symbol.asyncDispose]()
})

const stocked = (stock: number | null, more: Partial<NewTestProduct> = {}): Promise<TestProduct> =>
  addProduct(shop.platform, { site: shop.site, name: 'Bowl', price: 2000, stock, ...more }, shop.clock.now())
const mugs = (colours: Readonly<Record<string, number>>) => stocked(0, { name: 'Mug', colours })

const refusalOf = async (call: Promise<unknown>) => (await attempt(call))[0]
const codeOf = async (call: Promise<unknown>) => (await refusalOf(call))?.code ?? 'done'
async function wrongIn(call: Promise<unknown>): Promise<string> {
  const refused = await refusalOf(call)
  assert.equal(refused?.code, 'INVALID_ARGUMENT')
  return (refused.data as { fieldViolations: { field: string }[] }).fieldViolations.map(({ field }) => field).join()
}

type Update = Parameters<typeof office.inventory.updateInventoryVariants>[0]['inventoryItem']
const update = (product: TestProduct, change: Omit<Update, 'productId'>) =>
  office.inventory.updateInventoryVariants({ inventoryItem: { productId: product.id, ...change } })
const itemOf = async ({ id }: TestProduct) =>
  (await office.inventory.getInventoryVariants({ inventoryId: 'x', productId: id })).inventoryItem
const increment = (product: TestProduct, incrementBy: number, variantId?: string) =>
  office.inventory.incrementInventory({ incrementData: [{ productId: product.id, variantId, incrementBy }] })
const decrement = (product: TestProduct, decrementBy: number, variantId?: string) =>
  office.inventory.decrementInventory({ decrementData: [{ productId: product.id, variantId, decrementBy }] })

/** The quantity of each variant, and what its movements come to: the same, whatever happened. */
async function quantitiesOf({ id }: TestProduct) {
  const rows = await shop.platform.database.query<{ quantity: number; moved: number }>(sql`
    select quantity, (select coalesce(sum(m.quantity), 0)::bigint from stock_movement m
      where m.site = s.site and m.product_id = s.product_id and m.variant_id = s.variant_id) as moved
    from stock s where site = ${shop.site} and product_id = ${id} order by sku`)
  for (const { quantity, moved } of rows) assert.equal(quantity, moved)
  return rows.map(({ quantity }) => quantity)
}
const eventsOf = async ({ id }: TestProduct) =>
  (
    await shop.platform.database.query<{ type: string; payload: Record<string, unknown> }>(sql`
      select type, payload from outbox where site = ${shop.site} and entity_id = ${id} and type like '%inventory%' order by id`)
  ).map(({ type, payload }) => ({ type: type.split('.').at(-1), ...payload }))
const shownTo = async ({ slug }: TestProduct) => (await newBuyer(shop).products.queryProducts({ query: { filter: { slug } } })).products[0]!
/** How it ends when somebody orders so many. */
async function order(product: TestProduct, quantity: number, colour?: string): Promise<string> {
  const buyer = newBuyer(shop)
  const [refused, id] = await attempt(toCheckout(buyer, [{ product, quantity, ...(colour && { colour }) }]))
  if (refused) return refused.code
  const paymentToken = await card(buyer)
  const [no, placed] = await attempt(buyer.payments.placeOrder({ id, paymentToken, returnUrl: 'http://localhost/back' }))
  return no?.code ?? placed?.status ?? 'nothing'
}

describe('the stock of a product', () => {
  test('is read by its inventory item and by its product, all variants or those asked for', async () => {
    const mug = await mugs({ Sage: 5, Ink: 0 })
    const { inventoryItemId, numericId } = await shownTo(mug)
    const { inventoryItem } = await office.inventory.getInventoryVariants({ inventoryId: inventoryItemId })
    assert.deepEqual(inventoryItem, {
      id: inventoryItemId,
      externalId: mug.id,
      productId: mug.id,
      trackQuantity: true,
      variants: [
        { variantId: mug.variants['Sage'], inStock: true, quantity: 5, availableForPreorder: false },
        { variantId: mug.variants['Ink'], inStock: false, quantity: 0, availableForPreorder: false },
      ],
      lastUpdated: inventoryItem.lastUpdated,
      numericId,
      preorderInfo: { enabled: false },
    })
    assert.deepEqual(await itemOf(mug), inventoryItem)
    const { inventoryItem: one } = await office.inventory.getInventoryVariants({
      inventoryId: inventoryItemId,
      variantIds: [mug.variants['Ink']!.toUpperCase(), newId()],
    })
    assert.deepEqual(
      one.variants.map(({ variantId }) => variantId),
      [mug.variants['Ink']],
    )
    for (const inventoryId of [newId(), 'a mug', mug.id])
      assert.equal(await codeOf(office.inventory.getInventoryVariants({ inventoryId })), 'PRODUCT_NOT_FOUND')
  })

  test('is set by variant; each change is a movement, an event and an entry of the audit log', async () => {
    const mug = await mugs({ Sage: 5, Ink: 0 })
    const [sage, ink] = [mug.variants['Sage']!, mug.variants['Ink']!]
    assert.deepEqual(await update(mug, { trackQuantity: true, variants: [{ variantId: ink.toUpperCase(), quantity: 7 }] }), {})
    assert.deepEqual(await quantitiesOf(mug), [7, 5])
    const [event, ...others] = await eventsOf(mug)
    assert.deepEqual(others, [])
    assert.deepEqual(event, {
      type: 'InventoryVariantsChanged',
      inventoryItemId: (await itemOf(mug)).id,
      externalId: mug.id,
      productId: mug.id,
      variants: [
        {
          id: ink,
          oldValue: { quantity: 0, inStock: false, availableForPreorder: false },
          newValue: { quantity: 7, inStock: true, availableForPreorder: false },
        },
      ],
      reason: 'MANUAL',
      updatedDate: shop.clock.now().toISOString(),
    })
    const { entries } = await office.audit.queryAudit({ query: { filter: { entityIds: { $hasSome: [mug.id] } } } })
    assert.deepEqual(
      entries.map(({ operation, kind, name }) => [operation, kind, name]),
      [['PATCH /stores/v2/inventoryItems/product/{inventoryItem.productId}', 'inventoryItem', 'Mug']],
    )

    await update(mug, { trackQuantity: true, variants: [{ variantId: ink, quantity: 7 }] })
    assert.equal((await eventsOf(mug)).length, 1, 'what is as it was is no event')
    assert.equal(
      await codeOf(update(mug, { trackQuantity: true, variants: [{ variantId: newId(), quantity: 1 }] })),
      'INVENTORY_VARIANT_NOT_FOUND',
    )
    assert.equal(
      await wrongIn(
        update(mug, {
          trackQuantity: true,
          variants: [
            { variantId: sage, quantity: 1 },
            { variantId: sage, quantity: 2 },
          ],
        }),
      ),
      'inventoryItem.variants[1].variantId',
    )
    assert.equal(await codeOf(update({ ...mug, id: newId() }, { trackQuantity: true })), 'PRODUCT_NOT_FOUND')
    assert.deepEqual(await quantitiesOf(mug), [7, 5])
  })

  test('can be untracked and out of stock; shoppers see that and cannot buy it', async () => {
    const bowl = await stocked(3)
    await update(bowl, { trackQuantity: false, variants: [{ variantId: shared, inStock: false }] })
    assert.deepEqual((await itemOf(bowl)).variants, [{ variantId: shared, inStock: false, availableForPreorder: false }])
    const { stock, variants } = await shownTo(bowl)
    assert.deepEqual(stock, { trackInventory: false, inStock: false, inventoryStatus: 'OUT_OF_STOCK' })
    assert.deepEqual(variants[0]?.stock, { trackQuantity: false, inStock: false })
    assert.equal(await order(bowl, 1), 'FULL_OUT_OF_STOCK')
    const found = async () => {
      const { products } = await newBuyer(shop).search.searchProducts({ q: bowl.slug, inStock: true })
      return products.some(({ id }) => id === bowl.id)
    }
    assert.equal(await found(), false)
    assert.deepEqual((await eventsOf(bowl)).map(({ type }) => type).sort(), ['InventoryItemChanged', 'InventoryVariantsChanged'])

    await update(bowl, { variants: [{ variantId: shared, inStock: true }] })
    assert.equal((await shownTo(bowl)).stock?.inStock, true)
    assert.equal(await order(bowl, 9), 'APPROVED')
    await update(bowl, { trackQuantity: true })
    assert.deepEqual(await quantitiesOf(bowl), [3], 'the quantity is what it was when it was tracked last')
  })

  test('can be preordered up to a limit, and no further', async () => {
    const bowl = await stocked(2)
    await update(bowl, { trackQuantity: true, preorderInfo: { enabled: true, message: 'Ships in May', limit: 3 } })
    assert.deepEqual((await itemOf(bowl)).preorderInfo, { enabled: true, message: 'Ships in May', limit: 3 })
    assert.equal(await order(bowl, 6), 'FULL_OUT_OF_STOCK')
    assert.equal(await order(bowl, 4), 'APPROVED')
    assert.deepEqual(await quantitiesOf(bowl), [-2])
    assert.deepEqual((await itemOf(bowl)).variants, [{ variantId: shared, inStock: false, quantity: -2, availableForPreorder: true }])
    assert.equal(await order(bowl, 2), 'FULL_OUT_OF_STOCK')
    assert.equal(await order(bowl, 1), 'APPROVED')
    assert.equal((await itemOf(bowl)).variants[0]?.availableForPreorder, false)

    await increment(bowl, 1)
    await update(bowl, { trackQuantity: true, preorderInfo: { enabled: false } })
    assert.equal(await order(bowl, 1), 'FULL_OUT_OF_STOCK')
    assert.deepEqual((await itemOf(bowl)).preorderInfo, { enabled: false, message: 'Ships in May', limit: 3 })
    const masks = (await eventsOf(bowl)).flatMap((event) => ('fieldMask' in event ? [event.fieldMask] : []))
    assert.deepEqual(masks, [['preorderInfo'], ['preorderInfo']])
    await update(bowl, { trackQuantity: true, preorderInfo: { message: null, limit: null } })
    assert.deepEqual((await itemOf(bowl)).preorderInfo, { enabled: false })
  })
})

describe('moving stock', () => {
  test('adds and takes, two rows of one variant together', async () => {
    const mug = await mugs({ Sage: 5, Ink: 0 })
    const { inventoryItemId: inventoryId } = await shownTo(mug)
    const [sage, ink] = [mug.variants['Sage']!, mug.variants['Ink']!]
    const incrementData = [
      { inventoryId, variantId: sage, incrementBy: 2 },
      { productId: mug.id, variantId: sage, incrementBy: 1 },
      { productId: mug.id, variantId: ink, incrementBy: 4 },
    ]
    assert.deepEqual(await office.inventory.incrementInventory({ incrementData }), {})
    assert.deepEqual(await quantitiesOf(mug), [4, 8])
    const decrementData = [
      { externalId: mug.id, variantId: sage, decrementBy: 3 },
      { inventoryId, variantId: sage, decrementBy: 5 },
    ]
    assert.deepEqual(await office.inventory.decrementInventory({ decrementData, reason: 'ORDER' }), {})
    assert.deepEqual(await quantitiesOf(mug), [4, 0])
    const events = await eventsOf(mug)
    assert.deepEqual(
      events.map((event) => ('reason' in event ? event.reason : '')),
      ['MANUAL', 'ORDER'],
    )
    const reasons = await shop.platform.database.query(sql`
      select reason, quantity, actor_kind as by from stock_movement
      where site = ${shop.site} and product_id = ${mug.id} and actor_kind is not null order by id`)
    assert.deepEqual(reasons, [
      { reason: 'CORRECTION', quantity: 3, by: 'API_KEY' },
      { reason: 'CORRECTION', quantity: 4, by: 'API_KEY' },
      { reason: 'SALE', quantity: -8, by: 'API_KEY' },
    ])
  })

  test('409 INSUFFICIENT_INVENTORY names what is short, and changes nothing', async () => {
    const mug = await mugs({ Sage: 5, Ink: 1 })
    const [sage, ink] = [mug.variants['Sage']!, mug.variants['Ink']!]
    const decrementData = [
      { productId: mug.id, variantId: sage, decrementBy: 2 },
      { productId: mug.id, variantId: ink, decrementBy: 2 },
    ]
    const refused = await refusalOf(office.inventory.decrementInventory({ decrementData }))
    assert.equal(refused?.code, 'INSUFFICIENT_INVENTORY')
    assert.deepEqual(refused.data, { items: [{ productId: mug.id, variantId: ink, requested: 2, available: 1 }] })
    assert.deepEqual(await quantitiesOf(mug), [1, 5])
    assert.deepEqual(await office.inventory.decrementInventory({ decrementData, restrictInventoryValue: false }), {})
    assert.deepEqual(await quantitiesOf(mug), [-1, 3])
  })

  test('takes preorders only where a row asks for them', async () => {
    const bowl = await stocked(1)
    await update(bowl, { trackQuantity: true, preorderInfo: { enabled: true, limit: 2 } })
    assert.equal(await codeOf(decrement(bowl, 2)), 'INSUFFICIENT_INVENTORY')
    const decrementData = [{ productId: bowl.id, decrementBy: 3, preorderRequest: true }]
    assert.deepEqual(await office.inventory.decrementInventory({ decrementData }), {})
    assert.deepEqual(await quantitiesOf(bowl), [-2])
    assert.equal(await codeOf(office.inventory.decrementInventory({ decrementData })), 'INSUFFICIENT_INVENTORY')
  })

  test('leaves alone what is not tracked', async () => {
    const bowl = await stocked(null)
    assert.equal(await codeOf(increment(bowl, 3)), 'done')
    assert.equal(await codeOf(decrement(bowl, 3)), 'done')
    assert.deepEqual(await quantitiesOf(bowl), [0])
    assert.deepEqual(await eventsOf(bowl), [])
    await update(bowl, { variants: [{ variantId: shared, inStock: false }] })
    assert.equal(await codeOf(decrement(bowl, 3)), 'INSUFFICIENT_INVENTORY')
  })

  test('400 INVALID_ARGUMENT and 404 for what is not there', async () => {
    const bowl = await stocked(1)
    const row = { productId: bowl.id, incrementBy: 1 }
    assert.equal(await wrongIn(increment(bowl, 1_000_000_000)), 'incrementData[0].incrementBy')
    assert.equal(await wrongIn(office.inventory.incrementInventory({ incrementData: [row, { incrementBy: 1 }] })), 'incrementData[1]')
    assert.equal(
      await wrongIn(office.inventory.incrementInventory({ incrementData: [{ ...row, inventoryId: newId() }] })),
      'incrementData[0]',
    )
    assert.equal(await codeOf(increment(bowl, 1, newId())), 'INVENTORY_VARIANT_NOT_FOUND')
    assert.equal(await codeOf(decrement(bowl, 1, newId())), 'INVENTORY_VARIANT_NOT_FOUND')
    for (const id of [newId(), 'a bowl']) {
      assert.equal(await codeOf(increment({ ...bowl, id }, 1)), 'PRODUCT_NOT_FOUND')
      assert.equal(await codeOf(decrement({ ...bowl, id }, 1)), 'PRODUCT_NOT_FOUND')
    }
    assert.deepEqual(await quantitiesOf(bowl), [1])
  })

  // attack: Money | merchants add, take and count while buyers order, all at once | no movement is lost, nothing is sold twice
  test('nothing is lost and nothing oversold while merchants add, take and count and buyers order', async () => {
    const bowl = await stocked(10)
    const orders = Array.from({ length: 12 }, () => order(bowl, 1))
    const added = Array.from({ length: 6 }, () => codeOf(increment(bowl, 1)))
    const taken = Array.from({ length: 6 }, () => codeOf(decrement(bowl, 1)))
    const ends = await Promise.all([Promise.all(orders), Promise.all(added), Promise.all(taken)])
    const count = (all: readonly string[], wanted: string) => all.filter((end) => end === wanted).length
    const [quantity] = await quantitiesOf(bowl)
    assert.equal(count(ends[1], 'done'), 6)
    assert.equal(quantity, 10 + 6 - count(ends[2], 'done') - count(ends[0], 'APPROVED'))
    assert.ok(quantity >= 0)
  })
})

describe('stock that many change at once', () => {
  type Step = { readonly do: 'add' | 'take' | 'sell' | 'set'; readonly by: number; readonly colour: 'Sage' | 'Ink' }
  const step = fc.record<Step>({
    do: fc.constantFrom('add', 'take', 'sell', 'set'),
    by: fc.integer({ min: 1, max: 4 }),
    colour: fc.constantFrom('Sage', 'Ink'),
  })

  test('is the sum of its movements, and never below zero', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
        const mug = await mugs({ Sage: 4, Ink: 4 })
        await Promise.all(
          steps.map(({ do: what, by, colour }) => {
            const variantId = mug.variants[colour]!
            switch (what) {
              case 'add':
                return codeOf(increment(mug, by, variantId))
              case 'take':
                return codeOf(decrement(mug, by, variantId))
              case 'set':
                return codeOf(update(mug, { trackQuantity: true, variants: [{ variantId, quantity: by }] }))
              default:
                return order(mug, by, colour)
            }
          }),
        )
        for (const quantity of await quantitiesOf(mug)) assert.ok(quantity >= 0)
      }),
      { numRuns: 8 },
    )
  })
})

describe('what merchants do with stock', () => {
  const count = (counts: Parameters<typeof office.merchantInventory.countStock>[0]['counts'], note?: string) =>
    office.merchantInventory.countStock({ counts, note })
  const movementsOf = async (product: TestProduct, colour?: string) => {
    const { movements } = await office.merchantInventory.listMovements({
      productId: product.id,
      variantId: colour && product.variants[colour],
    })
    return movements.map(({ kind, change, quantity, note, actor, order: of }) => ({
      kind,
      change,
      quantity,
      ...(note !== undefined && { note }),
      ...(actor && { by: actor.kind }),
      ...(of && { ordered: of.number !== undefined }),
    }))
  }

  test('sets what was counted, with a note, and lists what moved it, the newest first', async () => {
    const mug = await mugs({ Sage: 5, Ink: 2 })
    const [sage, ink] = [mug.variants['Sage']!, mug.variants['Ink']!]
    assert.equal(await order(mug, 2, 'Sage'), 'APPROVED')
    const rows = [
      { productId: mug.id.toUpperCase(), variantId: sage, quantity: 2, expected: 3 },
      { productId: mug.id, variantId: ink, quantity: 2, expected: 2 },
    ]
    assert.deepEqual(await count(rows, ' One chipped '), {})
    await increment(mug, 4, sage)
    assert.deepEqual(await office.merchantInventory.receiveGoods({ goods: [{ productId: mug.id, variantId: sage, quantity: 24 }] }), {})
    assert.deepEqual(await movementsOf(mug, 'Sage'), [
      { kind: 'RECEIPT', change: 24, quantity: 30, by: 'API_KEY' },
      { kind: 'CORRECTION', change: 4, quantity: 6, by: 'API_KEY' },
      { kind: 'COUNT', change: -1, quantity: 2, note: 'One chipped', by: 'API_KEY' },
      { kind: 'SALE', change: -2, quantity: 3, ordered: true },
      { kind: 'COUNT', change: 5, quantity: 5 },
    ])
    assert.deepEqual(await movementsOf(mug, 'Ink'), [{ kind: 'COUNT', change: 2, quantity: 2 }], 'what is as it was did not move')
    const pages: number[] = []
    for (let cursor: string | undefined; ; ) {
      const { movements, nextCursor } = await office.merchantInventory.listMovements({
        productId: mug.id,
        variantId: sage,
        limit: 2,
        cursor,
      })
      pages.push(...movements.map(({ quantity }) => quantity))
      if (nextCursor === undefined) break
      cursor = nextCursor
    }
    assert.deepEqual(pages, [30, 6, 2, 3, 5])
    const { entries } = await office.audit.queryAudit({ query: { filter: { entityIds: { $hasSome: [mug.id] }, kind: 'inventoryItem' } } })
    assert.equal(entries.length, 3)
  })

  test('409 STOCK_CHANGED says what there is now, and changes nothing', async () => {
    const mug = await mugs({ Sage: 5, Ink: 2 })
    const [sage, ink] = [mug.variants['Sage']!, mug.variants['Ink']!]
    const rows = [
      { productId: mug.id, variantId: sage, quantity: 9, expected: 4 },
      { productId: mug.id, variantId: ink, quantity: 9, expected: 2 },
    ]
    const refused = await refusalOf(count(rows))
    assert.equal(refused?.code, 'STOCK_CHANGED')
    assert.deepEqual(refused.data, { items: [{ productId: mug.id, variantId: sage, quantity: 5 }] })
    assert.deepEqual(await quantitiesOf(mug), [2, 5])
    const races = await Promise.all(
      [6, 7, 8].map((quantity) => codeOf(count([{ productId: mug.id, variantId: sage, quantity, expected: 5 }]))),
    )
    assert.deepEqual(races.sort(), ['STOCK_CHANGED', 'STOCK_CHANGED', 'done'])
  })

  test('starts and stops tracking', async () => {
    const bowl = await stocked(4)
    const one = { productId: bowl.id }
    await count([{ ...one, quantity: null, expected: 4 }])
    assert.deepEqual((await itemOf(bowl)).variants, [{ variantId: shared, inStock: true, availableForPreorder: false }])
    const refused = await refusalOf(count([{ ...one, quantity: 1, expected: 4 }]))
    assert.deepEqual(refused?.data, { items: [{ productId: bowl.id, variantId: shared }] })
    await office.merchantInventory.receiveGoods({ goods: [{ ...one, quantity: 6 }], note: 'Tuesday' })
    assert.deepEqual(await quantitiesOf(bowl), [6])
    await count([{ ...one, quantity: null }])
    await count([{ ...one, quantity: 1, expected: null }])
    assert.deepEqual(await quantitiesOf(bowl), [1])
    const kinds = (await eventsOf(bowl)).filter(({ type }) => type === 'InventoryItemChanged')
    assert.deepEqual(
      kinds.map((event) => ('trackInventory' in event ? event.trackInventory : '')),
      [false, true, false, true],
    )
  })

  test('lets a product be preordered: shoppers read how and how many, and buy it', async () => {
    const mug = await mugs({ Sage: 0, Ink: 2 })
    const setPreorders = (preorderInfo: Input<'PUT /vitrine/v1/inventory/preorder'>['preorderInfo'], productId = mug.id) =>
      office.merchantInventory.setPreorders({ productId, preorderInfo })
    const message = 'Leaves the kiln in May \u{fdd1}V0\u{fdd2}, "perhaps"'
    assert.deepEqual(await setPreorders({ enabled: true, message, limit: 3 }), {
      preorderInfo: { enabled: true, message: 'Leaves the kiln in May V0, "perhaps"', limit: 3 },
    })
    const stocks = ({ variants }: Awaited<ReturnType<typeof shownTo>>) => variants.map(({ stock }) => stock)
    const shown = await shownTo(mug)
    assert.deepEqual(shown.preorderInfo, { enabled: true, message: 'Leaves the kiln in May V0, "perhaps"', limit: 3 })
    const inStock = { trackQuantity: true, quantity: 2, inStock: true }
    assert.deepEqual(stocks(shown), [
      { trackQuantity: true, quantity: 0, inStock: false, availableForPreorder: true, preordersLeft: 3 },
      inStock,
    ])
    const options = { Glaze: 'Sage' }
    const { availableForPurchase } = await newBuyer(shop).products.getProductOptionsAvailability({ id: mug.id, options })
    assert.equal(availableForPurchase, true)
    assert.equal(await order(mug, 2, 'Sage'), 'APPROVED')
    assert.deepEqual(stocks(await shownTo(mug))[0], {
      trackQuantity: true,
      quantity: -2,
      inStock: false,
      availableForPreorder: true,
      preordersLeft: 1,
    })
    assert.deepEqual((await eventsOf(mug)).map(({ type }) => type).sort(), ['InventoryItemChanged', 'InventoryVariantsChanged'])
    await setPreorders({ enabled: false })
    const after = await shownTo(mug)
    assert.equal(after.preorderInfo, undefined)
    assert.deepEqual(stocks(after), [{ trackQuantity: true, quantity: -2, inStock: false }, inStock])
    assert.equal(await order(mug, 1, 'Sage'), 'FULL_OUT_OF_STOCK')
    assert.equal(await codeOf(setPreorders({ enabled: true }, newId())), 'PRODUCT_NOT_FOUND')
    const { entries } = await office.audit.queryAudit({ query: { filter: { entityIds: { $hasSome: [mug.id] }, kind: 'inventoryItem' } } })
    assert.equal(entries.length, 2)
  })

  test('400 INVALID_ARGUMENT and 404 for what is not there', async () => {
    const bowl = await stocked(4)
    const row = { productId: bowl.id, quantity: 1 }
    const receive = (...goods: (typeof row & { variantId?: string })[]) => office.merchantInventory.receiveGoods({ goods })
    assert.equal(await wrongIn(count([row, { ...row, variantId: shared }])), 'counts[1].variantId')
    assert.equal(await wrongIn(receive(row, { ...row, quantity: 1_000_000_000 })), 'goods[0].quantity')
    assert.equal(await codeOf(count([{ ...row, productId: newId() }])), 'PRODUCT_NOT_FOUND')
    assert.equal(await codeOf(receive({ ...row, productId: newId() })), 'PRODUCT_NOT_FOUND')
    assert.equal(await codeOf(receive({ ...row, variantId: newId() })), 'INVENTORY_VARIANT_NOT_FOUND')
    assert.equal(await codeOf(count([{ ...row, variantId: newId() }])), 'INVENTORY_VARIANT_NOT_FOUND')
    const { listMovements } = office.merchantInventory
    assert.equal(await codeOf(listMovements({ productId: newId() })), 'PRODUCT_NOT_FOUND')
    assert.equal(await codeOf(listMovements({ productId: bowl.id, variantId: newId() })), 'INVENTORY_VARIANT_NOT_FOUND')
    assert.deepEqual(await quantitiesOf(bowl), [4])
  })

  test('lists variants by name, SKU and quantity, filters and counts them', async () => {
    const [mug, bowl, vase] = [await mugs({ Sage: 5, Ink: 0 }), await stocked(null), await stocked(2, { name: 'Zany Vase', hidden: true })]
    assert.equal(await order(mug, 1, 'Sage'), 'APPROVED')
    const ours = { productId: { $in: [mug.id, bowl.id, vase.id] } }
    type Query = NonNullable<Input<'POST /vitrine/v1/inventory/query'>['query']>
    const list = async (more: object = {}, sort?: Query['sort']) => {
      const query: Query = { filter: { $and: [ours, more] }, sort, cursorPaging: { limit: 2 } }
      const all: string[] = []
      for (let { levels, pagingMetadata } = await office.merchantInventory.queryStock({ query }); ; ) {
        all.push(...levels.map(({ name, choices = '', quantity = '-' }) => `${name} ${choices} ${quantity}`))
        if (!pagingMetadata.hasNext) return all
        const cursorPaging = { limit: 2, cursor: pagingMetadata.cursors.next }
        ;({ levels, pagingMetadata } = await office.merchantInventory.queryStock({ query: { cursorPaging } }))
      }
    }
    const [sage, ink] = ['Mug Sage 4', 'Mug Ink 0']
    assert.deepEqual(await list(), ['Bowl  -', sage, ink, 'Zany Vase  2'])
    assert.deepEqual(await list({}, [{ fieldName: 'quantity', order: 'ASC' }]), [ink, 'Zany Vase  2', sage, 'Bowl  -'])
    assert.deepEqual(await list({}, [{ fieldName: 'name', order: 'DESC' }]), ['Zany Vase  2', ink, sage, 'Bowl  -'])
    assert.deepEqual(await list({ tracked: true, quantity: { $lte: 3 } }), [ink, 'Zany Vase  2'])
    assert.deepEqual(await list({ inStock: false }), [ink])
    assert.deepEqual(await list({ visible: false }), ['Zany Vase  2'])
    assert.deepEqual(await list({ lastSoldDate: { $exists: true } }), [sage])
    assert.deepEqual(await list({ $or: [{ name: { $contains: 'VASE' } }, { sku: { $contains: '-sage' } }] }), [sage, 'Zany Vase  2'])

    const { levels } = await office.merchantInventory.queryStock({ query: { filter: { productId: mug.id, inStock: true } } })
    assert.deepEqual(levels, [
      {
        productId: mug.id,
        variantId: mug.variants['Sage'],
        name: 'Mug',
        choices: 'Sage',
        sku: `SKU-${mug.id.slice(-6)}-Sage`,
        visible: true,
        tracked: true,
        inStock: true,
        quantity: 4,
        reserved: 0,
        waiting: 0,
        preorders: 0,
        soldIn30Days: 1,
        recentSales: [...Array(14).fill(0), 1],
        lastSoldDate: shop.clock.now().toISOString(),
      },
    ])
    const filters = [ours, { $and: [ours, { inStock: false }] }]
    assert.deepEqual(await office.merchantInventory.countLevels({ filters }), { counts: [4, 1], units: [6, 0] })
    assert.equal(await wrongIn(office.merchantInventory.countLevels({ filters: [{ colour: 'Sage' }] })), 'filters[0].filter.colour')
    assert.equal(await wrongIn(office.merchantInventory.queryStock({ query: { filter: { colour: 'Sage' } } })), 'query.filter.colour')
  })
})

describe('a list of stock', () => {
  const query = (query: { filter?: string; sort?: string; paging?: { limit?: number; offset?: number } }) =>
    office.inventory.queryInventory({ query })

  test('is filtered and sorted by JSON text, and paged by offset', async () => {
    const [a, b, c] = [await stocked(1), await stocked(null), await mugs({ Sage: 1 })]
    await update(a, { trackQuantity: true, preorderInfo: { enabled: true } })
    const among = JSON.stringify({ productId: { $in: [a.id, b.id, c.id] } })
    const ids = async (given: Parameters<typeof query>[0]) => {
      const { inventoryItems } = await query(given)
      return inventoryItems.map(({ productId }) => productId)
    }
    const byId = [a.id, b.id, c.id].sort()
    assert.deepEqual(await ids({ filter: among, sort: '[{"productId":"asc"}]' }), byId)
    assert.deepEqual(await ids({ filter: among, sort: '{"externalId":"desc"}' }), byId.toReversed())
    const page = await query({ filter: among, sort: '{"productId":"asc"}', paging: { limit: 2, offset: 1 } })
    assert.deepEqual(
      { ids: page.inventoryItems.map(({ productId }) => productId), metadata: page.metadata, total: page.totalResults },
      { ids: byId.slice(1), metadata: { items: 2, offset: 1 }, total: 3 },
    )
    const both = (more: object) => JSON.stringify({ $and: [{ productId: { $in: [a.id, b.id, c.id] } }, more] })
    assert.deepEqual(await ids({ filter: both({ trackQuantity: false }) }), [b.id])
    assert.deepEqual(await ids({ filter: both({ 'preorderInfo.enabled': true }) }), [a.id])
    assert.deepEqual(await ids({ filter: JSON.stringify({ id: (await itemOf(c)).id }) }), [c.id])
    const all = await query({ paging: { limit: 100 } })
    assert.equal(all.totalResults, all.inventoryItems.length)
    assert.deepEqual(
      all.inventoryItems.find(({ productId }) => productId === c.id),
      await itemOf(c),
    )
  })

  test('400 INVALID_ARGUMENT names a filter or sort that cannot be read', async () => {
    assert.equal(await wrongIn(query({ filter: '{' })), 'query.filter')
    assert.equal(await wrongIn(query({ filter: '[]' })), 'query.filter')
    assert.equal(await wrongIn(query({ filter: '{"colour":"Sage"}' })), 'query.filter.colour')
    assert.equal(await wrongIn(query({ sort: '{"numericId":"up"}' })), 'query.sort')
    assert.equal(await wrongIn(query({ sort: '{"lastUpdated":"asc"}' })), 'query.sort[0].fieldName')
    assert.equal(await wrongIn(query({ paging: { limit: 101 } })), 'query.paging.limit')
  })
})
