import { connect, type Socket } from 'node:net'

export interface Answer {
  readonly status: number
  readonly body: Buffer
}

/** One keep-alive connection to a server on this machine, with one request at a time. */
export interface Connection {
  /** Makes a request ready, to be sent as often as one likes. */
  ready(parts: RequestParts): () => Promise<Answer>
  close(): void
}

export interface RequestParts {
  readonly method?: 'GET' | 'POST' | 'PATCH'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** A request in bytes. */
function requestOf({ method = 'GET', path, headers = {}, body }: RequestParts): Buffer {
  const payload = body === undefined ? '' : JSON.stringify(body)
  const named = Object.entries({
    host: 'localhost',
    ...headers,
    ...(payload && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(payload)) }),
  })
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${named.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${payload}`)
}

const headEnd = Buffer.from('\r\n\r\n')
const answerWithinMs = 30_000

/** It speaks just as much HTTP/1.1 as a load needs, because what the load costs is missing to the servers that are measured. */
export async function openConnection(port: number): Promise<Connection> {
  let waiting: { readonly resolve: (answer: Answer) => void; readonly reject: (error: Error) => void } | undefined
  let reader = newReader()
  let socket = await open()

  async function open(): Promise<Socket> {
    const opened = connect({ host: '127.0.0.1', port, noDelay: true })
    await new Promise<void>((resolve, reject) => {
      opened.once('connect', resolve)
      opened.once('error', reject)
    })
    const fail = (error: Error) => {
      waiting?.reject(error)
      waiting = undefined
    }
    opened.on('error', fail)
    opened.on('close', () => fail(new Error('the server closed the connection')))
    opened.setTimeout(answerWithinMs, () => waiting && opened.destroy(new Error(`no answer within ${answerWithinMs} ms`)))
    opened.on('data', receive)
    return opened
  }

  function receive(bytes: Buffer): void {
    let answer: Answer | undefined
    try {
      answer = reader(bytes)
    } catch (error) {
      socket.destroy(error as Error)
    }
    if (!answer) return
    const asked = waiting
    waiting = undefined
    reader = newReader()
    if (asked) asked.resolve(answer)
    else socket.destroy() // the server says goodbye to one that asked nothing for long
  }

  async function send(request: Buffer): Promise<Answer> {
    // Servers close what was idle for long, as while the other one had its round.
    if (socket.destroyed || socket.readyState !== 'open') socket = await open()
    return new Promise((resolve, reject) => {
      waiting = { resolve, reject }
      socket.write(request)
    })
  }

  return {
    ready(parts) {
      const request = requestOf(parts)
      return () => send(request)
    },
    close: () => socket.destroy(),
  }
}

/** Node's own `fetch`, as our client, the published one and the shop's pages ask: it costs more than most of what it asks for. */
export async function openFetch(port: number): Promise<Connection> {
  return {
    ready({ method = 'GET', path, headers = {}, body }) {
      const url = `http://127.0.0.1:${port}${path}`
      const type = body === undefined ? {} : { 'content-type': 'application/json' }
      return async () => {
        const answer = await fetch(url, {
          method,
          headers: { ...headers, ...type },
          signal: AbortSignal.timeout(answerWithinMs),
          ...(body !== undefined && { body: JSON.stringify(body) }),
        })
        return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()) }
      }
    },
    close() {},
  }
}

/** Reads one answer, chunk by chunk. */
function newReader(): (bytes: Buffer) => Answer | undefined {
  let head: Buffer | undefined
  let status = 0
  let left = 0
  let chunked: ((bytes: Buffer) => boolean) | undefined
  const units: Buffer[] = []
  const done = (): Answer => ({ status, body: units.length === 1 ? units[0]! : Buffer.concat(units) })

  return (bytes) => {
    if (status === 0) {
      head = head ? Buffer.concat([head, bytes]) : bytes
      const end = head.indexOf(headEnd)
      if (end < 0) return undefined
      const text = head.toString('latin1', 0, end).toLowerCase()
      status = Number(text.slice(9, 12))
      bytes = head.subarray(end + headEnd.length)
      const length = /\r\ncontent-length: *(\d+)/.exec(text)
      if (length) left = Number(length[1])
      else if (text.includes('\r\ntransfer-encoding: chunked')) chunked = newChunks(units)
      else throw new Error(`an answer without a length: ${text}`)
    }
    if (chunked) return chunked(bytes) ? done() : undefined
    if (bytes.length > 0) units.push(bytes)
    left -= bytes.length
    return left <= 0 ? done() : undefined
  }
}

/** Takes a chunked body apart (RFC 9112, section 7.1); `true` after its last chunk. */
function newChunks(units: Buffer[]): (bytes: Buffer) => boolean {
  let left = 0
  let line = ''
  let last = false
  return (bytes) => {
    for (let at = 0; at < bytes.length; ) {
      if (left > 0) {
        const unit = bytes.subarray(at, at + left)
        units.push(unit)
        left -= unit.length
        at += unit.length
        continue
      }
      const byte = bytes[at++]!
      if (byte !== 10) {
        if (byte !== 13) line += String.fromCharCode(byte)
        continue
      }
      if (line === '') {
        if (last) return true
        continue
      }
      left = Number.parseInt(line, 16)
      last = left === 0
      line = ''
    }
    return false
  }
}
