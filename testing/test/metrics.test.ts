import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { attack } from '../src/attack.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { freePort, type ServerProcess, startServerProcess } from '../src/server-process.ts'

let shop: TestPlatform
before(async () => {
  shop = await startTestPlatform()
})
after(() => shop?.[Symbol.asyncDispose]())

const serverWith = (env: Readonly<Record<string, string>>) => startServerProcess({ databaseUrl: shop.databaseUrl, env })
const read = (url: string, authorization?: string) => fetch(`${url}/metrics`, { headers: authorization ? { authorization } : {} })
const valueIn = (text: string, line: string) =>
  Number(
    text
      .split('\n')
      .find((one) => one.startsWith(`${line} `))
      ?.slice(line.length + 1),
  )
const refusal = async (answer: Response) => {
  const { details } = (await answer.json()) as { details: { applicationError: { code: string } } }
  return [answer.status, details.applicationError.code]
}

test(
  attack({
    area: 'Operations and defaults',
    tries: 'a stranger reads /metrics of a shop that has set nothing up for it',
    answer: '404 ROUTE_NOT_FOUND',
  }),
  async () => {
    await using server = await serverWith({})
    assert.deepEqual(await refusal(await read(server.url)), [404, 'ROUTE_NOT_FOUND'])
  },
)

describe('behind a token', () => {
  const token = 'the-token-of-prometheus'
  let server: ServerProcess
  before(async () => {
    server = await serverWith({ METRICS_TOKEN: token })
  })
  after(() => server?.[Symbol.asyncDispose]())

  test(
    attack({
      area: 'Operations and defaults',
      tries: '/metrics is read without its token, or with another',
      answer: '401 UNAUTHENTICATED',
    }),
    async () => {
      for (const said of [undefined, 'Bearer', `Bearer ${token}x`, token, `Basic ${token}`]) {
        const answer = await read(server.url, said)
        assert.equal(answer.headers.get('www-authenticate'), 'Bearer')
        assert.deepEqual(await refusal(answer), [401, 'UNAUTHENTICATED'])
      }
    },
  )

  test('200 counts failed sign-ins, open connections, emails that wait and the lag of the outbox', async () => {
    const before = await (await read(server.url, `Bearer ${token}`)).text()
    const wrong = { email: 'nobody@example.com', password: 'not the password' }
    const post = (path: string, body: object) =>
      fetch(server.url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
    assert.equal((await post('/admin/session', wrong)).status, 401)
    assert.equal((await post('/oauth2/token', { grantType: 'anonymous', clientId: shop.clientId })).status, 200)
    const answer = await read(server.url, `Bearer ${token}`)
    const text = await answer.text()
    assert.deepEqual([answer.status, answer.headers.get('cache-control')], [200, 'no-store'])
    const staff = 'vitrine_failed_sign_ins_total{who="staff"}'
    assert.deepEqual([valueIn(before, staff), valueIn(text, staff)], [0, 1])
    assert.ok(valueIn(text, 'vitrine_open_connections') >= 1)
    assert.ok(valueIn(text, 'vitrine_emails_waiting') >= 0)
    assert.ok(valueIn(text, 'vitrine_outbox_waiting') >= 0)
    assert.ok(valueIn(text, 'vitrine_outbox_lag_seconds') >= 0)
    assert.equal(valueIn(text, 'vitrine_products_to_rewrite'), 0)
    assert.match(text, /^vitrine_api_answer_seconds_count/m)
  })
})

test('at a port of their own they are there alone, and the port of the shop has none', async () => {
  const port = await freePort()
  await using server = await serverWith({ METRICS_PORT: String(port) })
  assert.equal((await read(server.url)).status, 404)
  const own = `http://127.0.0.1:${port}`
  assert.match(await (await read(own)).text(), /^process_cpu_seconds_total/m)
  for (const path of ['/', '/health', '/admin']) assert.equal((await fetch(own + path)).status, 404)
})
