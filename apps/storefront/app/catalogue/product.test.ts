import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canHave, type ProductView, whyNot } from './product.ts'

const product = {
  options: [{ name: 'Glaze' }, { name: 'Size' }],
  variants: [
    { choices: { Glaze: 'Sage', Size: 'Large, 360 ml' }, stock: { some: true } },
    { choices: { Glaze: 'Clay', Size: 'Large, 360 ml' }, stock: { some: false } },
  ],
} as unknown as ProductView

test('a choice beside the others is there, sold out, or was never made', () => {
  const chosen = { Glaze: 'Sage', Size: 'Large, 360 ml' }
  assert.equal(canHave(product, chosen, 'Glaze', 'Sage'), 'yes')
  assert.equal(canHave(product, chosen, 'Glaze', 'Clay'), 'out')
  assert.equal(canHave(product, chosen, 'Glaze', 'Oat'), 'never')
})

test('only what was made is called sold out', () => {
  assert.equal(whyNot('out', ['Large, 360 ml']), 'sold out in Large')
  assert.equal(whyNot('never', ['Large, 360 ml']), 'not available in Large')
  assert.equal(whyNot('out', []), 'sold out')
})
