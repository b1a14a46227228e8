import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type KeyPlace, keyWrap, noWrap, SecretMismatch } from './key-wrap.ts'

const secret = 'a secret of the operator, of 32 characters and more'
const next = 'another secret of the operator, of as many characters'
const place: KeyPlace = { kind: 'signing', site: '11111111-1111-4111-8111-111111111111', id: 'a' }
const key = Buffer.from('the private key')

test('what is wrapped tells nothing of the key or of the secret, is another each time, and opens with the secret', () => {
  const wrap = keyWrap(secret)
  const [one, two] = [wrap.wrap(place, key), wrap.wrap(place, key)]
  assert.ok(!one.bytes.includes(key))
  assert.notDeepEqual(one.bytes, two.bytes)
  assert.deepEqual([one.wrappedBy, one.wrappedBy], [wrap.id, two.wrappedBy])
  assert.match(wrap.id!, /^[\w-]{12}$/)
  for (const stored of [one, two]) assert.deepEqual(keyWrap(secret).unwrap(place, stored), key)
})

test('without a secret keys lie as they are, and with one those are still read', () => {
  assert.deepEqual(noWrap.wrap(place, key), { bytes: key, wrappedBy: null })
  assert.deepEqual(keyWrap(secret).unwrap(place, { bytes: key, wrappedBy: null }), key)
})

test('no secret, or another one, says so', () => {
  const stored = keyWrap(secret).wrap(place, key)
  assert.throws(
    () => noWrap.unwrap(place, stored),
    new SecretMismatch('The keys in this database are wrapped with a secret: set VITRINE_SECRET to it'),
  )
  assert.throws(
    () => keyWrap(next).unwrap(place, stored),
    new SecretMismatch('VITRINE_SECRET is not the one that the keys in this database are wrapped with'),
  )
  assert.throws(() => keyWrap(next).check(stored.wrappedBy), SecretMismatch)
  keyWrap(next).check(null)
})

test('during a rotation both secrets are read, and the first one wraps', () => {
  const both = keyWrap(secret, next)
  for (const one of [secret, next]) assert.deepEqual(both.unwrap(place, keyWrap(one).wrap(place, key)), key)
  assert.equal(both.wrap(place, key).wrappedBy, keyWrap(secret).id)
})

test('a wrapped key opens in no other place, and not when a bit of it is another', () => {
  const wrap = keyWrap(secret)
  const stored = wrap.wrap(place, key)
  for (const other of [
    { ...place, kind: 'plugins' },
    { ...place, site: '22222222-2222-4222-8222-222222222222' },
    { ...place, id: 'b' },
  ] as const)
    assert.throws(() => wrap.unwrap(other, stored), /authenticate/)
  for (let at = 0; at < stored.bytes.length; at++) {
    const bytes = Buffer.from(stored.bytes)
    bytes[at]! ^= 1
    assert.throws(() => wrap.unwrap(place, { ...stored, bytes }), /authenticate/)
  }
})
