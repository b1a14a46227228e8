import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { describe, test } from 'node:test'
import Fastify from 'fastify'
import { Misconfigured, readConfig } from './config.ts'
import { boundConnections, type ConnectionLimits, connectionLimits, timings } from './connections.ts'
import { acceptBytes } from './mount-api.ts'
import { answerBroken } from './wire-errors.ts'

async function listening(limits: Partial<ConnectionLimits>) {
  const all = { ...connectionLimits, checkMs: 20, ...limits }
  const app = Fastify({ ...timings(all), clientErrorHandler: answerBroken, forceCloseConnections: true })
  boundConnections(app, all, app.log)
  acceptBytes(app)
  app.all('/', async () => 'here')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return { app, port, [Symbol.asyncDispose]: () => app.close() }
}

/** What is heard on a connection until the server ends it, or until so much was heard. */
async function heard(socket: Socket, enough?: RegExp): Promise<string> {
  let text = ''
  socket.setEncoding('utf8').on('error', () => {})
  socket.on('data', (chunk) => {
    text += chunk
    if (enough?.test(text)) socket.emit('enough')
  })
  await Promise.race([once(socket, 'close'), once(socket, 'enough')]).catch(() => {})
  return text
}
const bodyOf = (answer: string): { details: { applicationError: { code: string } } } =>
  JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))

// attack: Input, files, HTTP | a body that comes byte by byte | 408 REQUEST_TIMEOUT after 30 s, and the connection is closed
// attack: Input, files, HTTP | a chunked body without an end | 408 REQUEST_TIMEOUT after 30 s, and the connection is closed
// attack: Input, files, HTTP | headers that come byte by byte | 408 REQUEST_TIMEOUT after 15 s, and the connection is closed
// attack: Input, files, HTTP | a connection on which nothing is said | 408 REQUEST_TIMEOUT after 15 s, and it is closed
describe('a request that comes slowly', () => {
  const starts = {
    'a body that does not end': 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nx',
    'chunks that do not end': 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n',
    'headers that do not end': 'POST / HTTP/1.1\r\nHost: a\r\nX-',
    'nothing at all': '',
  }
  for (const [what, start] of Object.entries(starts))
    test(`408 REQUEST_TIMEOUT for ${what}, also where something comes now and then, and the connection is closed`, async () => {
      await using server = await listening({ requestMs: 150, headersMs: 150 })
      const socket = connect(server.port, '127.0.0.1')
      socket.write(start)
      const drip =
        start === '' ? undefined : setInterval(() => socket.writable && socket.write(start.includes('chunked') ? '1\r\nx\r\n' : ''), 30)
      const answer = await heard(socket)
      clearInterval(drip)
      assert.match(answer, /^HTTP\/1\.1 408 Request Timeout\r\n/)
      assert.match(answer, /\r\nx-wix-request-id: [0-9a-f-]{36}\r\n/)
      assert.equal(bodyOf(answer).details.applicationError.code, 'REQUEST_TIMEOUT')
    })

  test('ends within 30 s and a second, its headers within 15, by the limits that the server has of itself', () => {
    assert.deepEqual(connectionLimits, { requestMs: 30_000, headersMs: 15_000, checkMs: 1000, idleMs: 72_000, mostConnections: 10_000 })
    assert.deepEqual(timings(connectionLimits), {
      requestTimeout: 30_000,
      connectionTimeout: 0,
      keepAliveTimeout: 72_000,
      http: { headersTimeout: 15_000, requestTimeout: 30_000, connectionsCheckingInterval: 1000 },
    })
  })
})

describe('connections', () => {
  const ask = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
  const whole = /here$/

  // attack: Input, files, HTTP | more connections than MAX_CONNECTIONS, each in the middle of a request | the next is closed as it comes
  test('beyond the most are closed as they come, and there is room again when one has gone', async () => {
    await using server = await listening({ mostConnections: 10 })
    const busy = Array.from({ length: 10 }, () => connect(server.port, '127.0.0.1'))
    for (const socket of busy) {
      socket.on('error', () => {})
      await once(socket, 'connect')
      socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nx')
    }
    const refused = connect(server.port, '127.0.0.1')
    refused.write(ask)
    assert.equal(await heard(refused), '')
    busy[0]!.destroy()
    let answer = ''
    while (answer === '') {
      const next = connect(server.port, '127.0.0.1')
      next.write(ask)
      answer = await heard(next, whole)
      next.destroy()
    }
    assert.match(answer, /^HTTP\/1\.1 200/)
    for (const socket of busy) socket.destroy()
  })

  // attack: Input, files, HTTP | as many connections as there may be, each kept open without a request | they make room for whoever comes
  test('that wait for their next request make room for newcomers', async () => {
    await using server = await listening({ mostConnections: 10 })
    const sockets: Socket[] = []
    for (let i = 0; i < 40; i++) {
      const socket = connect(server.port, '127.0.0.1')
      sockets.push(socket)
      socket.write(ask)
      assert.match(await heard(socket, whole), /^HTTP\/1\.1 200/, `connection ${i + 1}`)
    }
    for (const socket of sockets) socket.destroy()
  })

  test('are 10,000 at the most, or as MAX_CONNECTIONS says', () => {
    assert.equal(readConfig({}).mostConnections, 10_000)
    assert.equal(readConfig({ MAX_CONNECTIONS: '50' }).mostConnections, 50)
    for (const odd of ['0', '9', 'many', '-1']) assert.throws(() => readConfig({ MAX_CONNECTIONS: odd }), Misconfigured)
  })
})
