import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { minor } from '@vitrine/pricing'
import { cancellationAsked } from './cancellation-asked.ts'
import type { EmailMessage } from './email.ts'
import { filesReady } from './files-ready.ts'
import type { OrderFacts } from './order-confirmation.ts'
import { orderCanceled } from './order-news.ts'
import { orderDelivered, orderShipped, pickupReady, type ShipmentFacts } from './order-on-its-way.ts'
import { paymentAsked, paymentReceived } from './payment-asked.ts'
import { paymentFailed } from './payment-failed.ts'
import { columnsOf, plainWidth } from './plain.ts'
import { takenBack } from './taken-back.ts'

const facts: OrderFacts = {
  shop: {
    name: 'Morrow',
    url: 'https://morrow.example/',
    locale: 'en',
    timeZone: 'Europe/Berlin',
    address: ['Kastanienallee 77', '10435 Berlin'],
    help: 'Questions? Answer this email, Lene reads it.',
  },
  number: '10482',
  placedAt: new Date('2026-11-21T10:54:00Z'),
  firstName: 'Hanna',
  currency: 'EUR',
  lines: [
    { id: 'mug', name: 'Morning Mug', description: 'Sage, large', quantity: 2, amount: minor(6000) },
    { id: 'plate', name: 'Table Plate', description: 'Chalk', quantity: 2, amount: minor(6400) },
    { id: 'print', sent: false, name: 'Two Vessels', quantity: 1, amount: minor(900) },
  ],
  sums: { subtotal: minor(13300), discounts: [], taxes: [], taxIncluded: true, total: minor(13300) },
  payment: { state: 'paid', method: 'Visa ending 4242' },
  delivery: { kind: 'shipping', to: ['Hanna Keller', 'Kastanienallee 24', '10435 Berlin'], arrives: '2 to 3 working days' },
  statusUrl: 'https://morrow.example/orders/abc?token=x',
}
const shipment: ShipmentFacts = {
  units: [
    { lineId: 'mug', quantity: 2 },
    { lineId: 'plate', quantity: 2 },
  ],
  carrier: 'DHL',
  trackingNumber: '0034 0434',
  trackingLink: 'https://dhl.example/00340434',
  sentAt: new Date('2026-11-23T14:40:00Z'),
  earlier: false,
  waiting: 0,
}
const foot = `------------------------------------------------------------
Questions? Answer this email, Lene reads it. You get this
email because you ordered; it is not a newsletter.
Morrow, Kastanienallee 77, 10435 Berlin
`

describe('on its way', () => {
  test('all of it, as plain text', () => {
    const { subject, text } = orderShipped(facts, shipment, { again: false })
    assert.equal(subject, 'Order 10482 is on its way')
    assert.equal(
      text,
      `Morrow

Hanna, your order is on its way.

DHL has it since Monday 23 November, 15:40. Expected: 2 to 3
working days.

Track the parcel:
https://dhl.example/00340434
DHL 0034 0434. See the order
(https://morrow.example/orders/abc?token=x)

Ordered                                    Sat 21 Nov, 11:54
Handed to DHL                              Mon 23 Nov, 15:40
At your door                             2 to 3 working days

In this parcel, all four pieces
------------------------------------------------------------
Morning Mug
  Sage, large × 2
Table Plate
  Chalk × 2

Goes to
Hanna Keller
Kastanienallee 24
10435 Berlin

${foot}`,
    )
  })

  test('a part of it, without a number; and the number when it comes', () => {
    const {
      trackingNumber: _,
      trackingLink: __,
      carrier: ___,
      ...plain
    } = { ...shipment, units: [{ lineId: 'mug', quantity: 1 }], waiting: 3 }
    const part = orderShipped(facts, plain, { again: false })
    assert.equal(part.subject, 'A part of order 10482 is on its way')
    assert.match(
      part.text,
      /The post has these pieces since Monday 23 November, 15:40\.[^]*The rest follows, and\s+we\s+write again when it goes\./,
    )
    assert.match(part.text, /Follow the order:\nhttps:\/\/morrow\.example\/orders\/abc\?token=x\n/)
    assert.match(part.text, /In this parcel, one piece\n/)
    const rest = orderShipped(facts, { ...shipment, units: [{ lineId: 'plate', quantity: 2 }], earlier: true }, { again: false })
    assert.equal(rest.subject, 'The rest of order 10482 is on its way')
    assert.match(rest.text, /With it everything has left\./)
    assert.doesNotMatch(rest.text, /The rest follows/)
    const again = orderShipped(facts, { ...shipment, trackingLink: undefined as never }, { again: true })
    assert.equal(again.subject, 'The tracking number of order 10482')
    assert.match(again.text, /Here is the number to follow it by\./)
  })

  test('arrived', () => {
    const { subject, text } = orderDelivered(facts, shipment)
    assert.equal(subject, 'Order 10482 has arrived')
    assert.match(text, /^Morrow\n\nHanna, is all of it as it should be\?\n\n/)
    assert.match(text, /See the order:\nhttps:\/\/morrow\.example/)
  })

  test('ready to be collected', () => {
    const { subject, text } = pickupReady(
      { ...facts, delivery: { kind: 'pickup', at: ['Studio', 'Kastanienallee 77'], ready: 'From 10:00' } },
      shipment,
    )
    assert.equal(subject, 'Order 10482 is ready for you')
    assert.match(text, /Come by when it suits you, and tell us the number 10482\.\n/)
    assert.match(text, /Waits at\nStudio\nKastanienallee 77\n\nWhen\nFrom 10:00\n/)
  })
})

