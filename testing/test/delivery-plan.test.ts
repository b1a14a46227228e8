import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { apiKey, attempt, createClient } from '@vitrine/client'
import * as backOffice from '@vitrine/client/back-office'
import type { ShippingRateProvider } from '@vitrine/platform/commerce/selling/carriers'
import { NoAnswer } from '@vitrine/platform/commerce/selling/outside-calls'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import type { ShippingSettings } from '@vitrine/platform/kernel/settings/shipping-settings'
import { minor } from '@vitrine/pricing'
import { type Buyer, berlin, card, newBuyer } from '../src/buyer.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'

const germany = '33333333-3333-4333-8333-333333333333'
const nowhere = '99999999-9999-4999-8999-999999999999'
const shipments = '77777777-7777-4777-8777-777777777777'
const own = '5b1cd5a4-6f70-4f8e-8e34-3a1f7a3c9d10'

const outside = { fails: undefined as Error | undefined }
const provider: ShippingRateProvider = {
  id: shipments,
  name: 'Parcels',
  async ratesFor() {
    if (outside.fails) throw outside.fails
    return { rates: [{ code: 'home', title: 'To the door', price: '3.90' }] }
  },
}

const at = (hours: number) => ({ hours, minutes: 0 })
const kilograms = (value: number) => ({ type: 'BY_TOTAL_WEIGHT', operator: 'LTE', value }) as const
/** As a demo writes it down: without ids, the same way in two zones. */
const settings = (): ShippingSettings => {
  const steps = [
    { amount: minor(490), conditions: [kilograms(10)] },
    { amount: minor(490), conditions: [kilograms(20)] },
  ]
  const post = { code: 'post', title: 'Post', days: { min: 2, max: 3 }, rates: steps }
  const bike = {
    code: 'bike',
    title: 'Cargo bike',
    area: { kind: 'zip' as const, codes: ['10*'] },
    slots: {
      windows: [
        { day: 'TUE' as const, start: at(17), end: at(20), capacity: 2 },
        { day: 'TUE' as const, start: at(10), end: at(12), capacity: 5 },
        { day: 'THU' as const, start: at(17), end: at(20) },
      ],
      cutOff: at(14),
    },
    rates: [{ amount: minor(590), conditions: [] }],
  }
  const express = { code: 'express', title: 'Express', active: false, rates: [{ amount: minor(1290), conditions: [] }] }
  return {
    zones: [
      { id: germany, name: 'Germany', destinations: [{ country: 'DE' }], options: [post, bike, express], carriers: [{ appId: shipments }] },
      { id: shipments, name: 'Austria', destinations: [{ country: 'AT' }], options: [post] },
    ],
  }
}

let shop: TestPlatform
let mug: TestProduct
const made = () => createClient({ baseUrl: shop.url, auth: apiKey(shop.apiKey), modules: backOffice })
let app: ReturnType<typeof made>
before(async () => {
  shop = await startTestPlatform({ shippingRateProviders: [provider] })
  app = made()
  mug = await addProduct(shop.platform, { site: shop.site, name: 'Mug', price: 2600, stock: 500, weight: 0.4 }, shop.clock.now())
})
after(() => shop[Symbol.asyncDispose]())
beforeEach(async () => {
  outside.fails = undefined
  for (const table of [sql`delivery_slot`, sql`delivery_slot_order`, sql`provider_health`])
    await shop.platform.database.query(sql`delete from ${table} where site = ${shop.site}`)
  await write(settings())
})
const write = (document: ShippingSettings) => writeSettings(shop.platform.database, shop.site, 'shipping', document, shop.clock.now())
const codeOf = async (call: Promise<unknown>) => (await attempt(call as Promise<never>))[0]?.code ?? 'none'
const bikeId = async () => (await app.deliveryPlan.getDelivery()).localDeliveryOptions[0]!.id

let street = 0
const checkoutWith = async (buyer: Buyer, code?: string) =>
  (
    await buyer.checkout.createCheckout({
      channelType: 'WEB',
      lineItems: [{ quantity: 1, catalogReference: mug.reference() }],
      checkoutInfo: {
        buyerInfo: { email: 'ada@example.com' },
        shippingInfo: {
          // Nobody has asked the provider about this address before.
          shippingDestination: { ...berlin, address: { ...berlin.address, addressLine: `Kastanienallee ${++street}` } },
          ...(code && { selectedCarrierServiceOption: { carrierId: own, code } }),
        },
      },
    })
  ).checkout
