import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { leftOf, sentOf, shelvable, shelvedAtFirst } from './pieces.ts'

const mug = { id: 'mug', quantity: 3, catalogReference: { appId: 'a', catalogItemId: 'b' } }
const voucher = { id: 'voucher', quantity: 1, itemType: { preset: 'GIFT_CARD' as const }, catalogReference: mug.catalogReference }
const parcel = { lineItems: [{ id: 'mug', quantity: 1 }] }

suite('the pieces of an order', () => {
  test('left, sent and back in stock make up the line', () => {
    const order = { lineItems: [{ ...mug, restockQuantity: 1 }, voucher] }
    assert.deepEqual(
      [...sentOf(order, [parcel])],
      [
        ['mug', 1],
        ['voucher', 0],
      ],
    )
    assert.deepEqual(
      [...leftOf(order, [parcel])],
      [
        ['mug', 1],
        ['voucher', 0],
      ],
    )
  })

  test('what came back after it had left is not to be sent again', () => {
    const order = { lineItems: [{ ...mug, restockQuantity: 2 }] }
    assert.equal(leftOf(order, [parcel, parcel]).get('mug'), 0)
  })

  test('no more goes back into stock than is refunded, and no piece twice', () => {
    assert.equal(shelvable(mug, 2), 2)
    assert.equal(shelvable({ ...mug, restockQuantity: 2 }, 2), 1)
  })

  test('what no shelf holds does not go back to one', () => {
    assert.equal(shelvable(voucher, 1), 0)
    assert.equal(shelvable({ id: 'kiln', quantity: 2 }, 2), 0)
  })

  test('what never left goes back at first; what left does where the reason sends it back', () => {
    assert.equal(shelvedAtFirst(3, 1, false), 1)
    assert.equal(shelvedAtFirst(3, 1, true), 3)
    assert.equal(shelvedAtFirst(1, 2, false), 1)
  })
})
