import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAllowed } from './allowed.ts'

const allows = (entry: string, ...addresses: string[]) => {
  for (const address of addresses) assert.equal(isAllowed(address, [entry]), true, `${entry} allows ${address}`)
}
const refuses = (entry: string, ...addresses: string[]) => {
  for (const address of addresses) assert.equal(isAllowed(address, [entry]), false, `${entry} refuses ${address}`)
}

test('a whole address allows itself, with any query where it has none of its own', () => {
  const entry = 'https://shop.example/thanks'
  allows(entry, entry, `${entry}?orderId=1`, `${entry}#top`, 'HTTPS://SHOP.example/thanks', 'https://shop.example:443/thanks')
  refuses(entry, `${entry}/`, `${entry}you`, 'https://shop.example/', 'https://shop.example/Thanks', 'http://shop.example/thanks')
  allows('https://shop.example/thanks?a=1', 'https://shop.example/thanks?a=1')
  refuses('https://shop.example/thanks?a=1', 'https://shop.example/thanks', 'https://shop.example/thanks?a=1&b=2')
})

test('an entry that ends in /* allows every path below it and nothing beside it', () => {
  allows('https://shop.example/*', 'https://shop.example', 'https://shop.example/', 'https://shop.example/a/b?c#d')
  const entry = 'https://shop.example/shop/*'
  allows(entry, 'https://shop.example/shop', 'https://shop.example/shop/', 'https://shop.example/shop/a/b')
  refuses(
    entry,
    'https://shop.example/shopping',
    'https://shop.example/',
    'https://shop.example/shop/../admin',
    'https://shop.example/shop/%2e%2e/admin',
    'https://shop.example/shop\\..\\..\\admin',
  )
})

test('another host, scheme or port is another place, however alike it looks', () => {
  refuses(
    'https://shop.example/*',
    'https://shop.example.evil.example/',
    'https://evil.example/https://shop.example/',
    'https://shop.example@evil.example/',
    'https://evil.example\\@shop.example/',
    'https://evil.example#https://shop.example/',
    'https://evil.example?https://shop.example/',
    'https://sub.shop.example/',
    'https://shopxexample/',
    'https://shop.example:8443/',
    'http://shop.example/',
    'https://shop.example./',
    '//shop.example/',
    '/local',
    '',
    'https://',
  )
  refuses('https://shop.example/*', 'https://user@shop.example/', 'https://user:password@shop.example/')
})

test('only the web is allowed, whatever the list says', () => {
  for (const address of [
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'app://x/y',
    'ftp://shop.example/',
    'blob:https://shop.example/x',
  ]) {
    assert.equal(isAllowed(address, [address, 'https://shop.example/*', '*', '*/*']), false, address)
  }
})

test('a loopback address may have any port where the list says so; no other host may', () => {
  const entry = 'http://localhost:*/*'
  allows(entry, 'http://localhost/', 'http://localhost:5173/back?x', 'http://localhost:1')
  refuses(entry, 'https://localhost:5173/', 'http://localhost.evil.example:1/', 'http://127.0.0.1:5173/', 'http://evil.example:5173/')
  allows('http://127.0.0.1:*/callback', 'http://127.0.0.1:3000/callback')
  refuses('http://127.0.0.1:*/callback', 'http://127.0.0.1:3000/', 'http://127.0.0.1:3000/callback/more')
  allows('http://[::1]:*/*', 'http://[::1]:3000/x')
  allows('http://localhost:*', 'http://localhost:3000/x')
  refuses('https://shop.example:*/*', 'https://shop.example:8443/', 'https://shop.example/')
  refuses('http://*:*/*', 'http://localhost:3000/', 'http://evil.example/')
})

test('entries that are no addresses allow nothing; any one of several is enough', () => {
  for (const entry of ['', '*', '/*', 'shop.example', 'https://', 'https://*.example/*', 'http://localhost:*evil/*']) {
    refuses(entry, 'https://shop.example/', 'http://localhost:3000/', 'https://a.example/')
  }
  assert.equal(isAllowed('https://b.example/', ['https://a.example/*', 'nonsense', 'https://b.example/*']), true)
  assert.equal(isAllowed('https://b.example/', []), false)
})
