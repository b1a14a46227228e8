import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callerText, curlOf } from './request-text.ts'

test('a caller is called by name, and visitors by their app', () => {
  assert.equal(callerText({ kind: 'API_KEY', name: 'Warehouse' }), 'Warehouse')
  assert.equal(callerText({ kind: 'VISITOR', name: 'Phone app' }), 'Visitor of Phone app')
  assert.equal(callerText({ kind: 'UNKNOWN' }), 'Not identified')
})

test('a request is a command that a shell reads as it was sent', () => {
  const request = { state: 'WHOLE', text: `{"name":"Mira's mug"}`, sizeInBytes: 21 } as const
  assert.equal(
    curlOf('https://shop.example', { method: 'POST', path: '/stores/v1/products', query: 'a=1&b=2', request }),
    [
      `curl 'https://shop.example/stores/v1/products?a=1&b=2'`,
      '-X POST',
      '-H "Authorization: $VITRINE_API_KEY"',
      `-H 'Content-Type: application/json'`,
      `--data-raw '{"name":"Mira'\\''s mug"}'`,
    ].join(' \\\n  '),
  )
  const none = { state: 'NONE', sizeInBytes: 0 } as const
  assert.equal(
    curlOf('https://shop.example', { method: 'GET', path: '/x', request: none }),
    `curl 'https://shop.example/x' \\\n  -H "Authorization: $VITRINE_API_KEY"`,
  )
})
