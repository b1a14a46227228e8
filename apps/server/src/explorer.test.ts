import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, test } from 'node:test'
import { contract } from '@vitrine/contract'
import Fastify from 'fastify'
import { mountExplorer } from './explorer.ts'
import { documentsAt } from './reference/documents.ts'

const app = Fastify()
mountExplorer(app, documentsAt('https://shop.example'))
after(() => app.close())

test('the explorer has every operation of the contract, each once', async () => {
  const { paths } = (await app.inject('/reference/explorer/openapi.json')).json<{ paths: Record<string, Record<string, unknown>> }>()
  const form = (line: string) => line.replaceAll(/\{[^}]+\}/g, '{}')
  assert.deepEqual(
    Object.entries(paths)
      .flatMap(([path, methods]) => Object.keys(methods).map((method) => form(`${method.toUpperCase()} ${path}`)))
      .toSorted(),
    Object.keys(contract).map(form).toSorted(),
  )
})

// attack: Input, files, HTTP | a foreign script in the API explorer | not run: its policy names its own scripts
test('its page loads from and calls only this server, and only its own scripts run', async () => {
  assert.equal((await app.inject('/reference/explorer')).headers.location, '/reference/explorer/')
  const page = await app.inject('/reference/explorer/')
  const policy = String(page.headers['content-security-policy'])
  const scriptPolicy = /script-src ([^;]+)/.exec(policy)![1]!
  assert.doesNotMatch(scriptPolicy, /unsafe|https?:|\*/)
  assert.match(policy, /connect-src 'self';/)
  const scripts = [...page.body.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)]
  assert.ok(scripts.length > 0)
  for (const [, attributes = '', text = ''] of scripts) {
    const src = /src="([^"]+)"/.exec(attributes)?.[1]
    if (src !== undefined) assert.equal(src, 'js/scalar.js')
    else assert.ok(scriptPolicy.includes(createHash('sha256').update(text).digest('base64')), text.slice(0, 80))
  }
})

test('its script is served as gzip and unpacks to the same bytes', async () => {
  const plain = await app.inject('/reference/explorer/js/scalar.js')
  const gzip = await app.inject({ url: '/reference/explorer/js/scalar.js', headers: { 'accept-encoding': 'br, gzip' } })
  assert.equal(gzip.headers['content-encoding'], 'gzip')
  assert.match(String(plain.headers['content-type']), /javascript/)
  const { gunzipSync } = await import('node:zlib')
  assert.ok(gunzipSync(gzip.rawPayload).equals(plain.rawPayload))
  assert.ok(gzip.rawPayload.length < plain.rawPayload.length / 2)
})

test('an operation has the description of the contract, and its example is a valid request', async () => {
  const document = (await app.inject('/reference/explorer/openapi.json')).json()
  const add = document.paths['/ecom/v1/carts/current/add-to-cart'].post
  const { example } = add.requestBody.content['application/json']
  assert.ok(contract['POST /ecom/v1/carts/current/add-to-cart'].input.safeParse(example).success)
  assert.ok(example.lineItems.length > 0)
  assert.match(document.paths['/ecom/v1/carts/current'].patch.description, /token/)
})
