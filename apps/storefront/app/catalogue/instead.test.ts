import assert from 'node:assert/strict'
import { test } from 'node:test'
import { instead } from './instead.ts'
import type { ProductView } from './product.ts'

const glazes = ['Sage', 'Oat', 'Clay']
const mug = (sizes: readonly string[], out: readonly string[]) => {
  const variants = glazes.flatMap((Glaze) =>
    (sizes.length > 0 ? sizes : [undefined]).map((Size) => ({
      id: [Glaze, Size].filter(Boolean).join(' '),
      choices: { Glaze, ...(Size && { Size }) },
    })),
  )
  return {
    options: [{ name: 'Glaze' }, ...(sizes.length > 0 ? [{ name: 'Size' }] : [])],
    variants: variants.map((variant) => ({ ...variant, stock: { some: !out.includes(variant.id) } })),
  } as unknown as ProductView
}
const ids = (product: ProductView, chosen: Record<string, string>) => instead(product, chosen).map(({ id }) => id)

test('in place of what is sold out comes another size, then another glaze, then the other glazes', () => {
  const product = mug(['Regular', 'Large'], ['Clay Large'])
  assert.deepEqual(ids(product, { Glaze: 'Clay', Size: 'Large' }), ['Clay Regular', 'Sage Large', 'Oat Large'])
})

test('of one option all others that are there are named, and what is sold out as well is not', () => {
  assert.deepEqual(ids(mug([], ['Clay']), { Glaze: 'Clay' }), ['Sage', 'Oat'])
  assert.deepEqual(ids(mug([], ['Clay', 'Sage']), { Glaze: 'Clay' }), ['Oat'])
  assert.deepEqual(ids(mug([], ['Clay', 'Sage', 'Oat']), { Glaze: 'Clay' }), [])
})
