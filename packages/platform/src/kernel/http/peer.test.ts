import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countedAddress } from './peer.ts'

test('an IPv4 address is counted as it is', () => {
  assert.equal(countedAddress('192.0.2.7'), '192.0.2.7')
})

test('an IPv4 address mapped into IPv6 is counted as IPv4, however it is written', () => {
  for (const mapped of ['::ffff:192.0.2.7', '::FFFF:192.0.2.7', '0:0:0:0:0:ffff:192.0.2.7', '::ffff:c000:207'])
    assert.equal(countedAddress(mapped), '192.0.2.7', mapped)
})

// attack: Sign-in limits | a client changes its IPv6 address within its own /64 for every try | all of them are counted as one address
test('IPv6 addresses are counted by their /64', () => {
  const network = countedAddress('2001:db8:1:2::1')
  assert.equal(network, '2001:db8:1:2::/64')
  for (const neighbour of ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:0DB8:0001:0002::', '2001:db8:1:2::192.0.2.7', '2001:db8:1:2::1%eth0'])
    assert.equal(countedAddress(neighbour), network, neighbour)
  assert.notEqual(countedAddress('2001:db8:1:3::1'), network)
  assert.equal(countedAddress('::1'), '0:0:0:0::/64')
  assert.equal(countedAddress('2001::1'), '2001:0:0:0::/64')
})

test('what is no address stays as it is, at most 100 characters of it', () => {
  assert.equal(countedAddress(''), '')
  assert.equal(countedAddress('unix:'), 'unix:')
  assert.equal(countedAddress(':'.repeat(300)).length, 100)
  assert.equal(countedAddress('x'.repeat(300)).length, 100)
})
