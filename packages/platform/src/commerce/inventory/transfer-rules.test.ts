import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { isComplete, onItsWay, receivedLines, type StoredLine, summed } from './transfer-rules.ts'

const line = (variantId: string, quantity: number, received = 0, missing = 0): StoredLine => ({
  productId: 'mug',
  variantId,
  quantity,
  received,
  missing,
})
const units = (variantId: string, quantity: number) => ({ productId: 'mug', variantId, quantity })

test('what is on its way is what was sent less what arrived and what is missing; never less than nothing', () => {
  assert.equal(onItsWay(line('sage', 10, 4, 1)), 5)
  assert.equal(onItsWay(line('sage', 10, 12)), 0)
})

test('lines of one variant are one, in the order in which they come first; other variants and products stay apart', () => {
  assert.deepEqual(summed([units('sage', 2), units('ink', 1), units('sage', 3), { ...units('sage', 7), productId: 'bowl' }]), [
    units('sage', 5),
    units('ink', 1),
    { ...units('sage', 7), productId: 'bowl' },
  ])
})

describe('receiving a transfer', () => {
  const sent = [line('sage', 10, 2), line('ink', 5)]

  test('adds what arrived to its own line, and leaves the rest on its way', () => {
    assert.deepEqual(receivedLines(sent, [units('sage', 3)], false), [line('sage', 10, 5), line('ink', 5)])
  })

  test('and closing it counts what has not arrived as missing', () => {
    const closed = receivedLines(sent, [units('sage', 3)], true)
    assert.deepEqual(closed, [line('sage', 10, 5, 5), line('ink', 5, 0, 5)])
    assert.equal(isComplete(closed), true)
  })

  test('more than was sent may arrive, and then nothing is missing', () => {
    assert.deepEqual(receivedLines([line('sage', 10)], [units('sage', 12)], true), [line('sage', 10, 12)])
  })

  test('keeps what was counted as missing before where it stays open', () => {
    assert.deepEqual(receivedLines([line('sage', 10, 2, 3)], [units('sage', 1)], false), [line('sage', 10, 3, 3)])
  })

  test('loses no unit: what was sent has arrived, is missing, or is on its way', () => {
    const amounts = fc.array(fc.tuple(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 30 })), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(amounts, fc.boolean(), (all, close) => {
        const lines = all.map(([quantity], i) => line(`v${i}`, quantity))
        const arrived = all.map(([quantity, count], i) => units(`v${i}`, Math.min(quantity, count)))
        for (const after of receivedLines(lines, arrived, close)) {
          assert.equal(after.received + after.missing + onItsWay(after), after.quantity)
          if (close) assert.equal(onItsWay(after), 0)
        }
      }),
    )
  })
})

test('a transfer is complete once no line is on its way', () => {
  assert.equal(isComplete([line('sage', 10, 10), line('ink', 5, 3, 2)]), true)
  assert.equal(isComplete([line('sage', 10, 10), line('ink', 5, 3, 1)]), false)
})
