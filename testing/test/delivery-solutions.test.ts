import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import type { Input } from '@vitrine/contract'
import type { ShippingRateProvider } from '@vitrine/platform/commerce/selling/carriers'
import { NoAnswer } from '@vitrine/platform/commerce/selling/outside-calls'
import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import { newBuyer } from '../src/buyer.ts'
import { startPlatformForFile } from '../src/platform-for-file.ts'
import { addProduct } from '../src/products.ts'
import { codeOf } from '../src/refused.ts'
import { testSections } from '../src/shop.ts'

type Asked = Input<'POST /_api/delivery-rates/v1/get-delivery-solutions'>

const shipments = '77777777-7777-4777-8777-777777777777'
const own = '5b1cd5a4-6f70-4f8e-8e34-3a1f7a3c9d10'
const germany = { id: '33333333-3333-4333-8333-333333333333', name: 'Germany' }
/** The questions that the carrier was asked, and whether it answers. */
const carrier = { asked: [] as Parameters<ShippingRateProvider['ratesFor']>[0][], silent: false }
const provider: ShippingRateProvider = {
  id: shipments,
  name: 'Shipments',
  async ratesFor(question) {
    carrier.asked.push(question)
    if (carrier.silent) throw new NoAnswer('Out of order.', { code: 'CLOSED' })
    return {
      rates: [
        {
          code: 'home',
          title: 'To the door',
          price: '3.50',
          deliveryTime: 'Tomorrow',
          charges: [{ type: 'INSURANCE', details: 'Insured', price: '1.25' }],
        },
      ],
    }
  },
}
const shop = await startPlatformForFile({ shippingRateProviders: [provider] })
const add = (name: string, price: number, more = {}) =>
  addProduct(shop.platform, { site: shop.site, name, price, ...more }, shop.clock.now())
const mug = await add('Mug', 2600, { stock: 0, weight: 0.4 })
const file = await add('File', 900, { itemType: 'DIGITAL' })
const { zones } = testSections.shipping
const write = (carriers: readonly { readonly appId: string }[]) =>
  writeSettings(
    shop.platform.database,
    shop.site,
    'shipping',
    { ...testSections.shipping, zones: zones.map((zone, i) => (i === 0 ? { ...zone, carriers } : zone)) },
    shop.clock.now(),
  )
beforeEach(async () => {
  carrier.asked = []
  carrier.silent = false
  await write([])
})

const buyer = newBuyer(shop)
const destination = { country: 'DE', city: 'Leipzig', postalCode: '04109', addressLine: 'Markt 1' }
const ask = (lineItems: Asked['lineItems'], more: Partial<Asked> = {}) =>
  buyer.deliverySolutions.getDeliverySolutions({ lineItems, destination, currency: 'EUR', ...more })
const prices = async (...asked: Parameters<typeof ask>) =>
  Object.fromEntries((await ask(...asked)).deliverySolutions.map(({ code, cost }) => [code, cost.price]))

