// The services of examples/plugins, as a shop asks them.
import assert from 'node:assert/strict'
import type { Server } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { apiKey, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import type { ServicePluginInput, ServicePluginType } from '@vitrine/contract'
import { catalogOf } from '../../examples/plugins/catalog.ts'
import { discountTriggers } from '../../examples/plugins/discount-triggers.ts'
import { discountsOf } from '../../examples/plugins/discounts.ts'
import { fees } from '../../examples/plugins/fees.ts'
import { giftCardsOf } from '../../examples/plugins/gift-cards.ts'
import { inventoryOf } from '../../examples/plugins/inventory.ts'
import { membershipsOf } from '../../examples/plugins/memberships.ts'
import { orderChecks } from '../../examples/plugins/order-checks.ts'
import { paymentSettings } from '../../examples/plugins/payment-settings.ts'
import { rates } from '../../examples/plugins/rates.ts'
import { editorsChoice, pairingAlgorithm, recommendationsOf } from '../../examples/plugins/recommendations.ts'
import { type Answers, serve } from '../../examples/plugins/serve.ts'
import { taxes } from '../../examples/plugins/taxes.ts'
import { newBuyer } from '../src/buyer.ts'
import { closed, listening } from '../src/http-service.ts'
import { startTestPlatform, type TestPlatform, testClock } from '../src/platform.ts'
import { addProduct, storesAppId } from '../src/products.ts'
import { statusAndCode } from '../src/refused.ts'

let shop: TestPlatform
let admin: ReturnType<typeof newAdmin>
const servers: Server[] = []
const newAdmin = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })

before(async () => {
  shop = await startTestPlatform({ clock: testClock(new Date().toISOString()) })
  admin = newAdmin()
})
after(async () => {
  await Promise.all(servers.map(closed))
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
})

/** Sets an example up as a merchant does: the shop gives its id and key, and then it gets its address. */
async function setUp(type: ServicePluginType, answers: object, more: Partial<ServicePluginInput> = {}): Promise<string> {
  const { servicePlugins } = admin
  const made = await servicePlugins.createServicePlugin({
    servicePlugin: { type, name: type, baseUrl: 'https://not-yet.example', ...more },
  })
  const { id, publicKey } = made.servicePlugin
  const server = serve(answers as Answers, { id, publicKey })
  servers.push(server)
  await servicePlugins.updateServicePlugin({ servicePlugin: { id, baseUrl: await listening(server) } })
  return id
}
const answerOf = async (id: string) => {
  const { result } = await admin.servicePlugins.testServicePlugin({ id })
  assert.deepEqual([result.answered, result.error], [true, undefined])
  return JSON.parse(result.answer!) as Record<string, unknown>
}

