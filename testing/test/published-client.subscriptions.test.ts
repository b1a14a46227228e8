import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { currentCart } from '@wix/ecom'
import { ApiKeyStrategy, createClient, OAuthStrategy } from '@wix/sdk'
import { products, subscriptionOptions } from '@wix/stores'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, storesAppId, type TestProduct } from '../src/products.ts'
import { type PublishedHosts, publishedHosts } from '../src/published-client.ts'

let shop: TestPlatform
let coffee: TestProduct
let hosts: PublishedHosts

before(async () => {
  shop = await startTestPlatform()
  coffee = await addProduct(shop.platform, { site: shop.site, name: 'Morning Blend', price: 4750, stock: 12 }, shop.clock.now())
  hosts = publishedHosts(shop.url)
})
after(async () => {
  hosts[Symbol.dispose]()
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

test('the published client makes subscription options, gives them to a product and sells by them', async () => {
  const admin = createClient({
    modules: { subscriptionOptions },
    auth: ApiKeyStrategy({ apiKey: shop.apiKey, siteId: shop.site }),
  }).subscriptionOptions
  const visitor = createClient({ modules: { products, currentCart }, auth: OAuthStrategy({ clientId: shop.clientId }) })
  const { MONTH, WEEK } = subscriptionOptions.SubscriptionFrequency
  const { AMOUNT, PERCENT } = subscriptionOptions.DiscountType

  const weekly = await admin.createSubscriptionOption({
    title: 'Every week',
    subscriptionSettings: { frequency: WEEK, autoRenewal: true },
    discount: { type: PERCENT, value: 15 },
  })
  const { subscriptionOptions: made } = await admin.bulkCreateSubscriptionOptions([
    { title: 'Every month', subscriptionSettings: { frequency: MONTH, autoRenewal: true }, discount: { type: PERCENT, value: 10 } },
    { title: 'Half a year', subscriptionSettings: { frequency: MONTH, billingCycles: 6 }, discount: { type: AMOUNT, value: 5.25 } },
  ])
  const [monthly, half] = made!.map(({ _id }) => _id!)
  assert.deepEqual(made![1]?.subscriptionSettings?.billingCycles, 6)
  const renamed = await admin.updateSubscriptionOption(weekly._id!, { description: 'For a full house.' })
  assert.deepEqual(
    [renamed.title, renamed.description, renamed.discount],
    ['Every week', 'For a full house.', { type: PERCENT, value: 15 }],
  )
  const { subscriptionOptions: changed } = await admin.bulkUpdateSubscriptionOptions([
    { _id: monthly!, discount: { type: PERCENT, value: 12 } },
  ])
  assert.deepEqual(changed![0]?.discount, { type: PERCENT, value: 12 })

  await admin.assignSubscriptionOptionsToProduct(coffee.id, {
    assignedSubscriptionOptions: [{ _id: monthly! }, { _id: weekly._id!, hidden: true }, { _id: half! }],
  })
  assert.equal((await admin.getOneTimePurchasesStatus(coffee.id)).allowed, false)
  await admin.allowOneTimePurchases(coffee.id, true)
  assert.equal((await admin.getOneTimePurchasesStatus(coffee.id)).allowed, true)
  const all = await admin.getSubscriptionOptionsForProduct(coffee.id, { includeHiddenSubscriptionOptions: true })
  assert.deepEqual(
    all.subscriptionOptions!.map(({ _id, hidden, title }) => [_id, hidden, title]),
    [
      [monthly, false, 'Every month'],
      [weekly._id, true, 'Every week'],
      [half, false, 'Half a year'],
    ],
  )
  assert.equal((await admin.getSubscriptionOption(half!)).discount?.value, 5.25)
  const page = { paging: { limit: 1, offset: 0 }, includeHiddenProducts: true }
  assert.deepEqual(await admin.getProductIdsForSubscriptionOption(half!, page), {
    productIds: [coffee.id],
    metadata: { items: 1, offset: 0 },
    totalResults: 1,
  })

  const { items } = await visitor.products.queryProducts().eq('slug', coffee.slug).find()
  const { subscriptionDetails } = items[0] as { subscriptionDetails?: { subscriptions: { _id: string; title: string }[] } }
  assert.deepEqual(
    subscriptionDetails?.subscriptions.map(({ _id, title }) => [_id, title]),
    [
      [monthly, 'Every month'],
      [half, 'Half a year'],
    ],
  )
  const line = (subscriptionOptionId?: string) => ({
    quantity: 1,
    catalogReference: { appId: storesAppId, catalogItemId: coffee.id, ...(subscriptionOptionId && { options: { subscriptionOptionId } }) },
  })
  const { cart } = await visitor.currentCart.addToCurrentCart({ lineItems: [line(monthly), line(half), line()] })
  assert.deepEqual(
    cart?.lineItems?.map((one) => [
      one.price?.amount,
      one.subscriptionOptionInfo?.title?.original,
      one.subscriptionOptionInfo?.subscriptionSettings?.billingCycles ?? undefined,
    ]),
    [
      ['41.80', 'Every month', undefined],
      ['42.25', 'Half a year', 6],
      ['47.50', undefined, undefined],
    ],
  )
  await assert.rejects(visitor.currentCart.addToCurrentCart({ lineItems: [line(weekly._id!)] }), (error: object) => {
    assert.equal((error as { details: { applicationError: { code: string } } }).details.applicationError.code, 'ITEM_NOT_FOUND_IN_CATALOG')
    return true
  })

  await admin.deleteSubscriptionOption(half!)
  await admin.bulkDeleteSubscriptionOptions([monthly!, weekly._id!])
  assert.deepEqual((await admin.getSubscriptionOptionsForProduct(coffee.id)).subscriptionOptions, [])
})
