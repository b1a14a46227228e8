import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checksOf, wrongOf } from './checks.ts'

const [line] = checksOf([{ lineItemId: 'a', quantity: 3 }])

test('all of it is accepted and restocked until somebody says otherwise', () => {
  assert.deepEqual(line, { lineItemId: 'a', condition: 'AS_NEW', accepted: '3', restocked: '3' })
  assert.equal(wrongOf(line, 3), undefined)
})

test('no more is accepted than came back, and no more restocked than is accepted', () => {
  assert.deepEqual(wrongOf({ ...line!, accepted: '4' }, 3), { accepted: 'From 0 to 3.' })
  assert.deepEqual(wrongOf({ ...line!, accepted: 'x' }, 3), { accepted: 'From 0 to 3.' })
  assert.deepEqual(wrongOf({ ...line!, accepted: '1', restocked: '2' }, 3), { restocked: 'From 0 to 1.' })
  assert.equal(wrongOf({ ...line!, accepted: '0', restocked: '0' }, 3), undefined)
})
