import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linesBeside, todosOf } from './todos.ts'

const nothing = {
  duties: { late: 0, dueToday: 0, declined: 0, held: 0, toFulfill: 0 },
  toRead: 0,
  toApprove: undefined,
  failedChecks: undefined,
}

test('what waits is listed once each, with the number in its words, and what does not wait is left out', () => {
  assert.deepEqual(todosOf(nothing), [])
  const todos = todosOf({
    ...nothing,
    duties: { ...nothing.duties, dueToday: 12, declined: 1, toFulfill: 45 },
    toRead: 5,
    toApprove: { count: 3, to: '/members' },
  })
  assert.deepEqual(
    todos.map(({ count, name, to }) => `${count} ${name} ${to}`),
    [
      '12 orders leave today /orders?fulfilment=waiting&due=today&sort=due&columns=number,placed,customer,items,total,payment,fulfilment,due,tags',
      '1 payment failed /orders?payment=failed',
      '45 orders to fulfil /orders?fulfilment=waiting',
      '5 reviews wait /reviews',
      '3 members wait for approval /members',
    ],
  )
  assert.equal(todosOf({ ...nothing, toRead: 1 })[0]?.name, 'review waits')
})

test('the live lines are as high as the list beside them, five at least and ten at most', () => {
  assert.deepEqual([0, 1, 4, 5, 6, 7, 12].map(linesBeside), [5, 5, 6, 7, 9, 10, 10])
})