const codesOf = ({ shippingInfo }: Awaited<ReturnType<typeof checkoutWith>>) =>
  (shippingInfo?.carrierServiceOptions ?? []).flatMap(({ shippingOptions }) => shippingOptions?.map(({ code }) => code) ?? [])
const order = async (code: string) => {
  const buyer = newBuyer(shop)
  const { id } = await checkoutWith(buyer, code)
  return buyer.payments.placeOrder({ id: id!, paymentToken: await card(buyer), returnUrl: 'http://localhost/back' })
}

const [morning, evening] = ['bike@20261124T0900Z', 'bike@20261124T1600Z']

describe('all of it at once', () => {
  test('200: regions, ways, their order in each region, closed days and providers', async () => {
    const all = await app.deliveryPlan.getDelivery()
    const [post, express] = all.shippingOptions
    assert.deepEqual([post!.title, post!.active, express!.title, express!.active], ['Post', true, 'Express', false])
    assert.deepEqual(all.arrangement, [
      { deliveryRegionId: germany, deliveryOptionIds: [post!.id, all.localDeliveryOptions[0]!.id, express!.id] },
      { deliveryRegionId: shipments, deliveryOptionIds: [post!.id] },
    ])
    assert.deepEqual(all.closedOn, [])
    assert.deepEqual(all.providers, [{ appId: shipments, name: 'Parcels', active: true, regionIds: [germany], failing: false }])
    assert.deepEqual(
      all.deliveryProfile.deliveryRegions.map(({ name }) => name),
      ['Germany', 'Austria'],
    )
  })

  test('200: a way that is switched on is offered, and one that is switched off is not', async () => {
    const [post, express] = (await app.deliveryPlan.getDelivery()).shippingOptions
    await app.shippingOptions.updateShippingOption({ shippingOption: { id: express!.id, revision: express!.revision, active: true } })
    await app.shippingOptions.updateShippingOption({ shippingOption: { id: post!.id, revision: post!.revision, active: false } })
    const codes = codesOf(await checkoutWith(newBuyer(shop)))
    assert.ok(codes.includes('express') && !codes.includes('post'), codes.join())
    const { shippingOption } = await app.shippingOptions.createShippingOption({
      shippingOption: { title: 'By balloon', active: false, deliveryRegionIds: [germany], rates: [{ amount: '1' }] },
    })
    assert.equal(shippingOption.active, false)
  })
})

describe('the order of a region', () => {
  test('200: buyers see it; other regions and later changes leave it as it is', async () => {
    const { arrangement, shippingOptions } = await app.deliveryPlan.getDelivery()
    const [post, bike, express] = arrangement[0]!.deliveryOptionIds
    const { deliveryOptionIds } = await app.deliveryPlan.arrangeDeliveryRegion({
      deliveryRegionId: germany,
      deliveryOptionIds: [express!, bike!],
    })
    assert.deepEqual(deliveryOptionIds, [express, bike, post])
    const { revision } = shippingOptions.find(({ id }) => id === post)!
    await app.shippingOptions.updateShippingOption({ shippingOption: { id: post!, revision, title: 'Parcel post' } })
    assert.deepEqual((await app.deliveryPlan.getDelivery()).arrangement, [
      { deliveryRegionId: germany, deliveryOptionIds: [express, bike, post] },
      { deliveryRegionId: shipments, deliveryOptionIds: [post] },
    ])
    assert.deepEqual(codesOf(await checkoutWith(newBuyer(shop))), [morning, evening, 'bike@20261126T1600Z', 'post', 'home'])
  })
  test('404 DELIVERY_REGION_NOT_FOUND', async () => {
    assert.equal(
      await codeOf(app.deliveryPlan.arrangeDeliveryRegion({ deliveryRegionId: nowhere, deliveryOptionIds: [] })),
      'DELIVERY_REGION_NOT_FOUND',
    )
  })
})

