import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Refusal } from '../../kernel/refusal.ts'
import { carrierName, trackingLinkOf } from './carriers.ts'
import {
  activitiesOf,
  emailAbout,
  type Fulfilled,
  fulfillmentStatusOf,
  notNow,
  type OrderToFulfil,
  packed,
  repacked,
  shipmentsTold,
  waitingAfter,
} from './rules.ts'

const now = new Date('2026-11-23T14:40:00.000Z')
const order: OrderToFulfil = {
  status: 'APPROVED',
  fulfillmentStatus: 'NOT_FULFILLED',
  collected: false,
  lines: [
    { id: 'mug', quantity: 3, restocked: 0, byHand: true },
    { id: 'plate', quantity: 2, restocked: 0, byHand: true },
    { id: 'file', quantity: 1, restocked: 0, byHand: false },
  ],
}
const collected = { ...order, collected: true }
const mugs = (quantity?: number) => ({ lineItems: [{ id: 'mug', ...(quantity !== undefined && { quantity }) }] })
const made = (result: Fulfilled | Refusal): Fulfilled => {
  assert.ok(!(result instanceof Refusal), JSON.stringify(result))
  return result
}
const refused = (result: Fulfilled | Refusal) => {
  assert.ok(result instanceof Refusal)
  return [result.code, result.data]
}

describe('units', () => {
  test('as many as are asked for, or all that are left', () => {
    const one = made(packed(order, [], mugs(1), now))
    assert.deepEqual(one.lines, [{ id: 'mug', quantity: 1 }])
    assert.deepEqual(made(packed(order, [one], mugs(), now)).lines, [{ id: 'mug', quantity: 2 }])
  })

  test('never more than were bought, over all shipments and within one', () => {
    const two = made(packed(order, [], mugs(2), now))
    assert.deepEqual(refused(packed(order, [two], mugs(2), now)), ['FULFILLMENT_EXCEEDS_ORDER', { lineItemId: 'mug', left: 1 }])
    const twice = { lineItems: [{ id: 'mug', quantity: 2 }, ...mugs(2).lineItems] }
    assert.deepEqual(refused(packed(order, [], twice, now)), ['FULFILLMENT_EXCEEDS_ORDER', { lineItemId: 'mug', left: 1 }])
    const all = made(packed(order, [], mugs(), now))
    assert.deepEqual(refused(packed(order, [all], mugs(), now)), ['FULFILLMENT_EXCEEDS_ORDER', { lineItemId: 'mug', left: 0 }])
  })

  test('not what has been restocked', () => {
    const [mug, ...rest] = order.lines
    const short = { ...order, lines: [{ ...mug!, restocked: 2 }, ...rest] }
    assert.deepEqual(made(packed(short, [], mugs(), now)).lines, [{ id: 'mug', quantity: 1 }])
    assert.deepEqual(refused(packed(short, [], mugs(2), now)), ['FULFILLMENT_EXCEEDS_ORDER', { lineItemId: 'mug', left: 1 }])
  })

  test('of lines that the order has', () => {
    assert.deepEqual(refused(packed(order, [], { lineItems: [{ id: 'cup' }] }, now)), ['ORDER_LINE_ITEM_NOT_FOUND', { lineItemId: 'cup' }])
  })

  test('of a change: others count, its own do not', () => {
    const one = made(packed(order, [], mugs(1), now))
    const other = made(packed(order, [one], mugs(1), now))
    assert.deepEqual(made(repacked(order, [other], one, mugs(2), now)).lines, [{ id: 'mug', quantity: 2 }])
    assert.deepEqual(refused(repacked(order, [other], one, mugs(3), now)), ['FULFILLMENT_EXCEEDS_ORDER', { lineItemId: 'mug', left: 2 }])
  })
})

describe('the states of a shipment', () => {
  const sent = (status?: string, completed?: boolean) =>
    made(packed(order, [], { ...mugs(), ...(status && { status }), ...(completed !== undefined && { completed }) }, now))

  test('without a word it is on its way; what is collected is ready', () => {
    assert.deepEqual([sent().stage, sent().completed], ['SENT', true])
    assert.equal(made(packed(collected, [], mugs(), now)).stage, 'READY')
  })

  test('its word says how far it is, and whether it counts', () => {
    const stages = (status: string, completed?: boolean) => [sent(status, completed).stage, sent(status, completed).completed]
    assert.deepEqual(stages('Pending'), ['PREPARING', false])
    assert.deepEqual(stages('ACCEPTED'), ['PREPARING', false])
    assert.deepEqual(stages('Ready'), ['PACKED', false])
    assert.deepEqual(stages('In Delivery'), ['SENT', true])
    assert.deepEqual(stages('Fulfilled'), ['SENT', true])
    assert.deepEqual(stages('Delivered'), ['DELIVERED', true])
    assert.deepEqual(stages('with the dog'), ['SENT', true])
    assert.deepEqual(stages('Pending', true), ['SENT', true])
    assert.deepEqual([sent(undefined, false).stage, sent(undefined, false).completed], ['PREPARING', false])
  })

  test('what was in delivery and is fulfilled has arrived; what was collected has too', () => {
    const before = sent('In_Delivery')
    const after = made(repacked(order, [], before, { status: 'Fulfilled' }, now))
    assert.equal(after.stage, 'DELIVERED')
    assert.deepEqual(Object.keys(after.reached), ['SENT', 'DELIVERED'])
    const waiting = made(packed(collected, [], mugs(), now))
    assert.equal(made(repacked(collected, [], waiting, { status: 'Fulfilled' }, now)).stage, 'DELIVERED')
  })

  test('a change of something else leaves it where it is', () => {
    const before = sent('Ready')
    const after = made(repacked(order, [], before, { trackingInfo: { trackingNumber: '1' } }, new Date(now.getTime() + 1)))
    assert.deepEqual([after.stage, after.completed, after.reached], ['PACKED', false, { PACKED: now.toISOString() }])
  })
})

