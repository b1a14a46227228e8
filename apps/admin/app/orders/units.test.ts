import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { leftOf, restockable, restockedAtFirst, sentOf, sharesOf, weightOf } from './units.ts'

const mug = { id: 'mug', quantity: 3, catalogReference: { appId: 'a', catalogItemId: 'b' } }
const voucher = { id: 'voucher', quantity: 1, itemType: { preset: 'GIFT_CARD' as const }, catalogReference: mug.catalogReference }
const shipment = { lineItems: [{ id: 'mug', quantity: 1 }] }

suite('the units of an order', () => {
  test('left, sent and back in stock make up the line', () => {
    const order = { lineItems: [{ ...mug, restockQuantity: 1 }, voucher] }
    assert.deepEqual(
      [...sentOf(order, [shipment])],
      [
        ['mug', 1],
        ['voucher', 0],
      ],
    )
    assert.deepEqual(
      [...leftOf(order, [shipment])],
      [
        ['mug', 1],
        ['voucher', 0],
      ],
    )
  })

  test('what came back after it had left is not to be sent again', () => {
    const order = { lineItems: [{ ...mug, restockQuantity: 2 }] }
    assert.equal(leftOf(order, [shipment, shipment]).get('mug'), 0)
  })

  test('no more goes back into stock than is refunded, and no unit twice', () => {
    assert.equal(restockable(mug, 2), 2)
    assert.equal(restockable({ ...mug, restockQuantity: 2 }, 2), 1)
  })

  test('what is not tracked in stock is not restocked', () => {
    assert.equal(restockable(voucher, 1), 0)
    assert.equal(restockable({ id: 'kiln', quantity: 2 }, 2), 0)
  })

  test('what never left goes back at first; what left does where the reason sends it back', () => {
    assert.equal(restockedAtFirst(3, 1, false), 1)
    assert.equal(restockedAtFirst(3, 1, true), 3)
    assert.equal(restockedAtFirst(1, 2, false), 1)
  })
})

test('what a line comes to is shared by the units in each shipment, to the cent', () => {
  const line = { id: 'mug', totalPriceAfterTax: { amount: '100.00' } }
  const part = (quantity: number) => [{ line, quantity }]
  const share = sharesOf({ currency: 'EUR', lineItems: [line as never] }, [part(1), [], part(2)])
  assert.deepEqual([share('mug', 0), share('mug', 1), share('mug', 2)], [3333, 0, 6667])
  assert.equal(share('other', 0), 0)
})

test('an order weighs what its lines do, where that is known of all that is sent', () => {
  const heavy = { ...mug, physicalProperties: { shippable: true, weight: 0.38 } }
  assert.equal(weightOf([heavy, { ...heavy, quantity: 1 }, voucher]), 1.52)
  assert.equal(weightOf([heavy, mug]), undefined)
  assert.equal(weightOf([voucher]), undefined)
})
