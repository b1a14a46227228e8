import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { type Session, token } from '@vitrine/client'
import { WebMethodFailed, webMethods } from '@vitrine/client/web-methods'
import { colleague } from '@vitrine/testing/colleague'
import { signIn } from '@vitrine/testing/member'
import { startTestPlatform, type TestPlatform } from '@vitrine/testing/platform'
import { newVisitor } from '@vitrine/testing/wire'
import Fastify, { type FastifyInstance } from 'fastify'
import { Misconfigured } from './config.ts'
import { acceptBytes } from './mount-api.ts'
import { loadWebMethods, webMethodsDispatch, webMethodsPath, webMethodsVerbs } from './web-methods.ts'

/** The programs of the document, each in the file that its first line names. */
const document = await readFile(new URL('../../../docs/web-methods.md', import.meta.url), 'utf8')
const programs = [...document.matchAll(/```ts\n\/\/ (\S+)\n([\s\S]*?)```/g)].map(([, name, code]) => ({ name: name!, code: code! }))

interface Greetings {
  readonly greet: Declared<(name: string, language?: string) => Promise<string>>
  readonly whoAmI: Declared<() => Promise<{ readonly id: string; readonly kind: string }>>
  readonly closeTheDay: Declared<() => Promise<{ readonly closedAt: Date }>>
}
type Declared<F> = F & { readonly permission: 'Anyone' | 'SiteMember' | 'Admin' }

