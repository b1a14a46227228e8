import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Refusal } from '../../kernel/refusal.ts'
import { usualReturnSettings } from '../../kernel/settings/return-settings.ts'
import {
  acceptedUnits,
  actionsOf,
  amountOf,
  checkedLines,
  heldUnits,
  isPossible,
  type LineFacts,
  leftToReturn,
  waitsForShop,
  windowOf,
} from './rules.ts'

const mug: LineFacts = { id: 'mug', quantity: 3, shipped: 3, refunded: 0, isGoods: true, productId: 'p1' }
const back = (quantity: number, accepted?: number) => ({
  lineItemId: 'mug',
  quantity,
  amount: quantity * 1000,
  ...(accepted !== undefined && { checked: { condition: 'AS_NEW' as const, accepted, restocked: accepted } }),
})
const left = (line: LineFacts, returns: Parameters<typeof leftToReturn>[1] = [], merchant = false, excludedProductIds: string[] = []) =>
  leftToReturn(line, returns, { excludedProductIds }, merchant)

describe('how many units can still come back', () => {
  test('those that were shipped', () => {
    assert.deepEqual(left(mug), { returnable: 3 })
    assert.deepEqual(left({ ...mug, shipped: 1 }), { returnable: 1, because: 'NOT_SHIPPED' })
    assert.deepEqual(left({ ...mug, shipped: 0 }), { returnable: 0, because: 'NOT_SHIPPED' })
  })

  test('not those that were refunded, nor those in another return', () => {
    assert.deepEqual(left({ ...mug, refunded: 1 }), { returnable: 2, because: 'RETURNED' })
    assert.deepEqual(left(mug, [{ status: 'REQUESTED', lines: [back(2)] }]), { returnable: 1, because: 'RETURNED' })
    assert.deepEqual(left({ ...mug, refunded: 2 }, [{ status: 'REFUNDED', lines: [back(2, 2)] }]), { returnable: 1, because: 'RETURNED' })
    assert.equal(left({ ...mug, refunded: 3 }, [{ status: 'APPROVED', lines: [back(1)] }]).returnable, 0)
  })

  test('a unit that was never shipped and refunded takes nothing from those that were', () =>
    assert.equal(left({ ...mug, shipped: 1, refunded: 2 }).returnable, 1))

  test('what was called off is free again; what was refused only for the shop', () => {
    assert.equal(left(mug, [{ status: 'CANCELED', lines: [back(3)] }]).returnable, 3)
    assert.equal(left(mug, [{ status: 'REFUSED', lines: [back(3)] }]).returnable, 0)
    assert.equal(left(mug, [{ status: 'REFUSED', lines: [back(3)] }], true).returnable, 3)
  })

  test('a unit that came back and was not accepted does not come back again', () => {
    const settled = [{ status: 'REFUNDED' as const, lines: [back(2, 1)] }]
    assert.equal(heldUnits(settled, 'mug', false), 1)
    assert.equal(left({ ...mug, refunded: 1 }, settled).returnable, 1)
  })

  test('what was exchanged counts as refunded, a refund that nobody checked holds nothing, and other lines do not count', () => {
    assert.equal(heldUnits([{ status: 'EXCHANGED', lines: [back(3, 1)] }], 'mug', false), 2)
    assert.equal(heldUnits([{ status: 'REFUNDED', lines: [back(3)] }], 'mug', false), 0)
    assert.equal(heldUnits([{ status: 'REQUESTED', lines: [{ ...back(3), lineItemId: 'plate' }, back(1)] }], 'mug', false), 1)
  })

  test('files, and what the shop leaves with its buyers, do not', () => {
    assert.deepEqual(left({ ...mug, isGoods: false }, [], true), { returnable: 0, because: 'EXCLUDED' })
    assert.deepEqual(left(mug, [], false, ['p1']), { returnable: 0, because: 'EXCLUDED' })
    assert.equal(left(mug, [], true, ['p1']).returnable, 3)
  })
})

test('the window is counted from when the goods arrived', () => {
  const arrived = new Date('2026-03-01T10:00:00.000Z')
  const at = (day: string) => windowOf(arrived, usualReturnSettings, new Date(`2026-03-${day}T10:00:00.000Z`))
  assert.deepEqual(at('15'), { until: new Date('2026-03-31T10:00:00.000Z'), isOpen: true, isAutomatic: true })
  assert.deepEqual([at('16').isAutomatic, at('31').isOpen], [false, true])
  assert.equal(windowOf(arrived, usualReturnSettings, new Date('2026-03-31T10:00:00.001Z')).isOpen, false)
  assert.equal(windowOf(arrived, { windowDays: 30, automaticDays: 0 }, arrived).isAutomatic, false)
})

