import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AuditEntry } from '@vitrine/contract'
import { agentName } from '../parts/agent.ts'
import { aboutOf, actionOf, changeText, fieldName, valueText } from './text.ts'

const entry: AuditEntry = {
  id: '01a2',
  at: '2026-11-21T09:00:00.000Z',
  actor: { kind: 'STAFF' },
  act: 'CHANGED',
  operation: 'PATCH /ecom/v1/orders/{order.id}',
  summary: 'Change an order',
  unfinished: false,
  inSteps: false,
  kind: 'order',
  entityId: '01a3',
  name: '104171',
  entities: 1,
  fields: 1,
  first: { path: ['billingInfo', 'address', 'addressLine'], before: '12', after: '12a' },
  requestId: 'x',
}

test('says what it is about, what was done, and how it was', () => {
  assert.equal(aboutOf(entry), 'Order 104\u2009171')
  assert.equal(actionOf(entry), 'billing address line')
  assert.equal(changeText(entry, 'UTC'), '12 → 12a')
  assert.equal(actionOf({ ...entry, fields: 3 }), 'billing address line and 2 more')
  assert.equal(changeText({ ...entry, fields: 3 }, 'UTC'), '3 fields')
  assert.equal(aboutOf({ ...entry, kind: 'taxRegion', entities: 3 }), '3 tax regions')
})

test('has its own words for what is done, and the operation’s where it has none', () => {
  assert.equal(actionOf({ ...entry, act: 'DONE', operation: 'POST /ecom/v1/order-billing/refund-payments' }), 'refunded')
  assert.equal(actionOf({ ...entry, act: 'DONE', operation: 'POST /x/{id}/wave', first: undefined, summary: 'Wave at it' }), 'wave at it')
  assert.equal(aboutOf({ ...entry, kind: undefined, operation: 'POST /vitrine/v1/delivery/closed-days' }), 'Closed days')
})

test('says what was done to many members, and states and fields in words', () => {
  const job = {
    ...entry,
    act: 'CREATED',
    kind: 'memberJob',
    name: 'approve',
    operation: 'POST /members/v1/members/approve-by-filter',
  } as const
  assert.equal(`${aboutOf(job)}: ${actionOf(job)}`, 'Many members: approved')
  assert.equal(valueText('BLOCKED', 'UTC'), 'blocked')
  assert.equal(fieldName(['taxInfo', 'totalTax', 'amount']), 'total tax')
})

test('names fields without the steps that say nothing', () => {
  assert.equal(fieldName(['specification', 'percentOffRate']), 'percent off rate')
  assert.equal(fieldName(['priceSummary', 'total', 'amount']), 'price summary total')
  assert.equal(fieldName(['deliveryRegions', '#a', 'active']), 'delivery regions active')
  assert.equal(fieldName(['amount']), 'amount')
})

test('shows values as one reads them', () => {
  const text = (value: unknown) => valueText(value, 'Europe/Berlin')
  assert.deepEqual([text(undefined), text(''), text(true), text(7), text(['a', 'b']), text([])], ['—', '—', 'yes', '7', 'a, b', '—'])
  assert.equal(text({ id: 'x', name: 'Cash', hint: 'In the admin' }), 'Cash')
  assert.equal(text({ amount: '5.00', currency: 'EUR', none: null }), 'amount 5.00, currency EUR')
  assert.equal(text('2026-11-21T09:00:00.000Z'), 'Sat 21 Nov, 10:00')
})

test('a comment of the staff is its text', () => {
  const comment = { type: 'MERCHANT_COMMENT', authorEmail: 'lene@morrow.example', merchantComment: { message: 'Call before delivery.' } }
  assert.equal(valueText(comment, 'UTC'), '“Call before delivery.”')
  const first = { path: ['activities', '#01a4'], after: comment }
  assert.equal(changeText({ ...entry, first }, 'UTC'), '— → “Call before delivery.”')
  assert.equal(valueText({ ...comment, merchantComment: null, authorEmail: '' }, 'UTC'), 'type merchant comment')
})

test('knows from where one came', () => {
  assert.equal(agentName('Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0'), 'Mac, Firefox')
  assert.equal(agentName('warehouse/2.1'), 'warehouse/2.1')
})
