/** The published client reads stock by variant and location as catalogue v3 has it, and with several locations inventory v1 means what it meant. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { apiKey, createClient as ownClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { newId } from '@vitrine/platform/kernel/db/id'
import type { TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'
import { type PublishedCatalogue, publishedCatalogue } from '../src/published-catalogue.ts'

const shared = '00000000-0000-0000-0000-000000000000'

let published: PublishedCatalogue
let shop: TestPlatform
let bowl: TestProduct
let mug: TestProduct
let merchant: ReturnType<PublishedCatalogue['merchant']>
const officeOf = () => ownClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
let office: ReturnType<typeof officeOf>
let [first, north] = ['', '']

before(async () => {
  published = await publishedCatalogue()
  shop = published.shop
  merchant = published.merchant()
  office = officeOf()
  const { site, clock } = shop
  bowl = await addProduct(shop.platform, { site, name: 'Bowl', price: 2000, stock: 5 }, clock.now())
  mug = await addProduct(shop.platform, { site, name: 'Mug', price: 2600, stock: 0, colours: { Sage: 3, Ink: 0 } }, clock.now())
})
after(() => published[Symbol.asyncDispose]())

describe('inventory items', () => {
  test('of a shop with one location are read there', async () => {
    const { items } = await merchant.inventoryItemsV3.queryInventoryItems().eq('productId', bowl.id).find()
    assert.equal(items.length, 1)
    const [item] = items
    assert.deepEqual(
      [item!.quantity, item!.trackQuantity, item!.availabilityStatus, item!.variantId, item!.locationId, item!.product?.name],
      [5, true, 'IN_STOCK', bowl.id, shop.site, 'Bowl'],
    )
    const read = await merchant.inventoryItemsV3.getInventoryItem(item!._id!)
    assert.deepEqual([read._id, read.quantity], [item!._id, 5])
    const locations = await merchant.storesLocationsV3.queryStoresLocations().find()
    assert.deepEqual(
      locations.items.map(({ _id, defaultLocation }) => [_id, defaultLocation]),
      [[shop.site, true]],
    )
  })

  test('of a shop with several are one for each variant at each location', async () => {
    north = (await office.stockLocations.createLocation({ location: { name: 'North' } })).location.id
    first = shop.site
    await office.merchantInventory.countStock({ counts: [{ productId: bowl.id, quantity: 7 }], locationId: north })
    const { items } = await merchant.inventoryItemsV3.queryInventoryItems().in('productId', [bowl.id, mug.id]).find()
    assert.equal(new Set(items.map(({ _id }) => _id)).size, 6)
    const ofBowl = items.filter(({ productId }) => productId === bowl.id)
    assert.deepEqual(Object.fromEntries(ofBowl.map(({ locationId, quantity }) => [locationId, quantity])), { [first]: 5, [north]: 7 })
    for (const item of items) {
      const read = await merchant.inventoryItemsV3.getInventoryItem(item._id!)
      assert.deepEqual([read.variantId, read.locationId, read.quantity], [item.variantId, item.locationId, item.quantity])
      const found = await merchant.inventoryItemsV3.queryInventoryItems().eq('_id', item._id!).find()
      assert.deepEqual(
        found.items.map(({ _id }) => _id),
        [item._id],
      )
    }
    const there = await merchant.inventoryItemsV3.queryInventoryItems().eq('locationId', north).gt('quantity', 0).find()
    assert.deepEqual(
      there.items.map(({ quantity }) => quantity),
      [7],
    )
    const two = await merchant.inventoryItemsV3.queryInventoryItems().ascending('quantity').limit(2).find()
    const rest: (number | null | undefined)[] = two.items.map(({ quantity }) => quantity)
    for (let page = two; page.hasNext(); ) {
      page = await page.next()
      rest.push(...page.items.map(({ quantity }) => quantity))
    }
    assert.deepEqual(rest, [0, 0, 0, 3, 5, 7])
    const { inventoryItems } = await merchant.inventoryItemsV3.searchInventoryItems({ search: { expression: 'mug' } })
    assert.equal(inventoryItems?.length, 4)
    const location = await merchant.storesLocationsV3.getStoresLocation(north)
    assert.deepEqual([location.name, location.defaultLocation, location.locationType], ['North', false, 'PHYSICAL'])
  })

  test('of a shopper are one for each variant, with what there is in all, and nothing of where it lies', async () => {
    const { inventoryItemsV3 } = published.shopper()
    const { items } = await inventoryItemsV3.queryInventoryItems().in('productId', [bowl.id, mug.id]).find()
    assert.deepEqual(items.map(({ productId, quantity, locationId }) => [productId === bowl.id, quantity, locationId]).sort(), [
      [false, 0, first],
      [false, 3, first],
      [true, 12, first],
    ])
    assert.deepEqual((await inventoryItemsV3.queryInventoryItems().eq('locationId', north).find()).items, [])
    const ofBowl = items.find(({ productId }) => productId === bowl.id)!
    assert.equal((await inventoryItemsV3.getInventoryItem(ofBowl._id!)).quantity, 12)
    const elsewhere = await merchant.inventoryItemsV3.queryInventoryItems().eq('locationId', north).eq('productId', bowl.id).find()
    await assert.rejects(inventoryItemsV3.getInventoryItem(elsewhere.items[0]!._id!))
    const { inventoryItems, aggregationData } = await inventoryItemsV3.searchInventoryItems({
      search: { expression: 'bowl' },
      aggregations: [
        { name: 'where', fieldPath: 'locationId', value: {} },
        { name: 'left', fieldPath: 'quantity', type: 'SCALAR', scalar: { type: 'MAX' } },
      ],
    })
    assert.deepEqual(
      inventoryItems?.map(({ quantity }) => quantity),
      [12],
    )
    const said = JSON.stringify(aggregationData)
    assert.ok(!said.includes(north) && said.includes('12'), said)
  })

  test('that are not there are refused', async () => {
    const codeOf = (call: Promise<unknown>) =>
      call.then(
        () => 'done',
        (error: { details?: { applicationError?: { code?: string } } }) => error.details?.applicationError?.code,
      )
    assert.equal(await codeOf(merchant.inventoryItemsV3.getInventoryItem(newId())), 'INVENTORY_ITEM_NOT_FOUND')
    assert.equal(await codeOf(merchant.storesLocationsV3.getStoresLocation(newId())), 'LOCATION_NOT_FOUND')
  })
})

test('inventory v1 reads the sum, adds at the default location, and takes and sets as of one stock', async () => {
  const heldOf = async () => {
    const { levels } = await office.merchantInventory.queryStock({ query: { filter: { productId: bowl.id } } })
    return Object.fromEntries(levels[0]!.locations!.map(({ locationId, quantity }) => [locationId, quantity]))
  }
  const read = async () => {
    const { inventoryItems } = await merchant.inventory.queryInventory({ query: { filter: JSON.stringify({ productId: bowl.id }) } })
    return inventoryItems?.[0]?.variants?.[0]?.quantity
  }
  assert.equal(await read(), 12)
  await merchant.inventory.incrementInventory([{ productId: bowl.id, variantId: shared, incrementBy: 3 }])
  assert.deepEqual([await read(), await heldOf()], [15, { [first]: 8, [north]: 7 }])
  // As much as there is in all, wherever it is.
  await merchant.inventory.decrementInventory([{ productId: bowl.id, variantId: shared, decrementBy: 10 }])
  assert.deepEqual([await read(), await heldOf()], [5, { [first]: 0, [north]: 5 }])
  await assert.rejects(merchant.inventory.decrementInventory([{ productId: bowl.id, variantId: shared, decrementBy: 6 }]))
  await merchant.inventory.updateInventoryVariants(bowl.id, { trackQuantity: true, variants: [{ variantId: shared, quantity: 9 }] })
  assert.deepEqual([await read(), await heldOf()], [9, { [first]: 4, [north]: 5 }])
})
