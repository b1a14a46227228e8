import assert from 'node:assert/strict'
import { test } from 'node:test'
import { productNameOf } from './product-name.ts'

test('a picture’s file names its product', () => {
  for (const [file, name] of [
    ['IMG_moon-vase.v2.jpg', 'Moon vase v2'],
    ['slow_bowl.webp', 'Slow bowl'],
    ['Teller Ø 27.png', 'Teller Ø 27'],
    ['IMG_2041.HEIC', 'IMG 2041'],
    ['.jpg', 'New product'],
    [`${'a'.repeat(120)}.jpg`, `A${'a'.repeat(79)}`],
  ] as const)
    assert.equal(productNameOf(file), name, file)
})