describe('tracking', () => {
  const dhl = { trackingNumber: '0034 0434', shippingProvider: 'DHL' }
  const before = made(packed(order, [], { ...mugs(1), trackingInfo: dhl }, now))

  test('finds the link of a carrier that is known', () => {
    assert.equal(before.tracking?.trackingLink, 'https://www.dhl.com/global-en/home/tracking.html?tracking-id=00340434')
    assert.equal(trackingLinkOf('canadaPost', 'a b'), 'https://www.canadapost-postescanada.ca/track-reperage/en#/search?searchFor=ab')
    assert.equal(trackingLinkOf('Royal Mail', 'R&1'), 'https://www.royalmail.com/track-your-item#/tracking-results/R%261')
    assert.equal(trackingLinkOf('Aunt Erna', '1'), undefined)
    assert.deepEqual([carrierName('canadapost'), carrierName('Aunt Erna')], ['Canada Post', 'Aunt Erna'])
  })

  test('a link that was sent is kept, and makes way for the new number’s', () => {
    const own = { ...dhl, trackingLink: 'https://track.example/1' }
    const saved = made(packed(order, [], { ...mugs(1), trackingInfo: own }, now))
    assert.equal(saved.tracking?.trackingLink, 'https://track.example/1')
    const moved = made(repacked(order, [], saved, { trackingInfo: { trackingNumber: '77' } }, now))
    assert.deepEqual(moved.tracking, {
      trackingNumber: '77',
      shippingProvider: 'DHL',
      trackingLink: 'https://www.dhl.com/global-en/home/tracking.html?tracking-id=77',
    })
    const cleared = made(repacked(order, [], saved, { trackingInfo: null }, now))
    assert.equal(cleared.tracking, undefined)
  })

  test('takes the place of own fields, and they its', () => {
    const custom = made(repacked(order, [], before, { customInfo: { fieldsData: { courier: 'Erna' } } }, now))
    assert.deepEqual([custom.tracking, custom.custom], [undefined, { courier: 'Erna' }])
    const back = made(repacked(order, [], custom, { trackingInfo: dhl }, now))
    assert.deepEqual([back.tracking?.trackingNumber, back.custom], ['0034 0434', undefined])
  })

  test('one number is one shipment’s', () => {
    assert.deepEqual(refused(packed(order, [before], { ...mugs(1), trackingInfo: dhl }, now)), [
      'TRACKING_NUMBER_ALREADY_EXISTS',
      { trackingNumber: '0034 0434' },
    ])
    made(repacked(order, [], before, { trackingInfo: dhl }, now))
  })
})

test('the status of the order: none, a part, all of what somebody hands over', () => {
  const some = made(packed(order, [], mugs(3), now))
  const rest = made(packed(order, [some], { lineItems: [{ id: 'plate' }] }, now))
  const waits = made(packed(order, [some], { lineItems: [{ id: 'plate' }], status: 'Pending' }, now))
  assert.equal(fulfillmentStatusOf(order, []), 'NOT_FULFILLED')
  assert.equal(fulfillmentStatusOf(order, [some]), 'PARTIALLY_FULFILLED')
  assert.equal(fulfillmentStatusOf(order, [some, waits]), 'PARTIALLY_FULFILLED')
  assert.equal(fulfillmentStatusOf(order, [some, rest]), 'FULFILLED', 'nobody hands a file over')
  const [mug, plate, file] = order.lines
  const less = { ...order, lines: [mug!, { ...plate!, restocked: 2 }, file!] }
  assert.equal(fulfillmentStatusOf(less, [some]), 'FULFILLED', 'what went back to the shelf is not waited for')
  const files = { ...order, fulfillmentStatus: 'FULFILLED' as const, lines: [file!] }
  assert.equal(fulfillmentStatusOf(files, []), 'FULFILLED')
})

