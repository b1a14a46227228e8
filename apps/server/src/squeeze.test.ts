import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { pressed, squeezed } from './squeeze.ts'

const page = () => new Response('<p>Objects for slow mornings</p>'.repeat(50), { headers: { 'content-type': 'text/html; charset=utf-8' } })

test('a browser that takes gzip gets gzip, and caches are told what it depends on', async () => {
  const answer = squeezed(page(), 'br;q=1.0, gzip;q=0.8, *;q=0.1')
  assert.equal(answer.headers.get('content-encoding'), 'gzip')
  assert.equal(answer.headers.get('vary'), 'Accept-Encoding')
  assert.equal(gunzipSync(Buffer.from(await answer.arrayBuffer())).toString(), await page().text())
})

test('anybody else gets it as it is', async () => {
  for (const accepted of [undefined, '', 'br', 'gzip;q=0', 'gzip;q=0.0, br', 'identity']) {
    const answer = squeezed(page(), accepted)
    assert.equal(answer.headers.get('content-encoding'), null, String(accepted))
    assert.equal(await answer.text(), await page().text())
  }
})

test('pictures and what is squeezed already stay as they are', () => {
  assert.equal(squeezed(new Response('x', { headers: { 'content-type': 'image/webp' } }), 'gzip').headers.get('content-encoding'), null)
  const already = new Response('x', { headers: { 'content-type': 'text/css', 'content-encoding': 'br' } })
  assert.equal(squeezed(already, 'gzip').headers.get('content-encoding'), 'br')
})

test('the first part of a page that streams is there before the last is written', async () => {
  let finish = () => {}
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('<h1>Early</h1>'))
      finish = () => {
        controller.enqueue(new TextEncoder().encode('<p>late</p>'))
        controller.close()
      }
    },
  })
  const answer = squeezed(new Response(body, { headers: { 'content-type': 'text/html' } }), 'gzip')
  const reader = answer.body!.pipeThrough(new DecompressionStream('gzip')).getReader()
  assert.match(new TextDecoder().decode((await reader.read()).value), /Early/)
  finish()
  assert.match(new TextDecoder().decode((await reader.read()).value), /late/)
})

test('bytes that are sent again are pressed once', () => {
  const bytes = Buffer.from('{"products":[]}'.repeat(500))
  const first = pressed(bytes)
  assert.ok(gunzipSync(first).equals(bytes))
  assert.equal(pressed(bytes), first)
  assert.notEqual(pressed(Buffer.from(bytes)), first)
})
