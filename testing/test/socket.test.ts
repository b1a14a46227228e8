import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { attack } from '../src/attack.ts'
import { startTestPlatform, type TestPlatform } from '../src/platform.ts'
import { addProduct } from '../src/products.ts'
import { type ServerProcess, startServerProcess } from '../src/server-process.ts'
import { refusalOf } from '../src/wire.ts'

let shop: TestPlatform
let server: ServerProcess

before(async () => {
  shop = await startTestPlatform()
  server = await startServerProcess({ databaseUrl: shop.databaseUrl })
})
after(async () => {
  await server[Symbol.asyncDispose]()
  await shop[Symbol.asyncDispose]()
})

interface Heard {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** Says bytes to the server's socket and hears its answers until it hangs up or has said so many. */
function say(bytes: string | Buffer, answers = 1): Promise<Heard[]> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    let heard = Buffer.alloc(0)
    const timer = setTimeout(() => {
      socket.destroy()
      reject(new Error(`no answer to ${bytes.toString('latin1').slice(0, 80)}; heard ${heard.toString()}`))
    }, 8000)
    const done = () => {
      clearTimeout(timer)
      socket.destroy()
      resolve(answersIn(heard))
    }
    socket.on('data', (chunk) => {
      heard = Buffer.concat([heard, chunk])
      if (answersIn(heard).length >= answers) done()
    })
    socket.on('close', done)
    socket.on('error', done)
    socket.write(bytes)
  })
}

function answersIn(heard: Buffer): Heard[] {
  const answers: Heard[] = []
  for (let rest = heard; ; ) {
    const end = rest.indexOf('\r\n\r\n')
    if (end < 0) return answers
    const [line = '', ...fields] = rest.subarray(0, end).toString('latin1').split('\r\n')
    const headers = Object.fromEntries(
      fields.map((field) => [field.slice(0, field.indexOf(':')).toLowerCase(), field.slice(field.indexOf(':') + 1).trim()]),
    )
    const length = Number(headers['content-length'] ?? 0)
    if (rest.length < end + 4 + length) return answers
    answers.push({ status: Number(line.split(' ')[1]), headers, text: rest.subarray(end + 4, end + 4 + length).toString() })
    rest = rest.subarray(end + 4 + length)
  }
}

const request = (line: string, headers: Record<string, string> = {}, body: string | Buffer = ''): Buffer =>
  Buffer.concat([
    Buffer.from(
      `${line} HTTP/1.1\r\nHost: 127.0.0.1\r\n${Object.entries(headers)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('')}\r\n`,
      'latin1',
    ),
    Buffer.from(body),
  ])
const post = (path: string, body: string | Buffer, headers: Record<string, string> = {}): Buffer =>
  request(`POST ${path}`, { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)), ...headers }, body)

async function refused(bytes: string | Buffer): Promise<{ code: string; status: number }> {
  const [answer] = await say(bytes)
  assert.ok(answer, 'there was no answer')
  const { status, text, headers } = answer
  assert.ok(headers['x-wix-request-id'], `${status} ${text}`)
  assert.equal(headers['access-control-allow-origin'], '*')
  assert.match(headers['content-type'] ?? '', /^application\/json/)
  return { status, code: refusalOf({ status, text, json: JSON.parse(text) }) }
}
const add = '/ecom/v1/carts/current/add-to-cart'

