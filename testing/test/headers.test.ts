import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { attack } from '../src/attack.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct, type TestProduct } from '../src/products.ts'
import { type ServerProcess, startServerProcess } from '../src/server-process.ts'

const host = 'shop.example'
const build = (app: string) => join(import.meta.dirname, '../../apps', app, 'build')
const script = (folder: string) => readdirSync(folder).find((name) => name.endsWith('.js'))!

let shop: TestPlatform
let server: ServerProcess
let mug: TestProduct
let visitor: string

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

/** As a proxy asks that ends TLS: by http, under the name of the shop. */
function ask(method: string, path: string, headers: Readonly<Record<string, string>> = {}, body = ''): Promise<Answer> {
  const { port } = new URL(server.url)
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, method, path, headers: { host, ...headers } }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (part: string) => (text += part))
      answer.on('end', () => resolve({ status: answer.statusCode!, headers: answer.headers, text }))
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

const json = { 'content-type': 'application/json' }
const browser = { accept: 'text/html' }

before(async () => {
  shop = await startTestPlatform()
  mug = await addProduct(shop.platform, { site: shop.site, name: 'Mug', price: 2600, stock: 10 }, shop.clock.now())
  server = await startServerProcess({ databaseUrl: shop.databaseUrl, env: { PUBLIC_URL: `https://${host}` } })
  const token = await ask('POST', '/oauth2/token', json, JSON.stringify({ clientId: shop.clientId, grantType: 'anonymous' }))
  visitor = (JSON.parse(token.text) as { access_token: string }).access_token
})
after(async () => {
  await server?.[Symbol.asyncDispose]()
  await shop?.[Symbol.asyncDispose]()
})

interface Kind {
  readonly name: string
  readonly ask: () => Promise<Answer>
  readonly status: number
  readonly cache: RegExp | undefined
  /** What it says beside that, by the header. */
  readonly says?: Readonly<Record<string, RegExp | undefined>>
}

const page = {
  'content-security-policy': /form-action 'self'; frame-ancestors 'self'/,
  'cross-origin-opener-policy': /^same-origin$/,
  'referrer-policy': /^strict-origin-when-cross-origin$/,
  'x-frame-options': /^SAMEORIGIN$/,
}
const own = /^private, no-cache$/
const never = /no-store/

const kinds: readonly Kind[] = [
  { name: 'the home page', ask: () => ask('GET', '/'), status: 200, cache: own, says: page },
  { name: 'the home page for a browser with cookies', ask: () => ask('GET', '/', { cookie: 'a=b' }), status: 200, cache: own, says: page },
  { name: 'a product', ask: () => ask('GET', `/products/${mug.slug}`), status: 200, cache: own, says: page },
  { name: 'the cart', ask: () => ask('GET', '/cart'), status: 200, cache: own, says: page },
  { name: 'the data of a page', ask: () => ask('GET', '/cart.data'), status: 200, cache: own },
  { name: 'a page that is not there', ask: () => ask('GET', '/nowhere'), status: 404, cache: own, says: page },
  { name: 'the sign-in', ask: () => ask('GET', '/login'), status: 200, cache: never, says: page },
  {
    name: 'the sign-in for an app, which may have opened a window for it',
    ask: () => ask('GET', '/login?request=over'),
    status: 302,
    cache: own,
    says: { ...page, 'cross-origin-opener-policy': /^unsafe-none$/ },
  },
  {
    name: 'a new password',
    ask: () => ask('GET', '/reset/new?token=x'),
    status: 200,
    cache: never,
    says: { ...page, 'referrer-policy': /^same-origin$/ },
  },
  {
    name: 'a token',
    ask: () => ask('POST', '/oauth2/token', json, JSON.stringify({ clientId: shop.clientId, grantType: 'anonymous' })),
    status: 200,
    cache: /^no-store$/,
    says: { pragma: /^no-cache$/ },
  },
  {
    name: 'a token that is refused',
    ask: () =>
      ask('POST', '/oauth2/token', json, JSON.stringify({ clientId: shop.clientId, grantType: 'refresh_token', refreshToken: 'x' })),
    status: 400,
    cache: /^no-store$/,
  },
  {
    name: 'the catalogue, to a visitor',
    ask: () => ask('POST', '/stores-reader/v1/products/query-platformized', { ...json, authorization: visitor }, '{"query":{}}'),
    status: 200,
    cache: undefined,
  },
  {
    name: 'the catalogue, to a key',
    ask: () => ask('POST', '/stores-reader/v1/products/query-platformized', { ...json, authorization: shop.apiKey }, '{"query":{}}'),
    status: 200,
    cache: /^no-store$/,
  },
  {
    name: 'orders, to a key',
    ask: () => ask('POST', '/ecom/v1/orders/search', { ...json, authorization: shop.apiKey }, '{"search":{}}'),
    status: 200,
    cache: /^no-store$/,
  },
  { name: 'a refusal', ask: () => ask('POST', '/ecom/v1/orders/search', json, '{}'), status: 401, cache: /^no-store$/ },
  { name: 'an operation that is not there', ask: () => ask('GET', '/ecom/v1/nothing'), status: 404, cache: /^no-store$/ },
  {
    name: 'an operation with a body that is too large',
    ask: () => ask('POST', '/oauth2/token', json, 'x'.repeat(2 ** 20 + 1)),
    status: 413,
    cache: never,
  },
  {
    name: 'the admin',
    ask: () => ask('GET', '/admin/orders'),
    status: 200,
    cache: /^no-cache$/,
    says: {
      'content-security-policy': /form-action 'self'; frame-ancestors 'none'/,
      'cross-origin-opener-policy': /^same-origin$/,
      'referrer-policy': /^same-origin$/,
    },
  },
  { name: 'a session of staff', ask: () => ask('GET', '/admin/session'), status: 204, cache: never },
  {
    name: 'a script of the admin',
    ask: () => ask('GET', `/admin/assets/${script(join(build('admin'), 'assets'))}`),
    status: 200,
    cache: /immutable/,
  },
  {
    name: 'a script of the shop',
    ask: () => ask('GET', `/assets/${script(join(build('storefront'), 'client/assets'))}`),
    status: 200,
    cache: /immutable/,
  },
  {
    name: 'the inbox',
    ask: () => ask('GET', '/inbox'),
    status: 200,
    cache: never,
    says: { 'content-security-policy': /form-action 'none'; frame-ancestors 'none'/, 'referrer-policy': /^no-referrer$/ },
  },
  { name: 'a picture that is not there', ask: () => ask('GET', '/media/none/fill/w_10,h_10/a.jpg'), status: 404, cache: never },
  { name: 'a download by a link of nobody', ask: () => ask('GET', '/downloads/x'), status: 404, cache: never },
  { name: 'an invoice by a link of nobody', ask: () => ask('GET', '/invoices/x'), status: 404, cache: never },
  {
    name: 'an app that is not known, at the authorize endpoint',
    ask: () => ask('GET', '/oauth2/authorize?client_id=x', browser),
    status: 400,
    cache: never,
    says: { 'content-security-policy': /form-action 'none'; frame-ancestors 'none'/, 'x-frame-options': /^DENY$/ },
  },
  { name: 'the health', ask: () => ask('GET', '/health'), status: 200, cache: never },
  { name: 'the description of the API', ask: () => ask('GET', '/openapi.json'), status: 200, cache: undefined },
  {
    name: 'the reference',
    ask: () => ask('GET', '/reference'),
    status: 200,
    cache: /^public/,
    says: { 'content-security-policy': /form-action 'none'/ },
  },
]

