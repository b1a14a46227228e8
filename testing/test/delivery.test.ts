import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import type { ShippingRateProvider } from '@vitrine/platform/commerce/selling/carriers'
import { NoAnswer } from '@vitrine/platform/commerce/selling/outside-calls'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import type { ShippingSettings } from '@vitrine/platform/kernel/settings/shipping-settings'
import { minor } from '@vitrine/pricing'
import { type Buyer, berlin, card, newBuyer } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'

const own = '5b1cd5a4-6f70-4f8e-8e34-3a1f7a3c9d10'
const shipments = '77777777-7777-4777-8777-777777777777'
const envelopes = '88888888-8888-4888-8888-888888888888'
const zone = '33333333-3333-4333-8333-333333333333'
const returnUrl = 'http://localhost/back'
const declined = '4000 0000 0000 0002'

/** What the next question is answered with, and how often there was one. */
const outside = {
  asked: [] as Parameters<ShippingRateProvider['ratesFor']>[0][],
  answer: null as null | (() => Promise<{ rates: never[] }>),
}
const provider: ShippingRateProvider = {
  id: shipments,
  name: 'Parcels',
  async ratesFor(question) {
    outside.asked.push(question)
    if (outside.answer) return outside.answer()
    const weight = question.lines.reduce((all, line) => all + (line.weight ?? 0) * line.quantity, 0)
    return { rates: [{ code: 'home', title: 'To the door', price: (3 + weight).toFixed(2), deliveryTime: 'Tomorrow' }] }
  },
}

const evening = { day: 'TUE', start: { hours: 17, minutes: 0 }, end: { hours: 20, minutes: 0 }, capacity: 2 } as const
const settings = (more: object = {}): ShippingSettings => ({
  zones: [
    {
      id: zone,
      name: 'Germany',
      destinations: [{ country: 'DE' }],
      options: [
        {
          code: 'post',
          title: 'Post',
          deliveryTime: '2 to 3 working days',
          days: { min: 2, max: 3 },
          rates: [{ amount: minor(490), conditions: [] }],
        },
        {
          code: 'bike',
          title: 'Cargo bike',
          area: { kind: 'zip', codes: ['10*'] },
          slots: { windows: [evening], cutOff: { hours: 14, minutes: 0 } },
          rates: [{ amount: minor(590), conditions: [] }],
        },
        {
          code: 'kiosk',
          title: 'At the kiosk',
          instructions: 'Show your passport.',
          slots: { windows: [{ day: 'MON', start: { hours: 10, minutes: 0 }, end: { hours: 12, minutes: 0 } }] },
          pickup: { method: 'PICKUP_POINT', address: { country: 'DE', city: 'Berlin', addressLine: 'Testweg 3' } },
          rates: [{ amount: minor(0), conditions: [] }],
        },
      ],
      ...more,
    },
  ],
})
const tuesday = 'bike@20261124T1600Z'
const monday = 'kiosk@20261123T0900Z'

let shop: TestPlatform
let mug: TestProduct
let file: TestProduct
before(async () => {
  shop = await startTestPlatform({ shippingRateProviders: [provider] })
  const { platform, site, clock } = shop
  mug = await addProduct(platform, { site, name: 'Mug', price: 2600, stock: 500, weight: 0.4 }, clock.now())
  file = await addProduct(platform, { site, name: 'Pattern', price: 900, stock: null, itemType: 'DIGITAL' }, clock.now())
})
after(async () => {
  await shop[Symbol.asyncDispose]()
})
beforeEach(async () => {
  outside.asked = []
  outside.answer = null
  shop.faults.splice(0)
  await shop.platform.database.query(sql`delete from delivery_slot where site = ${shop.site}`)
  await shop.platform.database.query(sql`delete from delivery_slot_order where site = ${shop.site}`)
  await write(settings())
})
const write = (document: ShippingSettings) => writeSettings(shop.platform.database, shop.site, 'shipping', document, shop.clock.now())

const checkoutWith = async (buyer: Buyer, code?: string, products: readonly TestProduct[] = [mug], address: object = berlin.address) =>
  (
    await buyer.checkout.createCheckout({
      channelType: 'WEB',
      lineItems: products.map((product) => ({ quantity: 1, catalogReference: product.reference() })),
      checkoutInfo: {
        buyerInfo: { email: 'ada@example.com' },
        shippingInfo: {
          shippingDestination: { ...berlin, address },
          ...(code && {
            selectedCarrierServiceOption: { carrierId: code.startsWith('home') || code === 'backup' ? shipments : own, code },
          }),
        },
      },
    })
  ).checkout
