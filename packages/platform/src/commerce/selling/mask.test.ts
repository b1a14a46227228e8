import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CartInfo } from '@vitrine/contract'
import * as z from 'zod'
import { Refusal } from '../../kernel/refusal.ts'
import { masked as maskedBy } from './mask.ts'

/** Lets everything through, so that what the mask itself does is seen. */
const masked = <T extends object>(sent: T, mask: string | null | undefined): T =>
  maskedBy<T>(z.looseObject({}) as unknown as z.ZodType<T>, sent, mask) as T

test('without a mask the fields present are meant', () => {
  const sent = { buyerNote: 'Wrap it', contactInfo: null }
  for (const mask of [undefined, null, '', '  ']) assert.equal(masked(sent, mask), sent)
})

test('what is in the mask and was not sent is cleared; what was sent and is not in the mask is kept', () => {
  assert.deepEqual(masked<object>({ buyerNote: 'Wrap it', email: 'ada@example.com' }, 'buyerNote,overrideCheckoutUrl'), {
    buyerNote: 'Wrap it',
    overrideCheckoutUrl: null,
  })
})

test('a path goes as deep as it says, and the whole of a field counts more than a part of it, in whichever order', () => {
  const sent = { contactInfo: { address: { city: 'Berlin', country: 'DE' }, contactDetails: { firstName: 'Ada' } } }
  assert.deepEqual(masked<object>(sent, ' contactInfo.address.city , contactInfo.contactDetails.phone '), {
    contactInfo: { address: { city: 'Berlin' }, contactDetails: { phone: null } },
  })
  assert.deepEqual(masked<object>(sent, 'contactInfo,contactInfo.address.city'), sent)
  assert.deepEqual(masked<object>(sent, 'contactInfo.address.city,contactInfo'), sent)
})

test('a path below something that is no object clears it there', () => {
  assert.deepEqual(masked<object>({ contactInfo: 'text' }, 'contactInfo.address'), { contactInfo: { address: null } })
  assert.deepEqual(masked<object>({ contactInfo: ['a'] }, 'contactInfo.0'), { contactInfo: { 0: null } })
})

test('no path reaches a prototype', () => {
  for (const mask of ['__proto__.reached', 'constructor.prototype.reached', '__proto__', 'toString.reached', 'a.__proto__.reached']) {
    masked<object>({ a: {} }, mask)
    assert.equal(({} as { reached?: unknown }).reached, undefined, mask)
    assert.equal((Object as { reached?: unknown }).reached, undefined, mask)
  }
})

test('dots and commas without names between them say nothing', () => {
  assert.deepEqual(masked<object>({ a: 1 }, ',,..,.'), {})
})

test('400 INVALID_ARGUMENT for a mask that would leave what the schema refuses', () => {
  const refused = maskedBy(CartInfo, { selectedShippingOption: { code: 'standard' } }, 'selectedShippingOption.carrierId,buyerNote.words')
  assert.ok(refused instanceof Refusal)
  assert.deepEqual(
    refused.data.fieldViolations.map(({ field, violatedRule }) => [field, violatedRule]),
    [
      ['buyerNote', 'VALIDATION'],
      ['selectedShippingOption.code', 'REQUIRED_FIELD'],
    ],
  )
  assert.deepEqual(maskedBy(CartInfo, { buyerNote: 'x' }, 'buyerNote,noSuchField,revision'), { buyerNote: 'x' })
})
