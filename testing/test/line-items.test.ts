import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import { setStock } from '@vitrine/platform/commerce/inventory/stock'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { berlin, card, newBuyer } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'

const noVariant = '00000000-0000-0000-0000-000000000000'

let shop: TestPlatform
let mug: TestProduct
let file: TestProduct
before(async () => {
  shop = await startTestPlatform()
  const { platform, site, clock } = shop
  mug = await addProduct(platform, { site, name: 'Mug', price: 2600, stock: 9, weight: 0.4 }, clock.now())
  file = await addProduct(platform, { site, name: 'Pattern', price: 900, stock: null, itemType: 'DIGITAL' }, clock.now())
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})
const newApp = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })
const to = {
  buyerInfo: { email: 'ada@example.com' },
  shippingInfo: { shippingDestination: berlin, selectedCarrierServiceOption: { code: 'standard' } },
}

test('one order mixes goods, downloads, a service at its time, and what is in no catalogue; only the goods are delivered', async () => {
  const app = newApp()
  const { checkout } = await app.checkout.createCheckout({
    channelType: 'BACKOFFICE_MERCHANT',
    lineItems: [
      { quantity: 2, catalogReference: mug.reference() },
      { quantity: 1, catalogReference: file.reference() },
    ],
    customLineItems: [
      {
        price: '120.00',
        priceDescription: { original: 'For the evening' },
        itemType: { preset: 'SERVICE' },
        productName: { original: 'Throwing class' },
        serviceProperties: { scheduledDate: '2026-12-01T17:00:00Z', numberOfParticipants: 4 },
        url: { url: 'https://shop.example/classes', relativePath: '/classes' },
      },
      {
        price: '3.50',
        itemType: { custom: 'Wrapping' },
        productName: { original: 'Wrapping' },
        quantity: 2,
        physicalProperties: { shippable: false },
      },
    ],
    checkoutInfo: to,
  })
  assert.deepEqual(
    checkout.lineItems.map(({ productName, itemType, physicalProperties, customLineItem }) => [
      productName?.original,
      itemType,
      physicalProperties?.shippable,
      customLineItem,
    ]),
    [
      ['Mug', { preset: 'PHYSICAL' }, true, false],
      ['Pattern', { preset: 'DIGITAL' }, false, false],
      ['Throwing class', { preset: 'SERVICE' }, false, true],
      ['Wrapping', { custom: 'Wrapping' }, false, true],
    ],
  )
  const service = checkout.lineItems[2]!
  assert.deepEqual(service.serviceProperties, { scheduledDate: '2026-12-01T17:00:00.000Z', numberOfParticipants: 4 })
  assert.deepEqual([service.priceDescription?.original, service.url?.relativePath], ['For the evening', '/classes'])
  assert.deepEqual(
    [checkout.priceSummary?.subtotal?.amount, checkout.priceSummary?.shipping?.amount, checkout.priceSummary?.total?.amount],
    ['188.00', '4.90', '192.90'],
  )
  const { orderId } = await app.checkout.createOrder({ id: checkout.id! })
  const { order } = await app.orders.getOrder({ id: orderId })
  assert.deepEqual(
    order.lineItems.map(({ itemType }) => itemType),
    [{ preset: 'PHYSICAL' }, { preset: 'DIGITAL' }, { preset: 'SERVICE' }, { custom: 'Wrapping' }],
  )
  assert.equal(order.lineItems[2]?.serviceProperties?.scheduledDate, '2026-12-01T17:00:00.000Z')
})

test('what needs no delivery asks for none', async () => {
  const app = newApp()
  const { checkout } = await app.checkout.createCheckout({
    channelType: 'WEB',
    lineItems: [{ quantity: 1, catalogReference: file.reference() }],
    customLineItems: [{ price: '50.00', itemType: { preset: 'SERVICE' }, productName: { original: 'Repair' } }],
    checkoutInfo: { buyerInfo: { email: 'ada@example.com' }, billingInfo: berlin },
  })
  assert.deepEqual(checkout.shippingInfo?.carrierServiceOptions, [])
  assert.equal(checkout.calculationErrors?.generalShippingCalculationError, undefined)
  assert.ok((await app.checkout.createOrder({ id: checkout.id! })).orderId)
})

test('an app may say otherwise than the catalogue: name, price, picture, words and weight; the line shows what was said', async () => {
  const override = {
    productName: { original: 'Second' },
    price: '19.00',
    fullPrice: '26.00',
    descriptionLines: [{ name: { original: 'Flaw' }, plainText: { original: 'A chip at the rim' } }],
    image: { url: 'https://shop.example/chip.jpg', width: 800, height: 1000, altText: 'The chip' },
    physicalProperties: { weight: 3, sku: 'MUG-2ND', shippable: true },
  }
  const { checkout } = await newApp().checkout.createCheckout({
    channelType: 'WEB',
    lineItems: [{ quantity: 1, catalogReference: mug.reference(), catalogOverrideFields: override }],
    checkoutInfo: to,
  })
  const [line] = checkout.lineItems
  assert.deepEqual(
    [
      line?.productName?.original,
      line?.price?.amount,
      line?.fullPrice?.amount,
      line?.descriptionLines,
      line?.media,
      line?.physicalProperties,
    ],
    ['Second', '19.00', '26.00', override.descriptionLines, override.image, override.physicalProperties],
  )
  assert.deepEqual(line?.catalogOverrideFields, override)
  const [refused] = await attempt(
    newBuyer(shop).currentCart.addToCurrentCart({
      lineItems: [{ quantity: 1, catalogReference: mug.reference(), catalogOverrideFields: override }],
    }),
  )
  assert.equal(refused?.code, 'PERMISSION_DENIED')
})

