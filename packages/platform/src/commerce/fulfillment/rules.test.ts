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
  trackingNumbersOf,
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
    const one = made(packed(order, [], mugs(1), now))
    assert.deepEqual(refused(repacked(order, [], one, { lineItems: [{ id: 'cup' }] }, now)), [
      'ORDER_LINE_ITEM_NOT_FOUND',
      { lineItemId: 'cup' },
    ])
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

describe('a shipment that is changed', () => {
  const later = new Date(now.getTime() + 3_600_000)
  const start = (status?: string) => made(packed(order, [], { ...mugs(1), ...(status && { status }) }, now))
  const change = (before: Fulfilled, sent: Parameters<typeof repacked>[3], of = order) => made(repacked(of, [], before, sent, later))
  const ends = ({ stage, completed }: Fulfilled) => [stage, completed]

  test('is on its way once it is marked as completed, at that time; it waits again once it is not', () => {
    for (const before of [start('Pending'), start('Ready')]) {
      const sent = change(before, { completed: true })
      assert.deepEqual(ends(sent), ['SENT', true])
      assert.deepEqual([sent.reached[before.stage], sent.reached.SENT], [now.toISOString(), later.toISOString()])
    }
    assert.deepEqual(ends(change(start(), { completed: false })), ['PREPARING', false])
    assert.deepEqual(ends(change(start('Pending'), { completed: true }, collected)), ['READY', true])
  })

  test('stays where a word that is unknown finds it, and keeps that word', () => {
    const before = start('Ready')
    const after = change(before, { status: 'with the dog' })
    assert.deepEqual([...ends(after), after.status], ['PACKED', false, 'with the dog'])
    assert.deepEqual(ends(made(packed(order, [], { ...mugs(1), status: 'with the dog', completed: false }, now))), ['PREPARING', false])
  })

  test('without its word it is on its way', () => {
    const after = change(start('Ready'), { status: null })
    assert.deepEqual([...ends(after), after.status, 'status' in after], ['SENT', true, undefined, false])
  })

  test('completed: null leaves it to the stage whether it counts', () => {
    const waits = change(start(), { completed: false })
    assert.deepEqual(ends(change(waits, { completed: null })), ['PREPARING', false])
    assert.deepEqual(ends(change(start(), { completed: null })), ['SENT', true])
    const early = change(start('Delivered'), { completed: false, status: 'Delivered' })
    assert.deepEqual(ends(early), ['DELIVERED', false])
    assert.deepEqual(ends(change(early, { trackingInfo: { trackingNumber: '1' } })), ['DELIVERED', false])
    assert.deepEqual(ends(change(early, { completed: null })), ['DELIVERED', true])
  })

  test('one that is delivered and fulfilled stays delivered, at the time it was; one that was sent without a word is only fulfilled', () => {
    const there = start('Delivered')
    assert.deepEqual(change(there, { status: 'Fulfilled' }).reached, { DELIVERED: now.toISOString() })
    assert.equal(change(start(), { status: 'Fulfilled' }).stage, 'SENT')
    assert.equal(change(start('Pending'), { status: 'Fulfilled' }).stage, 'SENT')
  })

  test('its word is understood with spaces, dashes and capitals; ready means to collect where the buyer comes for it', () => {
    for (const status of ['in delivery', 'In-Delivery', 'IN_DELIVERY', 'in - delivery'])
      assert.equal(change(start('Pending'), { status }).stage, 'SENT', status)
    assert.equal(change(start('Pending'), { status: 'ready' }, collected).stage, 'READY')
    assert.equal(change(start('Ready'), { status: 'accepted' }).stage, 'PREPARING')
  })

  test('own fields are kept until they are cleared', () => {
    const own = made(packed(order, [], { ...mugs(1), customInfo: { fieldsData: { courier: 'Erna' } } }, now))
    assert.deepEqual(change(own, { status: 'Ready' }).custom, { courier: 'Erna' })
    assert.equal('custom' in change(own, { customInfo: null }), false)
    const tracked = made(packed(order, [], { ...mugs(1), trackingInfo: { trackingNumber: '1' } }, now))
    assert.deepEqual(change(tracked, { customInfo: null }).tracking, { trackingNumber: '1' })
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

  test('another carrier has another link; one that is unknown has none', () => {
    const other = made(repacked(order, [], before, { trackingInfo: { shippingProvider: 'ups' } }, now))
    assert.deepEqual(other.tracking, {
      trackingNumber: '0034 0434',
      shippingProvider: 'ups',
      trackingLink: 'https://www.ups.com/track?tracknum=00340434',
    })
    const unknown = made(repacked(order, [], before, { trackingInfo: { shippingProvider: 'Aunt Erna' } }, now))
    assert.deepEqual(unknown.tracking, { trackingNumber: '0034 0434', shippingProvider: 'Aunt Erna' })
  })

  test('a carrier may be called what every object of JavaScript has', () => {
    assert.equal(trackingLinkOf('constructor', '1'), undefined)
    assert.equal(carrierName('constructor'), 'constructor')
  })

  test('a link of the merchant’s own stays as long as number and carrier do, and null puts the carrier’s in its place', () => {
    const own = { ...dhl, trackingLink: 'https://track.example/1' }
    const saved = made(packed(order, [], { ...mugs(1), trackingInfo: own }, now))
    const same = made(repacked(order, [], saved, { trackingInfo: dhl }, now))
    assert.deepEqual(same.tracking, own)
    const reset = made(repacked(order, [], saved, { trackingInfo: { trackingLink: null } }, now))
    assert.equal(reset.tracking?.trackingLink, before.tracking?.trackingLink)
  })

  test('each of its parts stands alone: a number, a carrier or a link', () => {
    for (const trackingInfo of [{ trackingNumber: '1' }, { shippingProvider: 'DHL' }, { trackingLink: 'https://track.example/1' }])
      assert.deepEqual(made(packed(order, [], { ...mugs(1), trackingInfo }, now)).tracking, trackingInfo)
    const link = made(packed(order, [], { ...mugs(1), trackingInfo: { trackingLink: 'https://track.example/1' } }, now))
    assert.equal('tracking' in made(repacked(order, [], link, { trackingInfo: { trackingLink: null } }, now)), false)
  })

  test('a number that is cleared takes the link that was made of it along', () => {
    const carrier = made(repacked(order, [], before, { trackingInfo: { trackingNumber: null } }, now))
    assert.deepEqual(carrier.tracking, { shippingProvider: 'DHL' })
    const nothing = made(repacked(order, [], before, { trackingInfo: { trackingNumber: null, shippingProvider: null } }, now))
    assert.equal('tracking' in nothing, false)
  })

  test('the numbers of an order are those of its shipments that have one', () => {
    const plain = made(packed(order, [], mugs(1), now))
    const carrier = made(packed(order, [], { ...mugs(1), trackingInfo: { shippingProvider: 'DHL' } }, now))
    assert.deepEqual(trackingNumbersOf([plain, before, carrier]), ['0034 0434'])
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
  const back = {
    ...order,
    lines: [
      { ...mug!, restocked: 3 },
      { ...plate!, restocked: 2 },
    ],
  }
  assert.equal(fulfillmentStatusOf(back, []), 'NOT_FULFILLED', 'nothing was handed over of what is back in stock')
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
  const both = made(packed(order, [], { lineItems: [{ id: 'file' }, { id: 'mug' }] }, now))
  assert.equal(emailAbout(order, undefined, both), 'SHIPPED', 'goods beside a file')
})

test('a buyer is not told that a shipment is ready which they have already collected, nor of its tracking number', () => {
  const ready = made(packed(collected, [], mugs(), now))
  const gone = made(repacked(collected, [], ready, { status: 'Delivered' }, now))
  assert.equal(emailAbout(collected, gone, made(repacked(collected, [], gone, { status: 'Ready' }, now))), undefined)
  const numbered = made(repacked(collected, [], ready, { trackingInfo: { trackingNumber: '1' } }, now))
  assert.equal(emailAbout(collected, ready, numbered), undefined)
})

test('a buyer is told of another number, and not of one that stays or is cleared', () => {
  const sent = made(packed(order, [], { ...mugs(1), trackingInfo: { trackingNumber: '1' } }, now))
  const change = (trackingInfo: Parameters<typeof repacked>[3]['trackingInfo']) =>
    emailAbout(order, sent, made(repacked(order, [], sent, { trackingInfo }, now)))
  assert.equal(change({ trackingNumber: '2' }), 'TRACKING')
  assert.equal(change({ shippingProvider: 'DHL' }), undefined)
  assert.equal(change(null), undefined)
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
  assert.deepEqual(activitiesOf({ before: 'PARTIALLY_FULFILLED', after: 'NOT_FULFILLED' }, []), ['ORDER_NOT_FULFILLED'])
  assert.deepEqual(activitiesOf(none, [{ before: tracked, after: plain }]), [], 'nothing of tracking that is cleared')
  assert.deepEqual(activitiesOf(none, [{ before: tracked, after: tracked }, { before: tracked }]), [])
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
  assert.deepEqual(shipmentsTold([{ before: plain }], [tracked]), [{ type: 'SHIPMENT_VOIDED', additionalData: { quantity: '1' } }])
  assert.deepEqual(shipmentsTold([{ before: plain, after: plain }], [plain]), [])
  const { trackingLink, trackingNumber, shippingProvider } = tracked.tracking!
  const stored = {
    ...tracked,
    tracking: { trackingLink: trackingLink!, trackingNumber: trackingNumber!, shippingProvider: shippingProvider! },
  }
  assert.deepEqual(shipmentsTold([{ before: stored, after: tracked }], [plain, tracked]), [], 'the same, read in another order')
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
