// What a merchant charges beside goods and delivery, from the call that sets it up to the order that was sold with it.
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import { createClient as modular } from '@vitrine/client/modular'
import { berlin, card, newBuyer, toCheckout } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'

const unknown = '0199d0e5-7c1e-7b33-8f5e-2b1c7a8d9e10'

let shop: TestPlatform
let mug: TestProduct
let print: TestProduct
let admin: ReturnType<typeof newAdmin>
const newAdmin = () => modular({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
const newApp = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })

before(async () => {
  shop = await startTestPlatform()
  const { platform, site, clock } = shop
  mug = await addProduct(platform, { site, name: 'Morning Mug', price: 2600, stock: 500 }, clock.now())
  print = await addProduct(platform, { site, name: 'Print', price: 900, stock: null, itemType: 'DIGITAL' }, clock.now())
  admin = newAdmin()
})
after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})
afterEach(async () => {
  const { additionalFees } = await admin.additionalFees.listAdditionalFees({})
  for (const { id } of additionalFees) await admin.additionalFees.deleteAdditionalFee({ id })
})

type Fee = Parameters<(typeof admin)['additionalFees']['createAdditionalFee']>[0]['additionalFee']
const charge = async (fee: Fee) => (await admin.additionalFees.createAdditionalFee({ additionalFee: fee })).additionalFee
const codeOf = async (call: Promise<unknown>) => (await attempt(call))[0]?.code ?? 'done'

/** What an address would pay for some things. */
async function estimate(things: readonly (readonly [TestProduct, number])[], country = 'DE', more: object = {}) {
  const buyer = newBuyer(shop)
  await buyer.currentCart.addToCurrentCart({
    lineItems: things.map(([product, quantity]) => ({ quantity, catalogReference: product.reference() })),
  })
  return buyer.currentCart.estimateCurrentCartTotals({ shippingAddress: { country }, ...more })
}
const feesOf = ({ additionalFees }: Awaited<ReturnType<typeof estimate>>) =>
  Object.fromEntries(additionalFees.map(({ name, price }) => [name, price?.amount]))