test('lines that all say whose address decides their taxes are taxed there', async () => {
  const app = newApp()
  const taxOf = async (addressType: 'BUSINESS' | 'BILLING' | 'SHIPPING') => {
    const { checkout } = await app.checkout.createCheckout({
      channelType: 'WEB',
      lineItems: [{ quantity: 1, catalogReference: file.reference(), taxableAddress: { addressType } }],
      checkoutInfo: {
        shippingInfo: { shippingDestination: { ...berlin, address: { country: 'CH', city: 'Bern' } } },
        billingInfo: { ...berlin, address: { country: 'US', subdivision: 'US-NY', city: 'Albany' } },
      },
    })
    assert.deepEqual(checkout.lineItems[0]?.taxableAddress, { addressType })
    return [checkout.taxIncludedInPrice, checkout.priceSummary?.tax?.amount]
  }
  assert.deepEqual(await taxOf('BUSINESS'), [true, '1.44'])
  assert.deepEqual(await taxOf('BILLING'), [false, '0.36'])
  assert.deepEqual(await taxOf('SHIPPING'), [false, '0.00'])
})

test('lines that went stale say how much is left, how bad that is, and what mends it; then the order can be made', async () => {
  const { platform, site, clock } = shop
  const [bowl, plate] = [
    await addProduct(platform, { site, name: 'Bowl', price: 3000, stock: 3 }, clock.now()),
    await addProduct(platform, { site, name: 'Plate', price: 3500, stock: 3 }, clock.now()),
  ]
  const buyer = newBuyer(shop)
  const { checkout } = await buyer.checkout.createCheckout({
    channelType: 'WEB',
    lineItems: [bowl, plate, mug].map((product) => ({ quantity: 3, catalogReference: product.reference() })),
    checkoutInfo: to,
  })
  const count = ({ id }: TestProduct, quantity: number) =>
    setStock(platform.database, site, [{ productId: id, variantId: noVariant, quantity }], clock.now())
  await count(bowl, 1)
  await count(plate, 0)
  const { checkout: stale } = await buyer.checkout.getCheckout({ id: checkout.id! })
  assert.deepEqual(
    stale.lineItems.map(({ availability }) => [availability?.status, availability?.quantityAvailable]),
    [
      ['PARTIALLY_AVAILABLE', 1],
      ['NOT_AVAILABLE', 0],
      ['AVAILABLE', 7],
    ],
  )
  const [bowlLine = '', plateLine = ''] = stale.lineItems.map(({ id }) => id)
  assert.deepEqual(
    stale.violations.map(({ severity, target }) => [severity, target?.lineItem?.id, target?.lineItem?.suggestedFix]),
    [
      ['WARNING', bowlLine, undefined],
      ['ERROR', plateLine, 'REMOVE_LINE_ITEM'],
    ],
  )
  const place = async () =>
    buyer.payments.placeOrder({ id: checkout.id!, paymentToken: await card(buyer), returnUrl: 'http://localhost/back' })
  const [refused] = await attempt(place())
  assert.deepEqual([refused?.code, refused?.data], ['PARTIAL_OUT_OF_STOCK', { lineItemIds: [bowlLine, plateLine] }])
  await buyer.checkout.removeLineItems({ id: checkout.id!, lineItemIds: [plateLine] })
  await buyer.checkout.updateLineItemsQuantity({ id: checkout.id!, lineItems: [{ id: bowlLine, quantity: 1 }] }).catch(() => {})
  const { checkout: mended } = await buyer.checkout.getCheckout({ id: checkout.id! })
  assert.deepEqual(mended.violations, [])
  assert.ok((await place()).orderId)

  const gone = newBuyer(shop)
  const { checkout: other } = await gone.checkout.createCheckout({
    channelType: 'WEB',
    lineItems: [{ quantity: 1, catalogReference: mug.reference() }],
    checkoutInfo: to,
  })
  await platform.database.query(sql`update product set visible = false where site = ${site} and id = ${mug.id}`)
  const { checkout: without } = await gone.checkout.getCheckout({ id: other.id! })
  assert.deepEqual(
    [without.lineItems[0]?.availability?.status, without.violations[0]?.severity, without.violations[0]?.target?.lineItem?.suggestedFix],
    ['NOT_FOUND', 'ERROR', 'REMOVE_LINE_ITEM'],
  )
})