describe('what can be done', () => {
  const lines = [back(2)]
  test('by the shop, step by step', () => {
    assert.deepEqual(actionsOf({ status: 'REQUESTED', lines }, true), ['APPROVE', 'REFUSE', 'CANCEL'])
    assert.deepEqual(actionsOf({ status: 'APPROVED', lines }, true), ['REFUSE', 'RECEIVE', 'CHECK', 'CANCEL'])
    assert.deepEqual(actionsOf({ status: 'RECEIVED', lines }, true), ['REFUSE', 'CHECK'])
    assert.deepEqual(actionsOf({ status: 'CHECKED', lines: [back(2, 1)] }, true), ['REFUND', 'EXCHANGE'])
    for (const status of ['REFUNDED', 'EXCHANGED', 'REFUSED', 'CANCELED'] as const) assert.deepEqual(actionsOf({ status, lines }, true), [])
  })

  test('what was accepted cannot be refused, and what was not cannot be refunded', () => {
    assert.equal(isPossible('REFUSE', { status: 'CHECKED', lines: [back(2, 1)] }), false)
    assert.deepEqual(actionsOf({ status: 'CHECKED', lines: [back(2, 0)] }, true), ['REFUSE'])
  })

  test('what the bank refused in the end is refunded once more', () => {
    const refunded = { status: 'REFUNDED' as const, lines: [back(2, 1)] }
    assert.deepEqual(actionsOf({ ...refunded, refund: 'FAILED' }, true), ['REFUND'])
    assert.deepEqual(actionsOf({ ...refunded, refund: 'FAILED' }, false), [])
    assert.deepEqual(actionsOf({ ...refunded, refund: 'SUCCEEDED' }, true), [])
  })

  test('the shop is waited for after a request, and from when the goods are there until it is settled', () => {
    const all = ['REQUESTED', 'APPROVED', 'RECEIVED', 'CHECKED', 'REFUNDED', 'EXCHANGED', 'REFUSED', 'CANCELED'] as const
    assert.deepEqual(all.filter(waitsForShop), ['REQUESTED', 'RECEIVED', 'CHECKED'])
  })

  test('a buyer calls it off until the goods are with the shop', () => {
    assert.deepEqual(actionsOf({ status: 'APPROVED', lines }, false), ['CANCEL'])
    assert.deepEqual(actionsOf({ status: 'RECEIVED', lines }, false), [])
  })
})

describe('what it comes to', () => {
  test('only what was accepted counts, once somebody has looked', () => {
    assert.equal(amountOf([back(2)]), 2000)
    assert.equal(amountOf([back(2, 1), back(1)]), 2000)
    assert.equal(amountOf([back(3, 2), back(2, 0)]), 2000)
    assert.deepEqual([acceptedUnits([back(3, 2), back(2, 0), back(1, 1)]), acceptedUnits([back(2)])], [3, 0])
  })

  test('never more than was paid for the units that were accepted, where it does not divide', () => {
    assert.equal(amountOf([{ ...back(3, 2), amount: 1000 }]), 666)
    assert.equal(amountOf([{ ...back(3, 3), amount: 1000 }]), 1000)
  })
})

describe('what was found', () => {
  const lines = [back(2)]
  const found = (condition: 'AS_NEW' | 'USED' | 'DAMAGED', accepted: number, restocked: number, lineItemId = 'mug') =>
    checkedLines(lines, [{ lineItemId, condition, accepted, restocked }])
  test('is kept with its line', () =>
    assert.deepEqual(found('USED', 2, 1), [{ ...lines[0], checked: { condition: 'USED', accepted: 2, restocked: 1 } }]))

  test('of several lines is kept with each, and a refusal names the line that it is about', () => {
    const two = [back(2), { ...back(1), lineItemId: 'plate' }]
    const ok = (lineItemId: string) => ({ lineItemId, condition: 'AS_NEW' as const, accepted: 1, restocked: 1 })
    const both = checkedLines(two, [ok('plate'), ok('mug')])
    assert.ok(!(both instanceof Refusal))
    assert.deepEqual(
      both.map(({ lineItemId, checked }) => [lineItemId, checked?.accepted]),
      [
        ['mug', 1],
        ['plate', 1],
      ],
    )
    const named = (result: ReturnType<typeof checkedLines>) => (result instanceof Refusal ? [result.code, result.data] : result)
    const about = (lineItemId: string) => ['INVALID_RETURN_CHECK', { lineItemId }]
    assert.deepEqual(named(checkedLines(two, [ok('mug'), ok('bowl')])), about('bowl'))
    assert.deepEqual(named(checkedLines(two, [ok('mug'), ok('plate'), ok('plate')])), about('plate'))
    assert.deepEqual(named(checkedLines(two, [ok('mug')])), about('plate'))
    assert.deepEqual(named(checkedLines(two, [ok('mug'), { ...ok('plate'), accepted: 2 }])), about('plate'))
  })

  test('may be damaged and accepted, as long as nothing of it goes back into stock; all that is accepted may go back otherwise', () => {
    assert.ok(!(found('DAMAGED', 2, 0) instanceof Refusal))
    assert.ok(!(found('AS_NEW', 2, 2) instanceof Refusal))
    assert.ok(!(found('USED', 0, 0) instanceof Refusal))
  })

  test('is refused where it cannot be', () => {
    for (const wrong of [
      found('AS_NEW', 3, 0),
      found('AS_NEW', 1, 2),
      found('DAMAGED', 2, 1),
      found('AS_NEW', 2, 2, 'plate'),
      checkedLines(lines, []),
      checkedLines(
        lines,
        [1, 1].map(() => ({ lineItemId: 'mug', condition: 'AS_NEW' as const, accepted: 1, restocked: 1 })),
      ),
    ])
      assert.ok(wrong instanceof Refusal)
  })
})
