import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { StoredOrder } from './stored-order.ts'
import { type ShipmentOnTheWay, timeline } from './timeline.ts'

const placed = new Date('2026-03-10T09:00:00.000Z')
const canceled = new Date('2026-03-11T09:00:00.000Z')

interface Facts {
  readonly order?: Partial<StoredOrder>
  readonly document?: object
  readonly pickup?: boolean
  readonly shippable?: boolean
}

const orderOf = ({ order = {}, document = {}, pickup = false, shippable = true }: Facts = {}): StoredOrder =>
  ({
    status: 'APPROVED',
    paymentStatus: 'PAID',
    fulfillmentStatus: 'NOT_FULFILLED',
    createdAt: placed,
    updatedAt: canceled,
    ...order,
    document: {
      lineItems: [{ physicalProperties: { shippable } }],
      purchasedDate: '2026-03-10T09:01:00.000Z',
      shippingInfo: { logistics: pickup ? { pickupDetails: { pickupMethod: 'STORE_PICKUP' } } : {} },
      ...document,
    },
  }) as unknown as StoredOrder

const shipment = (stage: ShipmentOnTheWay['stage'], completed: boolean, reached: ShipmentOnTheWay['reached'] = {}): ShipmentOnTheWay => ({
  stage,
  completed,
  reached,
})
const stops = (...of: Parameters<typeof timeline>) => timeline(...of).map(({ stop, state }) => `${stop} ${state}`)
const dates = (...of: Parameters<typeof timeline>) => Object.fromEntries(timeline(...of).map(({ stop, date }) => [stop, date]))

describe('the timeline of an order', () => {
  test('waits for its payment, and for nothing else before that', () => {
    const unpaid = orderOf({ order: { status: 'PENDING', paymentStatus: 'PENDING' } })
    assert.deepEqual(stops(unpaid, []), ['PLACED DONE', 'PAID NOW', 'PACKED NEXT', 'SENT NEXT', 'DELIVERED NEXT'])
    assert.equal(dates(unpaid, [])['PAID'], undefined)
  })

  test('is packed once it is paid, and when all of it is on its way, sent', () => {
    assert.deepEqual(stops(orderOf(), []), ['PLACED DONE', 'PAID DONE', 'PACKED NOW', 'SENT NEXT', 'DELIVERED NEXT'])
    const part = orderOf({ order: { fulfillmentStatus: 'PARTIALLY_FULFILLED' } })
    assert.equal(stops(part, [shipment('SENT', true)])[3], 'SENT NEXT', 'a part of it')
    const all = orderOf({ order: { fulfillmentStatus: 'FULFILLED' } })
    assert.deepEqual(stops(all, [shipment('SENT', true)]), ['PLACED DONE', 'PAID DONE', 'PACKED DONE', 'SENT NOW', 'DELIVERED NEXT'])
  })

  test('is delivered when its last shipment is', () => {
    const all = orderOf({ order: { fulfillmentStatus: 'FULFILLED' } })
    assert.equal(stops(all, [shipment('DELIVERED', true), shipment('SENT', true)]).at(-1), 'DELIVERED NEXT')
    assert.deepEqual(stops(all, [shipment('DELIVERED', true), shipment('DELIVERED', true)]).slice(3), ['SENT DONE', 'DELIVERED NOW'])
    assert.equal(stops(all, []).at(-1), 'DELIVERED NEXT', 'fulfilled without a shipment')
    assert.equal(
      stops(all, [shipment('DELIVERED', true), shipment('PREPARING', false)]).at(-1),
      'DELIVERED NOW',
      'an open shipment is not of it',
    )
  })

  test('an unpaid order whose goods are on their way is being packed', () => {
    const unpaid = orderOf({ order: { paymentStatus: 'NOT_PAID' } })
    assert.deepEqual(stops(unpaid, [shipment('SENT', true)]).slice(1, 3), ['PAID NOW', 'PACKED NOW'])
    assert.equal(stops(unpaid, [shipment('PACKED', false)])[2], 'PACKED NEXT')
  })

  test('that is picked up is ready in the place of sent', () => {
    const ready = orderOf({ pickup: true, order: { fulfillmentStatus: 'FULFILLED' } })
    const reached = { READY: '2026-03-12T10:00:00.000Z', SENT: '2026-03-12T11:00:00.000Z' }
    assert.equal(stops(ready, [shipment('READY', true)])[3], 'READY_FOR_PICKUP NOW')
    assert.equal(dates(ready, [shipment('READY', true, reached)])['READY_FOR_PICKUP'], '2026-03-12T10:00:00.000Z')
  })

  test('without goods ends with its payment', () => {
    assert.deepEqual(stops(orderOf({ shippable: false }), []), ['PLACED DONE', 'PAID DONE'])
    assert.deepEqual(stops(orderOf({ document: { lineItems: [{}] } }), []), ['PLACED DONE', 'PAID DONE'])
  })

  test('that was canceled says so and nothing else', () => {
    assert.deepEqual(timeline(orderOf({ order: { status: 'CANCELED' } }), [shipment('SENT', true)]), [
      { stop: 'PLACED', state: 'DONE', date: placed.toISOString() },
      { stop: 'CANCELED', state: 'NOW', date: canceled.toISOString() },
    ])
  })

  test('says when each step was reached, of several shipments when the last was', () => {
    const order = orderOf({ order: { fulfillmentStatus: 'FULFILLED' } })
    const first = { PACKED: '2026-03-11T09:00:00.000Z', SENT: '2026-03-12T09:00:00.000Z', DELIVERED: '2026-03-14T09:00:00.000Z' }
    const second = { PACKED: '2026-03-11T12:00:00.000Z', SENT: '2026-03-12T08:00:00.000Z', DELIVERED: '2026-03-13T09:00:00.000Z' }
    assert.deepEqual(dates(order, [shipment('DELIVERED', true, first), shipment('DELIVERED', true, second)]), {
      PLACED: placed.toISOString(),
      PAID: '2026-03-10T09:01:00.000Z',
      PACKED: second.PACKED,
      SENT: first.SENT,
      DELIVERED: first.DELIVERED,
    })
    const next = dates(orderOf(), [shipment('DELIVERED', true, first)])
    assert.deepEqual([next['SENT'], next['DELIVERED']], [undefined, undefined], 'a step that comes has no date')
  })
})