describe('a folder of web methods', () => {
  let shop: TestPlatform
  let app: FastifyInstance
  let folder: string
  let url: string
  let session: Readonly<Record<'visitor' | 'member' | 'staff' | 'program' | 'nobody', Session>>
  const faults: string[] = []

  before(async () => {
    shop = await startTestPlatform()
    folder = await mkdtemp(join(tmpdir(), 'vitrine-web-methods-'))
    await mkdir(join(folder, 'deeper'))
    for (const { name, code } of programs) await writeFile(join(folder, name), code)
    await writeFile(join(folder, 'deeper/more.web.js'), `export { greet as hello } from '../greetings.web.ts'`)
    await writeFile(join(folder, 'deeper/plain.ts'), `throw new Error('nobody imports what is no file of web methods')`)
    app = Fastify()
    acceptBytes(app)
    const { platform } = shop
    app.route({
      method: webMethodsVerbs,
      url: webMethodsPath,
      handler: webMethodsDispatch({
        platform,
        origin: shop.url,
        files: await loadWebMethods(folder),
        report: (_, where) => faults.push(where),
      }),
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    const exchange = undefined as never
    const visitor = await newVisitor(shop)
    const { access } = await signIn(shop.databaseUrl, shop.clientId)
    session = {
      visitor: token(visitor.token)(exchange),
      member: token(access)(exchange),
      staff: (await colleague(shop, 'OWNER'))(exchange),
      program: token(shop.apiKey)(exchange),
      nobody: token('')(exchange),
    }
  })
  after(async () => {
    await app?.close()
    await shop?.[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  const as = (who: keyof typeof session, file = 'greetings.web.ts') => webMethods<Greetings>(file, { baseUrl: url, session: session[who] })

  const may = { greet: ['visitor', 'member', 'staff'], whoAmI: ['member', 'staff'], closeTheDay: ['staff'] } as const
  for (const [method, allowed] of Object.entries(may) as [keyof Greetings, readonly string[]][])
    for (const who of ['visitor', 'member', 'staff', 'program', 'nobody'] as const) {
      const is = allowed.includes(who)
      test(`${method} is ${is ? '' : 'not '}for a ${who}`, async () => {
        const asked = method === 'greet' ? as(who).greet('Ada') : as(who)[method]()
        if (is) await asked
        else await assert.rejects(asked, WebMethodFailed)
      })
    }

  test('methods know who calls, answer what they return as JSON, and throw in silence', async () => {
    assert.equal(await as('visitor').greet('Ada'), 'Hello, Ada')
    assert.equal(await as('visitor').greet('Ada', 'fr'), 'Bonjour, Ada')
    assert.equal((await as('member').whoAmI()).kind, 'MEMBER')
    assert.deepEqual(await as('staff').closeTheDay(), { closedAt: '1970-01-01T00:00:00.000Z' })
    assert.deepEqual(faults, [])
    await assert.rejects(as('visitor').greet(7 as never), /^WebMethodFailed: Error: Unable to handle the request\./)
    assert.deepEqual(faults.splice(0), ['web method greetings.web.ts greet'])
  })

  // attack: Rate limits | one address calls web methods on and on | 429 with Retry-After, and the method is not run
  test('429 with Retry-After for an address that may write no more; its preflight is answered', async () => {
    await using limited = Fastify()
    acceptBytes(limited)
    const asked: unknown[] = []
    const limitAddress: TestPlatform['platform']['limitAddress'] = (...of) => {
      asked.push(of)
      return { retryAfterSeconds: 3, headers: { 'retry-after': '3' } }
    }
    limited.route({
      method: webMethodsVerbs,
      url: webMethodsPath,
      handler: webMethodsDispatch({
        platform: { ...shop.platform, limitAddress },
        origin: shop.url,
        files: { 'greetings.web.ts': {} },
        report: (_, where) => faults.push(where),
      }),
    })
    const { statusCode, headers } = await limited.inject({ method: 'POST', url: '/_webMethods/greetings.web.ts/greet', payload: '[]' })
    assert.deepEqual([statusCode, headers['retry-after'], asked], [429, '3', [['write', '127.0.0.1']]])
    assert.ok((await limited.inject({ method: 'OPTIONS', url: '/_webMethods/greetings.web.ts/greet' })).statusCode < 300)
  })

  test('files deeper down are named by their path, and what is not declared is not there', async () => {
    const more = webMethods<{ hello: Greetings['greet'] }>('deeper/more.web.js', { baseUrl: url, session: session.visitor })
    assert.equal(await more.hello('Ada'), 'Hello, Ada')
    for (const [file, method] of [
      ['greetings.web.ts', 'secret'],
      ['deeper/plain.ts', 'default'],
      ['page.ts', 'page'],
      ['../greetings.web.ts', 'greet'],
      ['deeper/../greetings.web.ts', 'greet'],
      [join(folder, 'greetings.web.ts'), 'greet'],
      ['__proto__', 'constructor'],
    ] as const) {
      const response = await fetch(`${url}/_webMethods/${encodeURIComponent(file)}/${method}.ajax`, {
        method: 'POST',
        headers: { ...(await session.staff.headers()) },
        body: '[]',
      })
      assert.deepEqual([response.status, ((await response.json()) as { exception?: boolean }).exception], [200, true], file)
    }
    assert.deepEqual(faults, [])
  })

  test('a body without a type is read, one that is no array refused, and others may ask first', async () => {
    const send = (method: string, path: string, body: string, authorization = '') =>
      new Promise<{ status: number | undefined; type: string | undefined; said: string }>((resolve, reject) => {
        const headers = { authorization, 'content-length': Buffer.byteLength(body) }
        request(`${url}${path}`, { method, headers }, async (response) =>
          resolve({ status: response.statusCode, type: response.headers['content-type'], said: await text(response) }),
        )
          .on('error', reject)
          .end(body)
      })
    const { Authorization: authorization } = await session.visitor.headers()
    const greet = '/_webMethods/greetings.web.ts/greet.ajax'
    assert.deepEqual(await send('POST', greet, '["Ada"]', authorization), {
      status: 200,
      type: 'application/json',
      said: '{"result":"Hello, Ada"}',
    })
    for (const body of ['{}', '', '[', 'null'])
      assert.deepEqual(await send('POST', greet, body, authorization), {
        status: 400,
        type: 'text/plain;charset=UTF-8',
        said: 'invalid request',
      })
    assert.equal((await send('POST', '/_webMethods/..%2f..%2fetc/passwd', '[]', authorization)).status, 400)
    const options = await fetch(url + greet, { method: 'OPTIONS' })
    assert.equal(await options.text(), '{}')
    assert.equal(options.headers.get('access-control-allow-origin'), '*')
  })

  test('the page of the document calls it', async () => {
    const { page } = (await import(pathToFileURL(join(folder, 'page.ts')).href)) as {
      page: (baseUrl: string, clientId: string) => Promise<string>
    }
    // The page's shop and its web methods are one address, as on the shop's own server.
    const { fetch } = globalThis
    globalThis.fetch = ((input: string, init: RequestInit) =>
      fetch(input.includes('/_webMethods/') ? input.replace(shop.url, url) : input, init)) as typeof fetch
    try {
      assert.equal(await page(shop.url, shop.clientId), 'Hello, Ada')
    } finally {
      globalThis.fetch = fetch
    }
  })

  test('the routes of the document answer in React Router and in Next', async () => {
    process.env['SHOP_URL'] = shop.url
    const router = await import(pathToFileURL(join(folder, 'react-router.ts')).href)
    const next = await import(pathToFileURL(join(folder, 'next.ts')).href)
    const asked = async () =>
      new Request('https://app.example/_webMethods/greetings.web.ts/greet.ajax', {
        method: 'POST',
        headers: { authorization: (await session.visitor.headers())['Authorization']! },
        body: '["Ada"]',
      })
    for (const response of [await router.action({ request: await asked() }), await next.POST(await asked())] as Response[])
      assert.equal(await response.text(), '{"result":"Hello, Ada"}')
    assert.equal(await (await next.OPTIONS(new Request('https://app.example/', { method: 'OPTIONS' }))).text(), '{}')
  })
})

describe('a folder that cannot be meant', () => {
  test('is none, or holds a file that cannot be imported: the start ends, and says so', async () => {
    await assert.rejects(
      loadWebMethods('/no/such/folder'),
      (error) => error instanceof Misconfigured && /VITRINE_WEB_METHODS/.test(error.message),
    )
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-web-methods-'))
    try {
      await writeFile(join(folder, 'broken.web.ts'), 'export const = 1')
      await assert.rejects(loadWebMethods(folder), (error) => error instanceof Misconfigured && /broken\.web\.ts/.test(error.message))
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  // attack: Input, files, HTTP | a link in the folder of web methods leads outside | not loaded
  test('links in it lead nowhere, and packages beside it are not its own', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-web-methods-'))
    try {
      await writeFile(join(folder, 'far.ts'), 'export const a = 1')
      await symlink(join(folder, 'far.ts'), join(folder, 'linked.web.ts'))
      await mkdir(join(folder, 'node_modules/stranger'), { recursive: true })
      await writeFile(join(folder, 'node_modules/stranger/x.web.js'), 'export const a = 1')
      await mkdir(join(folder, '.hidden'))
      await writeFile(join(folder, '.hidden/x.web.js'), 'export const a = 1')
      await writeFile(join(folder, 'good.web.js'), 'export const a = 1')
      assert.deepEqual(Object.keys(await loadWebMethods(folder)), ['good.web.js'])
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
