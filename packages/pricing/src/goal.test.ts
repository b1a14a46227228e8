import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { comeTo, goalOf } from './goal.ts'
import { type Minor, minor } from './money.ts'

const line = (id: string, quantity: number, price: Minor, collectionIds: readonly string[]) => ({
  id,
  quantity,
  price,
  shippable: true,
  item: { appId: 'stores', id, collectionIds },
})
const cart = [line('mug', 3, minor(2600), ['kitchen']), line('lamp', 1, minor(8900), ['home'])]
const kitchen = [{ collectionIds: ['kitchen'] }]

suite('a goal', () => {
  test('is the first thing that is counted, wherever in the trigger it stands', () => {
    const units = { type: 'ITEM_QUANTITY_RANGE', scopes: kitchen, from: 4 } as const
    const member = { type: 'CUSTOMER_ELIGIBILITY', memberIds: ['ada'] } as const
    assert.deepEqual(goalOf({ trigger: { type: 'AND', triggers: [member, units] } }), { unit: 'PIECES', needs: 4, scopes: kitchen })
    assert.deepEqual(goalOf({ trigger: { type: 'SUBTOTAL_RANGE', scopes: [], from: minor(5000) } }), {
      unit: 'AMOUNT',
      needs: 5000,
      scopes: [],
    })
    assert.equal(goalOf({ trigger: { type: 'SUBTOTAL_RANGE', scopes: [], to: minor(5000) } }), null)
    assert.equal(goalOf({}), null)
  })

  test('is what has to be bought, where something is given for that', () => {
    const offer = { scopes: kitchen, gets: 1 }
    assert.deepEqual(goalOf({ offer: { ...offer, buys: { quantity: 3 } } }), { unit: 'PIECES', needs: 3, scopes: kitchen })
    assert.deepEqual(goalOf({ offer: { ...offer, buys: { spend: minor(7000) } } }), { unit: 'AMOUNT', needs: 7000, scopes: kitchen })
  })

  test('is come to by the goods it speaks of, or by all', () => {
    assert.equal(comeTo({ unit: 'PIECES', needs: 4, scopes: kitchen }, cart), 3)
    assert.equal(comeTo({ unit: 'PIECES', needs: 4, scopes: [] }, cart), 4)
    assert.equal(comeTo({ unit: 'AMOUNT', needs: minor(1), scopes: kitchen }, cart), 7800)
    assert.equal(comeTo({ unit: 'AMOUNT', needs: minor(1), scopes: [] }, cart), 16_700)
  })
})