describe('slots', () => {
  const read = async (from = '2026-11-23', days = 7) =>
    (await app.deliveryPlan.getSlots({ deliveryOptionId: await bikeId(), from, days })).days
  const brief = (days: Awaited<ReturnType<typeof read>>) =>
    days.flatMap(({ date, slots }) => slots.map(({ start, capacity, taken, state }) => [date, start.hours, taken, capacity, state]))

  test('200: each with its orders, its capacity and how it stands', async () => {
    await order(evening)
    assert.deepEqual(brief(await read()), [
      ['2026-11-24', 10, 0, 5, 'OPEN'],
      ['2026-11-24', 17, 1, 2, 'OPEN'],
      ['2026-11-26', 17, 0, undefined, 'OPEN'],
    ])
    await order(evening)
    const days = await read('2026-11-16', 21)
    assert.deepEqual(
      brief(days).map(([date, , , , state]) => [date, state]),
      [
        ['2026-11-17', 'OVER'],
        ['2026-11-17', 'OVER'],
        ['2026-11-19', 'OVER'],
        ['2026-11-24', 'OPEN'],
        ['2026-11-24', 'FULL'],
        ['2026-11-26', 'OPEN'],
        ['2026-12-01', 'LATER'],
        ['2026-12-01', 'LATER'],
        ['2026-12-03', 'LATER'],
      ],
    )
    assert.equal(days.length, 21)
  })

  test('200: a capacity of one date is what the checkout goes by, at once; other weeks stay', async () => {
    await order(evening)
    const deliveryOptionId = await bikeId()
    const { day } = await app.deliveryPlan.changeSlots({ deliveryOptionId, date: '2026-11-24', start: at(17), capacity: 1 })
    assert.deepEqual(
      day.slots.map(({ capacity, usualCapacity, state }) => [capacity, usualCapacity, state]),
      [
        [5, 5, 'OPEN'],
        [1, 2, 'FULL'],
      ],
    )
    assert.ok(!codesOf(await checkoutWith(newBuyer(shop))).includes(evening))
    await app.deliveryPlan.changeSlots({ deliveryOptionId, date: '2026-11-24', start: at(17), capacity: 3 })
    assert.ok(codesOf(await checkoutWith(newBuyer(shop))).includes(evening))
    assert.deepEqual(brief(await read('2026-12-01', 1)), [
      ['2026-12-01', 10, 0, 5, 'LATER'],
      ['2026-12-01', 17, 0, 2, 'LATER'],
    ])
    const back = await app.deliveryPlan.changeSlots({ deliveryOptionId, date: '2026-11-24', start: at(17), capacity: null })
    assert.equal(back.day.slots[1]!.capacity, 2)
  })

  test('200: one whose plan takes any number gets a capacity on a date, and the checkout heeds it', async () => {
    await order('bike@20261126T1600Z')
    await app.deliveryPlan.changeSlots({ deliveryOptionId: await bikeId(), date: '2026-11-26', capacity: 1 })
    assert.ok(!codesOf(await checkoutWith(newBuyer(shop))).includes('bike@20261126T1600Z'))
  })

  test('200: a day is closed, one slot of it opened again, and its orders keep it', async () => {
    await order(evening)
    const deliveryOptionId = await bikeId()
    await app.deliveryPlan.changeSlots({ deliveryOptionId, date: '2026-11-24', start: at(10), capacity: 4 })
    const { day } = await app.deliveryPlan.changeSlots({ deliveryOptionId, date: '2026-11-24', closed: true })
    assert.deepEqual(
      day.slots.map(({ state, taken, capacity }) => [state, taken, capacity]),
      [
        ['CLOSED', 0, 4],
        ['CLOSED', 1, 2],
      ],
    )
    await app.deliveryPlan.changeSlots({ deliveryOptionId, date: '2026-11-24', start: at(10), closed: false })
    const codes = codesOf(await checkoutWith(newBuyer(shop)))
    assert.ok(codes.includes(morning) && !codes.includes(evening), codes.join())
    await app.deliveryPlan.changeSlots({ deliveryOptionId, date: '2026-11-24', closed: null })
    assert.ok(codesOf(await checkoutWith(newBuyer(shop))).includes(evening))
  })

  test('409 SELECTED_CARRIER_SERVICE_OPTION_NO_LONGER_AVAILABLE to a checkout that chose it before it was closed', async () => {
    const buyer = newBuyer(shop)
    const { id } = await checkoutWith(buyer, evening)
    await app.deliveryPlan.changeSlots({ deliveryOptionId: await bikeId(), date: '2026-11-24', start: at(17), closed: true })
    assert.equal(
      await codeOf(buyer.payments.placeOrder({ id: id!, paymentToken: await card(buyer), returnUrl: 'http://localhost/back' })),
      'SELECTED_CARRIER_SERVICE_OPTION_NO_LONGER_AVAILABLE',
    )
  })

  test('200: what is other on a date outlives a change of the plan; a time that the plan knows no more shows its orders', async () => {
    await order(evening)
    const deliveryOptionId = await bikeId()
    await app.deliveryPlan.changeSlots({ deliveryOptionId, date: '2026-11-24', start: at(10), capacity: 1 })
    const { localDeliveryOption } = await app.localDeliveryOptions.getLocalDeliveryOption({ localDeliveryOptionId: deliveryOptionId })
    await app.localDeliveryOptions.updateLocalDeliveryOption({
      localDeliveryOption: {
        id: deliveryOptionId,
        revision: localDeliveryOption.revision,
        scheduledDeliveryConfig: { timeWindows: [{ day: 'TUE', start: at(10), end: at(12), capacity: 9 }] },
      },
    })
    const [day] = await read('2026-11-24', 1)
    assert.deepEqual(
      day!.slots.map(({ start, capacity, taken, state, unplanned }) => [start.hours, capacity, taken, state, unplanned]),
      [
        [10, 1, 0, 'OPEN', false],
        [17, undefined, 1, 'CLOSED', true],
      ],
    )
  })

  test('200: the orders of a slot, the first that came first, page by page', async () => {
    const deliveryOptionId = await bikeId()
    const from = '2026-11-24T16:00:00.000Z'
    const first = (await order(evening)).orderId
    const second = (await order(evening)).orderId
    assert.deepEqual(await app.deliveryPlan.listOrdersOfSlot({ deliveryOptionId, from }), { orderIds: [first, second], hasNext: false })
    assert.deepEqual((await app.deliveryPlan.listOrdersOfSlot({ deliveryOptionId, from, after: first })).orderIds, [second])
    const many = Array.from({ length: 51 }, (_, i) => `0199d0e5-7c1e-7b33-8f5e-2b1c7a8d${1000 + i}`)
    for (const id of many)
      await shop.platform.database.query(
        sql`insert into delivery_slot_order (site, order_id, rule_code, starts_at) values (${shop.site}, ${id}, 'bike', ${new Date('2026-11-24T09:00:00Z')})`,
      )
    const page = await app.deliveryPlan.listOrdersOfSlot({ deliveryOptionId, from: '2026-11-24T09:00:00.000Z' })
    assert.deepEqual([page.orderIds.length, page.hasNext], [50, true])
  })

  test('404 DELIVERY_OPTION_NOT_FOUND and DELIVERY_SLOT_NOT_FOUND', async () => {
    const { shippingOptions } = await app.deliveryPlan.getDelivery()
    const bike = await bikeId()
    const from = '2026-11-24'
    assert.equal(await codeOf(app.deliveryPlan.getSlots({ deliveryOptionId: nowhere, from })), 'DELIVERY_OPTION_NOT_FOUND')
    assert.equal(await codeOf(app.deliveryPlan.getSlots({ deliveryOptionId: shippingOptions[0]!.id, from })), 'DELIVERY_SLOT_NOT_FOUND')
    assert.equal(
      await codeOf(app.deliveryPlan.changeSlots({ deliveryOptionId: nowhere, date: from, closed: true })),
      'DELIVERY_OPTION_NOT_FOUND',
    )
    assert.equal(
      await codeOf(app.deliveryPlan.changeSlots({ deliveryOptionId: bike, date: '2026-11-25', closed: true })),
      'DELIVERY_SLOT_NOT_FOUND',
    )
    assert.equal(
      await codeOf(app.deliveryPlan.changeSlots({ deliveryOptionId: bike, date: from, start: at(11), closed: true })),
      'DELIVERY_SLOT_NOT_FOUND',
    )
    assert.equal(
      await codeOf(app.deliveryPlan.listOrdersOfSlot({ deliveryOptionId: nowhere, from: '2026-11-24T16:00:00.000Z' })),
      'DELIVERY_OPTION_NOT_FOUND',
    )
  })
})

