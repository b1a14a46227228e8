import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, test } from 'node:test'
import { sql } from '@vitrine/platform/kernel/db/sql'
import { attack } from '../src/attack.ts'
import { findNginx, startNginx } from '../src/nginx.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { type ServerProcess, startServerProcess } from '../src/server-process.ts'

/** One trusts the machine's own address, on which a proxy would be; the other trusts nobody. */
let shop: TestPlatform
let trusting: ServerProcess
let untrusting: ServerProcess
const nginx = await findNginx()
const hop = { skip: nginx === undefined && 'there is no nginx here: on Debian, apt-get install nginx-light' }

before(async () => {
  shop = await startTestPlatform()
  const start = (env: Record<string, string>) => startServerProcess({ databaseUrl: shop.databaseUrl, env: { LOG_LEVEL: 'warn', ...env } })
  ;[trusting, untrusting] = await Promise.all([start({ TRUSTED_PROXIES: '127.0.0.1' }), start({})])
})
after(async () => {
  await trusting[Symbol.asyncDispose]()
  await untrusting[Symbol.asyncDispose]()
  await shop[Symbol.asyncDispose]()
})

let coupons = 0

/** Changes something over a connection from one of this machine's addresses, and answers whose address the audit log has for it. */
async function addressSeen(port: number | string, from: string, headers: Record<string, string> = {}): Promise<string | null> {
  const code = `HOP${++coupons}`
  const status = await new Promise<number>((resolve, reject) => {
    const asking = request(
      {
        host: '127.0.0.1',
        port,
        localAddress: from,
        method: 'POST',
        path: '/stores/v2/coupons',
        headers: { authorization: shop.apiKey, 'content-type': 'application/json', ...headers },
      },
      (answer) => answer.resume().on('end', () => resolve(answer.statusCode!)),
    )
    asking.on('error', reject).end(JSON.stringify({ specification: { name: code, code, percentOffRate: 10 } }))
  })
  assert.equal(status, 200)
  const [entry] = await shop.platform.database.query<{ address: string | null }>(
    sql`select address from audit_entry where site = ${shop.site} order by id desc limit 1`,
  )
  return entry!.address
}

const portOf = ({ url }: ServerProcess) => new URL(url).port

test('the client of a trusted proxy is who it forwards for, read from the right', async () => {
  const of = (forwarded: string) => addressSeen(portOf(trusting), '127.0.0.1', { 'x-forwarded-for': forwarded })
  assert.equal(await of('198.51.100.4'), '198.51.100.4')
  assert.equal(await of('203.0.113.9, 198.51.100.4'), '198.51.100.4')
  assert.equal(await of('2001:db8::7'), '2001:db8::7')
  assert.equal(await of('203.0.113.9, 127.0.0.1'), '203.0.113.9')
  assert.equal(await addressSeen(portOf(trusting), '127.0.0.1'), '127.0.0.1')
})

test(
  attack({
    area: 'Sign-in limits',
    tries: 'a client that is no trusted proxy sends X-Forwarded-For',
    answer: 'its own address counts, and the log warns once of that peer',
  }),
  async () => {
    for (const forwarded of ['198.51.100.4', '198.51.100.5', '127.0.0.1'])
      assert.equal(await addressSeen(portOf(trusting), '127.0.0.2', { 'x-forwarded-for': forwarded }), '127.0.0.2')
    for (const from of ['127.0.0.1', '127.0.0.1', '127.0.0.3'])
      assert.equal(await addressSeen(portOf(untrusting), from, { 'x-forwarded-for': '198.51.100.4' }), from)
    const warned = (server: ServerProcess) =>
      [...server.output().matchAll(/"peer":"([^"]+)","msg":"X-Forwarded-For/g)].map(([, peer]) => peer)
    assert.deepEqual(warned(trusting), ['127.0.0.2'])
    assert.deepEqual(warned(untrusting), ['127.0.0.1', '127.0.0.3'])
  },
)

test(
  attack({
    area: 'Sign-in limits',
    tries: 'a client behind nginx forges X-Forwarded-For and the header that names its address inside the shop',
    answer: 'nginx’s own word for its address counts',
  }),
  hop,
  async () => {
    await using proxy = await startNginx(nginx!, trusting.url, 'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;')
    assert.equal(await addressSeen(proxy.port, '127.0.0.7'), '127.0.0.7')
    assert.equal(await addressSeen(proxy.port, '127.0.0.8'), '127.0.0.8')
    const forged = { 'x-forwarded-for': '198.51.100.4', 'x-vitrine-peer': '198.51.100.5', forwarded: 'for=198.51.100.6' }
    assert.equal(await addressSeen(proxy.port, '127.0.0.9', forged), '127.0.0.9')
  },
)

test('behind nginx that nobody has made known, everybody is its address', hop, async () => {
  await using proxy = await startNginx(nginx!, untrusting.url, 'proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;')
  assert.equal(await addressSeen(proxy.port, '127.0.0.7'), '127.0.0.1')
})

test(
  attack({
    area: 'Input, files, HTTP',
    tries: 'a form of another site is sent with that site as X-Forwarded-Host',
    answer: '403, as without that header',
  }),
  async () => {
    const post = (server: ServerProcess, headers: Record<string, string>) =>
      fetch(`${server.url}/cart`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://elsewhere.example', ...headers },
        body: 'intent=none',
      })
    for (const server of [untrusting, trusting])
      for (const headers of [{}, { 'x-forwarded-host': 'elsewhere.example' }] as Record<string, string>[])
        assert.equal((await post(server, headers)).status, 403)
    assert.notEqual((await post(trusting, { origin: trusting.url })).status, 403)
  },
)