describe('a fee of the merchant', () => {
  test('200 it is made, listed, changed and taken back, with HANDLING_FEE or INSURANCE as its kind', async () => {
    const handling = await charge({ name: 'Handling', chargeType: 'HANDLING_FEE', amount: '2.50', shippedOnly: true })
    assert.deepEqual(handling, {
      id: handling.id,
      name: 'Handling',
      chargeType: 'HANDLING_FEE',
      active: true,
      amount: '2.50',
      multiplyByQuantity: false,
      shippedOnly: true,
      catalogItemIds: [],
      collectionIds: [],
      destinations: [],
      revision: '1',
      createdDate: shop.clock.now().toISOString(),
      updatedDate: shop.clock.now().toISOString(),
    })
    const insurance = await charge({ name: 'Insurance', chargeType: 'INSURANCE', percent: '1.5', minAmount: '0.50', maxAmount: '5' })
    const changed = await admin.additionalFees.updateAdditionalFee({
      additionalFee: { id: insurance.id, revision: '1', percent: '2', maxAmount: null, catalogItemIds: [mug.id] },
    })
    assert.deepEqual(
      [changed.additionalFee.percent, changed.additionalFee.minAmount, changed.additionalFee.maxAmount, changed.additionalFee.revision],
      ['2', '0.50', undefined, '2'],
    )
    assert.deepEqual(changed.additionalFee.catalogItemIds, [mug.id])
    const all = await admin.additionalFees.listAdditionalFees({})
    assert.deepEqual(
      all.additionalFees.map(({ chargeType }) => chargeType),
      ['HANDLING_FEE', 'INSURANCE'],
    )
    await admin.additionalFees.deleteAdditionalFee({ id: handling.id })
    assert.equal((await admin.additionalFees.listAdditionalFees({})).additionalFees.length, 1)
  })

  test('400 where it has neither amount nor percentage or both, and where its bounds cross', async () => {
    assert.equal(await codeOf(charge({ name: 'Nothing' })), 'INVALID_ARGUMENT')
    assert.equal(await codeOf(charge({ name: 'Both', amount: '1', percent: '1' })), 'INVALID_ARGUMENT')
    assert.equal(await codeOf(charge({ name: 'Crossed', percent: '1', minAmount: '3', maxAmount: '2' })), 'INVALID_ARGUMENT')
    assert.equal(await codeOf(charge({ name: 'Never', amount: '1', subtotalFrom: '20', subtotalBelow: '20' })), 'INVALID_ARGUMENT')
    assert.equal(await codeOf(charge({ name: 'Too much', percent: '101' })), 'INVALID_ARGUMENT')
  })

  test('400 TAX_GROUP_ID_NOT_FOUND, 404 ADDITIONAL_FEE_RULE_NOT_FOUND and 409 STALE_REVISION change nothing', async () => {
    assert.equal(await codeOf(charge({ name: 'Lost', amount: '1', taxGroupId: 'unheard-of' })), 'TAX_GROUP_ID_NOT_FOUND')
    const { id } = await charge({ name: 'Handling', amount: '2.5', taxGroupId: 'reduced' })
    const change = (fee: object) =>
      codeOf(admin.additionalFees.updateAdditionalFee({ additionalFee: { id, revision: '1', amount: '9', ...fee } }))
    assert.equal(await change({ id: unknown }), 'ADDITIONAL_FEE_RULE_NOT_FOUND')
    assert.equal(await change({ taxGroupId: 'unheard-of' }), 'TAX_GROUP_ID_NOT_FOUND')
    assert.equal(await change({ revision: '7' }), 'STALE_REVISION')
    assert.equal(await codeOf(admin.additionalFees.deleteAdditionalFee({ id: unknown })), 'ADDITIONAL_FEE_RULE_NOT_FOUND')
    assert.equal((await admin.additionalFees.listAdditionalFees({})).additionalFees[0]?.amount, '2.50')
  })

  test('409 MAX_ADDITIONAL_FEES_REACHED at the fifty-first', async () => {
    for (let n = 1; n <= 50; n++) await charge({ name: `Fee ${n}`, amount: '1', active: false })
    const [refused] = await attempt(charge({ name: 'Fee 51', amount: '1' }))
    assert.deepEqual(
      [refused?.code, refused?.code === 'MAX_ADDITIONAL_FEES_REACHED' && refused.data],
      ['MAX_ADDITIONAL_FEES_REACHED', { limit: 50 }],
    )
  })
})