describe('the headers of', () => {
  for (const { name, ask: asked, status, cache, says = {} } of kinds)
    test(`${name}: nothing is guessed, https stays, and nothing private is stored`, async () => {
      const answer = await asked()
      assert.equal(answer.status, status, answer.text.slice(0, 300))
      assert.equal(answer.headers['x-content-type-options'], 'nosniff')
      assert.equal(answer.headers['strict-transport-security'], 'max-age=63072000')
      if (cache) assert.match(String(answer.headers['cache-control']), cache)
      else assert.doesNotMatch(String(answer.headers['cache-control']), /no-store/)
      for (const [header, pattern] of Object.entries(says)) assert.match(String(answer.headers[header]), pattern!, header)
    })
})

describe('cookies under https', () => {
  test(
    attack({
      area: 'Tokens, OAuth, sessions',
      tries: 'a subdomain, or a page without https, sets the cookies of visitors and of staff',
      answer: 'they are __Host- cookies: Secure, for all paths, of this origin alone',
    }),
    async () => {
      const begun = await ask(
        'POST',
        '/cart',
        { ...browser, origin: `https://${host}`, 'content-type': 'application/x-www-form-urlencoded' },
        `product=${mug.id}&slug=${mug.slug}&quantity=1`,
      )
      const set = [begun.headers['set-cookie'] ?? []].flat()
      assert.equal(begun.status, 303, server.output())
      assert.equal(set.length, 1)
      assert.match(set[0]!, /^__Host-visitor=[\w-]+; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure$/)
    },
  )

  test('whoever holds one of the release before stays who they are', async () => {
    const begun = await ask(
      'POST',
      '/cart',
      { ...browser, origin: `https://${host}`, 'content-type': 'application/x-www-form-urlencoded' },
      `product=${mug.id}&slug=${mug.slug}&quantity=2`,
    )
    const value = /__Host-visitor=([\w-]+)/.exec(String(begun.headers['set-cookie']))![1]!
    for (const cookie of [`visitor=${value}`, `__Host-visitor=${value}`, `visitor=planted; __Host-visitor=${value}`]) {
      const cart = await ask('GET', '/cart', { cookie })
      assert.match(cart.text, /Mug/, cookie.slice(0, 20))
    }
  })
})

test('400 for a form of the cart that names no product', async () => {
  const form = { ...browser, origin: `https://${host}`, 'content-type': 'application/x-www-form-urlencoded' }
  assert.equal((await ask('POST', '/cart', form, `slug=${mug.slug}&quantity=1`)).status, 400)
})

test(
  attack({
    area: 'Input, files, HTTP',
    tries: 'markup that got into a page of the shop sends its forms to another origin',
    answer: "form-action 'self' in the page's policy: the browser does not send them",
  }),
  async () => {
    for (const path of ['/', '/login', '/cart', '/checkout/nothing'])
      assert.match(String((await ask('GET', path)).headers['content-security-policy']), /; form-action 'self';/, path)
  },
)
