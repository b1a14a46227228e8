import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import type { StockLocation } from '@vitrine/contract'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { card, newBuyer, toCheckout } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'

let shop: TestPlatform
let office: ReturnType<typeof newOffice>
const newOffice = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
const cancel = (id: string) =>
  createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) }).orders.cancelOrder({ id, restockAllItems: true })

before(async () => {
  shop = await startTestPlatform()
  office = newOffice()
})
after(async () => {
  assert.deepEqual(shop.faults, [])
  await shop[Symbol.asyncDispose]()
})

const refusalOf = async (call: Promise<unknown>) => (await attempt(call))[0]
const codeOf = async (call: Promise<unknown>) => (await refusalOf(call))?.code ?? 'done'
const stocked = (stock: number | null): Promise<TestProduct> =>
  addProduct(shop.platform, { site: shop.site, name: 'Bowl', price: 2000, stock }, shop.clock.now())

const locations = async () => (await office.stockLocations.listLocations({})).locations
const create = async (name: string) => (await office.stockLocations.createLocation({ location: { name } })).location
const count = ({ id }: TestProduct, locationId: string, quantity: number) =>
  office.merchantInventory.countStock({ counts: [{ productId: id, quantity }], locationId })
const levelOf = async ({ id }: TestProduct, locationId?: string) =>
  (await office.merchantInventory.queryStock({ query: { filter: { productId: id } }, locationId })).levels[0]!
/** What each location has of a product, by name, and their sum. */
async function heldOf(product: TestProduct): Promise<Record<string, number | undefined>> {
  const [level, all] = await Promise.all([levelOf(product), locations()])
  const nameOf = (id: string) => all.find((location) => location.id === id)!.name
  const at = (level.locations ?? [])
    .filter(({ quantity }) => quantity !== 0)
    .map(({ locationId, quantity }) => [nameOf(locationId), quantity])
  return { ...(Object.fromEntries(at) as Record<string, number>), all: level.quantity }
}
const movementsOf = async ({ id }: TestProduct, locationId?: string) =>
  (await office.merchantInventory.listMovements({ productId: id, locationId })).movements

