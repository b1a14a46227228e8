import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minor } from '@vitrine/pricing'
import { writeProduct } from './document.ts'
import { writtenAnew } from './rewrite-document.ts'
import { commerce, exampleMug } from './test/example.ts'

const mug = exampleMug()
const facts = { numericId: 1, createdAt: new Date(0), updatedAt: new Date(0) }

test('prices keep their numbers and are written in the currency and locale of now, as if the product were saved again', () => {
  const sly = { ...mug, name: 'Mug "currency":"EUR","price":1,"discountedPrice":1', fullPrice: minor(123456) }
  const before = writeProduct(sly, commerce, facts)
  for (const now of [
    { currency: 'USD', locale: 'en-IE' },
    { currency: 'CHF', locale: 'de-CH' },
    { currency: 'EUR', locale: 'de-DE' },
  ])
    assert.equal(writtenAnew(before, now), writeProduct(sly, now, facts))
})

test('prices per unit are written anew with the others', () => {
  const measured = {
    ...mug,
    pricePerUnitData: { totalQuantity: 250, totalMeasurementUnit: 'ML', baseQuantity: 100, baseMeasurementUnit: 'ML' } as const,
  }
  const before = writeProduct(measured, commerce, facts)
  assert.ok(before.includes('"pricePerUnit":10.4,"formatted":{"price":"€26.00","discountedPrice":"€26.00","pricePerUnit":"€10.40"}'))
  const now = { currency: 'CHF', locale: 'de-CH' }
  assert.equal(writtenAnew(before, now), writeProduct(measured, now, facts))
  assert.equal(writtenAnew(before, commerce), before)
})

test('a document that is as it should be stays the same text', () => {
  const document = writeProduct(mug, commerce, facts)
  assert.equal(writtenAnew(document, commerce), document)
})