describe('over a socket, what cannot be answered is refused in the wire’s form:', () => {
  // attack: Input, files, HTTP | a body over a megabyte, announced or in chunks | 413 PAYLOAD_TOO_LARGE
  test('413 PAYLOAD_TOO_LARGE for a body beyond a megabyte, announced or in chunks', async () => {
    const large = `{"a":"${'x'.repeat(1024 * 1024)}"}`
    assert.deepEqual(await refused(post(add, large)), { status: 413, code: 'PAYLOAD_TOO_LARGE' })
    const chunk = `${(64 * 1024).toString(16)}\r\n${'x'.repeat(64 * 1024)}\r\n`
    const chunked = request(
      `POST ${add}`,
      { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' },
      `${chunk.repeat(20)}0\r\n\r\n`,
    )
    assert.deepEqual(await refused(chunked), { status: 413, code: 'PAYLOAD_TOO_LARGE' })
  })

  test('400 MALFORMED_REQUEST for what is no JSON, whatever its type says', async () => {
    for (const type of ['application/json', 'text/plain', 'application/x-yaml', 'multipart/form-data; boundary=x', 'nonsense', '']) {
      const visitor = { Authorization: await visitorToken() }
      assert.equal((await refused(post(add, '{"a":', { 'Content-Type': type, ...visitor }))).code, 'MALFORMED_REQUEST', type)
      assert.equal(
        (await refused(post(add, Buffer.from([0xff, 0xfe]), { 'Content-Type': type, ...visitor }))).code,
        'MALFORMED_REQUEST',
        type,
      )
    }
    assert.equal(
      (await refused(post(add, Buffer.from([0x1f, 0x8b, 0x08]), { 'Content-Encoding': 'gzip', Authorization: await visitorToken() }))).code,
      'MALFORMED_REQUEST',
    )
  })

  test('405 for methods that an address does not have, also such as nobody uses', async () => {
    for (const method of ['PUT', 'TRACE', 'PROPFIND', 'PURGE', 'SEARCH', 'LOCK', 'M-SEARCH']) {
      assert.deepEqual(await refused(request(`${method} /ecom/v1/carts/current`)), { status: 405, code: 'METHOD_NOT_ALLOWED' }, method)
    }
  })

  // attack: Input, files, HTTP | paths with broken escapes, NUL, bytes that are no text, and 3,000 characters | 404 or 400
  test('404 ROUTE_NOT_FOUND and 400 for paths of the API that lead nowhere or cannot be read', async () => {
    assert.equal((await refused(request('GET /ecom/v1/nothing'))).code, 'ROUTE_NOT_FOUND')
    assert.equal((await refused(request('GET /vitrine/v1/%zz'))).code, 'MALFORMED_REQUEST')
    assert.equal((await refused(request('GET /vitrine/v1/shop?a=%zz'))).code, 'MALFORMED_REQUEST')
    assert.equal((await refused(request(`GET /ecom/v1/checkouts/${'x'.repeat(3000)}`))).code, 'ROUTE_NOT_FOUND')
    assert.equal(
      (await refused(request('GET /ecom/v1/checkouts/a%00b', { Authorization: await visitorToken() }))).code,
      'MALFORMED_REQUEST',
    )
    const raw = Buffer.concat([
      Buffer.from('GET /stores-reader/v1/products/'),
      Buffer.from([0xff, 0xc3]),
      Buffer.from(` HTTP/1.1\r\nHost: x\r\nAuthorization: ${await visitorToken()}\r\n\r\n`),
    ])
    const [answer] = await say(raw)
    assert.ok(answer && answer.status >= 400 && answer.status < 500)
  })

  test('401 for a token that is bytes and no text', async () => {
    const bytes = Buffer.concat([
      Buffer.from('GET /ecom/v1/carts/current HTTP/1.1\r\nHost: x\r\nAuthorization: '),
      Buffer.from([0xff, 0xfe, 0xe9]),
      Buffer.from('\r\n\r\n'),
    ])
    assert.equal((await refused(bytes)).code, 'INVALID_TOKEN')
  })
})

const visitorToken = async (): Promise<string> => {
  const [answer] = await say(post('/oauth2/token', JSON.stringify({ grantType: 'anonymous', clientId: shop.clientId })))
  return JSON.parse(answer!.text).access_token
}

describe('the Host header', () => {
  const paths = [
    '/',
    '/login',
    '/products/mug',
    '/nowhere',
    '/vitrine/v1/shop',
    '/admin',
    '/admin/session',
    '/media/x',
    '/health',
    '/_webMethods/x',
  ]
  const asked = (path: string, ...hosts: string[]) =>
    Buffer.from(`GET ${path} HTTP/1.1\r\n${hosts.map((host) => `Host: ${host}\r\n`).join('')}\r\n`, 'latin1')

  test(
    attack({
      area: 'Input, files, HTTP',
      tries: 'a Host header that names no host: a user before it, a space, a percent sign, a path, nothing',
      answer: '400 MALFORMED_REQUEST at every address, and no fault in the log',
    }),
    async () => {
      for (const host of ['a@b', 'a b', '%', 'a/b', 'http://a', '', ':80', 'a:99999', '[::1', '\xff'])
        for (const path of paths)
          assert.deepEqual(await refused(asked(path, host)), { status: 400, code: 'MALFORMED_REQUEST' }, `${host} ${path}`)
      assert.doesNotMatch(server.output(), /fault|TypeError/)
    },
  )

  test(attack({ area: 'Input, files, HTTP', tries: 'two Host headers', answer: '400 MALFORMED_REQUEST at every address' }), async () => {
    for (const path of paths)
      for (const [one, other] of [
        ['a', 'b'],
        ['a', 'a'],
      ] as const)
        assert.deepEqual(await refused(asked(path, one, other)), { status: 400, code: 'MALFORMED_REQUEST' }, path)
  })

  test('may be a name, an address of either kind, in any case and with a port; HTTP/1.0 may come without', async () => {
    for (const host of ['localhost', 'LOCALHOST:3000', 'Shop.Example.', '127.0.0.1:80', '[::1]:3000', '[2001:db8::7]', 'my_shop'])
      for (const path of ['/login', '/vitrine/v1/shop']) assert.equal((await say(asked(path, host)))[0]?.status, 200, `${host} ${path}`)
    assert.equal((await say('GET /login HTTP/1.0\r\n\r\n'))[0]?.status, 200)
  })
})

describe('connections', () => {
  test('are bounded by MAX_CONNECTIONS', async () => {
    await using small = await startServerProcess({ databaseUrl: shop.databaseUrl, env: { MAX_CONNECTIONS: '10' } })
    const sockets = Array.from({ length: 30 }, () => connect(Number(new URL(small.url).port), '127.0.0.1'))
    const ends = sockets.map(
      (socket) =>
        new Promise<string>((resolve) => {
          socket.on('error', () => resolve('closed')).on('close', () => resolve('closed'))
          socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n')
        }),
    )
    await Promise.any(ends)
    for (const socket of sockets) socket.destroy()
    // There is room as soon as the server has noticed that they are gone.
    const health = () => fetch(`${small.url}/health`).catch(() => undefined)
    let answer = await health()
    while (!answer) answer = await health()
    assert.equal(answer.status, 200)
  })

  test('that end in the middle of a body are no fault', async () => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.write('POST /oauth2/token HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n{"a":')
    await new Promise<void>((resolve) => socket.end(() => resolve()))
    socket.destroy()
    for (let i = 0; i < 5; i++) assert.equal((await say(request('GET /health')))[0]?.status, 200)
    assert.doesNotMatch(server.output(), /fault/)
  })
})