describe('each example answers the shop in the published form', () => {
  test('order checks refuse what is too heavy', async () => {
    const id = await setUp('VALIDATIONS', orderChecks)
    assert.deepEqual(await answerOf(id), { violations: [] })
    const stone = await addProduct(shop.platform, { site: shop.site, name: 'Stone', price: 900, stock: 100 }, shop.clock.now())
    const buyer = newBuyer(shop)
    await buyer.currentCart.addToCurrentCart({ lineItems: [{ quantity: 50, catalogReference: stone.reference() }] })
    const { violations } = await buyer.currentCart.estimateCurrentCartTotals({})
    assert.deepEqual(
      violations.map(({ severity, description }) => [severity, description]),
      [['ERROR', 'More than 20 kg do not fit into one parcel.']],
    )
    await admin.servicePlugins.deleteServicePlugin({ id })
  })

  test('fees, rates and taxes', async () => {
    assert.deepEqual(await answerOf(await setUp('ADDITIONAL_FEES', fees)), { currency: 'EUR', additionalFees: [] })
    const bottles = { lineItems: [{ id: 'a', quantity: 3, physicalProperties: { sku: 'BOTTLE-1' } }] }
    const metadata = { requestId: '', currency: 'EUR', languages: ['en'], instanceId: shop.site }
    const { additionalFees } = fees['/v1/calculate-additional-fees']({ request: bottles, metadata })
    assert.deepEqual(
      additionalFees.map(({ price, lineItemIds }) => [price, lineItemIds]),
      [['6', ['a']]],
    )
    const { shippingRates } = await answerOf(await setUp('SHIPPING_RATES', rates))
    assert.deepEqual(shippingRates, [
      { code: 'courier', title: 'Courier', logistics: { deliveryTime: 'Tomorrow' }, cost: { price: '7.50', currency: 'EUR' } },
    ])
    const { taxSummary } = await answerOf(await setUp('TAX_CALCULATION', taxes))
    assert.deepEqual(taxSummary, { totalAmount: '100.00', totalTax: '19.00', totalTaxableAmount: '100.00' })
  })

  test('discount triggers hold from five to seven', async () => {
    const id = await setUp('DISCOUNT_TRIGGERS', discountTriggers)
    assert.deepEqual(await answerOf(id), { eligibleTriggers: [] })
    const metadata = { requestId: '', currency: 'EUR', languages: ['en'], instanceId: shop.site }
    const request = { triggers: [{ customTrigger: { id: 'happy-hour' }, identifier: '1' }] }
    const at = (hour: number) => discountTriggers['/v1/get-eligible-triggers']({ request, metadata }, hour).eligibleTriggers.length
    assert.deepEqual([16, 17, 18, 19].map(at), [0, 1, 1, 0])
  })

  test('gift cards: a card that nobody has is an answer too', async () => {
    const id = await setUp('GIFT_CARDS', giftCardsOf(new Map(), 'EUR'))
    assert.deepEqual(await answerOf(id), { applicationError: { code: 'GIFT_CARD_NOT_FOUND' } })
  })

  test('discounts: three of a kind, and a voucher', async () => {
    const voucher = { name: 'Voucher book', amount: '5', used: false }
    const vouchers = new Map([
      ['BOOK', voucher],
      ['GONE', { ...voucher, used: true }],
    ])
    const id = await setUp('DISCOUNTS', discountsOf(vouchers))
    assert.deepEqual(await answerOf(id), { discounts: [] })
    const bowl = await addProduct(shop.platform, { site: shop.site, name: 'Bowl', price: 1000, stock: 9 }, shop.clock.now())
    const { currentCart } = newBuyer(shop)
    await currentCart.addToCurrentCart({ lineItems: [{ quantity: 3, catalogReference: bowl.reference() }] })
    const update = (couponCode: string) => currentCart.updateCurrentCart({ couponCode })
    assert.deepEqual(await statusAndCode(update('GONE')), [400, 'ERROR_COUPON_USAGE_EXCEEDED'])
    const { cart } = await update('book')
    assert.deepEqual(
      cart.appliedDiscounts.map(({ coupon, discountRule }) => coupon?.code ?? [discountRule?.name?.original, discountRule?.amount?.amount]),
      [['Three of a kind', '3.00'], 'book'],
    )
    const { priceSummary } = await currentCart.estimateCurrentCartTotals({})
    assert.equal(priceSummary?.discount?.amount, '8.00')
    await admin.servicePlugins.deleteServicePlugin({ id })
  })

  test('payment settings: 3-D Secure from 500 on', async () => {
    assert.deepEqual(await answerOf(await setUp('PAYMENT_SETTINGS', paymentSettings)), { paymentSettings: { requires3dSecure: false } })
    const metadata = { requestId: '', currency: 'EUR', languages: ['en'], instanceId: shop.site }
    const of = (amount: string) =>
      paymentSettings['/v1/payment-settings']({ request: { order: { priceSummary: { total: { amount } } } }, metadata })
    assert.deepEqual(of('500.00'), { paymentSettings: { requires3dSecure: true } })
  })

  test('recommendations: what goes with a product, and what goes with nothing in particular', async () => {
    const add = (name: string) => addProduct(shop.platform, { site: shop.site, name, price: 900, stock: 9 }, shop.clock.now())
    const [cup, saucer, spoon] = [await add('Cup'), await add('Saucer'), await add('Spoon')]
    const algorithm = (algorithmId: string, algorithmType: 'RELATED_ITEMS' | 'GLOBAL') => ({
      algorithmId,
      algorithmType,
      name: algorithmType,
      description: 'As the editors have it.',
    })
    const id = await setUp('RECOMMENDATIONS', recommendationsOf(new Map([[cup.id, [saucer.id]]]), [spoon.id]), {
      algorithms: [algorithm(pairingAlgorithm, 'RELATED_ITEMS'), algorithm(editorsChoice, 'GLOBAL')],
    })
    assert.deepEqual(await answerOf(id), {
      recommendationPerAlgorithm: [
        { algorithmId: pairingAlgorithm, recommendedItems: [] },
        { algorithmId: editorsChoice, recommendedItems: [{ appId: storesAppId, catalogItemId: spoon.id }] },
      ],
    })
    const algorithms = [pairingAlgorithm, editorsChoice].map((algorithmId) => ({ id: algorithmId, appId: id }))
    const answered = async (product: typeof cup) =>
      (await newBuyer(shop).recommendations.getRecommendation({ algorithms, items: [product.reference()] })).recommendation?.items
    assert.deepEqual(
      (await answered(cup))?.map(({ catalogItemId }) => catalogItemId),
      [saucer.id],
    )
    assert.deepEqual(
      (await answered(saucer))?.map(({ catalogItemId }) => catalogItemId),
      [spoon.id],
    )
  })

  test('a catalogue sells seats through the shop, and less for groups', async () => {
    const wheel = { name: 'Wheel', price: '85.00', groupPrice: '70.00', picture: 'https://workshops.example/wheel.jpg', seats: 8 }
    const id = await setUp('CATALOG', catalogOf(new Map([['wheel', wheel]]), 'EUR'))
    assert.deepEqual(await answerOf(id), { catalogItems: [] })
    const buyer = newBuyer(shop)
    const lineItems = [{ quantity: 5, catalogReference: { appId: id, catalogItemId: 'wheel', options: { date: '1 December' } } }]
    const { cart } = await buyer.currentCart.addToCurrentCart({ lineItems })
    assert.deepEqual(
      cart.lineItems.map(({ productName, price, image, availability }) => [
        productName?.original,
        price?.amount,
        image?.url,
        availability?.quantityAvailable,
      ]),
      [['Wheel', '70.00', wheel.picture, 8]],
    )
    await admin.servicePlugins.deleteServicePlugin({ id })
  })

  test('inventory: a thing that nobody counts is an answer too, and one question is answered once', async () => {
    const id = await setUp('INVENTORY', inventoryOf(new Map()))
    assert.deepEqual(await answerOf(id), { applicationError: { code: 'DECREMENT_NOT_POSSIBLE' } })
    const seats = new Map([['wheel', 8]])
    const example = inventoryOf(seats)
    const metadata = { requestId: 'r', currency: 'EUR', languages: ['en'], instanceId: shop.site }
    const request = { items: [{ catalogReference: { catalogItemId: 'wheel' }, quantity: 3 }], orderId: id, reason: 'ORDER_PLACED' }
    example['/v1/decrement']({ request, metadata })
    example['/v1/decrement']({ request, metadata })
    assert.equal(seats.get('wheel'), 5)
    example['/v1/increment']({ request, metadata: { ...metadata, requestId: 's' } })
    assert.equal(seats.get('wheel'), 8)
  })

  test('memberships: a member without a card is an answer too, and one key is charged once', async () => {
    const id = await setUp('MEMBERSHIPS', membershipsOf(new Map()))
    assert.deepEqual(await answerOf(id), { eligibleMemberships: [], invalidMemberships: [], selectedMemberships: [] })
    const card = { memberId: 'ada', name: 'Ten lessons', items: ['yoga'], total: 10, left: 10 }
    const example = membershipsOf(new Map([['ten', card]]))
    const metadata = { requestId: 'r', currency: 'EUR', languages: ['en'], instanceId: shop.site }
    const item = { catalogReference: { catalogItemId: 'yoga' }, serviceProperties: { numberOfParticipants: 2 } }
    const request = { memberId: 'ada', membershipId: 'ten', idempotencyKey: 'k', ...item }
    const { transactionId } = example['/v1/charge-membership']({ request, metadata })
    assert.deepEqual([example['/v1/charge-membership']({ request, metadata }), card.left], [{ transactionId }, 8])
    assert.deepEqual(example['/v1/get-voidability']({ request: { transactionId }, metadata }), { voidable: true })
    example['/v1/void-membership-charge']({ request: { transactionId }, metadata })
    assert.equal(card.left, 10)
  })

  test('what the shop did not sign is refused with 401', async () => {
    const server = serve(orderChecks, {
      id: 'x',
      publicKey: (await admin.servicePlugins.listServicePlugins({})).servicePlugins[0]!.publicKey,
    })
    servers.push(server)
    const response = await fetch(`${await listening(server)}/v1/get-violations`, { method: 'POST', body: 'a.b.c' })
    assert.equal(response.status, 401)
  })
})