const codesOf = ({ shippingInfo }: Awaited<ReturnType<typeof checkoutWith>>) =>
  (shippingInfo?.carrierServiceOptions ?? []).flatMap(({ shippingOptions }) => shippingOptions?.map(({ code }) => code) ?? [])
const order = async (buyer: Buyer, id: string, number?: string) =>
  buyer.payments.placeOrder({ id, paymentToken: await card(buyer, number), returnUrl })
const codeOf = async (call: Promise<unknown>) => (await attempt(call as Promise<never>))[0]?.code ?? 'none'

describe('when it comes', () => {
  test('each way says it: the days of the post, each time of the bike, the next Monday at the kiosk', async () => {
    const checkout = await checkoutWith(newBuyer(shop))
    const options = checkout.shippingInfo!.carrierServiceOptions[0]!.shippingOptions!
    assert.deepEqual(
      options.map(({ code, logistics }) => [code, logistics?.deliveryTimeSlot]),
      [
        // Ordered on a Saturday it leaves the house on Monday.
        ['post', { from: '2026-11-25T07:00:00.000Z', to: '2026-11-26T19:00:00.000Z' }],
        [tuesday, { from: '2026-11-24T16:00:00.000Z', to: '2026-11-24T19:00:00.000Z' }],
        [monday, { from: '2026-11-23T09:00:00.000Z', to: '2026-11-23T11:00:00.000Z' }],
      ],
    )
    assert.equal(options[0]?.logistics?.deliveryTime, '2 to 3 working days')
    assert.deepEqual(options[2]?.logistics?.pickupDetails, {
      pickupMethod: 'PICKUP_POINT',
      businessLocation: false,
      address: { country: 'DE', city: 'Berlin', addressLine: 'Testweg 3' },
    })
    assert.equal(options[2]?.logistics?.instructions, 'Show your passport.')
  })
  test('the bike comes to its area and nowhere else', async () => {
    const leipzig = { country: 'DE', city: 'Leipzig', postalCode: '04109', addressLine: 'Nikolaistraße 12' }
    assert.deepEqual(codesOf(await checkoutWith(newBuyer(shop), undefined, [mug], leipzig)), ['post', monday])
  })
  test('an estimate of a cart says the same', async () => {
    const buyer = newBuyer(shop)
    await buyer.currentCart.addToCurrentCart({ lineItems: [{ quantity: 1, catalogReference: mug.reference() }] })
    const estimate = await buyer.currentCart.estimateCurrentCartTotals({
      shippingAddress: berlin.address,
      selectedShippingOption: { code: tuesday },
    })
    assert.equal(estimate.shippingInfo?.selectedCarrierServiceOption?.code, tuesday)
    assert.equal(estimate.priceSummary?.shipping?.amount, '5.90')
  })
  test('an order keeps it: the slot, and by when', async () => {
    const buyer = newBuyer(shop)
    const { id } = await checkoutWith(buyer, monday)
    const { orderId } = await order(buyer, id!)
    const { order: made } = await buyer.orders.getOrder({ id: orderId })
    assert.partialDeepStrictEqual(made.shippingInfo, {
      carrierId: own,
      code: monday,
      title: 'At the kiosk',
      logistics: {
        deliverByDate: '2026-11-23T11:00:00.000Z',
        shipByDate: '2026-11-23T09:00:00.000Z',
        deliveryTimeSlot: { from: '2026-11-23T09:00:00.000Z', to: '2026-11-23T11:00:00.000Z' },
        instructions: 'Show your passport.',
        pickupDetails: { pickupMethod: 'PICKUP_POINT', address: { addressLine: 'Testweg 3' } },
      },
    })
  })
})

