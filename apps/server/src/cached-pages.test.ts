import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { describe, test } from 'node:test'
import type { WireAnswer } from '@vitrine/platform/kernel/http/wire'
import { cachedPages } from './cached-pages.ts'

const address = 'https://shop.example/products/mug'

interface Choice {
  readonly headers?: Readonly<Record<string, string>>
  readonly status?: number
  readonly method?: string
}

/** A platform that answers each path with what is written here, and the pages on it. */
function shop(answers: Record<string, string>) {
  let status = 200
  let said: () => Promise<object> = async () => first
  const first = {}
  const pages = cachedPages({
    api: {
      claims: () => true,
      answer: async ({ path }): Promise<WireAnswer> => ({ status, headers: {}, body: Buffer.from(answers[path] ?? '') }),
    },
    database: { query: () => Promise.reject(new Error('nothing here is of the catalogue')) },
    said: () => said(),
  })
  async function make(paths: readonly string[], { headers = {}, status = 200, method = 'GET' }: Choice = {}, meanwhile = () => {}) {
    const { fetch, take } = pages.begin(address, { '(bag)': 'cart' }, 'aaaa')
    const texts = await Promise.all(paths.map(async (path) => (await fetch(`https://shop.example${path}`, { method })).text()))
    meanwhile()
    const text = `${texts.join('|')}<script nonce="aaaa">show(bag)</script><script nonce="aaaa">start()</script>`
    const page = await take(new Response(text, { status, headers: { 'content-type': 'text/html', ...headers } }))
    return { page }
  }
  const find = () => pages.find(address, 'request')
  const sayOtherwise = () => {
    const other = {}
    said = async () => other
  }
  const sayNothing = () => {
    said = () => Promise.reject(new Error('the shop does not answer'))
  }
  return { find, make, fail: () => (status = 503), sayOtherwise, sayNothing }
}

describe('a page that is made for everybody', () => {
  test('is sent again with another nonce and bag while the platform answers as it did', async () => {
    const { find, make } = shop({ '/mug': 'Mug €30', '/more': 'Bowl' })
    await make(['/mug', '/more'])
    const cached = await find()
    assert.equal(
      cached!.sheet.plain({ nonce: 'bbbb', cart: '("oat")' }).toString(),
      'Mug €30|Bowl<script nonce="bbbb">show("oat")</script><script>start()</script>',
    )
    assert.deepEqual([cached!.status, cached!.headers], [200, [['content-type', 'text/html']]])
    assert.deepEqual(cached!.scripts, [`'sha256-${hash('sha256', 'start()', 'base64')}'`])
  })

  test('is forgotten as soon as one answer is another', async () => {
    const answers = { '/mug': 'Mug €30', '/more': 'Bowl' }
    const { find, make } = shop(answers)
    await make(['/mug', '/more'])
    answers['/more'] = 'Bowl, sold out'
    assert.equal(await find(), undefined)
    answers['/more'] = 'Bowl'
    assert.equal(await find(), undefined)
  })

  test('is forgotten as soon as the shop says something else of itself, and not kept when it does so meanwhile', async () => {
    const { find, make, sayOtherwise } = shop({ '/mug': 'Mug' })
    await make(['/mug'])
    assert.ok(await find())
    sayOtherwise()
    assert.equal(await find(), undefined)
    const { page } = await make(['/mug'], {}, sayOtherwise)
    assert.ok(page)
    assert.equal(await find(), undefined)
  })

  test('is made, and neither kept nor sent again, while the shop says nothing of itself', async () => {
    const { find, make, sayNothing } = shop({ '/mug': 'Mug' })
    await make(['/mug'])
    sayNothing()
    assert.equal(await find(), undefined)
    assert.ok((await make(['/mug'])).page)
    assert.equal(await find(), undefined)
  })

  test('is not kept when it wrote something, met trouble, or is not to be', async () => {
    for (const init of [{ method: 'POST' }, { status: 404 }, { headers: { 'cache-control': 'no-store' } }]) {
      const { find, make } = shop({ '/mug': 'Mug' })
      const { page } = await make(['/mug'], init)
      assert.equal(page!.status, init.status ?? 200)
      assert.equal(await find(), undefined, JSON.stringify(init))
    }
    const { find, make, fail } = shop({ '/mug': 'Mug' })
    fail()
    await make(['/mug'])
    assert.equal(await find(), undefined)
  })

  test('is none when it gives a cookie', async () => {
    const { find, make } = shop({ '/mug': 'Mug' })
    assert.equal((await make(['/mug'], { headers: { 'set-cookie': 'visitor=x' } })).page, undefined)
    assert.equal(await find(), undefined)
  })
})
