import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Level } from './levels.ts'
import { cut, fill, Live, originMark, unmarked, writeMarked } from './placeholders.ts'

const origin = 'https://shop.example'
const read = (document: string, levels: Level[]): unknown => JSON.parse(fill(cut(document, origin), levels).toString())

test('stock and address stand where their marks were', () => {
  const document = writeMarked({
    url: `${originMark}/media/a`,
    stock: new Live({ kind: 'product', managed: true, shelves: [0, 1, 2] }),
    variants: [0, 1, 2].map((shelf) => new Live({ kind: 'variant', shelves: [shelf] })),
    choices: [
      new Live({ kind: 'choice', shelves: [1] }),
      new Live({ kind: 'choice', shelves: [0, 1] }),
      new Live({ kind: 'choice', shelves: [] }),
    ],
  })
  assert.deepEqual(read(document, [3, 0, null]), {
    url: 'https://shop.example/media/a',
    stock: { trackInventory: true, inStock: true, inventoryStatus: 'PARTIALLY_OUT_OF_STOCK' },
    variants: [
      { trackQuantity: true, quantity: 3, inStock: true },
      { trackQuantity: true, quantity: 0, inStock: false },
      { trackQuantity: false, inStock: true },
    ],
    choices: [false, true, false],
  })
  assert.deepEqual((read(document, [3, 1, 2]) as { stock: unknown }).stock, {
    trackInventory: true,
    quantity: 6,
    inStock: true,
    inventoryStatus: 'IN_STOCK',
  })
  assert.deepEqual((read(document, [0, 0, 0]) as { stock: unknown }).stock, {
    trackInventory: true,
    quantity: 0,
    inStock: false,
    inventoryStatus: 'OUT_OF_STOCK',
  })
})

test('what is not tracked can be out of stock; what can be preordered is not in stock', () => {
  const document = writeMarked({
    stock: new Live({ kind: 'product', managed: true, shelves: [0, 1] }),
    variants: [0, 1].map((shelf) => new Live({ kind: 'variant', shelves: [shelf] })),
  })
  assert.deepEqual(read(document, ['out', 'out']), {
    stock: { trackInventory: false, inStock: false, inventoryStatus: 'OUT_OF_STOCK' },
    variants: [
      { trackQuantity: false, inStock: false },
      { trackQuantity: false, inStock: false },
    ],
  })
  assert.deepEqual(read(document, ['out', { quantity: -2, preorders: 5 }]), {
    stock: { trackInventory: true, inStock: false, inventoryStatus: 'OUT_OF_STOCK' },
    variants: [
      { trackQuantity: false, inStock: false },
      { trackQuantity: true, quantity: -2, inStock: false, availableForPreorder: true, preordersLeft: 3 },
    ],
  })
})

test('whatever a text holds comes back as it was, and nothing in it passes for a mark', () => {
  const nasty = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('\ufdd0', '\ufdd1V0\ufdd2', '"\ufdd1V0\ufdd2"', '\\ufdd1', '\\u0001', '"', '\\"', '\\'),
  )
  fc.assert(
    fc.property(fc.array(nasty, { maxLength: 6 }), (parts) => {
      const { text } = unmarked({ text: parts.join('') })
      const document = writeMarked({
        [text]: text,
        url: `${originMark}/x`,
        live: new Live({ kind: 'variant', shelves: [0] }),
        more: [text],
      })
      const answer = read(document, [1]) as Record<string, unknown>
      assert.deepEqual(answer['more'], [text])
      assert.equal(answer['url'] ?? 'https://shop.example/x', 'https://shop.example/x')
      assert.deepEqual(answer['live'], text === 'live' ? answer['live'] : { trackQuantity: true, quantity: 1, inStock: true })
    }),
  )
})
