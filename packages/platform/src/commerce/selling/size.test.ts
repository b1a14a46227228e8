import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StoredLine } from './line.ts'
import { isTooLarge, mostStored, tooLarge } from './size.ts'

const reference = { appId: '215238eb-22a5-4c36-9e7b-e7c08025e04e', catalogItemId: '0f0e0d0c-0000-4000-8000-000000000000' }
const lines = (count: number, more: Partial<StoredLine> = {}): StoredLine[] =>
  Array.from({ length: count }, (_, i) => ({ id: `line ${i}`, quantity: 1, reference, ...more }))
const fieldOf = (refusal: ReturnType<typeof tooLarge>) =>
  refusal?.data.fieldViolations.map(({ field, violatedRule }) => [field, violatedRule])

test('64 kB beside its lines is what there is room for, in bytes, not in letters', () => {
  const { length } = JSON.stringify({ lines: [], buyerNote: '' })
  const noted = (buyerNote: string) => ({ lines: [], buyerNote })
  assert.equal(isTooLarge(noted('x'.repeat(mostStored - length))), false)
  assert.equal(isTooLarge(noted('x'.repeat(mostStored - length + 1))), true)
  assert.equal(isTooLarge(noted('ü'.repeat(mostStored / 2))), true)
})

test('each line of the catalogue brings 512 bytes, each that the shop describes two kilobytes', () => {
  assert.equal(tooLarge({ lines: lines(300) }), undefined)
  const worded = { reference: { ...reference, options: { customTextFields: { Engraving: 'x'.repeat(600) } } } }
  assert.equal(tooLarge({ lines: lines(100, worded) }), undefined)
  assert.deepEqual(fieldOf(tooLarge({ lines: lines(300, worded) })), [['lineItems', 'MAX_SIZE']])
  const custom = { price: '1.00', quantity: 1, itemType: { preset: 'PHYSICAL' as const }, url: { url: 'x'.repeat(1500) } }
  assert.equal(tooLarge({ lines: lines(300, { custom }) }), undefined)
  assert.deepEqual(
    fieldOf(tooLarge({ lines: lines(300, { custom: { ...custom, url: { url: 'x'.repeat(2048), relativePath: 'x'.repeat(500) } } }) })),
    [['lineItems', 'MAX_SIZE']],
  )
})

test('the largest part is named as clients know it', () => {
  const large = 'x'.repeat(mostStored + 1000)
  const worded = { lines: lines(1), customFields: [{ title: large, value: 1 }], buyerNote: 'x' }
  assert.deepEqual(fieldOf(tooLarge(worded)), [['customFields', 'MAX_SIZE']])
  const chosen = { lines: lines(1), memberships: [{ lineIds: [large] }] }
  assert.deepEqual(fieldOf(tooLarge(chosen)), [['membershipOptions', 'MAX_SIZE']])
})

test('what was too large before may get smaller, and not larger', () => {
  const noted = (bytes: number) => ({ lines: [], buyerNote: 'x'.repeat(bytes) })
  assert.equal(tooLarge(noted(100_000), noted(100_001)), undefined)
  assert.ok(tooLarge(noted(100_000), noted(100_000)))
})
