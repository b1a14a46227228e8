import assert from 'node:assert/strict'
import { test } from 'node:test'
import { embeddedIPv4, isPublicAddress } from './address.ts'

/** First and last address of each network that is not public, and their neighbours that are. */
const ranges: readonly (readonly [name: string, first: string, last: string, before: string | undefined, after: string | undefined])[] = [
  ['this network', '0.0.0.0', '0.255.255.255', undefined, '1.0.0.0'],
  ['private', '10.0.0.0', '10.255.255.255', '9.255.255.255', '11.0.0.0'],
  ['carrier-grade NAT', '100.64.0.0', '100.127.255.255', '100.63.255.255', '100.128.0.0'],
  ['loopback', '127.0.0.0', '127.255.255.255', '126.255.255.255', '128.0.0.0'],
  ['link-local, with the metadata of clouds', '169.254.0.0', '169.254.255.255', '169.253.255.255', '169.255.0.0'],
  ['private', '172.16.0.0', '172.31.255.255', '172.15.255.255', '172.32.0.0'],
  ['IETF protocols', '192.0.0.0', '192.0.0.255', '191.255.255.255', '192.0.1.0'],
  ['documentation', '192.0.2.0', '192.0.2.255', '192.0.1.255', '192.0.3.0'],
  ['6to4 relays', '192.88.99.0', '192.88.99.255', '192.88.98.255', '192.88.100.0'],
  ['private', '192.168.0.0', '192.168.255.255', '192.167.255.255', '192.169.0.0'],
  ['benchmarks', '198.18.0.0', '198.19.255.255', '198.17.255.255', '198.20.0.0'],
  ['documentation', '198.51.100.0', '198.51.100.255', '198.51.99.255', '198.51.101.0'],
  ['documentation', '203.0.113.0', '203.0.113.255', '203.0.112.255', '203.0.114.0'],
  ['multicast, reserved and broadcast', '224.0.0.0', '255.255.255.255', '223.255.255.255', undefined],
  ['unspecified, loopback and IPv4-compatible', '::', '::ffff', undefined, undefined],
  ['Teredo and other protocols', '2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', '2000:ffff::', '2001:200::'],
  ['documentation', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db7:ffff::', '2001:db9::'],
  ['documentation', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', '3ffe:ffff::', '3fff:1000::'],
  ['unassigned and segment routing', '4000::', '5fff::', '3fff:ffff::', undefined],
  ['discard only', '100::', '100::ffff:ffff:ffff:ffff', undefined, undefined],
  ['local NAT64', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff', undefined, undefined],
  ['unique-local', 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', undefined, undefined],
  ['link-local', 'fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff', undefined, undefined],
  ['site-local', 'fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', undefined, undefined],
  ['multicast', 'ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', undefined, undefined],
]

for (const [name, first, last, before, after] of ranges)
  test(`${name}, ${first} to ${last}, is not public, and its neighbours are`, () => {
    assert.deepEqual([first, last].map(isPublicAddress), [false, false])
    for (const neighbour of [before, after]) if (neighbour) assert.equal(isPublicAddress(neighbour), true, neighbour)
  })

test('every IPv4 network of /8 is judged as the registry has it', () => {
  const closed = [0, 10, 127, ...Array.from({ length: 32 }, (_, i) => 224 + i)]
  for (let first = 0; first < 256; first++) assert.equal(isPublicAddress(`${first}.1.2.3`), !closed.includes(first), `${first}.1.2.3`)
})

test('an IPv6 address that carries an IPv4 address is as public as that', () => {
  for (const [address, carried, open] of [
    ['::ffff:127.0.0.1', '127.0.0.1', false],
    ['::ffff:7f00:1', '127.0.0.1', false],
    ['::ffff:169.254.169.254', '169.254.169.254', false],
    ['::FFFF:93.184.216.34', '93.184.216.34', true],
    ['64:ff9b::10.0.0.1', '10.0.0.1', false],
    ['64:ff9b::5db8:d822', '93.184.216.34', true],
    ['2002:c0a8:0101::1', '192.168.1.1', false],
    ['2002:5db8:d822::', '93.184.216.34', true],
  ] as const) {
    assert.equal(embeddedIPv4(address), carried, address)
    assert.equal(isPublicAddress(address), open, address)
  }
  for (const plain of ['2606:4700::1111', '::1', '2001:db8::1', '::127.0.0.1', '::ffff:0:127.0.0.1'])
    assert.equal(embeddedIPv4(plain), undefined)
  assert.deepEqual(['::127.0.0.1', '::ffff:0:127.0.0.1'].map(isPublicAddress), [false, false])
})

test('hosts of the internet are public; names, zones and other spellings are no addresses', () => {
  for (const open of ['1.1.1.1', '93.184.216.34', '2606:4700:4700::1111', '2a00:1450:4001:81b::200e'])
    assert.equal(isPublicAddress(open), true, open)
  for (const none of [
    '',
    'example.com',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.1',
    'fe80::1%eth0',
    '2606:4700::1%eth0',
    '[::1]',
    '1.1.1.1:80',
  ])
    assert.equal(isPublicAddress(none), false, none)
})
