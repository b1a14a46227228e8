import assert from 'node:assert/strict'
import { before, beforeEach, describe, test } from 'node:test'
import type { StockLocation } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { newBuyer, toCheckout } from '../src/buyer.ts'
import { startLocatingShop } from '../src/locating-shop.ts'
import type { TestProduct } from '../src/products.ts'
import { codeOf, refusedWith } from '../src/refused.ts'

const { shop, office, cancel, stocked, locations, create, count, levelOf, heldOf, movementsOf, order, threeLocations } =
  await startLocatingShop()

describe('a shop with one location', () => {
  test('has the first by its own name, and says nothing of locations', async () => {
    const [only, ...more] = await locations()
    assert.deepEqual(more, [])
    assert.deepEqual(
      { default: only!.default, active: only!.active, revision: only!.revision },
      { default: true, active: true, revision: '1' },
    )
    const bowl = await stocked(5)
    assert.equal((await levelOf(bowl)).locations, undefined)
    assert.equal((await order(bowl, 2)).code, 'APPROVED')
    const [sale] = await movementsOf(bowl)
    assert.deepEqual({ change: sale!.change, locations: sale!.locations }, { change: -2, locations: undefined })
    const [row] = await shop.platform.database.query<{ elsewhere: unknown }>(
      sql`select elsewhere from stock where site = ${shop.site} and product_id = ${bowl.id}`,
    )
    assert.equal(row!.elsewhere, null)
  })
})

