import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type PublishedOperation, published } from './contract.ts'
import { operationFaults } from './operations.ts'

const unanswered = (tier: PublishedOperation['tier'], id: string): PublishedOperation => ({
  id,
  tier,
  method: 'GET',
  paths: ['/ecom/v1/nothing-answers-this'],
  call: 'getNothing',
  responseType: null,
  response: {},
})

test('every operation of the specification is answered, and of all others it is said why not', () => {
  assert.deepEqual(operationFaults(), [])
})

test('a gap without a reason is a fault', () => {
  assert.deepEqual(operationFaults([...published.operations, unanswered('shell', 'ecom.new.getNothing')]), [
    'docs/published-operations.md: nothing answers ecom.new.getNothing (shell), and scripts/published/gaps.ts does not say why',
  ])
})

test('in the specification a gap is a fault whatever the reason', () => {
  const [fault, ...rest] = operationFaults([...published.operations, unanswered('named', 'ecom.orders.aggregateOrders')])
  assert.match(fault!, /ecom\.orders\.aggregateOrders \(named\)/)
  assert.deepEqual(rest, [])
})

test('a reason that fits nothing any more is a fault', () => {
  assert.ok(operationFaults([]).every((fault) => fault.includes('nothing that is missing fits')))
  assert.ok(operationFaults([]).length > 0)
})
