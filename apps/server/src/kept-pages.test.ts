import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import type { WireAnswer } from '@vitrine/platform/http/wire'
import { keptPages } from './kept-pages.ts'

const address = 'https://shop.example/products/mug'

interface Wish {
  readonly headers?: Readonly<Record<string, string>>
  readonly status?: number
  readonly method?: string
}

/** A platform that answers each path with what is written here, and the pages on it. */
function shop(answers: Record<string, string>) {
  let status = 200
  const pages = keptPages({
    api: {
      claims: () => true,
      answer: async ({ path }): Promise<WireAnswer> => ({ status, headers: {}, body: Buffer.from(answers[path] ?? '') }),
    },
  })
  async function make(paths: readonly string[], nonce: string, { headers = {}, status = 200, method = 'GET' }: Wish = {}) {
    const { fetch, keep } = pages.begin(address, nonce)
    const said = await Promise.all(paths.map(async (path) => (await fetch(`https://shop.example${path}`, { method })).text()))
    const text = `<script nonce="${nonce}"></script>${said.join('|')}<script nonce="${nonce}"></script>`
    await keep(new Response(text, { status, headers: { 'content-type': 'text/html', ...headers } }))
    return text
  }
  return { pages, make, fail: () => (status = 503) }
}

describe('a page of somebody who only looks', () => {
  test('is sent again with another nonce while the platform answers as it did', async () => {
    const { pages, make } = shop({ '/mug': 'Mug €30', '/more': 'Bowl' })
    const first = await make(['/mug', '/more'], 'aaaa')
    const kept = await pages.find(address, 'request')
    assert.equal(kept!.body('bbbb').toString(), first.replaceAll('aaaa', 'bbbb'))
    assert.deepEqual(kept!.headers, [['content-type', 'text/html']])
  })

  test('is the same as gzip, nonces and all', async () => {
    const { pages, make } = shop({ '/mug': 'Ein Becher für 30 €. '.repeat(5000) })
    const first = await make(['/mug'], 'aaaa')
    const kept = await pages.find(address, 'request')
    for (const nonce of ['bbbb', 'cccc']) {
      const packed = kept!.gzip(nonce)
      assert.equal(gunzipSync(packed).toString(), first.replaceAll('aaaa', nonce))
      assert.ok(packed.length < first.length / 10)
    }
  })

  test('is forgotten as soon as one answer is another', async () => {
    const answers = { '/mug': 'Mug €30', '/more': 'Bowl' }
    const { pages, make } = shop(answers)
    await make(['/mug', '/more'], 'aaaa')
    answers['/more'] = 'Bowl, sold out'
    assert.equal(await pages.find(address, 'request'), undefined)
    answers['/more'] = 'Bowl'
    assert.equal(await pages.find(address, 'request'), undefined)
  })

  test('is not kept when it wrote something, met trouble, gave a cookie, or is no page', async () => {
    for (const init of [
      { method: 'POST' },
      { status: 404 },
      { headers: { 'set-cookie': 'visitor=x' } },
      { headers: { 'cache-control': 'no-store' } },
    ]) {
      const { pages, make } = shop({ '/mug': 'Mug' })
      await make(['/mug'], 'aaaa', init)
      assert.equal(await pages.find(address, 'request'), undefined, JSON.stringify(init))
    }
    const { pages, make, fail } = shop({ '/mug': 'Mug' })
    fail()
    await make(['/mug'], 'aaaa')
    assert.equal(await pages.find(address, 'request'), undefined)
  })
})