test('what the buyer is told, each once', () => {
  const pending = made(packed(order, [], { ...mugs(1), status: 'Pending' }, now))
  const sent = made(repacked(order, [], pending, { status: 'In_Delivery' }, now))
  const tracked = made(repacked(order, [], sent, { trackingInfo: { trackingNumber: '1' } }, now))
  const there = made(repacked(order, [], tracked, { status: 'Delivered' }, now))
  assert.equal(emailAbout(order, undefined, pending), undefined)
  assert.equal(emailAbout(order, pending, sent), 'SHIPPED')
  assert.equal(emailAbout(order, sent, sent), undefined)
  assert.equal(emailAbout(order, sent, tracked), 'TRACKING')
  assert.equal(emailAbout(order, tracked, there), 'DELIVERED')
  assert.equal(emailAbout(order, there, there), undefined)
  const ready = made(packed(collected, [], mugs(), now))
  assert.equal(emailAbout(collected, undefined, ready), 'PICKUP_READY')
  assert.equal(emailAbout(collected, ready, made(repacked(collected, [], ready, { status: 'Fulfilled' }, now))), undefined)
  const file = made(packed(order, [], { lineItems: [{ id: 'file' }] }, now))
  assert.equal(emailAbout(order, undefined, file), undefined)
})

test('what the story of the order says', () => {
  const plain = made(packed(order, [], mugs(1), now))
  const tracked = made(repacked(order, [], plain, { trackingInfo: { trackingNumber: '1', shippingProvider: 'ups' } }, now))
  const edited = made(repacked(order, [], tracked, { trackingInfo: { trackingNumber: '2' } }, now))
  const none = { before: 'NOT_FULFILLED', after: 'NOT_FULFILLED' } as const
  assert.deepEqual(activitiesOf(none, [{ after: plain }]), [])
  assert.deepEqual(activitiesOf(none, [{ before: plain, after: tracked }]), ['TRACKING_NUMBER_ADDED', 'TRACKING_LINK_ADDED'])
  assert.deepEqual(activitiesOf(none, [{ before: tracked, after: edited }]), ['TRACKING_NUMBER_EDITED', 'TRACKING_LINK_ADDED'])
  assert.deepEqual(activitiesOf({ before: 'NOT_FULFILLED', after: 'PARTIALLY_FULFILLED' }, []), [])
  assert.deepEqual(activitiesOf({ before: 'PARTIALLY_FULFILLED', after: 'FULFILLED' }, []), ['ORDER_FULFILLED'])
  assert.deepEqual(activitiesOf({ before: 'FULFILLED', after: 'PARTIALLY_FULFILLED' }, []), ['ORDER_NOT_FULFILLED'])
})

test('how many units wait once some have gone: not what goes by itself, not what is back in stock, not what is only packed', () => {
  const [mug, plate, file] = order.lines
  const two = { lines: [mug!, { ...plate!, restocked: 1 }, file!] }
  const some = made(packed(order, [], mugs(1), now))
  const rest = made(packed(order, [some], mugs(2), now))
  const plates = made(packed(order, [], { lineItems: [{ id: 'plate', quantity: 1 }] }, now))
  const packedOnly = made(packed(order, [some], { ...mugs(2), status: 'Pending' }, now))
  assert.equal(waitingAfter(two, [some]), 3)
  assert.equal(waitingAfter(two, [some, packedOnly]), 3)
  assert.equal(waitingAfter(two, [some, rest, plates]), 0)
})

test('one entry for each shipment that went, changed or was voided, with its number, units and tracking number', () => {
  const shipment = (id: string, fulfilled: Fulfilled) => ({ ...fulfilled, id })
  const plain = shipment('a', made(packed(order, [], mugs(1), now)))
  const tracked = shipment(
    'b',
    made(packed(order, [plain], { ...mugs(2), trackingInfo: { trackingNumber: '7', shippingProvider: 'dpd' } }, now)),
  )
  const other = shipment('b', made(repacked(order, [plain], tracked, { trackingInfo: { trackingNumber: '8' } }, now)))
  const waits = shipment('c', made(packed(order, [], { ...mugs(1), status: 'Pending' }, now)))
  assert.deepEqual(shipmentsTold([{ after: plain }, { after: tracked }], [plain, tracked]), [
    { type: 'SHIPMENT_SENT', additionalData: { shipment: '1', quantity: '1' } },
    { type: 'SHIPMENT_SENT', additionalData: { shipment: '2', quantity: '2', carrier: 'DPD', trackingNumber: '7' } },
  ])
  assert.deepEqual(shipmentsTold([{ before: tracked, after: other }], [plain, other]), [
    { type: 'SHIPMENT_CHANGED', additionalData: { shipment: '2', quantity: '2', carrier: 'DPD', trackingNumber: '8' } },
  ])
  assert.deepEqual(shipmentsTold([{ before: plain }], [plain, tracked]), [
    { type: 'SHIPMENT_VOIDED', additionalData: { shipment: '1', quantity: '1' } },
  ])
  assert.deepEqual(shipmentsTold([{ before: plain, after: plain }], [plain]), [])
  assert.deepEqual(shipmentsTold([{ after: waits }], [waits]), [])
})

test('only an order that stands is handed over', () => {
  const code = (status: OrderToFulfil['status']) => notNow({ status })?.code
  assert.deepEqual((['APPROVED', 'INITIALIZED', 'CANCELED', 'PENDING', 'REJECTED'] as const).map(code), [
    undefined,
    'ORDER_NOT_FOUND',
    'ORDER_CANCELED',
    'ORDER_IS_PENDING',
    'ORDER_IS_REJECTED',
  ])
})
