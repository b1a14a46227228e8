import assert from 'node:assert/strict'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import { outboundAllow } from './allow.ts'
import { OutboundRefused, outbound } from './outbound.ts'

let server: Server
let port: number
let answer: RequestListener
const asked: string[] = []

before(async () => {
  server = createServer((request, response) => {
    asked.push(`${request.method} ${request.headers.host} ${request.url}`)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
after(() => {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
})
beforeEach(() => {
  asked.length = 0
  answer = (_, response) => response.end('said')
})

const open = outboundAllow(['loopback'])
const resolvesTo =
  (...addresses: readonly string[]) =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
const refusedFor = async (call: Promise<unknown>) =>
  call.then(
    () => 'called',
    (error: unknown) => (error instanceof OutboundRefused ? error.reason : String(error)),
  )

describe('what an address says itself', () => {
  // attack: Operations and defaults | a service plug-in at an address of the own network, in any spelling of loopback, private, link-local and mapped addresses | 400 OUTBOUND_ADDRESS_NOT_ALLOWED, and nothing is called
  test('is refused for its scheme, its credentials or its place, in any spelling', async () => {
    const { refusalOf, fetch } = outbound()
    const refused = {
      SCHEME: [
        'http://rates.example/',
        'http://93.184.216.34/',
        'file:///etc/passwd',
        'ftp://rates.example',
        'gopher://a',
        'data:,a',
        'nonsense',
      ],
      CREDENTIALS: ['https://user@rates.example/', 'https://user:secret@rates.example/', 'https://93.184.216.34@10.0.0.1/'],
      ADDRESS: [
        'https://127.0.0.1/',
        'https://localhost/',
        'https://LOCALHOST./',
        'https://a.localhost/',
        'https://2130706433/',
        'https://0x7f.1/',
        'https://0177.0.0.1/',
        'https://127.1/',
        'https://１２７.0.0.1/',
        'https://0/',
        'https://10.0.0.8/',
        'https://169.254.169.254/latest/meta-data/',
        'http://169.254.169.254/latest/meta-data/',
        'https://100.64.0.1/',
        'https://[::1]/',
        'https://[::]/',
        'https://[fe80::1]/',
        'https://[fd00::1]/',
        'https://[::ffff:10.0.0.1]/',
        'https://[::ffff:a9fe:a9fe]/',
        'https://[64:ff9b::a00:1]/',
        'https://[2002:7f00:1::]/',
      ],
    }
    for (const [reason, urls] of Object.entries(refused))
      for (const url of urls) {
        assert.equal(refusalOf(url), reason, url)
        if (URL.canParse(url)) assert.equal(await refusedFor(fetch(url)), reason, url)
      }
    for (const url of ['https://rates.example/', 'https://93.184.216.34/', 'https://[2606:4700::1111]:8443/a'])
      assert.equal(refusalOf(url), undefined, url)
  })

  test('is allowed where the operator has opened host or network, also by http', () => {
    const { refusalOf } = outbound({ allow: outboundAllow(['rates.internal', '10.0.0.0/8']) })
    for (const url of ['http://rates.internal/', 'http://10.1.2.3/', 'https://10.1.2.3/']) assert.equal(refusalOf(url), undefined, url)
    assert.equal(refusalOf('http://192.168.0.1/'), 'ADDRESS')
    assert.equal(refusalOf('http://user@rates.internal/'), 'CREDENTIALS')
  })
})

describe('a name', () => {
  // attack: Operations and defaults | a name of a service plug-in that leads to the own network | the call is refused before a connection is made
  test('is called at none of its addresses when one of them is not public, and not by http', async () => {
    for (const addresses of [['127.0.0.1'], ['93.184.216.34', '10.0.0.1'], ['2606:4700::1111', '::ffff:127.0.0.1']])
      assert.equal(await refusedFor(outbound({ resolve: resolvesTo(...addresses) }).fetch(`https://rates.example:${port}/`)), 'ADDRESS')
    const { fetch } = outbound({ allow: outboundAllow(['10.0.0.0/8']), resolve: resolvesTo('10.0.0.1') })
    assert.equal(await refusedFor(fetch(`http://rates.example:${port}/`)), 'SCHEME')
    assert.deepEqual(asked, [])
  })

  // attack: Operations and defaults | DNS rebinding: a name that is public when it is checked and leads elsewhere when it is called | the connection goes to the address that was checked
  test('is resolved once for each connection, which goes to the address that was checked', async () => {
    const hellos: string[] = []
    const tls = createTcpServer((socket) => void socket.on('data', (hello) => (hellos.push(hello.toString('latin1')), socket.destroy())))
    await new Promise<void>((resolve) => tls.listen(0, '127.0.0.1', resolve))
    try {
      let resolved = 0
      const rebinding = outbound({
        allow: outboundAllow(['127.0.0.0/8']),
        resolve: async () => [{ address: resolved++ === 0 ? '127.0.0.1' : '10.0.0.1', family: 4 }],
      })
      const url = `https://rates.example:${(tls.address() as AddressInfo).port}/`
      assert.match(await refusedFor(rebinding.fetch(url)), /TLS|ECONNRESET|hang up/)
      assert.equal(resolved, 1)
      assert.equal(hellos.length, 1)
      assert.match(hellos[0]!, /rates\.example/, 'TLS asks for the name, not for the address')
      assert.equal(await refusedFor(rebinding.fetch(url)), 'ADDRESS')
      assert.equal(hellos.length, 1)
    } finally {
      await new Promise((resolve) => tls.close(resolve))
    }
  })
})

describe('a call', () => {
  test('brings method, headers and body, and answers status, headers and body', async () => {
    const heard: string[] = []
    answer = async (request, response) => {
      for await (const part of request) heard.push(String(part))
      heard.push(request.headers['content-type']!, String(request.headers['x-own']))
      response.writeHead(418, { 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] }).end('{"a":1}')
    }
    const said = await outbound({ allow: open }).fetch(`http://127.0.0.1:${port}/path?x=1`, {
      method: 'POST',
      headers: { 'x-own': 'yes' },
      body: new URLSearchParams({ q: 'ä' }),
    })
    assert.deepEqual(heard, ['q=%C3%A4', 'application/x-www-form-urlencoded;charset=UTF-8', 'yes'])
    assert.deepEqual([said.status, said.headers.getSetCookie(), await said.json()], [418, ['a=1', 'b=2'], { a: 1 }])
    answer = (_, response) => response.writeHead(204).end()
    assert.equal(await (await outbound({ allow: open }).fetch(`http://127.0.0.1:${port}/`)).text(), '')
  })

  // attack: Operations and defaults | a service plug-in answers with a redirect into the own network | it is not followed
  test('follows no redirect', async () => {
    answer = (_, response) => response.writeHead(307, { location: `http://127.0.0.1:${port}/inside` }).end()
    assert.equal(await refusedFor(outbound({ allow: open }).fetch(`http://127.0.0.1:${port}/`)), 'REDIRECT')
    assert.equal(asked.length, 1)
  })

  test('ends where the answer is too large, or goes on for too long', async () => {
    const bounded = outbound({ allow: open, maxBytes: 1000, timeoutMs: 300 })
    answer = (_, response) => response.end('x'.repeat(1000))
    assert.equal((await (await bounded.fetch(`http://127.0.0.1:${port}/`)).text()).length, 1000)
    answer = (_, response) => response.end('x'.repeat(1001))
    assert.equal(await refusedFor(bounded.fetch(`http://127.0.0.1:${port}/`)), 'TOO_LARGE')
    answer = (_, response) => void response.write('a drop')
    await assert.rejects(bounded.fetch(`http://127.0.0.1:${port}/`))
    answer = () => {}
    await assert.rejects(bounded.fetch(`http://127.0.0.1:${port}/`))
  })

  test('ends with the signal of its caller', async () => {
    const caller = new AbortController()
    answer = () => caller.abort(new Error('enough'))
    await assert.rejects(outbound({ allow: open }).fetch(`http://127.0.0.1:${port}/`, { signal: caller.signal }))
  })

  test('comes through where the other side has closed the connection that was held open', async () => {
    const held = outbound({ allow: open })
    answer = (request, response) => {
      response.end('said')
      setImmediate(() => request.socket.destroy())
    }
    for (let n = 0; n < 5; n++) assert.equal(await (await held.fetch(`http://127.0.0.1:${port}/${n}`)).text(), 'said')
  })
})