describe('an order counts as paid', () => {
  const paid = (paymentStatus: StoredOrder['paymentStatus'], document: object = {}, status: StoredOrder['status'] = 'APPROVED') =>
    stops(orderOf({ order: { paymentStatus, status }, document }), [])[1] === 'PAID DONE'
  const left = (balance: string, reason: object = { later: '10.00' }) => ({
    balanceSummary: { balance: { amount: balance } },
    reasons: [{ step: 'LATER', ...reason }],
  })

  test('once the money came, also where it went back', () => {
    for (const status of ['PAID', 'PARTIALLY_REFUNDED', 'FULLY_REFUNDED'] as const) assert.equal(paid(status), true, status)
    for (const status of ['NOT_PAID', 'PENDING', 'PARTIALLY_PAID', 'DECLINED'] as const) assert.equal(paid(status), false, status)
  })

  test('where only what was agreed to come later is left, to the cent', () => {
    assert.equal(paid('PARTIALLY_PAID', left('10.00')), true)
    assert.equal(paid('PARTIALLY_PAID', left('10.01')), false)
    assert.equal(paid('NOT_PAID', left('14.50', { later: '10.00', afterFreeTrial: '4.50' })), true)
    assert.equal(paid('NOT_PAID', left('14.51', { later: '10.00', afterFreeTrial: '4.50' })), false)
    assert.equal(paid('PARTIALLY_PAID', { balanceSummary: { balance: { amount: '0.01' } }, reasons: [{ step: 'TAX' }] }), false)
  })

  test('not while it is only placed, whatever is left', () => {
    assert.equal(paid('PARTIALLY_PAID', left('10.00'), 'PENDING'), false)
  })
})
