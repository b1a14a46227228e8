import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import { merchantProducts } from '@vitrine/client/back-office'
import { importClient } from '../src/import-client.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'

let shop: TestPlatform
let importing: ReturnType<typeof importClient>
const officeAt = (baseUrl: string, key: string) => createClient({ baseUrl, auth: apiKey(key), modules: { merchantProducts } })
let office: ReturnType<typeof officeAt>

before(async () => {
  shop = await startTestPlatform()
  office = officeAt(shop.url, shop.apiKey)
  importing = importClient(shop)
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

async function fill() {
  const { productImport } = await importing.imports.createSampleProductImport()
  assert.equal(productImport.state, 'READY')
  await importing.imports.checkProductImport({ id: productImport.id, settings: { ...productImport.settings!, existing: 'CREATE' } })
  await shop.platform.jobs.settle()
  return importing.carryOut(productImport.id)
}
const names = async () => {
  const { products } = await office.merchantProducts.listProducts({ query: {} })
  return products.map(({ name }) => name).toSorted()
}
const collections = async () => (await office.merchantProducts.listCollections()).collections.map(({ name }) => name)

test('an empty shop is filled with samples and their pictures, and emptied again', async () => {
  const done = await fill()
  assert.deepEqual([done.state, done.sample, done.counts.new, done.counts.done, done.counts.pictures], ['DONE', true, 2, 2, 1])
  assert.deepEqual(await names(), ['Sample bowl', 'Sample mug'])
  assert.ok((await collections()).includes('Samples'))
  const { products } = await office.merchantProducts.listProducts({ query: { filter: { name: 'Sample mug' } } })
  const { product } = await office.merchantProducts.readProduct({ id: products[0]!.id })
  assert.equal(product.media.length, 1)
  const days = (Date.parse(done.expiresDate) - shop.clock.now().getTime()) / 86_400_000
  assert.equal(days, 365)

  const undone = await importing.undo(done.id)
  assert.deepEqual([undone.state, undone.counts.conflicts], ['UNDONE', 0])
  assert.deepEqual(await names(), [])
  assert.ok(!(await collections()).includes('Samples'))
})

test('what the merchant made, changed or put in the collection stays', async () => {
  const done = await fill()
  const { collections: all } = await office.merchantProducts.listCollections()
  const { id: collectionId } = all.find(({ name }) => name === 'Samples')!
  const own = await office.merchantProducts.createProduct({
    product: { name: 'Own cup', productType: 'physical', priceData: { price: 9 } },
  })
  await office.merchantProducts.addProductsToCollection({ id: collectionId, productIds: [own.product.id] })
  const { products } = await office.merchantProducts.listProducts({ query: { filter: { name: 'Sample bowl' } } })
  await office.merchantProducts.updateProduct({ product: { id: products[0]!.id, name: 'My bowl' } })

  const undone = await importing.undo(done.id)
  assert.equal(undone.counts.conflicts, 1)
  assert.deepEqual(await names(), ['My bowl', 'Own cup'])
  assert.ok((await collections()).includes('Samples'))
})

test('a sample picture that is not there is said, and its product comes without it', async () => {
  const done = await importing.bring('Slug,Name,Price,Images\nodd,Odd,9,sample:../../../etc/passwd\n')
  assert.equal(done.state, 'DONE')
  const [item] = await importing.itemsOf(done.id)
  assert.match(item!.errors[0]!.message, /no such picture among the samples/)
})
