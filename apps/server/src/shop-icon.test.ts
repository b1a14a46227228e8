import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { iconOf, mountShopIcon } from './shop-icon.ts'

const theme = {
  light: { '--color-paper': '#f5f6f4', '--color-accent': '#1d3fc4' },
  dark: {},
  mark: 'dial' as const,
  swatch: 'plain',
  fonts: [],
}
const shop = { name: 'Gangwerk', about: 'Bicycles.', language: 'de', theme }

async function ask(path: string, answer = Response.json({ shop })) {
  const app = Fastify()
  mountShopIcon(app, { origin: 'https://shop.example', platform: { fetch: async () => answer.clone() } })
  const given = await app.inject(path)
  await app.close()
  return given
}

test('the icon has the mark and the colours of the shop', async () => {
  const { headers, body } = await ask('/icon.svg')
  assert.match(String(headers['content-type']), /^image\/svg\+xml/)
  assert.match(body, /fill="#f5f6f4"/)
  assert.match(body, /<circle [^>]*stroke="#1d3fc4"/)
})

test('what is no colour is not written into the drawing', () => {
  const drawing = iconOf({ light: { '--color-paper': '"/><script>alert(1)</script>' }, mark: 'sun' })
  assert.doesNotMatch(drawing, /script/)
})

test('the pictures are as large as they are said to be', async () => {
  for (const [path, pixels] of [
    ['/favicon.ico', 48],
    ['/apple-touch-icon.png', 180],
    ['/icon-192.png', 192],
    ['/icon-512.png', 512],
    ['/icon-maskable.png', 512],
  ] as const) {
    const { rawPayload, headers } = await ask(path)
    assert.equal(headers['content-type'], 'image/png', path)
    assert.equal(rawPayload.toString('latin1', 1, 4), 'PNG', path)
    // Width and height stand first in the first part of such a file.
    assert.deepEqual([rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)], [pixels, pixels], path)
  }
})

test('the manifest has the name, the language and the colours of the shop', async () => {
  const { headers, body } = await ask('/manifest.webmanifest')
  assert.match(String(headers['content-type']), /^application\/manifest\+json/)
  const { name, lang, theme_color: color, start_url: start, icons } = JSON.parse(body)
  assert.deepEqual([name, lang, color, start], ['Gangwerk', 'de', '#f5f6f4', '/'])
  assert.deepEqual(
    icons.map(({ sizes, purpose }: { sizes: string; purpose?: string }) => [sizes, purpose]),
    [
      ['any', undefined],
      ['192x192', undefined],
      ['512x512', undefined],
      ['512x512', 'maskable'],
    ],
  )
})

test('503 where the platform does not answer', async () => {
  for (const path of ['/icon.svg', '/favicon.ico', '/manifest.webmanifest'])
    assert.equal((await ask(path, new Response(null, { status: 500 }))).statusCode, 503, path)
})
