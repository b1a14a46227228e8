import assert from 'node:assert/strict'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import { merchantInventory, merchantProducts, stockLocations } from '@vitrine/client/back-office'
import { card, newBuyer, toCheckout } from '../src/buyer.ts'
import { importClient, pictureServer } from '../src/import-client.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { storesAppId } from '../src/products.ts'

let shop: TestPlatform
let desk: ReturnType<typeof importClient>
let pictures: Awaited<ReturnType<typeof pictureServer>>
const officeAt = (baseUrl: string, key: string) =>
  createClient({ baseUrl, auth: apiKey(key), modules: { merchantInventory, merchantProducts, stockLocations } })
let office: ReturnType<typeof officeAt>

before(async () => {
  shop = await startTestPlatform()
  office = officeAt(shop.url, shop.apiKey)
  desk = importClient(shop)
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})
beforeEach(async () => void (pictures = await pictureServer()))
afterEach(() => pictures.close())

const rows = 120
/** A batch is done when the picture of the second one is waited for. */
const firstBatch = 50
const files = new Map<string, string>()
const fileOf = (named: string): string => {
  const lines = Array.from(
    { length: rows },
    (_, i) => `${named}${i},${named} ${i},7,3,${i === 60 ? `${pictures.origin}/held-${named}.png` : ''}`,
  )
  files.set(named, `sku,name,price,stock,images\n${lines.join('\n')}\n`)
  return files.get(named)!
}
const countOf = async (named: string) =>
  (await office.merchantProducts.countProducts({ filters: [{ name: { $startsWith: `${named} ` } }] })).counts[0]!

/** An import that has done its first batch, and is at the second. */
async function inTheMiddle(named: string): Promise<string> {
  const { id } = await desk.check(fileOf(named))
  await desk.imports.startProductImport({ id })
  const settled = shop.platform.jobs.settle()
  await pictures.isWaiting
  assert.equal(await countOf(named), firstBatch)
  running = settled
  return id
}
let running: Promise<unknown>

async function goOn(): Promise<void> {
  pictures.release()
  await running
}

describe('an import that runs', () => {
  test('is paused between two batches and changes nothing more; started again it does the rest, each product once', async () => {
    const id = await inTheMiddle('Paused')
    const { productImport } = await desk.imports.pauseProductImport({ id })
    assert.equal(productImport.state, 'PAUSED')
    await goOn()
    const paused = await desk.read(id)
    assert.deepEqual([paused.state, paused.counts.done, paused.counts.processed], ['PAUSED', firstBatch, firstBatch])
    assert.equal(await countOf('Paused'), firstBatch)
    const done = await desk.carryOut(id)
    assert.deepEqual([done.state, done.counts.done, done.counts.failed], ['DONE', rows, 0])
    assert.equal(await countOf('Paused'), rows)
  })

  test('is cancelled between two batches: what it did stays until it is undone, and it cannot go on', async () => {
    const id = await inTheMiddle('Ended')
    await desk.imports.cancelProductImport({ id })
    await goOn()
    const canceled = await desk.read(id)
    assert.deepEqual([canceled.state, canceled.counts.done], ['CANCELED', firstBatch])
    assert.equal(await countOf('Ended'), firstBatch)
    const [refused] = await attempt(desk.imports.startProductImport({ id }))
    assert.equal(refused?.code, 'PRODUCT_IMPORT_STATE')
    const undone = await desk.undo(id)
    assert.deepEqual([undone.state, undone.counts.conflicts], ['UNDONE', 0])
    assert.equal(await countOf('Ended'), 0)
  })

  test('is paused and undone from there', async () => {
    const id = await inTheMiddle('Stopped')
    await desk.imports.pauseProductImport({ id })
    await goOn()
    const undone = await desk.undo(id)
    assert.deepEqual([undone.state, undone.counts.processed], ['UNDONE', firstBatch])
    assert.equal(await countOf('Stopped'), 0)
  })

  test('is neither deleted nor undone nor started once more', async () => {
    const id = await inTheMiddle('Busy')
    const refusals = [
      await attempt(desk.imports.deleteProductImport({ id })),
      await attempt(desk.imports.undoProductImport({ id })),
      await attempt(desk.imports.startProductImport({ id })),
    ]
    for (const [refused] of refusals) assert.equal(refused?.code, 'PRODUCT_IMPORT_STATE')
    await goOn()
    assert.equal((await desk.read(id)).state, 'DONE')
  })
})