describe('what is charged', () => {
  test('an amount once or for each unit, a percentage within its bounds, each only for its goods, its values and its places', async () => {
    await charge({ name: 'Handling', amount: '2.5', shippedOnly: true })
    await charge({ name: 'Deposit on boxes', amount: '0.25', multiplyByQuantity: true, catalogItemIds: [mug.id] })
    await charge({ name: 'Insurance', percent: '1.5', minAmount: '0.40', maxAmount: '1.00' })
    await charge({ name: 'Small order', amount: '3', subtotalBelow: '20' })
    await charge({ name: 'Large order', amount: '1', subtotalFrom: '50' })
    await charge({ name: 'Customs', amount: '9', destinations: [{ countryCode: 'US', subdivisions: ['NY'] }] })
    await charge({ name: 'Laid by', amount: '9', active: false })
    assert.deepEqual(feesOf(await estimate([[print, 1]])), { Insurance: '0.40', 'Small order': '3.00' })
    assert.deepEqual(feesOf(await estimate([[mug, 1]])), { Handling: '2.50', 'Deposit on boxes': '0.25', Insurance: '0.40' })
    assert.deepEqual(
      feesOf(
        await estimate(
          [
            [mug, 3],
            [print, 1],
          ],
          'DE',
        ),
      ),
      { Handling: '2.50', 'Deposit on boxes': '0.75', Insurance: '1.00', 'Large order': '1.00' },
    )
    const toNewYork = await estimate([[mug, 1]], 'US', { shippingAddress: { country: 'US', subdivision: 'US-NY' } })
    assert.equal(feesOf(toNewYork)['Customs'], '9.00')
    assert.equal(feesOf(await estimate([[mug, 1]], 'US'))['Customs'], undefined)
    assert.deepEqual(feesOf(await estimate([[mug, 1]], 'DE', { calculateAdditionalFees: false })), {})
  })

  test('is taxed by its tax group, adds up, and is explained: how much of which goods, below which value', async () => {
    await charge({ name: 'Insurance', percent: '2', taxGroupId: 'reduced' })
    await charge({ name: 'Small order', amount: '3', subtotalBelow: '30' })
    const estimated = await estimate([[mug, 1]], 'DE', { selectedShippingOption: { code: 'standard' } })
    const byName = new Map(estimated.additionalFees.map((fee) => [fee.name, fee]))
    assert.deepEqual(
      ['Insurance', 'Small order'].map((name) => {
        const { price, priceBeforeTax, priceAfterTax, taxDetails, source } = byName.get(name)!
        return [price?.amount, priceBeforeTax?.amount, priceAfterTax?.amount, taxDetails?.taxRate, source]
      }),
      [
        ['0.52', '0.49', '0.52', '0.07', 'MANUAL'],
        ['3.00', '2.52', '3.00', '0.19', 'MANUAL'],
      ],
    )
    const { priceSummary, reasons } = estimated
    assert.deepEqual(
      [priceSummary?.subtotal?.amount, priceSummary?.shipping?.amount, priceSummary?.additionalFees?.amount, priceSummary?.total?.amount],
      ['26.00', '4.90', '3.52', '34.42'],
    )
    const told = reasons?.filter(({ step }) => step === 'FEE').sort((a, b) => a.name!.localeCompare(b.name!))
    assert.deepEqual(told, [
      { step: 'FEE', name: 'Insurance', amount: '0.52', goods: '26.00', percent: '2' },
      { step: 'FEE', name: 'Small order', amount: '3.00', goods: '26.00', goodsBelow: '30.00' },
    ])
  })

  test('stays on the order, its status, its email and its invoice, whatever becomes of the rule', async () => {
    const { id } = await charge({ name: 'Handling', chargeType: 'HANDLING_FEE', amount: '2.5' })
    const buyer = newBuyer(shop)
    const checkoutId = await toCheckout(buyer, [{ product: mug }])
    const { checkout } = await buyer.checkout.getCheckout({ id: checkoutId })
    assert.deepEqual(
      checkout.additionalFees.map(({ code, name, price }) => [code, name, price?.amount]),
      [[id, 'Handling', '2.50']],
    )
    const { orderId } = await buyer.payments.placeOrder({ id: checkoutId, paymentToken: await card(buyer), returnUrl: `${shop.url}/back` })
    await admin.additionalFees.deleteAdditionalFee({ id })
    await shop.platform.jobs.settle()
    const { order } = await newApp().orders.getOrder({ id: orderId })
    assert.deepEqual(
      [order.additionalFees.map(({ code, name, price }) => [code, name, price?.amount]), order.priceSummary?.totalAdditionalFees?.amount],
      [[[id, 'Handling', '2.50']], '2.50'],
    )
    assert.equal(order.priceSummary?.total?.amount, '33.40')
    const status = await createClient({ baseUrl: shop.url }).orders.getOrderStatus({ id: orderId, email: 'ada@example.com' })
    assert.deepEqual(
      status.order.details?.additionalFees.map(({ name }) => name),
      ['Handling'],
    )
    const { messages } = await newApp().inbox.listMessages({})
    const email = messages.find(({ subject }) => subject.includes(String(order.number)))
    const { message } = await newApp().inbox.getMessage({ id: email!.id })
    assert.match(message.text, /Handling\s+€2\.50/)
  })
})

test('a checkout charges what the place of collection asks for, not that of the buyer', async () => {
  await charge({ name: 'City fee', amount: '1', destinations: [{ countryCode: 'DE' }] })
  const buyer = newBuyer(shop)
  const id = await toCheckout(buyer, [{ product: mug }], 'pickup')
  const { checkout } = await buyer.checkout.updateCheckout({
    checkout: { id, billingInfo: { ...berlin, address: { ...berlin.address, country: 'FR' } } },
  })
  assert.deepEqual(
    checkout.additionalFees.map(({ name }) => name),
    ['City fee'],
  )
})
