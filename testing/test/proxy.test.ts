// The nginx of docs/operating.md, in front of a server: the very lines of the document, with other ports and another certificate.
import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, chmodSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { attack } from '../src/attack.ts'
import { bareDatabase, type TestDatabase } from '../src/database.ts'
import { freePort, type ServerProcess, startServerProcess } from '../src/server-process.ts'

const places = ['/usr/sbin/nginx', '/usr/bin/nginx', '/opt/homebrew/bin/nginx', '/usr/local/bin/nginx']

/** An nginx: the one `NGINX` names, or that of the machine; as root on Debian it is installed where there is none. */
function findNginx(): string | undefined {
  const found = () => [process.env.NGINX ?? '', ...places].find(isExecutable)
  if (found() || process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return found()
  try {
    // A server of its own is not to start with it.
    const install = 'apt-get update; apt-get install -y --no-install-recommends nginx-light openssl'
    execFileSync('sh', ['-c', install], { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }, stdio: 'pipe' })
  } catch (error) {
    console.error(String(error))
  }
  return found()
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const nginx = findNginx()
const skip = nginx === undefined && 'there is no nginx: install it, or name it in NGINX'

const owner = { email: 'mira@morrow.example', password: 'kettle fox marble' }

let folder: string
let database: TestDatabase
let server: ServerProcess
let proxy: ChildProcess
let port: number
let plainPort: number
let certificate: string

/** The block of the document, for this folder and these ports. */
function recipe(serverPort: number): string {
  const document = readFileSync(join(import.meta.dirname, '../../docs/operating.md'), 'utf8')
  const [, block = ''] = /```nginx\n([\s\S]*?)\n```/.exec(document) ?? []
  const changes: readonly (readonly [string, string])[] = [
    ['server 127.0.0.1:3000;', `server 127.0.0.1:${serverPort};`],
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['listen [::]:80;', ''],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`],
    ['listen [::]:443 ssl http2;', ''],
    ['/etc/ssl/shop.example/fullchain.pem', join(folder, 'cert.pem')],
    ['/etc/ssl/shop.example/privkey.pem', join(folder, 'key.pem')],
  ]
  return changes.reduce((lines, [from, to]) => {
    assert.ok(lines.includes(from), `${from} stands in the document`)
    return lines.replace(from, to)
  }, block)
}

before(async () => {
  if (nginx === undefined) return
  folder = await mkdtemp(join(tmpdir(), 'vitrine-proxy-'))
  chmodSync(folder, 0o755)
  ;[port, plainPort] = [await freePort(), await freePort()]
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'ed25519', '-nodes', '-days', '36500', ...subject, ...files], { stdio: 'pipe' })
  certificate = readFileSync(join(folder, 'cert.pem'), 'utf8')
  database = await bareDatabase()
  server = await startServerProcess({
    databaseUrl: database.url,
    env: {
      TRUSTED_PROXIES: 'loopback',
      PUBLIC_URL: `https://localhost:${port}`,
      VITRINE_OWNER_EMAIL: owner.email,
      VITRINE_OWNER_PASSWORD: owner.password,
    },
  })
  const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(folder, name)};`).join(' ')
  const config = join(folder, 'nginx.conf')
  writeFileSync(
    config,
    `daemon off; worker_processes 1; pid ${join(folder, 'pid')}; error_log stderr;
    events {} http { access_log off; ${own}\n${recipe(Number(new URL(server.url).port))}\n}`,
  )
  proxy = spawn(nginx, ['-c', config, '-p', folder], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  proxy.stderr!.on('data', (chunk) => (said += chunk))
  while (!(await opens(port))) {
    if (proxy.exitCode !== null) throw new Error(`nginx does not take the recipe:\n${said}`)
    await sleep(50)
  }
})
after(async () => {
  if (nginx === undefined) return
  if (proxy && proxy.exitCode === null) {
    proxy.kill('SIGTERM')
    await once(proxy, 'exit')
  }
  await server?.[Symbol.asyncDispose]()
  await database?.[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

async function opens(at: number): Promise<boolean> {
  const socket = connect(at, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** A request by TLS, whose answer has begun. */
function ask(path: string, settings: { method?: string; headers?: Record<string, string>; body?: string } = {}): Promise<IncomingMessage> {
  const { method = 'GET', headers = {}, body } = settings
  return new Promise((answered, failed) => {
    const sent = request(
      {
        host: '127.0.0.1',
        servername: 'localhost',
        port,
        path,
        method,
        ca: certificate,
        agent: false,
        headers: { host: `localhost:${port}`, ...headers },
      },
      answered,
    )
    sent.once('error', failed)
    sent.end(body)
  })
}

async function said(path: string, settings?: Parameters<typeof ask>[1]) {
  const answer = await ask(path, settings)
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) }
}

const json = { 'content-type': 'application/json' }

describe('the nginx of docs/operating.md', { skip }, () => {
  test('leads from http to https, and hands pages and API on', async () => {
    const plain = await fetch(`http://127.0.0.1:${plainPort}/products?a=1`, { redirect: 'manual' })
    assert.deepEqual([plain.status, plain.headers.get('location')], [308, 'https://127.0.0.1/products?a=1'])
    const home = await said('/login', { headers: { 'accept-encoding': 'gzip' } })
    assert.deepEqual([home.status, home.headers['content-encoding']], [200, 'gzip'])
    assert.match(String(home.headers['strict-transport-security'] ?? 'max-age'), /max-age/)
    const clientId = /Client id\s+(\S+)/.exec(server.output())![1]!
    const token = await said('/oauth2/token', { method: 'POST', headers: json, body: JSON.stringify({ clientId, grantType: 'anonymous' }) })
    assert.equal(token.status, 200, token.body)
    const { access_token: access } = JSON.parse(token.body) as { access_token: string }
    const cart = await said('/ecom/v1/carts/current', { headers: { authorization: access } })
    assert.deepEqual([cart.status, JSON.parse(cart.body).details.applicationError.code], [404, 'OWNED_CART_NOT_FOUND'])
  })

  test(
    attack({
      area: 'Operations and defaults',
      tries: 'a body of 1.5 MB and /metrics, through the proxy of the guide',
      answer: '413 and 404 by the proxy',
    }),
    async () => {
      const large = await said('/ecom/v1/carts', { method: 'POST', headers: json, body: JSON.stringify({ text: 'x'.repeat(1_500_000) }) })
      assert.equal(large.status, 413)
      for (const path of ['/metrics', '/metrics?x=1', '//metrics', '/%6detrics', '/a/../metrics']) {
        const { body } = await said(path)
        assert.ok(!body.includes('vitrine_api_answer_seconds'), path)
      }
      assert.equal((await said('/metrics')).status, 404)
    },
  )

  test('lets staff in, and the live feed through as it happens', async () => {
    const signIn = await said('/admin/session', {
      method: 'POST',
      headers: { ...json, origin: `https://localhost:${port}`, 'sec-fetch-site': 'same-origin' },
      body: JSON.stringify(owner),
    })
    assert.equal(signIn.status, 200, signIn.body)
    const cookie = (signIn.headers['set-cookie'] ?? []).map((line) => line.split(';', 1)[0]).join('; ')
    const live = await ask('/admin/session/live', { headers: { cookie, 'sec-fetch-site': 'same-origin', accept: 'text/event-stream' } })
    assert.equal(live.statusCode, 200)
    const [first] = (await once(live, 'data')) as [Buffer]
    live.destroy()
    assert.match(first.toString(), /event: hello/)
    assert.equal((await fetch(`${server.url}/health`)).status, 200)
  })
})
