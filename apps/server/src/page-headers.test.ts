import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageHeaders } from './page-headers.ts'

test('forms of a page go to the shop alone', () => {
  const sent = pageHeaders(new URL('https://shop.example/'), [], 'request')
  assert.match(sent['content-security-policy'] ?? '', /form-action 'self'/)
})

// attack: Input, files, HTTP | a script of the payment provider is injected into a page that takes no payment | the page's policy does not load it
test('a page that shows the form of a payment provider may load it, and no other page may', () => {
  const hosts = { scripts: ['https://js.pay.example'], frames: ['https://frames.pay.example'], connects: ['https://api.pay.example'] }
  const [plain, paying] = [undefined, hosts].map((pays) => pageHeaders(new URL('https://shop.example/'), ["'nonce-1'"], 'request', pays))
  assert.doesNotMatch(JSON.stringify(plain), /pay\.example|frame-src/)
  const policy = paying?.['content-security-policy'] ?? ''
  assert.match(policy, /script-src 'self' 'wasm-unsafe-eval' 'nonce-1' https:\/\/js\.pay\.example;/)
  assert.match(policy, /frame-src 'self' https:\/\/frames\.pay\.example;/)
  assert.match(policy, /connect-src 'self' blob: data: https:\/\/api\.pay\.example;/)
  assert.equal(paying?.['cross-origin-opener-policy'], 'same-origin-allow-popups')
})
