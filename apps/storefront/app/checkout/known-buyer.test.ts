import assert from 'node:assert/strict'
import { test } from 'node:test'
import { knownBuyer } from './known-buyer.ts'

const member = { loginEmail: 'neu179@example.com' }

test('a member who gave no name has none in the checkout, and not the beginning of their email', () => {
  assert.equal(knownBuyer({ member }, 'en-IE').name, '')
  assert.equal(knownBuyer({ member: { ...member, profile: { nickname: 'neu179' } } }, 'en-IE').name, '')
  assert.equal(knownBuyer({ member: { ...member, profile: { nickname: 'Hanna' } } }, 'en-IE').name, 'Hanna')
})

test('the default address is the first of their places', () => {
  const addresses = ['a', 'b'].map((id) => ({ id, country: 'DE', city: id, streetAddress: { number: '1', name: 'Weg' } }))
  const { places } = knownBuyer({ member: { ...member, contact: { addresses, phones: [], emails: [] } }, defaultAddressId: 'b' }, 'en-IE')
  assert.deepEqual(
    places.map(({ id }) => id),
    ['b', 'a'],
  )
})