describe('closed days', () => {
  test('200: nobody works: no slot is offered and nothing leaves; two who close days lose nothing of each other', async () => {
    const both = await Promise.all([
      app.deliveryPlan.changeClosedDays({ close: ['2026-11-24', '2026-12-25'] }),
      app.deliveryPlan.changeClosedDays({ close: ['2026-12-26'] }),
    ])
    assert.ok(both.every(({ closedOn }) => closedOn.length > 0))
    assert.deepEqual((await app.deliveryPlan.getDelivery()).closedOn, ['2026-11-24', '2026-12-25', '2026-12-26'])
    const { days } = await app.deliveryPlan.getSlots({ deliveryOptionId: await bikeId(), from: '2026-11-24', days: 1 })
    assert.deepEqual([days[0]!.shopClosed, days[0]!.slots.map(({ state }) => state)], [true, ['CLOSED', 'CLOSED']])
    assert.ok(!codesOf(await checkoutWith(newBuyer(shop))).includes(morning))
    const { closedOn } = await app.deliveryPlan.changeClosedDays({ open: ['2026-11-24', '2026-12-26'] })
    assert.deepEqual(closedOn, ['2026-12-25'])
    assert.ok(codesOf(await checkoutWith(newBuyer(shop))).includes(morning))
  })
  test('200: days that are long over are forgotten', async () => {
    await write({ ...settings(), closedOn: ['2025-12-25', '2026-11-10'] })
    assert.deepEqual((await app.deliveryPlan.changeClosedDays({})).closedOn, ['2026-11-10'])
  })
  test('400 INVALID_ARGUMENT to more than a thousand, and to what is no date', async () => {
    const days = (year: number) => Array.from({ length: 360 }, (_, i) => new Date(Date.UTC(year, 0, i + 1)).toISOString().slice(0, 10))
    await app.deliveryPlan.changeClosedDays({ close: days(2027) })
    await app.deliveryPlan.changeClosedDays({ close: days(2028) })
    assert.equal(await codeOf(app.deliveryPlan.changeClosedDays({ close: days(2029) })), 'INVALID_ARGUMENT')
    assert.equal(await codeOf(app.deliveryPlan.changeClosedDays({ close: ['24 December'] })), 'INVALID_ARGUMENT')
  })
})

