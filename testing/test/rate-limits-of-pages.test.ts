import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { LimitedClass, RateLimits } from '@vitrine/platform'
import { attack } from '../src/attack.ts'
import { addPicture } from '../src/pictures.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { startServerProcess } from '../src/server-process.ts'

/** Small ones, each another number, so that an answer tells which bucket it is of. */
const limits: RateLimits = {
  read: { quota: 20, seconds: 60 },
  price: { quota: 4, seconds: 60 },
  write: { quota: 100, seconds: 60 },
  email: { quota: 3, seconds: 3600 },
  guess: { quota: 5, seconds: 600 },
  page: { quota: 3, seconds: 3600 },
  file: { quota: 3, seconds: 3600 },
  picture: { quota: 3, seconds: 3600 },
  recipient: { quota: 3, seconds: 3600 },
}
let shop: TestPlatform
const limited: LimitedClass[] = []

before(async () => {
  shop = await startTestPlatform({ rateLimits: limits, limited: (what) => limited.push(what) })
})

after(async () => {
  await shop[Symbol.asyncDispose]()
  assert.deepEqual(shop.faults, [])
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