describe('a slot', () => {
  const taken = async () =>
    (
      await shop.platform.database.query<{ taken: number }>(
        sql`select coalesce(sum(taken), 0)::integer as taken from delivery_slot where site = ${shop.site}`,
      )
    )[0]!.taken

  test('400 SELECTED_CARRIER_SERVICE_OPTION_NOT_FOUND to a time that is none', async () => {
    const buyer = newBuyer(shop)
    for (const code of ['bike', 'bike@20261124T1601Z', 'bike@20261201T1600Z'])
      assert.equal(await codeOf(checkoutWith(buyer, code)), 'SELECTED_CARRIER_SERVICE_OPTION_NOT_FOUND', code)
  })
  test('its last places go to as many as there are, however many order at once', async () => {
    const buyers = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const buyer = newBuyer(shop)
        const { id } = await checkoutWith(buyer, tuesday)
        return { id: id!, buyer, paymentToken: await card(buyer) }
      }),
    )
    const ends = await Promise.all(
      buyers.map(({ buyer, id, paymentToken }) => codeOf(buyer.payments.placeOrder({ id, paymentToken, returnUrl }))),
    )
    assert.deepEqual(
      [ends.filter((end) => end === 'none').length, new Set(ends)],
      [2, new Set(['none', 'SELECTED_CARRIER_SERVICE_OPTION_NO_LONGER_AVAILABLE'])],
    )
    assert.equal(await taken(), 2)
    const late = await checkoutWith(newBuyer(shop))
    assert.deepEqual(codesOf(late), ['post', monday])
  })
  test('409 to a checkout that chose it before it was full, and says so when it is read', async () => {
    const [first, second, third] = [newBuyer(shop), newBuyer(shop), newBuyer(shop)]
    const selected = await checkoutWith(third, tuesday)
    for (const buyer of [first, second]) await order(buyer, (await checkoutWith(buyer, tuesday)).id!)
    const { checkout } = await third.checkout.getCheckout({ id: selected.id! })
    assert.equal(
      checkout.calculationErrors?.selectedShippingOptionError?.applicationError?.code,
      'SELECTED_CARRIER_SERVICE_OPTION_NOT_FOUND',
    )
    assert.equal(await codeOf(order(third, selected.id!)), 'SELECTED_CARRIER_SERVICE_OPTION_NO_LONGER_AVAILABLE')
  })
  test('a cancelled order frees its time slot, also where its units are not restocked', async () => {
    const app = createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey) })
    const buyer = newBuyer(shop)
    const { orderId } = await order(buyer, (await checkoutWith(buyer, tuesday)).id!)
    assert.equal(await taken(), 1)
    await app.orders.cancelOrder({ id: orderId, restockAllItems: false, sendOrderCanceledEmail: false })
    assert.equal(await taken(), 0)
  })
  test('whose card is declined keeps it for another try, and loses it with the order that is given up', async () => {
    const buyer = newBuyer(shop)
    const { id } = await checkoutWith(buyer, tuesday)
    assert.equal(await codeOf(order(buyer, id!, declined)), 'PAYMENT_ERROR')
    const other = newBuyer(shop)
    await order(other, (await checkoutWith(other, tuesday)).id!)
    const { checkout } = await buyer.checkout.getCheckout({ id: id! })
    assert.equal(checkout.shippingInfo?.selectedCarrierServiceOption?.code, tuesday)
    assert.equal(await codeOf(order(buyer, id!)), 'none')
    assert.equal(await taken(), 2)

    const third = newBuyer(shop)
    const { id: waiting } = await checkoutWith(third, monday)
    assert.equal(await codeOf(order(third, waiting!, declined)), 'PAYMENT_ERROR')
    assert.equal(await taken(), 3)
    shop.clock.advance(31 * 60_000)
    await shop.platform.everyMinute()
    assert.equal(await taken(), 2)
    shop.clock.advance(-31 * 60_000)
  })
})