describe('how line items can be delivered', () => {
  test('is what a checkout of them offers, with the items that each option delivers', async () => {
    const item = { id: 'mug', quantity: 1, price: '26.00', catalogReference: mug.reference() }
    const { deliverySolutions, errors } = await ask([item, { id: 'file', quantity: 1, price: '9.00', catalogReference: file.reference() }])
    assert.deepEqual(
      deliverySolutions.map(({ code, cost }) => [code, cost.price]),
      [
        ['standard', '4.90'],
        ['express', '12.90'],
        ['pickup', '0.00'],
      ],
    )
    const [standard, , pickup] = deliverySolutions
    assert.deepEqual(standard?.deliveryReference, { code: 'standard', appId: own })
    assert.equal(standard?.logistics.deliveryTime, '2 to 3 working days')
    assert.equal(standard?.cost.deliveryPrice.amount, '4.90')
    assert.deepEqual(standard?.deliveryAllocations, [
      {
        deliveryCarrier: { appId: own, code: 'standard' },
        deliveryRegion: germany,
        applicableLineItems: { lineItemIds: ['mug'] },
      },
    ])
    assert.equal(pickup?.logistics.pickupDetails?.pickupMethod, 'STORE_PICKUP')
    assert.deepEqual(errors, [])
    assert.deepEqual((await ask([{ quantity: 1, price: '9.00', catalogReference: file.reference() }])).deliverySolutions, [])
  })

  test('goes by the value that is sent: of all units, of one, before discounts, of the catalogue', async () => {
    const standard = async (item: object) => (await prices([{ quantity: 3, ...item }]))['standard']
    assert.equal(await standard({ totalPrice: '80.00', price: '1.00' }), '0.00')
    assert.equal(await standard({ totalPrice: '79.99' }), '4.90')
    assert.equal(await standard({ price: '26.66' }), '4.90')
    assert.equal(await standard({ price: '26.67', totalPriceBeforeDiscount: '1.00' }), '0.00')
    assert.equal(await standard({ totalPriceBeforeDiscount: '80.00' }), '0.00')
    assert.equal(await standard({ priceBeforeDiscount: '26.67' }), '0.00')
    assert.equal(await standard({ quantity: 4, catalogReference: mug.reference() }), '0.00')
    assert.equal(await standard({ catalogReference: mug.reference() }), '4.90')
  })

  test('asks the carriers of the region, with weights in the shop’s unit, and shows what is charged beside the carriage', async () => {
    await write([{ appId: shipments }])
    const { deliverySolutions } = await ask(
      [{ quantity: 2, name: 'A thing', price: '5.00', physicalProperties: { weight: 10, sku: 'THING' } }],
      { weightUnit: 'LB' },
    )
    const home = deliverySolutions.find(({ code }) => code === 'home')
    assert.deepEqual(home?.deliveryReference, { code: 'home', appId: shipments })
    assert.deepEqual(
      [
        home?.cost.price,
        home?.cost.currency,
        home?.cost.additionalCosts.map(({ description, deliveryPrice }) => [description, deliveryPrice.amount]),
      ],
      ['3.50', 'EUR', [['Insured', '1.25']]],
    )
    const [question] = carrier.asked
    assert.deepEqual(question?.lines, [{ name: 'A thing', quantity: 2, price: '5.00', weight: 4.535924, sku: 'THING' }])
  })

  test('names the carriers that did not answer, and why the shop’s own options do not apply', async () => {
    carrier.silent = true
    await write([{ appId: shipments }])
    const { deliverySolutions, errors } = await ask([{ quantity: 1, price: '7.77' }])
    assert.equal(deliverySolutions.length, 3)
    assert.equal(shop.faults.splice(0).length, 1, 'the shop is told')
    assert.deepEqual(
      errors.map(({ appId, errorDetails }) => [appId, errorDetails.applicationError?.code]),
      [[shipments, 'CLOSED']],
    )
    await writeSettings(
      shop.platform.database,
      shop.site,
      'shipping',
      { zones: zones.map((zone) => ({ ...zone, options: [] })) },
      shop.clock.now(),
    )
    const none = await ask([{ quantity: 1, price: '7.77' }])
    assert.deepEqual(none.deliverySolutions, [])
    assert.deepEqual(
      none.errors.map(({ appId, errorDetails }) => [appId, errorDetails.applicationError?.code]),
      [[own, 'NO_RATE']],
    )
  })
})

describe('the question how line items can be delivered is refused', () => {
  const item = { quantity: 1, price: '26.00' }
  test('400 REQUIRED_COUNTRY for an address without a country', async () => {
    assert.equal(await codeOf(ask([item], { destination: { city: 'Leipzig' } })), 'REQUIRED_COUNTRY')
  })
  test('404 NO_DELIVERY_REGION_FOUND where the shop does not deliver', async () => {
    assert.equal(await codeOf(ask([item], { destination: { country: 'NO' } })), 'NO_DELIVERY_REGION_FOUND')
  })
  test('400 CURRENCY_NOT_SUPPORTED for another currency than the shop’s', async () => {
    assert.equal(await codeOf(ask([item], { currency: 'USD' })), 'CURRENCY_NOT_SUPPORTED')
  })
  test('400 INVALID_ARGUMENT without line items, and where two have one id', async () => {
    assert.equal(await codeOf(ask([])), 'INVALID_ARGUMENT')
    assert.equal(
      await codeOf(
        ask([
          { ...item, id: '1' },
          { ...item, id: '1' },
        ]),
      ),
      'INVALID_ARGUMENT',
    )
  })
})