describe('files', () => {
  const file = {
    name: 'two-vessels.pdf',
    bytes: 4840,
    link: 'https://morrow.example/downloads/a/b?key=x',
    until: new Date('2026-12-21T10:00:00Z'),
    times: 5,
  }

  test('one, behind the button', () => {
    const { subject, text } = filesReady(facts, [file])
    assert.equal(subject, 'two-vessels.pdf of order 10482')
    assert.match(
      text,
      /Hanna, your file is ready\.\n\nThe link works until Monday 21 December, five times\. After\nthat the page of your order has a new one\.\n/,
    )
    assert.match(text, /Fetch the file:\nhttps:\/\/morrow\.example\/downloads\/a\/b\?key=x\ntwo-vessels\.pdf, 5 kB\./)
  })

  test('several, each with its link', () => {
    const { subject, text } = filesReady(facts, [file, { ...file, name: 'film.mp4', bytes: 48_000_000, times: 1 }])
    assert.equal(subject, 'Your files of order 10482')
    assert.match(text, /film\.mp4\n48 MB\. Fetch it\s+\(https:\/\/morrow\.example\/downloads/)
  })
})

test('a payment that failed, with the way to try again or without one', () => {
  const failed = paymentFailed(facts, { amount: minor(13300), method: 'Visa ending 4242', payUrl: 'https://morrow.example/checkout/c' })
  assert.equal(failed.subject, 'The payment for order 10482 did not go through')
  assert.match(failed.text, /The bank of your Visa ending 4242 said no to €133\.00\.\nNothing was charged\./)
  assert.match(failed.text, /Pay again:\nhttps:\/\/morrow\.example\/checkout\/c\nSee the order/)
  assert.match(paymentFailed(facts, { amount: minor(100) }).text, /Answer this\s+email, and we find another way\./)
})

test('a cancelled order says what was refunded, what goes back, and what does not', () => {
  const leadOf = (paid: number, pendingRefund: number, refunded: number) => {
    const { text } = orderCanceled(facts, { paid: minor(paid), pendingRefund: minor(pendingRefund), refunded: minor(refunded) })
    return text
      .match(/Nothing of it will be sent[^]*?\n\n/)![0]
      .trim()
      .replaceAll(/\s+/g, ' ')
  }
  assert.equal(leadOf(0, 0, 0), 'Nothing of it will be sent, and nothing is due.')
  assert.equal(leadOf(0, 0, 13300), 'Nothing of it will be sent. We refunded €133.00.')
  assert.equal(
    leadOf(10000, 10000, 3300),
    'Nothing of it will be sent. We refunded €33.00. The rest of what you paid, €100.00, goes back the way it came; we write once more when it does.',
  )
  assert.match(leadOf(13300, 13300, 0), / What you paid, €133\.00, goes back the way it came; we write once more when it does\.$/)
  assert.equal(
    leadOf(10000, 4000, 0),
    'Nothing of it will be sent. €40.00 of what you paid goes back the way it came; we write once more when it does. €60.00 of what you paid has not been refunded.',
  )
})

test('a cancelled order announces no second email where no money is on its way back', () => {
  const { text, html } = orderCanceled(facts, { paid: minor(13300), pendingRefund: minor(0), refunded: minor(0) })
  assert.match(text.replaceAll(/\s+/g, ' '), /Nothing of it will be sent\. What you paid, €133\.00, has not been refunded\./)
  for (const written of [text, html]) assert.doesNotMatch(written, /once more|goes back/)
})

test('the shop is told when a buyer asks to cancel', () => {
  const { subject, text } = cancellationAsked(facts, { email: 'hanna@example.com', reason: 'By mistake', units: '' })
  assert.equal(subject, 'Hanna asks to cancel order 10482')
  assert.match(text, /“By mistake”/)
  assert.match(text, /hanna@example\.com/)
  const part = cancellationAsked(facts, { email: 'hanna@example.com', reason: '', units: '2 × Table Plate' })
  assert.equal(part.subject, 'Hanna asks to cancel a part of order 10482')
  assert.match(part.text.replaceAll('\n', ' '), /They do not want 2 × Table Plate any more\./)
})

test('nothing that people wrote becomes markup, and plain lines keep their width', () => {
  const evil = '"><img src=x onerror=alert(1)><script>'
  const bad: OrderFacts = { ...facts, firstName: evil, number: evil, lines: [{ id: 'mug', name: evil, quantity: 1, amount: minor(1) }] }
  const emails: EmailMessage[] = [
    orderShipped(bad, { ...shipment, carrier: evil, trackingNumber: evil, trackingLink: 'javascript:alert(1)' }, { again: false }),
    orderDelivered(bad, shipment),
    pickupReady({ ...bad, delivery: { kind: 'pickup', at: [evil] } }, shipment),
    filesReady(bad, [{ name: evil, bytes: 1, link: 'javascript:x', until: new Date(0), times: 1 }]),
    paymentFailed(bad, { amount: minor(1), method: evil, payUrl: 'javascript:x' }),
    cancellationAsked(bad, { email: evil, reason: evil, units: evil }),
    paymentAsked(bad, { amount: minor(1), url: 'javascript:x', message: evil }),
    paymentReceived(bad, { amount: minor(1), method: evil, rest: minor(1), receipt: evil }),
    takenBack(bad, { amount: minor(1) }),
  ]
  for (const { html, text } of emails) {
    assert.doesNotMatch(html, /<script|<img src=x|javascript:/)
    for (const row of text.split('\n')) assert.ok(columnsOf(row) <= plainWidth || !row.trim().includes(' '), row)
  }
})