describe('providers of rates', () => {
  const carriers = [{ appId: shipments, backupRate: { title: 'Standard', amount: '6.90', active: true } }]

  test('offer beside the shop’s own ways, asked once for the same goods and place, and never while a write is open', async () => {
    await write(settings({ carriers }))
    const buyer = newBuyer(shop)
    const checkout = await checkoutWith(buyer, 'home')
    const offered = checkout.shippingInfo!.carrierServiceOptions
    assert.deepEqual(
      offered.map(({ carrierId }) => carrierId),
      [own, shipments],
    )
    assert.partialDeepStrictEqual(checkout.shippingInfo?.selectedCarrierServiceOption, {
      carrierId: shipments,
      code: 'home',
      title: 'To the door',
      cost: { price: { amount: '3.40' } },
    })
    assert.equal(outside.asked.length, 1)
    assert.partialDeepStrictEqual(outside.asked[0], {
      currency: 'EUR',
      weightUnit: 'KG',
      destination: { country: 'DE', postalCode: '10115' },
      lines: [{ name: 'Mug', quantity: 1, price: '26.00', weight: 0.4 }],
    })
    const { orderId } = await order(buyer, checkout.id!)
    const { order: made } = await buyer.orders.getOrder({ id: orderId })
    assert.deepEqual([made.shippingInfo?.carrierId, made.shippingInfo?.cost?.price?.amount], [shipments, '3.40'])
  })
  test('that fail are named with what they said, and their backup rate is offered', async () => {
    await write(settings({ carriers }))
    outside.answer = async () => {
      throw new NoAnswer('The postal code is unknown.', { code: 'INVALID_POSTAL_CODE' })
    }
    const address = { ...berlin.address, postalCode: '10999' }
    const checkout = await checkoutWith(newBuyer(shop), 'backup', [mug], address)
    assert.deepEqual(checkout.calculationErrors?.carrierErrors, {
      errors: [
        {
          carrierId: shipments,
          error: { applicationError: { code: 'INVALID_POSTAL_CODE', description: 'The postal code is unknown.', data: {} } },
        },
      ],
    })
    assert.partialDeepStrictEqual(checkout.shippingInfo?.selectedCarrierServiceOption, {
      title: 'Standard',
      cost: { price: { amount: '6.90' } },
    })
    await checkoutWith(newBuyer(shop), 'backup', [mug], address)
    assert.equal(outside.asked.length, 1, 'whoever is down is left alone for a while')
  })
  test('that never answer are given up as TIMEOUT, and the backup rate applies', async () => {
    await write(settings({ carriers }))
    outside.answer = () => new Promise(() => {})
    const checkout = await checkoutWith(newBuyer(shop), undefined, [mug], { ...berlin.address, postalCode: '10777' })
    assert.equal(checkout.calculationErrors?.carrierErrors?.errors[0]?.error?.applicationError?.code, 'TIMEOUT')
    assert.ok(codesOf(checkout).includes('backup'))
  })
  test('that say what cannot be put on a bill, or are switched off, are as good as silent', async () => {
    const errorAt = async (postalCode: string, more: object) => {
      await write(settings(more))
      const { calculationErrors } = await checkoutWith(newBuyer(shop), undefined, [mug], { ...berlin.address, postalCode })
      return calculationErrors?.carrierErrors?.errors[0]?.error?.applicationError?.code
    }
    outside.answer = async () => ({ rates: [{ code: 'x', title: 'x', price: '-1' } as never] })
    assert.equal(await errorAt('10001', { carriers }), 'UNUSABLE_ANSWER')
    assert.equal(await errorAt('10002', { carriers: [{ appId: envelopes }] }), 'CARRIER_DEACTIVATED')
  })
  test('get what the shop puts on top', async () => {
    const additionalCharges = [{ description: 'Packing', amount: '1.50' }]
    await write(settings({ carriers: [{ appId: shipments, additionalCharges }] }))
    const checkout = await checkoutWith(newBuyer(shop), 'home')
    const { cost, otherCharges } = checkout.shippingInfo!.selectedCarrierServiceOption!
    assert.equal(cost?.price?.amount, '3.40')
    assert.deepEqual(
      otherCharges.map(({ type, details, cost }) => [type, details, cost?.price?.amount]),
      [['HANDLING_FEE', 'Packing', '1.50']],
    )
    assert.equal(checkout.priceSummary?.shipping?.amount, '4.90')
  })
  test('are not asked where nothing is to be delivered', async () => {
    await write(settings({ carriers }))
    const buyer = newBuyer(shop)
    const checkout = await checkoutWith(buyer, undefined, [file])
    assert.deepEqual(checkout.shippingInfo?.carrierServiceOptions, [])
    assert.equal(outside.asked.length, 0)
    assert.equal(await codeOf(order(buyer, checkout.id!)), 'none')
  })
})

test('goods and downloads in one order: the goods are delivered, the downloads are not weighed', async () => {
  const buyer = newBuyer(shop)
  const checkout = await checkoutWith(buyer, 'post', [mug, file])
  assert.deepEqual(
    checkout.lineItems.map(({ itemType, physicalProperties }) => [itemType?.preset, physicalProperties?.shippable]),
    [
      ['PHYSICAL', true],
      ['DIGITAL', false],
    ],
  )
  assert.equal(await codeOf(order(buyer, checkout.id!)), 'none')
})