describe('what a delivery would cost', () => {
  const ask = (more: object = {}) =>
    app.deliveryPlan.tryDelivery({ country: 'DE', postalCode: '10435', weight: '5', value: '40.00', quantity: 2, ...more })
  const said = async (more: object = {}) => {
    const { deliveryRegion, ways } = await ask(more)
    return [deliveryRegion?.name, ways.map(({ title, price, because }) => `${title} ${price ?? because}`)]
  }
  test('200: each way says its price, or why it is not offered', async () => {
    assert.deepEqual(await said(), ['Germany', ['Post 4.90', 'Cargo bike 5.90', 'Express SWITCHED_OFF']])
    assert.deepEqual(await said({ postalCode: '79102' }), ['Germany', ['Post 4.90', 'Cargo bike OUTSIDE_ITS_AREA', 'Express SWITCHED_OFF']])
    assert.deepEqual(await said({ country: 'AT' }), ['Austria', ['Post 4.90']])
    assert.deepEqual(await said({ country: 'CH' }), [undefined, []])
    const { ways } = await ask({ weight: '20.5' })
    assert.deepEqual(ways[0], {
      deliveryOptionId: ways[0]!.deliveryOptionId,
      title: 'Post',
      because: 'UNMET',
      unmet: { type: 'BY_TOTAL_WEIGHT', operator: 'LTE', value: '20' },
    })
    const [post, bike] = (await ask()).ways
    assert.deepEqual(post!.arrives, { from: '2026-11-25T07:00:00.000Z', to: '2026-11-26T19:00:00.000Z' })
    assert.deepEqual([bike!.slots, bike!.arrives?.from], [3, '2026-11-24T09:00:00.000Z'])
  })
  test('200: NO_SLOT where all are closed, NO_RATE where there is none, and of what is switched off as a whole what it would be', async () => {
    await app.deliveryPlan.changeClosedDays({ close: ['2026-11-24', '2026-11-26'] })
    assert.equal((await ask()).ways[1]!.because, 'NO_SLOT')
    const { zones } = settings()
    await write({
      zones: [
        {
          ...zones[0]!,
          active: false,
          options: [
            { code: 'none', title: 'Nothing', rates: [] },
            {
              code: 'free',
              title: 'Free from 80',
              rates: [
                { amount: minor(490), conditions: [] },
                { amount: minor(0), conditions: [{ type: 'BY_TOTAL_PRICE', operator: 'GTE', value: minor(8000) }] },
              ],
            },
          ],
        },
      ],
    })
    const { deliveryRegion, ways } = await ask()
    assert.deepEqual([deliveryRegion?.active, ways[0]!.because, ways[1]!.freeFrom], [false, 'NO_RATE', '80.00'])
  })
})

