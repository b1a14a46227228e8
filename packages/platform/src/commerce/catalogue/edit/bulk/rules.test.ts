import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isViolation } from '../../../../kernel/violation.ts'
import type { ProductDraft } from '../../product.ts'
import { exampleMug } from '../../test/example.ts'
import { bulkChanged, partsChanged, takenBack } from './rules.ts'

const collection = '0197e8a0-0000-7000-8000-000000000001'
const other = '0197e8a0-0000-7000-8000-000000000002'
const mug = exampleMug({ collectionIds: [collection], brand: 'Morrow' })

function done(before: ProductDraft, change: Parameters<typeof bulkChanged>[1]): ProductDraft {
  const after = bulkChanged(before, change, 'EUR')
  assert.ok(!isViolation(after))
  return after
}

describe('a change of many products', () => {
  test('sets what it says, moves prices, and leaves the rest', () => {
    const after = done(mug, {
      set: { visible: false, ribbon: 'New', addTo: [other.toUpperCase()], removeFrom: [collection] },
      adjustPrice: { percentage: { rate: 10 } },
    })
    assert.deepEqual([after.visible, after.ribbon, after.brand, after.collectionIds, after.price], [false, 'New', 'Morrow', [other], 2860])
    assert.equal(after.name, mug.name)
  })

  test('is none where a product is so already', () => {
    assert.equal(partsChanged(mug, done(mug, { set: { visible: true, brand: 'Morrow', addTo: [collection] } })), undefined)
  })

  test('is taken back to exactly what was there, also after a trip through the database', () => {
    for (const before of [mug, { ...mug, percentOff: '20' }, { ...mug, brand: undefined, ribbon: 'Last' }]) {
      const draft = JSON.parse(JSON.stringify(before)) as ProductDraft
      const after = done(draft, { set: { visible: false, ribbon: 'New', brand: 'Other', addTo: [other] }, adjustPrice: { amount: 5 } })
      const parts = partsChanged(draft, after)!
      const stored = JSON.parse(JSON.stringify({ after: sorted(parts.after), before: sorted(parts.before) })) as typeof parts
      assert.deepEqual(takenBack(after, stored), draft)
    }
  })

  test('is taken back but for what somebody has changed since', () => {
    const after = done(mug, { set: { visible: false, ribbon: 'New' }, adjustPrice: { amount: 5 } })
    const parts = partsChanged(mug, after)!
    const back = takenBack({ ...after, ribbon: 'Last ones', name: 'Evening Mug' }, parts)!
    assert.deepEqual([back.visible, back.ribbon, back.price, back.name], [true, 'Last ones', 2600, 'Evening Mug'])
    assert.equal(takenBack({ ...mug, visible: true, ribbon: 'Last ones' }, { before: parts.before, after: { ribbon: 'New' } }), undefined)
  })
})

/** As a database answers an object: its keys in an order of their own. */
const sorted = (parts: object): object => Object.fromEntries(Object.entries(parts).sort(([a], [b]) => (a < b ? -1 : 1)))
