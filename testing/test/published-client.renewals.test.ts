import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiKey, createClient as ownClient } from '@vitrine/client'
import { orderBilling, subscriptionContracts } from '@wix/ecom'
import { ApiKeyStrategy, createClient } from '@wix/sdk'
import { berlin, card } from '../src/buyer.ts'
import { startTestPlatform } from '../src/platform.ts'
import { publishedHosts } from '../src/published-client.ts'

test('the published client reads contracts, and charges a renewal that was left unpaid', async () => {
  await using shop = await startTestPlatform()
  using _hosts = publishedHosts(shop.url)
  const app = ownClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })
  const { checkout } = await app.checkout.createCheckout({
    channelType: 'WEB',
    customLineItems: [
      {
        quantity: 1,
        price: '20',
        productName: { original: 'Coffee' },
        itemType: { preset: 'SERVICE' },
        subscriptionOptionInfo: { title: { original: 'Every month' }, subscriptionSettings: { frequency: 'MONTH', autoRenewal: true } },
      },
    ],
    checkoutInfo: { buyerInfo: { email: 'ada@example.com' }, billingInfo: berlin },
  })
  const paymentToken = await card(app, '4000 0000 0000 0341')
  const { orderId } = await app.payments.placeOrder({ id: checkout.id!, paymentToken, returnUrl: `${shop.url}/back` })
  await shop.platform.jobs.settle()

  const merchant = createClient({
    modules: { orderBilling, subscriptionContracts },
    auth: ApiKeyStrategy({ apiKey: shop.apiKey, siteId: shop.site }),
  })
  const { items } = await merchant.subscriptionContracts.querySubscriptionContracts().limit(10).find()
  assert.equal(items.length, 1)
  const contract = await merchant.subscriptionContracts.getSubscriptionContract(items[0]!._id!)
  assert.equal(contract.lineItems?.[0]?.productName?.original, 'Coffee')
  assert.equal(contract.subscriptionSettings?.frequency, 'MONTH')
  assert.ok(contract._createdDate instanceof Date)

  shop.clock.advance(31 * 24 * 3600 * 1000)
  await shop.platform.everyMinute()
  const { orders } = await app.orders.searchOrders({ search: { filter: { status: 'PENDING' } } })
  const charged = merchant.orderBilling.chargeOrder(orders[0]!.id!, {
    regularCharge: { amount: { amount: '20.00' } },
    merchantInitiated: true,
  })
  await assert.rejects(charged, /PAYMENT_ERROR|not approved/)
  assert.notEqual(orders[0]!.id, orderId)
  assert.deepEqual(shop.faults, [])
})
