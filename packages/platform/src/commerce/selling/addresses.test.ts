import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { keepAddress, mergeContact, placeOf } from './addresses.ts'

const berlin = { country: 'DE', city: 'Berlin', postalCode: '10115', addressLine: 'Testweg 2' }

describe('an address', () => {
  test('is kept without its empty fields, with its country’s full name in the language of the shop', () => {
    assert.deepEqual(keepAddress({ ...berlin, addressLine2: '', subdivision: null, city: undefined }, 'en-IE'), {
      country: 'DE',
      postalCode: '10115',
      addressLine: 'Testweg 2',
      countryFullname: 'Germany',
    })
    assert.equal(keepAddress(berlin, 'de-DE').countryFullname, 'Deutschland')
  })

  test('in a country that nobody knows has no full name, or none but its code', () => {
    for (const country of ['XX', 'QQ']) {
      const saved = keepAddress({ country }, 'en-IE')
      assert.equal(saved.country, country)
    }
    assert.deepEqual(keepAddress({}, 'en-IE'), {})
  })

  test('is a place for prices when it has a country', () => {
    assert.deepEqual(placeOf({ country: 'US', subdivision: 'US-NY' }), { country: 'US', subdivision: 'US-NY' })
    assert.deepEqual(placeOf(berlin), { country: 'DE', subdivision: null, city: 'Berlin', postalCode: '10115' })
    const geocode = { latitude: 52.5, longitude: 13.4 }
    assert.deepEqual(placeOf({ country: 'DE', geocode }), { country: 'DE', subdivision: null, geocode })
    assert.deepEqual(placeOf({ country: 'DE', geocode: { latitude: 52.5 } }), { country: 'DE', subdivision: null })
    assert.equal(placeOf({ city: 'Berlin' }), null)
    assert.equal(placeOf(undefined), null)
  })
})

describe('what is sent over what was kept', () => {
  const saved = { address: keepAddress(berlin, 'en-IE'), contactDetails: { firstName: 'Ada', phone: '030' } }
  const merge = (input: Parameters<typeof mergeContact>[1]) => mergeContact(saved, input, 'en-IE')

  test('absent keeps, null clears, at the top and inside', () => {
    assert.equal(merge(undefined), saved)
    assert.equal(merge(null), undefined)
    assert.deepEqual(merge({}), saved)
    assert.deepEqual(merge({ address: null }), { contactDetails: saved.contactDetails })
    assert.deepEqual(merge({ contactDetails: null }), { address: saved.address })
  })

  test('an address is written as a whole, because half of an old one is wrong', () => {
    assert.deepEqual(merge({ address: { country: 'IE', city: 'Cork' } })?.address, {
      country: 'IE',
      city: 'Cork',
      countryFullname: 'Ireland',
    })
  })

  test('contact details are written one by one', () => {
    assert.deepEqual(merge({ contactDetails: { lastName: 'Lovelace', phone: null } })?.contactDetails, {
      firstName: 'Ada',
      lastName: 'Lovelace',
    })
  })

  test('what was kept is not written over', () => {
    merge({ address: null, contactDetails: { firstName: 'Grace' } })
    assert.equal(saved.contactDetails.firstName, 'Ada')
    assert.equal(saved.address.city, 'Berlin')
  })

  test('over nothing is what was sent', () => {
    assert.deepEqual(mergeContact(undefined, { contactDetails: { firstName: 'Ada', lastName: null } }, 'en-IE'), {
      contactDetails: { firstName: 'Ada' },
    })
  })
})
