import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Input } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import { newBuyer } from '../src/buyer.ts'
import { shared, type TestProduct } from '../src/products.ts'
import { codeOf, refusedWith } from '../src/refused.ts'
import { startStockingShop, wrongIn } from '../src/stocking-shop.ts'

const { shop, office, stocked, mugs, itemOf, increment, quantitiesOf, eventsOf, shownTo, order } = await startStockingShop()

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
    const refused = await refusedWith(count(rows))
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
    const refused = await refusedWith(count([{ ...one, quantity: 1, expected: 4 }]))
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
