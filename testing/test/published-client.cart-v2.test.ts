import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { apiKey, createClient as ownClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { currentCart, currentCartV2 } from '@wix/ecom'
import { createClient, OAuthStrategy } from '@wix/sdk'
import { startPlatformForFile } from '../src/platform-for-file.ts'
import { addProduct } from '../src/products.ts'
import { type PublishedHosts, publishedHosts } from '../src/published-client.ts'

const shop = await startPlatformForFile()
const mug = await addProduct(shop.platform, { site: shop.site, name: 'Morning Mug', price: 2600, stock: 500 }, shop.clock.now())
let hosts: PublishedHosts
beforeEach(() => {
  hosts = publishedHosts(shop.url)
})
afterEach(() => hosts[Symbol.dispose]())

test('the published client reads, changes, prices and deletes the current cart by its second version', async () => {
  const office = ownClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
  await office.coupons.createCoupon({ specification: { name: 'A tenth off', code: 'SLOWSUNDAY', percentOffRate: 10 } })
  const buyer = createClient({ modules: { currentCart, currentCartV2 }, auth: OAuthStrategy({ clientId: shop.clientId }) })
  const v2 = buyer.currentCartV2
  const { cart: made } = await v2.addLineItemsToCurrentCart({ catalogItems: [{ catalogReference: mug.reference(), quantity: 1 }] })
  const [line] = made?.lineItems ?? []
  assert.deepEqual([line?.name?.original, line?.status, line?.pricing?.unitPrice?.amount], ['Morning Mug', 'IN_STOCK', '26.00'])
  assert.ok(made?._createdDate instanceof Date)
  await v2.updateLineItemsInCurrentCart({ lineItems: [{ lineItemId: line!._id!, quantity: { newQuantity: 2 } }] })
  const { cart: coupled } = await v2.addCouponToCurrentCart({ code: 'SLOWSUNDAY' })
  assert.equal(coupled?.coupons?.[0]?.code, 'SLOWSUNDAY')
  const { cart: sent } = await v2.updateCurrentCart({
    note: 'Ring twice.',
    customerInfo: { email: 'ada@example.com', firstName: 'Ada' },
    deliveryInfo: { address: { country: 'DE', city: 'Leipzig', postalCode: '04109', addressLine1: 'Markt 1' } },
  })
  assert.deepEqual([sent?.note, sent?.customerInfo?.firstName, sent?.deliveryInfo?.address?.city], ['Ring twice.', 'Ada', 'Leipzig'])
  const { cart: delivered } = await v2.setDeliveryMethodForCurrentCart({ code: 'standard' })
  assert.equal(delivered?.deliveryInfo?.method?.code, 'standard')
  const { summary } = await v2.calculateCurrentCart()
  assert.deepEqual(
    [summary?.priceSummary?.subtotal?.amount, summary?.priceSummary?.discount?.amount, summary?.priceSummary?.total?.amount],
    ['52.00', '5.20', '51.70'],
  )
  const { summary: bare } = await v2.estimateCurrentCart({ calculateTax: true })
  assert.equal(bare?.priceSummary?.total?.amount, '46.80')
  assert.equal((await v2.removeDeliveryMethodFromCurrentCart()).cart?.deliveryInfo?.method, undefined)
  assert.deepEqual((await v2.removeCouponFromCurrentCart(coupled.coupons[0]._id!)).cart?.coupons, [])
  assert.equal((await v2.refreshCurrentCart()).cart?._id, made?._id)
  assert.equal((await v2.getCurrentCart()).cart?._id, (await buyer.currentCart.getCurrentCart())._id)
  assert.deepEqual((await v2.removeLineItemsFromCurrentCart([line!._id!])).cart?.lineItems, [])
  await v2.deleteCurrentCart()
})
