import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { framersOf, isEntry, mayTakeCode } from './redirect-uri.ts'

describe('where an app may have authorization codes sent', () => {
  test('to an address that is registered, letter by letter', () => {
    const list = ['https://shop.example/callback']
    assert.equal(mayTakeCode('https://shop.example/callback', list), true)
    for (const other of [
      'https://shop.example/callback/',
      'https://shop.example/callback2',
      'https://shop.example/Callback',
      'https://shop.example/callback?next=1',
      'https://shop.example:444/callback',
      'http://shop.example/callback',
      'https://evil.example/callback',
    ])
      assert.equal(mayTakeCode(other, list), false, other)
    assert.equal(mayTakeCode('https://shop.example/callback', []), false)
  })

  test('to a loopback address on any port, but on no other path: a longer path is another one', () => {
    const list = ['http://127.0.0.1:*/in']
    for (const port of [80, 3000, 65_535]) assert.equal(mayTakeCode(`http://127.0.0.1:${port}/in`, list), true, String(port))
    for (const path of ['/in-anything', '/in/', '/in/deeper', '/i', '/', '/IN', '/x/in'])
      assert.equal(mayTakeCode(`http://127.0.0.1:3000${path}`, list), false, path)
  })

  test('to any path of a loopback address where no path is registered, or all of them are', () => {
    for (const entry of ['http://localhost:*', 'http://localhost:*/*'])
      assert.equal(mayTakeCode('http://localhost:3000/any', [entry]), true)
  })

  test('a loopback entry with a star behind its path is no prefix', () => {
    assert.equal(mayTakeCode('http://localhost:3000/in-anything', ['http://localhost:*/in*']), false)
  })

  test('to the same loopback host by http only: localhost, 127.0.0.1 and [::1] are three', () => {
    const list = ['http://localhost:*/in']
    assert.equal(mayTakeCode('http://localhost:3000/in', list), true)
    for (const other of [
      'http://127.0.0.1:3000/in',
      'http://[::1]:3000/in',
      'https://localhost:3000/in',
      'http://localhost.evil.example/in',
    ])
      assert.equal(mayTakeCode(other, list), false, other)
    assert.equal(mayTakeCode('http://[::1]:3000/in', ['http://[::1]:*/in']), true)
  })

  test('never to a whole site, which is for where visitors are led back to', () => {
    assert.equal(mayTakeCode('https://shop.example/a', ['https://shop.example/*']), false)
    assert.equal(mayTakeCode('https://shop.example/*', ['https://shop.example/*']), false, 'not even by its own name')
  })

  test('never to what is no web address, or names a user or a password', () => {
    for (const odd of ['javascript:alert(1)', 'app://callback', 'not a url', '']) assert.equal(mayTakeCode(odd, [odd]), false, odd)
    for (const odd of ['https://user@shop.example/in', 'https://:secret@shop.example/in']) assert.equal(mayTakeCode(odd, [odd]), false, odd)
  })

  test('an entry that only holds a loopback address, or goes on behind one, is none', () => {
    for (const entry of ['https://evil.example/?http://localhost:*/in', 'http://localhost:*/in#top', 'http://localhost:*.evil.example/in'])
      assert.equal(mayTakeCode('http://localhost:3000/in', [entry]), false, entry)
  })

  test('one of several entries is enough', () => {
    assert.equal(mayTakeCode('https://b.example/in', ['https://a.example/in', 'http://localhost:*/in', 'https://b.example/in']), true)
  })
})

describe('entries that a merchant may register', () => {
  test('are https addresses, whole or for everything below them, and loopback ones by http', () => {
    for (const entry of [
      'https://shop.example/callback',
      'https://shop.example/*',
      'https://shop.example/in?x=1',
      'http://localhost:3000/in',
      'http://127.0.0.1/in',
      'http://[::1]:3000/',
      'http://localhost:*',
      'http://localhost:*/in',
      'http://localhost:*/*',
      'http://[::1]:*/in',
    ])
      assert.equal(isEntry(entry), true, entry)
  })

  test('are not plain http elsewhere, stars in other places, fragments, users or other schemes', () => {
    for (const entry of [
      'http://shop.example/callback',
      'http://shop.example:*/in',
      'http://localhost:*/in#top',
      'xhttp://localhost:*/in',
      'https://*.shop.example/in',
      'https://shop.example/*/in',
      'https://shop.example/a*',
      'https://shop.example/a b',
      'https://shop.example/in#top',
      'https://user@shop.example/in',
      'https://:pw@shop.example/in',
      'ftp://shop.example/in',
      'shop.example',
      '',
    ])
      assert.equal(isEntry(entry), false, entry)
  })
})

test('pages that may frame the shop are named by origin, each once, and loopback ones on any port', () => {
  assert.deepEqual(
    framersOf([
      'https://a.example/x',
      'https://a.example/y',
      'https://b.example:8443/*',
      'http://localhost:*/in',
      'http://localhost:*',
      'nonsense',
    ]),
    ['https://a.example', 'https://b.example:8443', 'http://localhost:*'],
  )
})
