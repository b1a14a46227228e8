import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOpened, outboundAllow } from './allow.ts'

test('hosts are opened by name, networks by address, and this machine by the word loopback', () => {
  const allow = outboundAllow([' Rates.internal', '10.1.0.0/16', '192.168.7.9', 'fd00:1::/32', ''])
  assert.equal(isOpened(allow, 'rates.internal', '172.16.0.1'), true)
  assert.equal(isOpened(allow, 'other.internal', '172.16.0.1'), false)
  assert.deepEqual(
    ['10.1.255.255', '10.2.0.0', '192.168.7.9', '192.168.7.10', 'fd00:1:ffff::', 'fd00:2::', '::ffff:10.1.2.3', '127.0.0.1'].map(
      (address) => isOpened(allow, 'elsewhere', address),
    ),
    [true, false, true, false, true, false, true, false],
  )
  const loopback = outboundAllow(['loopback'])
  assert.deepEqual(
    ['127.0.0.1', '127.9.9.9', '::1', '10.0.0.1'].map((address) => isOpened(loopback, 'elsewhere', address)),
    [true, true, true, false],
  )
  assert.equal(isOpened(outboundAllow([]), 'localhost', '127.0.0.1'), false)
})

test('what is no host, address or CIDR is refused by name', () => {
  for (const entry of [
    'http://rates.internal',
    '10.0.0.0/33',
    '10.0.0/8',
    '::/129',
    'a b',
    'host:80',
    '*.internal',
    '10.0.0.0/',
    '-a',
    '2130706433',
    'fe80::1%eth0',
  ])
    assert.throws(() => outboundAllow([entry]), { name: 'RangeError', message: entry })
})
