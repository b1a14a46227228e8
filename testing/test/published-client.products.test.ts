import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ApiKeyStrategy, createClient } from '@wix/sdk'
import { products } from '@wix/stores'
import { addPicture } from '../src/pictures.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { type PublishedHosts, publishedHosts } from '../src/published-client.ts'

let shop: TestPlatform
let hosts: PublishedHosts

before(async () => {
  shop = await startTestPlatform()
  hosts = publishedHosts(shop.url)
})
after(async () => {
  hosts[Symbol.dispose]()
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

test('the published client creates, changes, reads and deletes products and collections', async () => {
  const merchant = createClient({ modules: { products }, auth: ApiKeyStrategy({ apiKey: shop.apiKey, siteId: shop.site }) }).products
  const { product } = await merchant.createProduct({
    name: 'Morning Mug',
    productType: 'physical',
    priceData: { price: 26 },
    costAndProfitData: { itemCost: 8 },
    manageVariants: true,
    productOptions: [
      {
        name: 'Glaze',
        choices: [
          { value: '#9AA58F', description: 'Sage' },
          { value: '#2E3A4B', description: 'Ink' },
        ],
      },
    ],
  })
  const id = product!._id!
  assert.ok(product!._createdDate instanceof Date)
  assert.equal(product!.costAndProfitData?.profit, 18)

  const changed = await merchant.updateProduct(id, { name: 'Evening Mug', discount: { type: 'PERCENT', value: 50 } })
  assert.deepEqual([changed.product?.name, changed.product?.priceData?.discountedPrice], ['Evening Mug', 13])
  const { variants } = await merchant.updateProductVariants(id, [{ choices: { Glaze: 'Ink' }, price: 30, sku: 'INK' }])
  assert.deepEqual(
    variants?.map(({ variant }) => [variant?.priceData?.price, variant?.sku]),
    [
      [26, ''],
      [30, 'INK'],
    ],
  )
  const { variants: all, metadata } = await merchant.queryStoreVariants({
    filter: { productId: id },
    sort: [{ fieldName: 'sku', order: 'DESC' }],
  })
  assert.deepEqual(
    all?.map(({ variantName, sku, managedVariant, stock }) => [variantName, sku, managedVariant, stock?.trackQuantity]),
    [
      ['Ink', 'INK', true, true],
      ['Sage', '', true, true],
    ],
  )
  assert.equal(metadata?.total, 2)
  const one = await merchant.getStoreVariant(all[0]!._id!)
  assert.deepEqual([one.variant?.productName, one.variant?.choices], ['Evening Mug', { Glaze: 'Ink' }])

  const mediaId = await addPicture(shop)
  await merchant.addProductMedia(id, [{ mediaId }])
  await merchant.addProductMediaToChoices(id, [{ option: 'Glaze', choice: 'Sage', mediaIds: [mediaId] }])
  const read = await merchant.getProduct(id, { includeMerchantSpecificData: true })
  assert.equal(read.product?.media?.items?.length, 1)
  assert.equal(read.product.costAndProfitData?.itemCost, 8)
  await merchant.removeProductMediaFromChoices(id, [{ option: 'Glaze', choice: 'Sage', mediaIds: [mediaId] }])
  await merchant.removeProductMedia(id, [mediaId])
  await merchant.resetAllProductVariantData(id)
  const { results } = await merchant.bulkUpdateProductsProperty([id], { ribbon: 'New' })
  assert.equal(results?.[0]?.itemMetadata?.success, true)
  await merchant.bulkAdjustProductProperty({ price: { amount: 1 } }, [id])
  assert.equal((await merchant.getProduct(id)).product?.priceData?.price, 27)
  await merchant.removeRibbon(id)
  await merchant.removeBrand(id)

  const { collection } = await merchant.createCollection({ name: 'Mugs' })
  const collectionId = collection!._id!
  await merchant.updateCollection(collectionId, { description: 'For the first coffee.' })
  await merchant.addProductsToCollection(collectionId, [id])
  const found = await merchant.queryProducts().hasSome('collectionIds', [collectionId]).find()
  assert.deepEqual(
    found.items.map((item) => item.name),
    ['Evening Mug'],
  )
  await merchant.removeProductsFromCollection(collectionId, [id])
  await merchant.deleteCollection(collectionId)
  await merchant.deleteProductOptions(id)
  await merchant.deleteProduct(id)
  await assert.rejects(merchant.getProduct(id), /PRODUCT_NOT_FOUND|No such product/)
})
