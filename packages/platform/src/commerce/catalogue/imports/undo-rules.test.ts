import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minor } from '@vitrine/pricing'
import { canonical } from '../../../kernel/canonical.ts'
import { emptyDraft } from '../edit/new-draft.ts'
import type { ProductDraft } from '../product.ts'
import { undone } from './undo-rules.ts'

const before: ProductDraft = { ...emptyDraft('Morning Mug'), price: minor(2600), sku: 'MUG', brand: 'Morrow' }
const after: ProductDraft = { ...before, price: minor(3400), ribbon: 'New', name: 'Evening Mug' }

test('what nobody changed since is as it was before', () => {
  const { draft, kept } = undone(before, after, after)
  assert.equal(canonical(draft), canonical(before))
  assert.deepEqual(kept, [])
})

test('what somebody changed since stays, and is named; the rest goes back', () => {
  const { draft, kept } = undone(before, after, { ...after, price: minor(9900), weight: 2 })
  assert.equal(canonical(draft), canonical({ ...before, price: minor(9900), weight: 2 }))
  assert.deepEqual(kept, ['price'])
})

test('what somebody has put back already is no conflict', () => {
  const { draft, kept } = undone(before, after, before)
  assert.equal(canonical(draft), canonical(before))
  assert.deepEqual(kept, [])
})

const options = (...names: string[]) => [{ name: 'Glaze', kind: 'drop_down' as const, choices: names.map((name) => ({ name })) }]
const variant = (name: string, price: number) => ({ id: `id-${name}`, sku: name, choices: { Glaze: name }, price: minor(price) })

test('variants that an import added go again, and those that were there have their prices back', () => {
  const was: ProductDraft = { ...before, options: options('Sage'), manageVariants: true, variants: [variant('Sage', 2600)] }
  const left: ProductDraft = { ...was, options: options('Sage', 'Oat'), variants: [variant('Sage', 2800), variant('Oat', 3000)] }
  assert.equal(canonical(undone(was, left, left).draft), canonical(was))

  const since: ProductDraft = { ...left, variants: [variant('Sage', 2900), variant('Oat', 3000)] }
  const { draft, kept } = undone(was, left, since)
  assert.deepEqual(draft.variants, [variant('Sage', 2900)])
  assert.deepEqual(kept, ['Sage: price'])

  const reshaped: ProductDraft = { ...left, options: options('Sage', 'Oat', 'Rose'), variants: [...left.variants, variant('Rose', 1)] }
  const conflict = undone(was, left, reshaped)
  assert.deepEqual(conflict.kept, ['options'])
  assert.equal(conflict.draft.variants.length, 3)
  assert.equal(conflict.draft.variants[0]!.price, 2600)
})
