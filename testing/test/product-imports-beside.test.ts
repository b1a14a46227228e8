import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import { inventory, merchantInventory, merchantProducts, stockLocations, subscriptionOptions } from '@vitrine/client/back-office'
import { importClient } from '../src/import-client.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addFile } from '../src/products.ts'
import { pdfFile } from '../src/sample-files.ts'

/** What a file says of a product beside what its editor writes: preorders, subscription options, files and where stock is. */
let shop: TestPlatform
let office: ReturnType<typeof officeAt>
let desk: ReturnType<typeof importClient>
let warehouse: string
const officeAt = (baseUrl: string, key: string) =>
  createClient({
    baseUrl,
    auth: apiKey(key),
    modules: { inventory, merchantInventory, merchantProducts, stockLocations, subscriptionOptions },
  })

before(async () => {
  shop = await startTestPlatform()
  office = officeAt(shop.url, shop.apiKey)
  desk = importClient(shop)
  warehouse = (await office.stockLocations.createLocation({ location: { name: 'Warehouse' } })).location.id
  await office.subscriptionOptions.createSubscriptionOption({
    subscriptionOption: { title: 'Monthly', subscriptionSettings: { frequency: 'MONTH', interval: 1, autoRenewal: true } },
  })
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

const levelOf = async (sku: string) => (await office.merchantInventory.queryStock({ query: { filter: { sku } } })).levels[0]!

/** What is known of a product beside its editor's fields. */
async function besideOf(sku: string) {
  const { productId, quantity, locations = [] } = await levelOf(sku)
  const { inventoryItem } = await office.inventory.getInventoryVariants({ inventoryId: 'x', productId })
  const { subscriptionOptions: options } = await office.subscriptionOptions.getSubscriptionOptionsForProduct({ productId })
  return {
    quantity,
    atWarehouse: locations.find(({ locationId }) => locationId === warehouse)?.quantity,
    preorder: inventoryItem.preorderInfo,
    options: (options ?? []).map(({ title, hidden }) => [title, hidden]),
  }
}

test('it goes in, what is not said stays, and the undo brings back what was', async () => {
  await desk.bring('sku,name,price,stock\nPRINT,Print,9,5\n')
  const plain = await besideOf('PRINT')
  assert.deepEqual(plain, { quantity: 5, atWarehouse: 0, preorder: { enabled: false }, options: [] })
  const first = await desk.bring(
    'sku,Stock by location,Preorder,Preorder limit,Preorder date,Preorder message,Subscription options\n' +
      'PRINT,Warehouse: 7; my SHOP: 2,yes,4,2027-05-14,"In May, we hope",monthly\n'.replace('my SHOP', (await firstName()).toUpperCase()),
  )
  assert.equal(first.counts.done, 1)
  const full = await besideOf('PRINT')
  assert.deepEqual(full, {
    quantity: 9,
    atWarehouse: 7,
    preorder: { enabled: true, limit: 4, expectedDate: '2027-05-14', message: 'In May, we hope' },
    options: [['Monthly', false]],
  })
  const second = await desk.bring('sku,Preorder limit,stock\nPRINT,6,-3\n')
  assert.equal(second.counts.errors, 1, 'below zero a file says so beside the preorders')
  const third = await desk.bring('sku,Preorder,Preorder limit,stock\nPRINT,TRUE,6,-3\n')
  const owed = await besideOf('PRINT')
  assert.deepEqual([owed.quantity, owed.preorder.limit, owed.preorder.message], [-3, 6, 'In May, we hope'])
  await desk.undo(third.id)
  assert.deepEqual(await besideOf('PRINT'), full)
  await office.merchantInventory.setPreorders({ productId: (await levelOf('PRINT')).productId, preorderInfo: { message: 'In June' } })
  const undone = await desk.undo(first.id)
  assert.equal(undone.counts.conflicts, 1)
  assert.deepEqual((await desk.itemsOf(first.id, 'CONFLICT'))[0]!.errors, [
    { row: 2, message: 'Changed since, and left as it is: preorder.' },
  ])
  const left = await besideOf('PRINT')
  assert.deepEqual([left.quantity, left.atWarehouse, left.options, left.preorder.message], [5, 0, [], 'In June'])
})

test('a file for download is one of the shop’s, by its id or its address, and an empty cell takes it away', async () => {
  const file = await addFile(shop, pdfFile(), 'print.pdf')
  const { id } = await desk.bring(`sku,name,price,type,Download file\nPDF,A print,9,digital,${file}\n`)
  const [made] = await desk.itemsOf(id, 'NEW')
  assert.equal(made!.errors.length, 0)
  const again = await desk.check(`sku,Download file\nPDF,${shop.url}/media/${file}\n`)
  assert.equal(again.counts.unchanged + again.counts.errors, 1)
  const cleared = await desk.check('sku,Download file\nPDF,\n', { emptyCells: 'CLEAR' })
  const [item] = await desk.itemsOf(cleared.id)
  assert.deepEqual(item!.changes, [{ field: 'Download file', before: file, after: '' }])
})

test('what cannot be taken is said by line and column', async () => {
  const wrong = async (header: string, ...cells: string[]) => {
    const { id } = await desk.check(
      `sku,name,price,${header}\nA1,Fine,5,\nA2,Wrong,5,${cells.join(',')}\n`.replace(/(A1,Fine,5,)/, `$1${','.repeat(cells.length - 1)}`),
    )
    const items = await desk.itemsOf(id, 'ERROR')
    return items.flatMap(({ errors }) => errors.map(({ row, column, message }) => [row, column, message]))
  }
  assert.deepEqual(await wrong('Stock by location', 'Attic: 4'), [[3, 'Stock by location', '“Attic” is no open location of this shop.']])
  assert.deepEqual(await wrong('Stock by location', 'Warehouse'), [
    [3, 'Stock by location', '“Warehouse” is not written as “Warehouse: 12”.'],
  ])
  assert.deepEqual(await wrong('Stock by location', 'Warehouse: 1; warehouse: 2'), [
    [3, 'Stock by location', '“warehouse” is there twice.'],
  ])
  assert.deepEqual(await wrong('Stock by location', 'Warehouse: -1'), [[3, 'Stock by location', 'Stock cannot be below 0: Warehouse: -1.']])
  assert.deepEqual(await wrong('stock,Stock by location', '5', 'Warehouse: 4'), [
    [3, 'Stock by location', 'Its locations have 4 together, and the stock is 5. Change both, or leave one of them empty.'],
  ])
  assert.deepEqual(await wrong('stock,Stock by location', 'in stock', 'Warehouse: 4'), [
    [3, 'Stock by location', 'The stock is not counted, but its locations are.'],
  ])
  assert.deepEqual(await wrong('stock,Preorder,Preorder limit', '-6', 'TRUE', '5'), [[3, 'stock', 'Stock cannot be below -5.']])
  assert.deepEqual(await wrong('Preorder limit,Preorder date,Preorder', 'many', '2027-02-30', 'perhaps'), [
    [3, 'Preorder limit', '“many” is no number from 0 to 100,000.'],
    [3, 'Preorder date', '“2027-02-30” is no day such as 2027-05-14.'],
    [3, 'Preorder', '“perhaps” is neither yes nor no.'],
  ])
  assert.deepEqual(await wrong('Preorder message', 'x'.repeat(251)), [
    [3, 'Preorder message', 'This has 251 characters; 250 are the most.'],
  ])
  assert.deepEqual(await wrong('Subscription options', 'Weekly'), [
    [3, 'Subscription options', '“Weekly” is no subscription option of this shop.'],
  ])
  assert.deepEqual(await wrong('Subscription options', 'Monthly; Monthly (hidden)'), [
    [3, 'Subscription options', '“Monthly” is there twice.'],
  ])
  assert.deepEqual(await wrong('Download file', 'https://elsewhere.example/a.pdf'), [
    [3, 'Download file', '“https://elsewhere.example/a.pdf” is no file of this shop. Upload it first.'],
  ])
  assert.deepEqual(await wrong('Films', 'throwing.mp4'), [
    [3, 'Films', '“throwing.mp4” is not written as a place, an id and the address of a picture.'],
  ])
  assert.deepEqual(await wrong('Films', 'throwing.mp4 https://elsewhere.example/still.jpg'), [
    [3, 'Films', '“throwing.mp4” is no film or model of this shop. Upload it first.'],
  ])
  assert.deepEqual(await wrong('Images,Films', 'https://elsewhere.example/a.jpg', 'throwing.mp4 https://elsewhere.example/b.jpg'), [
    [3, 'Films', '“throwing.mp4” is no film or model of this shop. Upload it first.'],
  ])
})

const firstName = async () => (await office.stockLocations.listLocations({})).locations.find(({ id }) => id === shop.site)!.name