describe('an import whose products were sold since', () => {
  const productOf = async (sku: string) => {
    const { products } = await office.merchantProducts.listProducts({ query: { filter: { sku } } })
    return (await office.merchantProducts.readProduct({ id: products[0]!.id })).product
  }

  async function buy(sku: string, quantity: number): Promise<void> {
    const { id, slug } = await productOf(sku)
    const buyer = newBuyer(shop)
    const reference = () => ({ appId: storesAppId, catalogItemId: id })
    const checkout = await toCheckout(buyer, [{ product: { id, slug, variants: {}, reference }, quantity }])
    await buyer.payments.placeOrder({ id: checkout, paymentToken: await card(buyer), returnUrl: 'http://localhost/back' })
  }

  test('is undone around the sales: a new product that was bought stays, and what was sold stays sold', async () => {
    await desk.bring('sku,name,price,stock\nOLD,Old price,10,5\n')
    const { id } = await desk.bring('sku,name,price,stock\nOLD,New price,12,50\nSOLD,Sold since,8,20\nUNSOLD,Never sold,8,20\n')
    await buy('OLD', 2)
    await buy('SOLD', 3)
    const undone = await desk.undo(id)
    assert.deepEqual([undone.state, undone.counts.processed, undone.counts.conflicts], ['UNDONE', 3, 1])
    const old = await productOf('OLD')
    assert.deepEqual([old.name, old.price, old.stock!.quantity], ['Old price', 10, 3])
    const sold = await productOf('SOLD')
    assert.deepEqual([sold.name, sold.stock!.quantity], ['Sold since', 17])
    const { counts } = await office.merchantProducts.countProducts({ filters: [{ sku: 'UNSOLD' }] })
    assert.deepEqual(counts, [0])
    assert.deepEqual(
      (await desk.itemsOf(id, 'CONFLICT')).map(({ sku, errors }) => [sku, errors.map(({ message }) => message)]),
      [['SOLD', ['The product was sold since, and stays.']]],
    )
  })

  test('a new product that was changed since stays with its stock', async () => {
    const { id } = await desk.bring('sku,name,price,stock\nEDITED,Edited since,8,20\n')
    const { id: productId } = await productOf('EDITED')
    await office.merchantProducts.saveProduct({ id: productId, product: { ribbon: 'New' } })
    await desk.undo(id)
    const { ribbon, stock } = await productOf('EDITED')
    assert.deepEqual([ribbon, stock!.quantity], ['New', 20])
  })

  test('stock that the sales have brought below what the import added goes to where it was, less what was sold', async () => {
    await desk.bring('sku,name,price,stock\nLOW,Few,10,5\n')
    const { id } = await desk.bring('sku,stock\nLOW,50\n')
    await buy('LOW', 5)
    await desk.undo(id)
    assert.equal((await productOf('LOW')).stock!.quantity, 0)
    const again = await desk.bring('sku,stock\nLOW,50\n')
    await buy('LOW', 1)
    const undone = await desk.undo(again.id)
    // There were none before: the one that was sold cannot be taken back, and that is said.
    assert.equal((await productOf('LOW')).stock!.quantity, 0)
    assert.equal(undone.counts.conflicts, 1)
    const [left] = await desk.itemsOf(again.id, 'CONFLICT')
    assert.deepEqual(
      [left!.sku, left!.errors],
      ['LOW', [{ row: 2, message: '1 unit of its stock was sold since and could not be taken back.' }]],
    )
  })

  test('stock that may be preordered falls as far as preorders allow, and no further', async () => {
    await desk.bring('sku,name,price,stock\nPRE,Preordered,10,0\n')
    const { id: productId } = await productOf('PRE')
    await office.merchantInventory.setPreorders({ productId, preorderInfo: { enabled: true, limit: 2 } })
    const { id } = await desk.bring('sku,stock\nPRE,50\n')
    await buy('PRE', 5)
    await desk.undo(id)
    assert.equal((await productOf('PRE')).stock!.quantity, -2)
    const [left] = await desk.itemsOf(id, 'CONFLICT')
    assert.deepEqual(
      left!.errors.map(({ message }) => message),
      ['3 units of its stock were sold since and could not be taken back.'],
    )
  })

  test('at several locations it leaves where it arrived, and what was sold there is taken where there is some', async () => {
    const { location } = await office.stockLocations.createLocation({ location: { name: 'Warehouse' } })
    await office.stockLocations.setDefaultLocation({ locationId: location.id })
    await desk.bring('sku,name,price,stock\nTWO,At two places,10,0\n')
    const { id: productId } = await productOf('TWO')
    await office.merchantInventory.receiveGoods({ goods: [{ productId, quantity: 4 }], locationId: shop.site })
    const unitsNow = async () => {
      const { levels } = await office.merchantInventory.queryStock({ query: { filter: { productId } } })
      return levels[0]!.locations!.map(({ locationId, quantity }) => [locationId === location.id ? 'Warehouse' : 'first', quantity])
    }
    const { id } = await desk.bring('sku,stock\nTWO,14\n')
    assert.deepEqual(await unitsNow(), [
      ['first', 4],
      ['Warehouse', 10],
    ])
    await office.merchantInventory.countStock({ counts: [{ productId, quantity: 7 }], locationId: location.id })
    await desk.undo(id)
    assert.deepEqual(await unitsNow(), [
      ['first', 1],
      ['Warehouse', 0],
    ])
    await office.stockLocations.setDefaultLocation({ locationId: shop.site })
  })
})
