import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageHeaders } from './page-headers.ts'

const sent = (address: string) => pageHeaders(new URL(address), [], 'request')

test('a shop that is reached by TLS tells browsers to come by nothing else', () => {
  assert.equal(sent('https://shop.example/products')['strict-transport-security'], 'max-age=31536000')
  assert.equal(sent('http://localhost:3000/')['strict-transport-security'], undefined)
})

test('forms of a page go to the shop alone', () => {
  assert.match(sent('https://shop.example/')['content-security-policy'] ?? '', /form-action 'self'/)
})
