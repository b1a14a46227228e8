import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageHeaders } from './page-headers.ts'

test('forms of a page go to the shop alone', () => {
  const sent = pageHeaders(new URL('https://shop.example/'), [], 'request')
  assert.match(sent['content-security-policy'] ?? '', /form-action 'self'/)
})
