import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostFault, isHost } from './host-header.ts'

test('names, addresses of both kinds and ports are hosts, in any case', () => {
  for (const host of [
    'localhost',
    'LOCALHOST:3000',
    'shop.example',
    'Shop.Example:443',
    'shop.example.',
    'shop.example:',
    'xn--bcher-kva.example',
    'my_shop.internal:8080',
    'a',
    '127.0.0.1',
    '127.0.0.1:3000',
    '[::1]',
    '[::1]:3000',
    '[2001:DB8::7]:65535',
    '[::ffff:10.0.0.1]',
  ])
    assert.equal(isHost(host), true, host)
})

test('users, paths, spaces, escapes, letters of other scripts and addresses that are none are no hosts', () => {
  for (const host of [
    '',
    ' ',
    'a b',
    'a@b',
    'user:password@shop.example',
    '%',
    '%41',
    'a%2fb',
    'a/b',
    'a\\b',
    'a?b',
    'a#b',
    'a,b',
    'a;b',
    '<script>',
    'http://shop.example',
    'shop.example:port',
    'shop.example:99999',
    'shop.example:-1',
    ':3000',
    '.',
    '..',
    '-',
    '1.2.3.4.5',
    '999.1.1.1',
    '::1',
    '[::1',
    '[]',
    '[::g]',
    '[1:2]',
    'bücher.example',
    `${'a'.repeat(300)}`,
    'a\0b',
  ])
    assert.equal(isHost(host), false, host)
})

test('one Host header is enough, and two are too many, whatever the case of their names', () => {
  assert.equal(hostFault([]), undefined)
  assert.equal(hostFault(['Accept', 'a@b', 'HOST', 'shop.example', 'X', 'y']), undefined)
  assert.equal(hostFault(['Host', 'shop.example', 'host', 'shop.example']), 'there are two Host headers')
  assert.equal(hostFault(['Host', 'a@b']), 'the Host header names no host')
})