describe('a shop with several locations', () => {
  let first: StockLocation
  let north: StockLocation
  let south: StockLocation
  before(async () => {
    ;({ first, north, south } = await threeLocations())
  })
  beforeEach(async () => {
    await office.stockLocations.arrangeLocations({ locationIds: [first.id, north.id, south.id] })
    await office.stockLocations.setDefaultLocation({ locationId: first.id })
  })

  test('counts at a location, and its number is the sum', async () => {
    const bowl = await stocked(5)
    await count(bowl, north.id, 7)
    assert.deepEqual(await heldOf(bowl), { First: 5, North: 7, all: 12 })
    await count(bowl, first.id, 2)
    assert.deepEqual(await heldOf(bowl), { First: 2, North: 7, all: 9 })
    const item = (await office.inventory.getInventoryVariants({ inventoryId: 'x', productId: bowl.id })).inventoryItem
    assert.equal(item.variants[0]!.quantity, 9)
    assert.deepEqual(
      [(await levelOf(bowl, north.id)).quantity, (await levelOf(bowl, south.id)).quantity, (await levelOf(bowl, south.id)).inStock],
      [7, 0, false],
    )
    const found = async (locationId: string) =>
      (await office.merchantInventory.countLevels({ filters: [{ productId: bowl.id, quantity: { $lte: 2 } }], locationId })).counts[0]
    assert.deepEqual([await found(first.id), await found(north.id), await found(south.id)], [1, 0, 1])
  })

  test('is counted at several locations at once, all or none, and says where somebody else was faster', async () => {
    const bowl = await stocked(5)
    const jug = await stocked(null)
    const row = ({ id }: TestProduct, at: StockLocation, quantity: number | null, expected?: number | null) => ({
      productId: id,
      locationId: at.id,
      quantity,
      ...(expected !== undefined && { expected }),
    })
    const counting = (counts: ReturnType<typeof row>[]) => office.merchantInventory.countStock({ counts, note: 'Tuesday' })
    await counting([row(bowl, first, 2, 5), row(bowl, north, 7, 0), row(jug, south, 3, null)])
    assert.deepEqual(await heldOf(bowl), { First: 2, North: 7, all: 9 })
    assert.deepEqual(await heldOf(jug), { South: 3, all: 3 })
    const [movement] = await movementsOf(bowl)
    assert.deepEqual([movement!.kind, movement!.change, movement!.quantity, movement!.note], ['COUNT', 4, 9, 'Tuesday'])
    const refused = await refusedWith(counting([row(bowl, first, 4, 2), row(bowl, north, 1, 5), row(jug, south, 8, 3)]))
    assert.equal(refused?.code, 'STOCK_CHANGED')
    assert.deepEqual(refused.data, {
      items: [{ productId: bowl.id, variantId: '00000000-0000-0000-0000-000000000000', locationId: north.id, quantity: 7 }],
    })
    assert.deepEqual(await heldOf(bowl), { First: 2, North: 7, all: 9 })
    // What moves from one to the other changes no sum, and stands in the history of both.
    await counting([row(bowl, first, 4), row(bowl, north, 5)])
    assert.deepEqual(await heldOf(bowl), { First: 4, North: 5, all: 9 })
    assert.equal((await movementsOf(bowl, north.id))[0]!.change, -2)
    await office.merchantInventory.receiveGoods({
      goods: [
        { productId: bowl.id, quantity: 3 },
        { productId: bowl.id, quantity: 2, locationId: south.id },
      ],
      locationId: north.id,
    })
    assert.deepEqual(await heldOf(bowl), { First: 4, North: 8, South: 2, all: 14 })
    for (const counts of [
      [row(bowl, first, 1), row(bowl, first, 2)],
      [row(bowl, first, 1), row(bowl, north, null)],
    ])
      assert.equal(await codeOf(counting(counts)), 'INVALID_ARGUMENT')
    assert.equal(await codeOf(counting([row(bowl, { ...first, id: newId() }, 1)])), 'LOCATION_NOT_FOUND')
    await counting([row(bowl, first, null)])
    assert.equal((await levelOf(bowl)).tracked, false)
  })

  test('a count says what it expects of that location', async () => {
    const bowl = await stocked(5)
    await count(bowl, north.id, 7)
    const counting = (expected: number) =>
      office.merchantInventory.countStock({ counts: [{ productId: bowl.id, quantity: 1, expected }], locationId: north.id })
    assert.deepEqual((await refusedWith(counting(12)))?.data, {
      items: [{ productId: bowl.id, variantId: '00000000-0000-0000-0000-000000000000', quantity: 7 }],
    })
    await counting(7)
    assert.deepEqual(await heldOf(bowl), { First: 5, North: 1, all: 6 })
  })

  test('a sale takes from the locations in their order, from several where one does not suffice, and never more than there is', async () => {
    const bowl = await stocked(2)
    await count(bowl, north.id, 3)
    await count(bowl, south.id, 4)
    await office.stockLocations.arrangeLocations({ locationIds: [south.id, first.id, north.id] })
    assert.equal((await order(bowl, 5)).code, 'APPROVED')
    assert.deepEqual(await heldOf(bowl), { First: 1, North: 3, all: 4 })
    const [sale] = await movementsOf(bowl)
    assert.deepEqual(sale!.locations, [
      { locationId: south.id, change: -4 },
      { locationId: first.id, change: -1 },
    ])
    assert.equal((await order(bowl, 5)).code, 'FULL_OUT_OF_STOCK')
    assert.equal((await order(bowl, 4)).code, 'APPROVED')
    assert.deepEqual(await heldOf(bowl), { all: 0 })
    assert.deepEqual(
      (await movementsOf(bowl, south.id)).map(({ change, quantity }) => [change, quantity]),
      [
        [-4, 0],
        [4, 4],
      ],
    )
  })

  test('what comes back goes to where it was taken from', async () => {
    const bowl = await stocked(2)
    await count(bowl, north.id, 3)
    const { orderId } = await order(bowl, 4)
    assert.deepEqual(await heldOf(bowl), { North: 1, all: 1 })
    await cancel(orderId!)
    assert.deepEqual(await heldOf(bowl), { First: 2, North: 3, all: 5 })
  })

  test('goods arrive at the location that is named, or else at the default; programs that know of none write there', async () => {
    const bowl = await stocked(1)
    await office.stockLocations.setDefaultLocation({ locationId: north.id })
    const goods = [{ productId: bowl.id, quantity: 5 }]
    await office.merchantInventory.receiveGoods({ goods, locationId: south.id })
    await office.merchantInventory.receiveGoods({ goods })
    await office.inventory.incrementInventory({ incrementData: [{ productId: bowl.id, incrementBy: 2 }] })
    assert.deepEqual(await heldOf(bowl), { First: 1, North: 7, South: 5, all: 13 })
    await office.inventory.decrementInventory({ decrementData: [{ productId: bowl.id, decrementBy: 3 }] })
    assert.deepEqual(await heldOf(bowl), { North: 5, South: 5, all: 10 })
    const setTo = (quantity: number) =>
      office.inventory.updateInventoryVariants({
        inventoryItem: {
          productId: bowl.id,
          trackQuantity: true,
          variants: [{ variantId: '00000000-0000-0000-0000-000000000000', quantity }],
        },
      })
    await setTo(12)
    assert.deepEqual(await heldOf(bowl), { North: 7, South: 5, all: 12 })
    await setTo(4)
    assert.deepEqual(await heldOf(bowl), { South: 4, all: 4 })
  })

  test('preorders are owed by the default location', async () => {
    const bowl = await stocked(1)
    await count(bowl, south.id, 1)
    await office.stockLocations.setDefaultLocation({ locationId: north.id })
    await office.merchantInventory.setPreorders({ productId: bowl.id, preorderInfo: { enabled: true, limit: 3 } })
    assert.equal((await order(bowl, 4)).code, 'APPROVED')
    assert.deepEqual(await heldOf(bowl), { North: -2, all: -2 })
    assert.equal((await order(bowl, 2)).code, 'FULL_OUT_OF_STOCK')
    await office.merchantInventory.receiveGoods({ goods: [{ productId: bowl.id, quantity: 5 }], locationId: south.id })
    assert.deepEqual(await heldOf(bowl), { North: -2, South: 5, all: 3 })
    await office.stockLocations.setDefaultLocation({ locationId: first.id })
    await office.stockLocations.moveStock({ locationId: north.id, toLocationId: south.id })
    assert.deepEqual(await heldOf(bowl), { South: 3, all: 3 })
  })

  test('an order that is picked up takes from the location of that place first', async () => {
    const bowl = await stocked(5)
    await count(bowl, south.id, 2)
    const { pickupLocation } = await office.pickupLocations.createPickupLocation({
      pickupLocation: { name: 'South street', address: { country: 'DE', city: 'Leipzig', addressLine: 'Südstraße 1' } },
    })
    const { revision } = (await locations()).find(({ id }) => id === south.id)!
    const { location } = await office.stockLocations.updateLocation({
      location: { id: south.id, revision, pickupLocationIds: [pickupLocation.id] },
    })
    assert.deepEqual(location.pickupLocationIds, [pickupLocation.id])
    const orderId = newId()
    await shop.platform.database.transact(async (db) => {
      const { take } = await import('@vitrine/platform/commerce/inventory/stock')
      const line = { productId: bowl.id, variantId: '00000000-0000-0000-0000-000000000000', quantity: 3 }
      assert.deepEqual(await take(db, shop.site, [line], { orderId, pickupCode: pickupLocation.id }, shop.clock.now()), [])
    })
    assert.deepEqual(await heldOf(bowl), { First: 4, all: 4 })
    const before = (await locations()).find(({ id }) => id === north.id)!
    await office.stockLocations.updateLocation({
      location: { id: north.id, revision: before.revision, pickupLocationIds: [pickupLocation.id] },
    })
    assert.deepEqual(
      (await locations()).map(({ name, pickupLocationIds }) => [name, pickupLocationIds.length]),
      [
        ['First', 0],
        ['North', 1],
        ['South', 0],
      ],
    )
  })

  test('404 LOCATION_NOT_FOUND, 404 PICKUP_LOCATION_NOT_FOUND, 409 STALE_REVISION', async () => {
    const bowl = await stocked(1)
    const nowhere = newId()
    const goods = [{ productId: bowl.id, quantity: 5 }]
    const codes = [
      codeOf(count(bowl, nowhere, 1)),
      codeOf(levelOf(bowl, nowhere)),
      codeOf(office.merchantInventory.countLevels({ filters: [{}], locationId: nowhere })),
      codeOf(movementsOf(bowl, nowhere)),
      codeOf(office.merchantInventory.receiveGoods({ goods, locationId: nowhere })),
      codeOf(office.stockLocations.updateLocation({ location: { id: nowhere, revision: '1' } })),
      codeOf(office.stockLocations.arrangeLocations({ locationIds: [nowhere] })),
      codeOf(office.stockLocations.setDefaultLocation({ locationId: nowhere })),
      codeOf(office.stockLocations.moveStock({ locationId: first.id, toLocationId: nowhere })),
      codeOf(office.stockLocations.deleteLocation({ locationId: nowhere })),
    ]
    assert.deepEqual(new Set(await Promise.all(codes)), new Set(['LOCATION_NOT_FOUND']))
    assert.equal(
      await codeOf(office.stockLocations.createLocation({ location: { name: 'West', pickupLocationIds: [nowhere] } })),
      'PICKUP_LOCATION_NOT_FOUND',
    )
    const { revision } = (await locations()).find(({ id }) => id === north.id)!
    const renaming = (given: string, more = {}) =>
      codeOf(office.stockLocations.updateLocation({ location: { id: north.id, revision: given, ...more } }))
    assert.equal(await renaming(revision, { pickupLocationIds: [nowhere] }), 'PICKUP_LOCATION_NOT_FOUND')
    assert.equal(await renaming('0', { name: 'N' }), 'STALE_REVISION')
  })

  test('is closed only when it is empty: LOCATION_NOT_EMPTY, DEFAULT_LOCATION, LOCATION_INACTIVE', async () => {
    const west = await create('West')
    const bowl = await stocked(1)
    await count(bowl, west.id, 3)
    const close = async () => {
      const { revision } = (await locations()).find(({ id }) => id === west.id)!
      return refusedWith(office.stockLocations.updateLocation({ location: { id: west.id, revision, active: false } }))
    }
    assert.deepEqual((await close())?.data, { variants: 1, transfers: 0 })
    assert.equal(await codeOf(office.stockLocations.deleteLocation({ locationId: west.id })), 'LOCATION_NOT_EMPTY')
    assert.equal(await codeOf(office.stockLocations.deleteLocation({ locationId: first.id })), 'DEFAULT_LOCATION')
    const defaultNow = (await locations()).find(({ id }) => id === first.id)!
    assert.equal(
      await codeOf(office.stockLocations.updateLocation({ location: { id: first.id, revision: defaultNow.revision, active: false } })),
      'DEFAULT_LOCATION',
    )
    const { orderId } = await order(bowl, 4)
    assert.equal(await close(), undefined)
    assert.equal(await codeOf(count(bowl, west.id, 1)), 'LOCATION_INACTIVE')
    const goods = [{ productId: bowl.id, quantity: 5 }]
    assert.equal(await codeOf(office.merchantInventory.receiveGoods({ goods, locationId: west.id })), 'LOCATION_INACTIVE')
    assert.equal(await codeOf(office.stockLocations.setDefaultLocation({ locationId: west.id })), 'LOCATION_INACTIVE')
    assert.equal(await codeOf(office.stockLocations.moveStock({ locationId: first.id, toLocationId: west.id })), 'LOCATION_INACTIVE')
    // What was taken there comes back to the default location.
    await cancel(orderId!)
    assert.deepEqual(await heldOf(bowl), { First: 4, all: 4 })
    await office.stockLocations.deleteLocation({ locationId: west.id })
    assert.equal(
      (await locations()).some(({ name }) => name === 'West'),
      false,
    )
  })

  test('moves all of its stock to another, a number of variants at a time', async () => {
    const [bowl, mug] = [await stocked(1), await stocked(2)]
    const west = await create('West')
    await count(bowl, west.id, 3)
    await count(mug, west.id, 4)
    const move = () => office.stockLocations.moveStock({ locationId: west.id, toLocationId: first.id, limit: 1, note: 'West closes' })
    assert.deepEqual(
      [await move(), await move(), await move()],
      [
        { moved: 1, more: true },
        { moved: 1, more: false },
        { moved: 0, more: false },
      ],
    )
    assert.deepEqual(
      [await heldOf(bowl), await heldOf(mug)],
      [
        { First: 4, all: 4 },
        { First: 6, all: 6 },
      ],
    )
    const [moved] = await movementsOf(bowl)
    assert.deepEqual(
      { kind: moved!.kind, change: moved!.change, note: moved!.note, quantity: moved!.quantity },
      { kind: 'TRANSFER', change: 0, note: 'West closes', quantity: 4 },
    )
    assert.deepEqual((await movementsOf(bowl, west.id)).map(({ change, quantity }) => [change, quantity])[0], [-3, 0])
    await office.stockLocations.deleteLocation({ locationId: west.id })
  })

  test('what was not tracked starts at the location where it is counted', async () => {
    const bowl = await stocked(5)
    await count(bowl, north.id, 3)
    await office.merchantInventory.countStock({ counts: [{ productId: bowl.id, quantity: null }] })
    assert.equal((await levelOf(bowl)).locations, undefined)
    await count(bowl, south.id, 4)
    assert.deepEqual(await heldOf(bowl), { South: 4, all: 4 })
    await office.merchantInventory.countStock({ counts: [{ productId: bowl.id, quantity: null }] })
    await office.merchantInventory.receiveGoods({ goods: [{ productId: bowl.id, quantity: 2 }], locationId: first.id })
    assert.deepEqual(await heldOf(bowl), { First: 2, all: 2 })
  })

  test('shows what orders that are not paid yet keep', async () => {
    const bowl = await stocked(9)
    const buyer = newBuyer(shop)
    const id = await toCheckout(buyer, [{ product: bowl, quantity: 2 }])
    await buyer.checkout.createOrder({ id })
    const { quantity, reserved } = await levelOf(bowl)
    assert.deepEqual({ quantity, reserved }, { quantity: 7, reserved: 2 })
  })

  test('409 TOO_MANY_LOCATIONS at the fifty-first, and the audit log says who made them', async () => {
    for (let made = (await locations()).length; made < 50; made++) await create(`Depot ${made}`)
    assert.deepEqual((await refusedWith(create('One more')))?.data, { limit: 50 })
    const { entries } = await office.audit.queryAudit({ query: { filter: { kind: 'location' }, cursorPaging: { limit: 1 } } })
    assert.equal(entries[0]!.act, 'CREATED')
  })
})