describe('a page over a socket', () => {
  // attack: Input, files, HTTP | TRACE and CONNECT | 405, and nothing of the request comes back
  test('405 with what it takes for TRACE and whatever else is no way to ask for one, 404 where none is; nothing of the request comes back', async () => {
    const allowed = {
      '/': 'OPTIONS, GET, HEAD',
      '/login': 'OPTIONS, GET, HEAD, POST',
      '/products/mug': 'OPTIONS, GET, HEAD',
      '/nowhere': undefined,
    }
    for (const [path, allow] of Object.entries(allowed))
      for (const method of ['TRACE', 'PROPFIND', 'PURGE', 'LOCK', 'M-SEARCH', 'PUT', 'DELETE']) {
        const [answer] = await say(request(`${method} ${path}`, { Cookie: 'visitor=of-somebody', 'X-Echo': 'heard' }))
        const what = `${method} ${path}: ${answer?.status} ${answer?.text.slice(0, 200)}`
        assert.equal(answer?.status, allow ? 405 : 404, what)
        assert.equal(answer.headers['allow'], allow, what)
        for (const said of ['of-somebody', 'heard']) assert.ok(!answer.text.includes(said), what)
      }
  })

  test('a GET or HEAD with a body is answered as without, and the line goes on', async () => {
    const body = '{"a":1}'
    const length = { 'Content-Type': 'application/json', 'Content-Length': String(body.length), 'User-Agent': 'Googlebot' }
    const whole = { Cookie: 'theme=dark', ...length }
    for (const path of ['/', '/login', '/search?q=mug'])
      for (const headers of [length, whole]) {
        const [answer] = await say(request(`GET ${path}`, headers, body))
        assert.equal(answer?.status, 200, path)
        assert.match(answer.headers['content-type'] ?? '', /^text\/html/)
      }
    const two = await say(Buffer.concat([request('GET /', length, body), request('GET /vitrine/v1/nothing')]), 2)
    assert.deepEqual(
      two.map(({ status }) => status),
      [200, 404],
    )
    const [head] = await say(request('HEAD /login', length, body))
    assert.equal(head?.status, 200)
  })
})

