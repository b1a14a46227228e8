import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listsAtMost, mergedLists, samenessOf, storedReference, tagged } from './rules.ts'

const appId = '215238EB-22a5-4c36-9e7b-e7c08025e04e'

test('a reference is stored with its ids in lower case, and without options that say nothing', () => {
  assert.deepEqual(storedReference({ catalogItemId: 'ABC', appId, options: { variantId: null } }), {
    catalogItemId: 'abc',
    appId: appId.toLowerCase(),
  })
  assert.deepEqual(storedReference({ catalogItemId: 'abc', appId, options: { options: { Glaze: 'Sage' } } }).options, {
    options: { Glaze: 'Sage' },
  })
})

test('an option that is no, nothing or empty says something; one that is not given does not', () => {
  const options = { wrapped: false, engraved: 0, note: '', colour: undefined, size: null }
  assert.deepEqual(storedReference({ catalogItemId: 'abc', appId, options }).options, { wrapped: false, engraved: 0, note: '' })
  assert.equal('options' in storedReference({ catalogItemId: 'abc', appId }), false)
})

test('items are the same by variant and by what is written on them, in whatever order it is said', () => {
  const of = (options: object, variantId?: string) => samenessOf({ catalogItemId: 'mug', appId, options: { ...options } }, variantId)
  assert.equal(of({ variantId: 'v1' }, 'v1'), of({ options: { Glaze: 'Sage' } }, 'v1'))
  assert.notEqual(of({}, 'v1'), of({}, 'v2'))
  assert.notEqual(of({}), of({}, 'v1'))
  assert.equal(of({ customTextFields: { a: '1', b: '2' } }), of({ customTextFields: { b: '2', a: '1' } }))
  assert.notEqual(of({ customTextFields: { a: '1' } }), of({ customTextFields: { a: '2' } }))
  assert.notEqual(of({ subscriptionOptionId: 'monthly' }), of({}))
  assert.notEqual(of({ subscriptionOptionId: 'monthly' }), of({ subscriptionOptionId: 'weekly' }))
})

test('as many lists are handed over at sign-in as the member has room for', () => {
  assert.deepEqual(mergedLists([1, 2], 0), { handedOver: [1, 2], poured: [] })
  assert.deepEqual(mergedLists([1, 2, 3], listsAtMost - 2), { handedOver: [1, 2], poured: [3] })
  assert.deepEqual(mergedLists([1], listsAtMost + 3), { handedOver: [], poured: [1] })
})

test('tags are given once, and what is both given and taken away is taken away', () => {
  assert.deepEqual(tagged(['a'], ['b', 'a', 'c'], ['c', 'x']), ['a', 'b'])
  assert.deepEqual(tagged(['a', 'b']), ['a', 'b'])
  assert.deepEqual(tagged(['a'], undefined, ['a']), [])
})
