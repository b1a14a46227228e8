import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newId } from '@vitrine/platform/kernel/db/id'
import { newBuyer } from '../src/buyer.ts'
import { shared } from '../src/products.ts'
import { codeOf } from '../src/refused.ts'
import { startStockingShop, wrongIn } from '../src/stocking-shop.ts'

const { shop, office, stocked, mugs, update, itemOf, increment, quantitiesOf, eventsOf, shownTo, order } = await startStockingShop()

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