async function order(product: TestProduct, quantity: number): Promise<{ code: string; orderId?: string }> {
  const buyer = newBuyer(shop)
  const [refused, id] = await attempt(toCheckout(buyer, [{ product, quantity }]))
  if (refused) return { code: refused.code }
  const [no, placed] = await attempt(buyer.payments.placeOrder({ id, paymentToken: await card(buyer), returnUrl: 'http://localhost/back' }))
  return no ? { code: no.code } : { code: placed.status, orderId: placed.orderId }
}

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
    first = (await locations())[0]!
    north = await create('North')
    south = await create('South')
    first = (await office.stockLocations.updateLocation({ location: { id: first.id, revision: first.revision, name: 'First' } })).location
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
    const refused = await refusalOf(counting([row(bowl, first, 4, 2), row(bowl, north, 1, 5), row(jug, south, 8, 3)]))
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
    assert.deepEqual((await refusalOf(counting(12)))?.data, {
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
      return refusalOf(office.stockLocations.updateLocation({ location: { id: west.id, revision, active: false } }))
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

  describe('a transfer', () => {
    const expectedDate = '2027-02-01T09:00:00.000Z'
    const draft = async (product: TestProduct, quantity: number) =>
      (
        await office.stockTransfers.createTransfer({
          transfer: {
            fromLocationId: first.id,
            toLocationId: north.id,
            lines: [{ productId: product.id, quantity }],
            reference: 'Van 2',
            expectedDate,
          },
        })
      ).transfer
    const receive = (id: string, revision: string, product: TestProduct, quantity: number, close?: boolean) =>
      office.stockTransfers.receiveTransfer({ transferId: id, revision, received: [{ productId: product.id, quantity }], close })

    test('leaves, is on its way, arrives in parts, and what did not arrive is missing', async () => {
      const bowl = await stocked(10)
      const made = await draft(bowl, 7)
      const { id } = made
      assert.deepEqual([made.status, made.quantity, made.lines[0]!.available, made.createdBy.kind], ['DRAFT', 7, 10, 'API_KEY'])
      assert.deepEqual(await heldOf(bowl), { First: 10, all: 10 })
      const sent = (await office.stockTransfers.sendTransfer({ transferId: id, revision: made.revision })).transfer
      assert.equal(sent.status, 'IN_TRANSIT')
      assert.deepEqual(await heldOf(bowl), { First: 3, all: 3 })
      assert.equal((await order(bowl, 4)).code, 'FULL_OUT_OF_STOCK')
      // Sent twice it leaves once.
      assert.equal(await codeOf(office.stockTransfers.sendTransfer({ transferId: id, revision: made.revision })), 'STALE_REVISION')
      const found = { query: { filter: { incoming: { $gte: 7 }, productId: bowl.id } } }
      const levels = async (locationId?: string) => (await office.merchantInventory.queryStock({ ...found, locationId })).levels
      assert.deepEqual((await levels())[0]?.incoming, { quantity: 7, expectedDate })
      assert.deepEqual((await levels(north.id))[0]?.incoming, { quantity: 7, expectedDate })
      assert.deepEqual(await levels(first.id), [])
      const part = (await receive(id, sent.revision, bowl, 4)).transfer
      assert.deepEqual((await levelOf(bowl)).incoming, { quantity: 3, expectedDate })
      assert.deepEqual([part.status, part.received], ['IN_TRANSIT', 4])
      assert.deepEqual(await heldOf(bowl), { First: 3, North: 4, all: 7 })
      assert.equal(await codeOf(receive(id, sent.revision, bowl, 4)), 'STALE_REVISION')
      const done = (await receive(id, part.revision, bowl, 1, true)).transfer
      assert.equal((await levelOf(bowl)).incoming, undefined)
      assert.deepEqual([done.status, done.received, done.lines[0]!.missing], ['RECEIVED', 5, 2])
      assert.deepEqual(await heldOf(bowl), { First: 3, North: 5, all: 8 })
      const moves = (await movementsOf(bowl)).map(({ kind, change, transfer }) => [kind, change, transfer?.number])
      assert.deepEqual(moves.slice(0, 3), [
        ['TRANSFER', 1, done.number],
        ['TRANSFER', 4, done.number],
        ['TRANSFER', -7, done.number],
      ])
      assert.deepEqual((await refusalOf(office.stockTransfers.cancelTransfer({ transferId: id, revision: done.revision })))?.data, {
        status: 'RECEIVED',
      })
    })

    test('that is canceled on its way is back where it left, but for what arrived', async () => {
      const bowl = await stocked(10)
      const { id, revision } = await draft(bowl, 6)
      const sent = (await office.stockTransfers.sendTransfer({ transferId: id, revision })).transfer
      const part = (await receive(id, sent.revision, bowl, 2)).transfer
      const gone = (await office.stockTransfers.cancelTransfer({ transferId: id, revision: part.revision })).transfer
      assert.equal(gone.status, 'CANCELED')
      assert.deepEqual(await heldOf(bowl), { First: 8, North: 2, all: 10 })
    })

    test('is changed while it is a draft; then only its words', async () => {
      const [bowl, mug] = [await stocked(4), await stocked(4)]
      const { id, revision } = await draft(bowl, 2)
      const update = (given: string, more: object) => office.stockTransfers.updateTransfer({ transfer: { id, revision: given, ...more } })
      const lines = [{ productId: mug.id, quantity: 3 }]
      const changed = (await update(revision, { lines, toLocationId: south.id, expectedDate: '2026-12-01T00:00:00.000Z' })).transfer
      assert.deepEqual(
        [changed.lines[0]!.productId, changed.toLocationId, changed.expectedDate],
        [mug.id, south.id, '2026-12-01T00:00:00.000Z'],
      )
      assert.equal(await codeOf(update(changed.revision, { toLocationId: first.id })), 'INVALID_ARGUMENT')
      const sent = (await office.stockTransfers.sendTransfer({ transferId: id, revision: changed.revision })).transfer
      assert.equal(await codeOf(update(sent.revision, { lines })), 'TRANSFER_STATUS')
      const noted = (await update(sent.revision, { note: 'Two boxes', reference: null })).transfer
      assert.deepEqual([noted.note, noted.reference], ['Two boxes', undefined])
      const close = (await locations()).find(({ id: other }) => other === south.id)!
      const closing = office.stockLocations.updateLocation({ location: { id: south.id, revision: close.revision, active: false } })
      const held = (await refusalOf(closing))!.data as { readonly transfers: number }
      assert.equal(held.transfers, 1)
      const { transfers } = await office.stockTransfers.queryTransfers({ query: { filter: { toLocationId: south.id } } })
      assert.deepEqual(
        transfers.map((transfer) => [transfer.id, transfer.status, transfer.lineCount, transfer.quantity]),
        [[id, 'IN_TRANSIT', 1, 3]],
      )
      assert.equal((await office.stockTransfers.getTransfer({ transferId: id })).transfer.note, 'Two boxes')
      await receive(id, noted.revision, mug, 3)
      assert.equal((await office.stockTransfers.getTransfer({ transferId: id })).transfer.status, 'RECEIVED')
    })

    test('is refused where it asks for what is not there', async () => {
      const [bowl, none] = [await stocked(4), { id: newId() } as TestProduct]
      const { id, revision } = await draft(bowl, 5)
      assert.deepEqual((await refusalOf(office.stockTransfers.sendTransfer({ transferId: id, revision })))?.data, {
        items: [{ productId: bowl.id, variantId: '00000000-0000-0000-0000-000000000000', requested: 5, available: 4 }],
      })
      const between = (fromLocationId: string, toLocationId: string, line: object = { productId: bowl.id, quantity: 1 }) =>
        codeOf(
          office.stockTransfers.createTransfer({
            transfer: { fromLocationId, toLocationId, lines: [line as { productId: string; quantity: number }] },
          }),
        )
      assert.equal(await between(first.id, newId()), 'LOCATION_NOT_FOUND')
      assert.equal(await between(first.id, first.id), 'INVALID_ARGUMENT')
      assert.equal(await between(first.id, north.id, { productId: none.id, quantity: 1 }), 'PRODUCT_NOT_FOUND')
      assert.equal(
        await between(first.id, north.id, { productId: bowl.id, variantId: newId(), quantity: 1 }),
        'INVENTORY_VARIANT_NOT_FOUND',
      )
      const update = (more: object) => codeOf(office.stockTransfers.updateTransfer({ transfer: { id, revision, ...more } }))
      assert.equal(await update({ toLocationId: newId() }), 'LOCATION_NOT_FOUND')
      assert.equal(await update({ lines: [{ productId: none.id, quantity: 1 }] }), 'PRODUCT_NOT_FOUND')
      assert.equal(await update({ lines: [{ productId: bowl.id, variantId: newId(), quantity: 1 }] }), 'INVENTORY_VARIANT_NOT_FOUND')
      const west = await create('West of transfers')
      await office.stockLocations.updateLocation({ location: { id: west.id, revision: west.revision, active: false } })
      assert.equal(await between(first.id, west.id), 'LOCATION_INACTIVE')
      assert.equal(await update({ toLocationId: west.id }), 'LOCATION_INACTIVE')
      const empty = (
        await office.stockTransfers.createTransfer({ transfer: { fromLocationId: first.id, toLocationId: north.id, lines: [] } })
      ).transfer
      assert.equal(await codeOf(office.stockTransfers.sendTransfer({ transferId: empty.id, revision: '1' })), 'TRANSFER_EMPTY')
      const steps = (transferId: string, given: string) => [
        () => office.stockTransfers.sendTransfer({ transferId, revision: given }),
        () => receive(transferId, given, bowl, 1),
        () => office.stockTransfers.cancelTransfer({ transferId, revision: given }),
        () => office.stockTransfers.updateTransfer({ transfer: { id: transferId, revision: given } }),
      ]
      for (const call of steps(newId(), '1')) assert.equal(await codeOf(call()), 'TRANSFER_NOT_FOUND')
      for (const call of steps(id, '0')) assert.equal(await codeOf(call()), 'STALE_REVISION')
      assert.equal(await codeOf(office.stockTransfers.getTransfer({ transferId: newId() })), 'TRANSFER_NOT_FOUND')
      assert.equal(await codeOf(receive(id, revision, bowl, 1)), 'TRANSFER_STATUS')
      await count(bowl, first.id, 5)
      const sent = (await office.stockTransfers.sendTransfer({ transferId: id, revision })).transfer
      assert.equal(await codeOf(office.stockTransfers.sendTransfer({ transferId: id, revision: sent.revision })), 'TRANSFER_STATUS')
      assert.equal(await codeOf(receive(id, sent.revision, none, 1)), 'TRANSFER_LINE_NOT_FOUND')
      const unreadable = office.stockTransfers.queryTransfers({ query: { filter: { colour: 'red' } } })
      assert.equal(await codeOf(unreadable), 'INVALID_ARGUMENT')
    })

    test('whose product is deleted on its way can be closed or canceled, not received', async () => {
      const bowl = await stocked(4)
      const { id, revision } = await draft(bowl, 2)
      const { id: closed, revision: first } = await draft(bowl, 1)
      const { id: unsent, revision: second } = await draft(bowl, 1)
      const sent = (await office.stockTransfers.sendTransfer({ transferId: id, revision })).transfer
      const other = (await office.stockTransfers.sendTransfer({ transferId: closed, revision: first })).transfer
      await office.merchantProducts.deleteProduct({ id: bowl.id })
      assert.equal(
        await codeOf(office.stockTransfers.sendTransfer({ transferId: unsent, revision: second })),
        'INVENTORY_VARIANT_NOT_FOUND',
      )
      assert.equal(await codeOf(receive(id, sent.revision, bowl, 1)), 'INVENTORY_VARIANT_NOT_FOUND')
      const gone = (await office.stockTransfers.cancelTransfer({ transferId: id, revision: sent.revision })).transfer
      assert.deepEqual([gone.status, gone.lines[0]!.missing, gone.lines[0]!.name], ['CANCELED', 2, ''])
      const done = await office.stockTransfers.receiveTransfer({ transferId: closed, revision: other.revision, close: true })
      assert.deepEqual([done.transfer.status, done.transfer.lines[0]!.missing], ['RECEIVED', 1])
    })
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
    assert.deepEqual((await refusalOf(create('One more')))?.data, { limit: 50 })
    const { entries } = await office.audit.queryAudit({ query: { filter: { kind: 'location' }, cursorPaging: { limit: 1 } } })
    assert.equal(entries[0]!.act, 'CREATED')
  })
})