describe('bodies to addresses that are not the API', () => {
  const form = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'http://127.0.0.1' }
  const keys = Array.from({ length: 100_000 }, (_, i) => `k${i}=1`).join('&')
  const deep = '['.repeat(500_000)
  const pages = ['/', '/cart', '/login', '/search', '/checkout/x', '/gift-card', '/account/profile', '/register', '/nowhere']

  test(
    attack({ area: 'Input, files, HTTP', tries: 'a form of 100,000 keys to each page', answer: '400 before any key is read' }),
    async () => {
      for (const path of [...pages, ...pages.map((page) => `${page}.data`)])
        for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
          const [answer] = await say(request(`${method} ${path}`, { ...form, 'Content-Length': String(keys.length) }, keys))
          assert.ok(
            answer && answer.status >= 400 && answer.status < 500,
            `${method} ${path} ${answer?.status} ${answer?.text.slice(0, 200)}`,
          )
          assert.ok(answer.headers['x-wix-request-id'])
        }
    },
  )

  test(
    attack({
      area: 'Input, files, HTTP',
      tries: 'JSON, half a multipart form, NUL characters and half letters to each page',
      answer: '4xx or the page itself, never a 5xx',
    }),
    async () => {
      const bodies: [string, string][] = [
        ['application/json', '{"a":1}'],
        ['application/json', deep],
        ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n'],
        ['multipart/form-data', 'x'],
        ['text/plain', 'x'],
        [form['Content-Type'], 'intent=%00&slug=%00&quantity=%00&email=%00&id=%00&password=%00'],
        [form['Content-Type'], 'intent=%ED%A0%80&slug=%ff%fe&quantity=1e999&quantity.x=-1&email=%ED%A0%80'],
        [form['Content-Type'], 'intent=change&quantity.__proto__=1&remove=__proto__&choice.__proto__=x&choice.constructor=x'],
      ]
      for (const path of pages)
        for (const [type, body] of bodies) {
          const headers = { ...form, 'Content-Type': type, 'Content-Length': String(Buffer.byteLength(body)) }
          const [answer] = await say(request(`POST ${path}`, headers, body))
          assert.ok(answer && answer.status < 500, `${path} ${type} ${body.slice(0, 30)}: ${answer?.status} ${answer?.text.slice(0, 300)}`)
        }
      assert.doesNotMatch(server.output(), /fault|TypeError/)
    },
  )

  test('a search of thousands of choices in its address is a page', async () => {
    const choices = Array.from({ length: 1200 }, (_, i) => `choice.${i}=1`).join('&')
    const [answer] = await say(request(`GET /search?q=mug&${choices}`))
    assert.equal(answer?.status, 200)
  })

  test(
    attack({
      area: 'Input, files, HTTP',
      tries: 'a body of a megabyte at the sign-in of staff, at the live feed, at web methods, at the authorize endpoint',
      answer: '4xx, read no further than 16 kB where it is small by nature',
    }),
    async () => {
      const large = JSON.stringify({ email: 'mira@morrow.example', password: 'x'.repeat(900_000) })
      for (const body of [large, deep, `{"a":${deep}`, `{${'"a":1,'.repeat(100_000)}"b":1}`]) {
        const headers = { 'Content-Type': 'application/json', 'Content-Length': String(body.length) }
        const [staff] = await say(request('POST /admin/session', headers, body))
        assert.equal(staff?.status, 413, staff?.text)
        for (const line of [
          'POST /admin/session/live',
          'POST /_webMethods/a.web.ts/b.ajax',
          'POST /oauth2/authorize',
          'POST /media/x',
          'POST /downloads/x',
        ]) {
          const [answer] = await say(request(line, headers, body))
          assert.ok(answer && answer.status >= 400 && answer.status < 500, `${line} ${answer?.status}`)
        }
      }
    },
  )
})

