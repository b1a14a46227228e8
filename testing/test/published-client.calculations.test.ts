import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { deliverySolutions, totalsCalculator } from '@wix/ecom'
import { ApiKeyStrategy, createClient, OAuthStrategy } from '@wix/sdk'
import { startPlatformForFile } from '../src/platform-for-file.ts'
import { addProduct } from '../src/products.ts'
import { type PublishedHosts, publishedHosts } from '../src/published-client.ts'
import { codeOf } from '../src/published-error.ts'

const shop = await startPlatformForFile()
const mug = await addProduct(shop.platform, { site: shop.site, name: 'Morning Mug', price: 2600, stock: 5, weight: 0.4 }, shop.clock.now())
const modules = { deliverySolutions, totalsCalculator }
const clients = [
  createClient({ modules, auth: OAuthStrategy({ clientId: shop.clientId }) }),
  createClient({ modules, auth: ApiKeyStrategy({ apiKey: shop.apiKey, siteId: shop.site }) }),
]
const address = { country: 'DE', city: 'Leipzig', postalCode: '04109', addressLine1: 'Markt 1' }
let hosts: PublishedHosts
beforeEach(() => {
  hosts = publishedHosts(shop.url)
})
afterEach(() => hosts[Symbol.dispose]())

test('the published client calculates totals of line items, as a visitor and with an API key', async () => {
  for (const client of clients) {
    const totals = await client.totalsCalculator.calculateTotals({
      lineItems: [
        {
          _id: 'mug',
          quantity: 2,
          price: '26.00',
          catalogReference: mug.reference(),
          physicalProperties: { weight: 0.4, shippable: true },
        },
      ],
      shippingAddress: address,
      selectedShippingOption: { code: 'standard' },
    })
    assert.equal(totals.priceSummary?.total?.amount, '56.90')
    assert.equal(totals.calculatedLineItems?.[0]?.lineItemId, 'mug')
    assert.equal(totals.shippingInfo?.selectedCarrierServiceOption?.code, 'standard')
  }
})

test('the published client asks how line items can be delivered, as a visitor and with an API key', async () => {
  for (const client of clients) {
    const ask = (country: string) =>
      client.deliverySolutions.getDeliverySolutions(
        [{ _id: 'mug', quantity: 2, totalPrice: '52.00', physicalProperties: { weight: 0.4 } }],
        {
          destination: { ...address, country },
          currency: 'EUR',
        },
      )
    const { deliverySolutions: found } = await ask('DE')
    assert.deepEqual(
      found?.map(({ deliveryReference, cost }) => [deliveryReference?.code, cost?.deliveryPrice?.amount]),
      [
        ['standard', '4.90'],
        ['express', '12.90'],
        ['pickup', '0.00'],
      ],
    )
    assert.deepEqual(found?.[0]?.deliveryAllocations?.[0]?.applicableLineItems?.lineItemIds, ['mug'])
    assert.equal(await codeOf(ask('NO')), 'NO_DELIVERY_REGION_FOUND')
  }
})
