import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newId } from '@vitrine/platform/kernel/db/id'
import { sql } from '@vitrine/platform/kernel/db/sql'
import fc from 'fast-check'
import { shared } from '../src/products.ts'
import { codeOf, refusedWith } from '../src/refused.ts'
import { startStockingShop, wrongIn } from '../src/stocking-shop.ts'

const { shop, office, stocked, mugs, update, increment, decrement, quantitiesOf, eventsOf, shownTo, order } = await startStockingShop()

describe('moving stock', () => {
  test('adds and takes, two rows of one variant together', async () => {
    const mug = await mugs({ Sage: 5, Ink: 0 })
    const { inventoryItemId: inventoryId } = await shownTo(mug)
    const [sage, ink] = [mug.variants['Sage']!, mug.variants['Ink']!]
    const incrementData = [
      { inventoryId, variantId: sage, incrementBy: 2 },
      { productId: mug.id, variantId: sage, incrementBy: 1 },
      { productId: mug.id, variantId: ink, incrementBy: 4 },
    ]
    assert.deepEqual(await office.inventory.incrementInventory({ incrementData }), {})
    assert.deepEqual(await quantitiesOf(mug), [4, 8])
    const decrementData = [
      { externalId: mug.id, variantId: sage, decrementBy: 3 },
      { inventoryId, variantId: sage, decrementBy: 5 },
    ]
    assert.deepEqual(await office.inventory.decrementInventory({ decrementData, reason: 'ORDER' }), {})
    assert.deepEqual(await quantitiesOf(mug), [4, 0])
    const events = await eventsOf(mug)
    assert.deepEqual(
      events.map((event) => ('reason' in event ? event.reason : '')),
      ['MANUAL', 'ORDER'],
    )
    const reasons = await shop.platform.database.query(sql`
      select reason, quantity, actor_kind as by from stock_movement
      where site = ${shop.site} and product_id = ${mug.id} and actor_kind is not null order by id`)
    assert.deepEqual(reasons, [
      { reason: 'CORRECTION', quantity: 3, by: 'API_KEY' },
      { reason: 'CORRECTION', quantity: 4, by: 'API_KEY' },
      { reason: 'SALE', quantity: -8, by: 'API_KEY' },
    ])
  })

  test('409 INSUFFICIENT_INVENTORY names what is short, and changes nothing', async () => {
    const mug = await mugs({ Sage: 5, Ink: 1 })
    const [sage, ink] = [mug.variants['Sage']!, mug.variants['Ink']!]
    const decrementData = [
      { productId: mug.id, variantId: sage, decrementBy: 2 },
      { productId: mug.id, variantId: ink, decrementBy: 2 },
    ]
    const refused = await refusedWith(office.inventory.decrementInventory({ decrementData }))
    assert.equal(refused?.code, 'INSUFFICIENT_INVENTORY')
    assert.deepEqual(refused.data, { items: [{ productId: mug.id, variantId: ink, requested: 2, available: 1 }] })
    assert.deepEqual(await quantitiesOf(mug), [1, 5])
    assert.deepEqual(await office.inventory.decrementInventory({ decrementData, restrictInventoryValue: false }), {})
    assert.deepEqual(await quantitiesOf(mug), [-1, 3])
  })

  test('takes preorders only where a row asks for them', async () => {
    const bowl = await stocked(1)
    await update(bowl, { trackQuantity: true, preorderInfo: { enabled: true, limit: 2 } })
    assert.equal(await codeOf(decrement(bowl, 2)), 'INSUFFICIENT_INVENTORY')
    const decrementData = [{ productId: bowl.id, decrementBy: 3, preorderRequest: true }]
    assert.deepEqual(await office.inventory.decrementInventory({ decrementData }), {})
    assert.deepEqual(await quantitiesOf(bowl), [-2])
    assert.equal(await codeOf(office.inventory.decrementInventory({ decrementData })), 'INSUFFICIENT_INVENTORY')
  })

  test('leaves alone what is not tracked', async () => {
    const bowl = await stocked(null)
    assert.equal(await codeOf(increment(bowl, 3)), 'done')
    assert.equal(await codeOf(decrement(bowl, 3)), 'done')
    assert.deepEqual(await quantitiesOf(bowl), [0])
    assert.deepEqual(await eventsOf(bowl), [])
    await update(bowl, { variants: [{ variantId: shared, inStock: false }] })
    assert.equal(await codeOf(decrement(bowl, 3)), 'INSUFFICIENT_INVENTORY')
  })

  test('400 INVALID_ARGUMENT and 404 for what is not there', async () => {
    const bowl = await stocked(1)
    const row = { productId: bowl.id, incrementBy: 1 }
    assert.equal(await wrongIn(increment(bowl, 1_000_000_000)), 'incrementData[0].incrementBy')
    assert.equal(await wrongIn(office.inventory.incrementInventory({ incrementData: [row, { incrementBy: 1 }] })), 'incrementData[1]')
    assert.equal(
      await wrongIn(office.inventory.incrementInventory({ incrementData: [{ ...row, inventoryId: newId() }] })),
      'incrementData[0]',
    )
    assert.equal(await codeOf(increment(bowl, 1, newId())), 'INVENTORY_VARIANT_NOT_FOUND')
    assert.equal(await codeOf(decrement(bowl, 1, newId())), 'INVENTORY_VARIANT_NOT_FOUND')
    for (const id of [newId(), 'a bowl']) {
      assert.equal(await codeOf(increment({ ...bowl, id }, 1)), 'PRODUCT_NOT_FOUND')
      assert.equal(await codeOf(decrement({ ...bowl, id }, 1)), 'PRODUCT_NOT_FOUND')
    }
    assert.deepEqual(await quantitiesOf(bowl), [1])
  })

  // attack: Money | merchants add, take and count while buyers order, all at once | no movement is lost, nothing is sold twice
  test('nothing is lost and nothing oversold while merchants add, take and count and buyers order', async () => {
    const bowl = await stocked(10)
    const orders = Array.from({ length: 12 }, () => order(bowl, 1))
    const added = Array.from({ length: 6 }, () => codeOf(increment(bowl, 1)))
    const taken = Array.from({ length: 6 }, () => codeOf(decrement(bowl, 1)))
    const ends = await Promise.all([Promise.all(orders), Promise.all(added), Promise.all(taken)])
    const count = (all: readonly string[], wanted: string) => all.filter((end) => end === wanted).length
    const [quantity] = await quantitiesOf(bowl)
    assert.equal(count(ends[1], 'done'), 6)
    assert.equal(quantity, 10 + 6 - count(ends[2], 'done') - count(ends[0], 'APPROVED'))
    assert.ok(quantity >= 0)
  })
})

describe('stock that many change at once', () => {
  type Step = { readonly do: 'add' | 'take' | 'sell' | 'set'; readonly by: number; readonly colour: 'Sage' | 'Ink' }
  const step = fc.record<Step>({
    do: fc.constantFrom('add', 'take', 'sell', 'set'),
    by: fc.integer({ min: 1, max: 4 }),
    colour: fc.constantFrom('Sage', 'Ink'),
  })

  test('is the sum of its movements, and never below zero', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
        const mug = await mugs({ Sage: 4, Ink: 4 })
        await Promise.all(
          steps.map(({ do: what, by, colour }) => {
            const variantId = mug.variants[colour]!
            switch (what) {
              case 'add':
                return codeOf(increment(mug, by, variantId))
              case 'take':
                return codeOf(decrement(mug, by, variantId))
              case 'set':
                return codeOf(update(mug, { trackQuantity: true, variants: [{ variantId, quantity: by }] }))
              default:
                return order(mug, by, colour)
            }
          }),
        )
        for (const quantity of await quantitiesOf(mug)) assert.ok(quantity >= 0)
      }),
      { numRuns: 8 },
    )
  })
})