describe('places to collect goods', () => {
  test('200: buyers read when they are open, and when their goods are ready', async () => {
    const { pickupLocation } = await app.pickupLocations.createPickupLocation({
      pickupLocation: {
        name: 'Studio',
        address: { country: 'DE', city: 'Berlin', postalCode: '10435', addressLine: 'Kastanienallee 77' },
        instructions: 'Through the yard.',
        deliveryDays: { min: 0, max: 0 },
        cutOffTime: at(0),
        openingHours: [
          { day: 'MON', start: at(10), end: at(19) },
          { day: 'TUE', start: at(10), end: at(19) },
        ],
        deliveryRegionIds: [germany],
      },
    })
    assert.deepEqual(
      [pickupLocation.deliveryDays, pickupLocation.cutOffTime, pickupLocation.openingHours.length],
      [{ min: 0, max: 0 }, at(0), 2],
    )
    const { shippingInfo } = await checkoutWith(newBuyer(shop))
    const shown = shippingInfo?.carrierServiceOptions
      .flatMap(({ shippingOptions = [] }) => shippingOptions)
      .find(({ title }) => title === 'Studio')
    assert.equal(shown?.logistics?.instructions, 'Through the yard.\nOpen Mon–Tue 10:00–19:00.')
    assert.equal(shown?.logistics?.deliveryTimeSlot?.from, '2026-11-23T07:00:00.000Z')
    const changed = await app.pickupLocations.updatePickupLocation({
      pickupLocation: { id: pickupLocation.id, revision: pickupLocation.revision, openingHours: [], deliveryDays: null, cutOffTime: null },
    })
    assert.deepEqual(
      [changed.pickupLocation.openingHours, changed.pickupLocation.deliveryDays, changed.pickupLocation.instructions],
      [[], undefined, 'Through the yard.'],
    )
  })
})

describe('providers', () => {
  test('200: one that fails says since when and why, until it answers again', async () => {
    const status = async () => (await app.deliveryPlan.getDelivery()).providers[0]!
    outside.fails = new NoAnswer('Down for maintenance.', { code: 'MAINTENANCE' })
    await checkoutWith(newBuyer(shop))
    const failed = await status()
    const date = shop.clock.now().toISOString()
    assert.deepEqual(
      [failed.failing, failed.lastAnsweredDate, failed.lastFailure],
      [true, undefined, { date, sinceDate: date, code: 'MAINTENANCE', description: 'Down for maintenance.' }],
    )
    shop.clock.advance(60_000)
    outside.fails = new NoAnswer('Too late.', { code: 'TIMEOUT' })
    await checkoutWith(newBuyer(shop))
    assert.partialDeepStrictEqual((await status()).lastFailure, { sinceDate: date, code: 'TIMEOUT' })
    outside.fails = undefined
    await checkoutWith(newBuyer(shop))
    const back = await status()
    assert.deepEqual([back.failing, back.lastAnsweredDate, back.lastFailure?.code], [false, shop.clock.now().toISOString(), 'TIMEOUT'])
    shop.clock.advance(-60_000)
  })
})
