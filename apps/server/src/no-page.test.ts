import assert from 'node:assert/strict'
import { after, afterEach, before, mock, suite, test } from 'node:test'
import { type ServedShop, serveShop } from './test/served-shop.ts'

/** What the pages say of a fault of theirs goes there. */
const printed = mock.method(console, 'error', () => {})

let served: ServedShop
before(async () => {
  served = await serveShop()
})
after(() => served[Symbol.asyncDispose]())
afterEach(() => {
  assert.deepEqual(
    printed.mock.calls.map(({ arguments: [said] }) => String(said)),
    [],
    'nothing was printed',
  )
  assert.deepEqual(served.logged, [], 'nothing was logged')
  assert.deepEqual(served.shop.faults, [])
})

interface Wire {
  readonly details?: { readonly applicationError?: { readonly code?: string } }
}

async function ask(line: string, headers: Readonly<Record<string, string>> = {}, body?: string) {
  const [method = 'GET', path = '/'] = line.split(' ')
  const answer = await fetch(served.url + path, { method, headers, redirect: 'manual', ...(body !== undefined && { body }) })
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    code: isJson && text ? (JSON.parse(text) as Wire).details?.applicationError?.code : undefined,
  }
}

const json = { accept: 'application/json' }
const withToken = { authorization: 'none' }
const fromForm = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' }

suite('where no page of the shop is', () => {
  for (const [line, headers, body] of [
    ['GET /nowhere', json],
    ['GET /nowhere', withToken],
    ['GET /account/nothing/at/all', json],
    ['POST /nowhere', fromForm, 'a=1'],
    ['POST /nowhere', { 'content-type': 'application/json' }, '{}'],
    ['POST /nowhere.data', fromForm, 'a=1'],
    ['PUT /nowhere', withToken],
    ['PATCH /ecom/v2/nothing', {}],
    ['DELETE /nowhere', {}],
    ['POST /admin', json, '{}'],
  ] as [string, Record<string, string>, string?][])
    test(`404 ROUTE_NOT_FOUND for ${line} ${JSON.stringify(headers)}, with the request id, for every origin`, async () => {
      const answer = await ask(line, headers, body)
      assert.deepEqual([answer.status, answer.code], [404, 'ROUTE_NOT_FOUND'])
      assert.equal(answer.headers.get('access-control-allow-origin'), '*')
      assert.match(answer.headers.get('x-wix-request-id') ?? '', /^[\da-f-]{36}$/)
    })

  test('a browser that reads gets the page of the shop that says so', async () => {
    for (const headers of [{}, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }, { accept: '*/*' }] as Record<string, string>[]) {
      const answer = await ask('GET /nowhere', headers)
      assert.equal(answer.status, 404)
      assert.match(answer.text, /This shelf is empty/)
    }
  })

  const unknown = '0199f1e0-0000-7000-8000-000000000000'
  for (const path of ['/nowhere', '/a/b/c', '/products/nope', `/checkout/${unknown}`, `/pay/${unknown}`, `/orders/${unknown}/nowhere`])
    test(`one title for ${path.replace(unknown, '<uuid>')}, that of the page which says so`, async () => {
      const { status, text } = await ask(`GET ${path}`)
      assert.equal(status, 404)
      assert.deepEqual(text.match(/<title>[^<]*<\/title>/g), ['<title>This shelf is empty · Test shop</title>'])
    })
})

suite('what a page does not take', () => {
  for (const [line, allow] of [
    ['POST /', 'OPTIONS, GET, HEAD'],
    ['DELETE /', 'OPTIONS, GET, HEAD'],
    ['PUT /cart', 'OPTIONS, GET, HEAD, POST'],
    ['PATCH /account/profile', 'OPTIONS, GET, HEAD, POST'],
    ['POST /products/mug', 'OPTIONS, GET, HEAD'],
    ['GET /login/passkey', 'OPTIONS, POST'],
    ['HEAD /login/passkey', 'OPTIONS, POST'],
  ])
    test(`405 METHOD_NOT_ALLOWED for ${line}, with what it takes`, async () => {
      const answer = await ask(line!)
      assert.equal(answer.status, 405)
      if (!line!.startsWith('HEAD')) assert.equal(answer.code, 'METHOD_NOT_ALLOWED')
      assert.equal(answer.headers.get('allow'), allow)
      assert.equal(answer.headers.get('access-control-allow-origin'), '*')
      assert.match(answer.headers.get('x-wix-request-id') ?? '', /^[\da-f-]{36}$/)
    })

  // attack: Input, files, HTTP | a form of another site is sent to a page of the shop | 403 PERMISSION_DENIED
  test('403 PERMISSION_DENIED for a form of another site', async () => {
    for (const origin of ['https://evil.example', 'null', 'nonsense', `${served.url}0`]) {
      const answer = await ask('POST /login', { ...fromForm, origin }, 'email=a@example.com')
      assert.deepEqual([answer.status, answer.code], [403, 'PERMISSION_DENIED'], origin)
    }
    const own = await ask('POST /login', { ...fromForm, origin: served.url }, 'email=a')
    assert.equal(own.status, 400)
    assert.match(own.text, /<html/)
  })

  test('a form without a body is one without fields', async () => {
    for (const path of ['/login', '/register', '/reset']) assert.equal((await ask(`POST ${path}`)).status, 400, path)
    assert.equal((await ask('POST /logout')).status, 303)
  })
})

suite('what a page takes', () => {
  test('is read as a page also with a token, or by who asks for JSON', async () => {
    for (const headers of [json, withToken]) {
      const answer = await ask('GET /products', headers)
      assert.equal(answer.status, 200)
      assert.match(answer.text, /<html/)
    }
  })
})

suite('a shop that has written no footer', () => {
  test('leads to where orders are found, from the foot of its pages and from where nothing is', async () => {
    const found = (await ask('GET /products')).text.split('<footer')[1] ?? ''
    assert.match(found, /<a href="\/orders"[^>]*>Where is my order<\/a>/)
    const main = /<main[\s\S]*<\/main>/.exec((await ask('GET /nowhere')).text)?.[0] ?? ''
    assert.match(main, /href="\/orders"[^>]*>where is my order<\/a>/)
  })
})