describe('what is no HTTP at all', () => {
  // attack: Input, files, HTTP | request smuggling: two lengths, CL.TE, bare line feeds, huge headers | 400 or 431, and the connection is closed
  test('is answered 400 or 431 and the line is closed; the server goes on', async () => {
    const nonsense = [
      'hello\r\n\r\n',
      'GET\r\n\r\n',
      'BREW /ecom/v1/carts/current HTTP/1.1\r\nHost: x\r\n\r\n',
      'GET /vitrine/v1/shop HTTP/9.9\r\nHost: x\r\n\r\n',
      'GET /vitrine/v1/shop HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
      'POST /oauth2/token HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      'POST /oauth2/token HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nx\r\n',
      `GET /vitrine/v1/shop HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(70_000)}\r\n\r\n`,
      '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    ]
    for (const bytes of nonsense) {
      for (const { status, headers, text } of await say(bytes)) {
        assert.ok(status === 400 || status === 431, `${status} to ${bytes.slice(0, 60)}`)
        assert.ok(headers['x-wix-request-id'])
        refusalOf({ status, text, json: JSON.parse(text) })
      }
    }
    assert.equal((await say(request('GET /health')))[0]?.status, 200)
    assert.equal(server.child.exitCode, null)
    assert.doesNotMatch(server.output(), /fault|Unhandled|TypeError/)
  })
})

describe('what HTTP allows', () => {
  test('is understood: one request after another on one line, whole addresses, HEAD, OPTIONS *, HTTP/1.0, chunks, Expect', async () => {
    const shopPath = '/vitrine/v1/shop'
    const three = await say(Buffer.concat([request(`GET ${shopPath}`), request('GET /ecom/v1/nothing'), request(`GET ${shopPath}`)]), 3)
    assert.deepEqual(
      three.map(({ status }) => status),
      [200, 404, 200],
    )
    const [options] = await say(request('OPTIONS *'))
    assert.deepEqual([options?.status, options?.text], [200, '{}'])
    const [old] = await say(`GET ${shopPath} HTTP/1.0\r\n\r\n`)
    assert.equal(old?.status, 200)
    const token = `{"grantType":"anonymous","clientId":"${shop.clientId}"}`
    const halves = [token.slice(0, 20), token.slice(20)].map((part) => `${part.length.toString(16)}\r\n${part}\r\n`).join('')
    const [chunked] = await say(request('POST /oauth2/token', { 'Transfer-Encoding': 'chunked' }, `${halves}0\r\n\r\n`))
    assert.equal(chunked?.status, 200)
    const [form] = await say(
      post('/oauth2/token', `grant_type=anonymous&client_id=${shop.clientId}`, { 'Content-Type': 'application/x-www-form-urlencoded' }),
    )
    assert.equal(form?.status, 200)
    const head = await fetch(`${server.url}${shopPath}`, { method: 'HEAD' })
    assert.deepEqual([head.status, await head.text()], [200, ''])
  })

  test('a catalogue goes out as gzip to whoever takes it, as it is to others, and as good as before', async () => {
    for (const name of ['Mug', 'Bowl', 'Vase'])
      await addProduct(shop.platform, { site: shop.site, name, price: 2600, stock: 3 }, shop.clock.now())
    const { access_token: token } = (await (
      await fetch(`${server.url}/oauth2/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ grantType: 'anonymous', clientId: shop.clientId }),
      })
    ).json()) as { access_token: string }
    const ask = (encoding: string) =>
      fetch(`${server.url}/stores-reader/v1/products/query-platformized`, {
        headers: { authorization: token, 'accept-encoding': encoding },
      })
    const plain = await ask('identity')
    const pressed = await ask('gzip, deflate')
    assert.deepEqual([plain.headers.get('content-encoding'), plain.headers.get('vary')], [null, 'Accept-Encoding'])
    assert.deepEqual([pressed.headers.get('content-encoding'), pressed.headers.get('vary')], ['gzip', 'Accept-Encoding'])
    assert.ok(Number(pressed.headers.get('content-length')) * 4 < Number(plain.headers.get('content-length')))
    const text = await plain.text()
    assert.ok((JSON.parse(text) as { products: object[] }).products.length > 0)
    assert.equal(await pressed.text(), text)
  })
})
