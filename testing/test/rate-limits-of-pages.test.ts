// What a server answers beside operations and how often one address may ask for it: pages, files, sign-ins of apps and pictures.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { attack } from '../src/attack.ts'
import { addPicture } from '../src/pictures.ts'
import { startPlatformForFile } from '../src/platform-for-file.ts'
import { startServerProcess } from '../src/server-process.ts'

const shop = await startPlatformForFile()

describe('pages', () => {
  test(
    attack({
      area: 'Rate limits',
      tries: 'one address asks for search pages of another query each time, which nobody has stored',
      answer:
        '429 as text with Retry-After after what an address may render; stored pages and other addresses are served, and /metrics counts it',
    }),
    async () => {
      const token = 'for-the-metrics-of-this-test-alone'
      await using server = await startServerProcess({
        databaseUrl: shop.databaseUrl,
        env: { RATE_LIMITS: 'on', RATE_LIMIT_PAGE: '3/1h', TRUSTED_PROXIES: '127.0.0.1', METRICS_TOKEN: token },
      })
      const page = (path: string, address: string) => fetch(server.url + path, { headers: { 'x-forwarded-for': address } })
      for (let i = 0; i < 3; i++) assert.equal((await page(`/search?q=a${i}`, '198.51.100.1')).status, 200)
      const refused = await page('/search?q=another', '198.51.100.1')
      assert.equal(refused.status, 429)
      assert.match(await refused.text(), /^Too many pages/)
      assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/)
      assert.equal(refused.headers.get('ratelimit-policy'), '"page";q=3;w=3600')
      assert.equal((await page('/search?q=a0', '198.51.100.1')).status, 200, 'stored')
      assert.equal((await page('/search?q=another', '198.51.100.2')).status, 200)
      assert.equal((await page('/cart', '198.51.100.1')).status, 429)
      const metrics = await (await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text()
      assert.match(metrics, /^vitrine_rate_limited_total\{class="page"\} 2$/m)
    },
  )

  test(
    attack({
      area: 'Rate limits',
      tries: 'a client that is no trusted proxy names another address in X-Forwarded-For for each call',
      answer: '429: its own address is counted',
    }),
    async () => {
      await using server = await startServerProcess({
        databaseUrl: shop.databaseUrl,
        env: { RATE_LIMITS: 'on', RATE_LIMIT_READ: '2/1h' },
      })
      const statuses = []
      for (let i = 0; i < 11; i++)
        statuses.push((await fetch(`${server.url}/vitrine/v1/shop`, { headers: { 'x-forwarded-for': `198.51.100.${i}` } })).status)
      assert.deepEqual(statuses, [...Array(10).fill(200), 429])
    },
  )
})

describe('files and sign-ins of apps', () => {
  test(
    attack({
      area: 'Rate limits',
      tries: 'one address guesses links of downloads and invoices, and begins sign-ins for apps without end',
      answer: '429 as text with Retry-After after what an address may ask for; other addresses go on',
    }),
    async () => {
      await using server = await startServerProcess({
        databaseUrl: shop.databaseUrl,
        env: { RATE_LIMITS: 'on', RATE_LIMIT_FILE: '3/1h', RATE_LIMIT_PAGE: '2/1h', TRUSTED_PROXIES: '127.0.0.1' },
      })
      const ask = (path: string, address: string) =>
        fetch(server.url + path, { headers: { 'x-forwarded-for': address, accept: 'text/html' }, redirect: 'manual' })
      for (const path of ['/downloads/a', '/invoices/b', '/downloads/c'])
        assert.notEqual((await ask(path, '198.51.100.7')).status, 429, path)
      const refused = await ask('/invoices/d', '198.51.100.7')
      assert.equal(refused.status, 429)
      assert.match(await refused.text(), /^Too many files were asked for/)
      assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/)
      assert.equal(refused.headers.get('ratelimit-policy'), '"file";q=3;w=3600')
      assert.notEqual((await ask('/invoices/d', '198.51.100.8')).status, 429)

      const begin = (address: string) => ask('/oauth2/authorize?client_id=nobody&response_type=code', address)
      for (let i = 0; i < 2; i++) assert.notEqual((await begin('198.51.100.9')).status, 429)
      const tooMany = await begin('198.51.100.9')
      assert.deepEqual([tooMany.status, tooMany.headers.get('ratelimit-policy')], [429, '"page";q=2;w=3600'])
      assert.notEqual((await begin('198.51.100.10')).status, 429)
    },
  )
})

describe('pictures', () => {
  test(
    attack({
      area: 'Rate limits',
      tries: 'one address has sizes of pictures made and originals read without end',
      answer: '429 with Retry-After for the next that would have to be made or read; stored sizes, 304 and other addresses go on',
    }),
    async () => {
      const [one, other] = [await addPicture(shop), await addPicture(shop)]
      await using server = await startServerProcess({
        databaseUrl: shop.databaseUrl,
        dataDir: shop.dataDir,
        env: { RATE_LIMITS: 'on', RATE_LIMIT_FILE: '2/1h', RATE_LIMIT_PICTURE: '2/1h', TRUSTED_PROXIES: '127.0.0.1' },
      })
      const ask = async (path: string, address: string, more: Readonly<Record<string, string>> = {}) => {
        const answer = await fetch(`${server.url}/media/${path}`, {
          headers: { 'x-forwarded-for': address, accept: 'image/webp', ...more },
        })
        await answer.arrayBuffer()
        return answer
      }
      const size = (id: string, width: number) => `${id}/v1/fit/w_${width},h_${width}/a.webp`
      const [unauthenticated, neighbour] = ['198.51.100.21', '198.51.100.22']
      for (const width of [20, 30]) assert.equal((await ask(size(one, width), unauthenticated)).status, 200)
      for (const path of [size(one, 40), size(other, 20)]) {
        const refused = await ask(path, unauthenticated)
        assert.equal(refused.status, 429)
        assert.equal(refused.headers.get('ratelimit-policy'), '"picture";q=2;w=3600')
        assert.match(refused.headers.get('retry-after') ?? '', /^\d+$/)
        assert.equal(refused.headers.get('cache-control'), 'no-store')
      }
      for (const width of [20, 30, 20]) assert.equal((await ask(size(one, width), unauthenticated)).status, 200, 'it is stored')
      assert.equal((await ask(size(other, 20), neighbour)).status, 200)
      assert.equal((await ask(size(other, 20), unauthenticated)).status, 200, 'a neighbour has had it made')

      const [first] = [await ask(one, unauthenticated), await ask(other, unauthenticated)]
      assert.equal(first.status, 200)
      const refused = await ask(one, unauthenticated)
      assert.deepEqual([refused.status, refused.headers.get('ratelimit-policy')], [429, '"file";q=2;w=3600'])
      assert.equal((await ask(one, unauthenticated, { 'if-none-match': first.headers.get('etag')! })).status, 304)
      assert.equal((await ask(one, neighbour)).status, 200)
    },
  )
})
