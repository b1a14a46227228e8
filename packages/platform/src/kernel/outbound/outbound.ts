import { lookup as lookUp } from 'node:dns/promises'
import { request as askHttp, Agent as HttpAgent, type IncomingMessage } from 'node:http'
import { request as askHttps, Agent as HttpsAgent, type RequestOptions } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './address.ts'
import { isOpened, type OutboundAllow, outboundAllow } from './allow.ts'

/** Why an address is not called. */
export type OutboundReason = 'SCHEME' | 'CREDENTIALS' | 'ADDRESS' | 'REDIRECT' | 'TOO_LARGE'

export class OutboundRefused extends Error {
  override readonly name = 'OutboundRefused'
  readonly reason: OutboundReason
  constructor(reason: OutboundReason, url: URL) {
    super(`${url.protocol}//${url.host} is not called: ${reason}`)
    this.reason = reason
  }
}

export interface OutboundOptions {
  readonly allow?: OutboundAllow | undefined
  /** From the first packet to the last, whatever the caller's own signal says. */
  readonly timeoutMs?: number
  readonly maxBytes?: number
  readonly resolve?: (host: string) => Promise<readonly { readonly address: string; readonly family: number }[]>
}

/** The one way to addresses that a merchant, or whoever else is no operator, has said. */
export interface Outbound {
  /** Why an address can never be called, as far as it says so itself: what its name leads to is looked at with each call. */
  refusalOf(url: string): OutboundReason | undefined
  /**
   * As `fetch`, to public hosts by https and to what the operator has opened; by http to opened names and addresses alone. A name is resolved once, and the connection goes to an address that
   * was checked. Redirects are errors, and the answer is bounded in size and time.
   */
  readonly fetch: (url: string | URL, init?: OutboundInit) => Promise<Response>
  /**
   * The same for an answer of any size: its body comes as it is read, and breaks off beyond the bounds with `OutboundRefused`. A redirect is an
   * answer, which the caller may ask for in its turn. The body has to be read to its end, or destroyed.
   */
  readonly open: (url: string | URL, init?: Omit<OutboundInit, 'method' | 'body'>) => Promise<OpenedAnswer>
}

export interface OpenedAnswer {
  readonly status: number
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: AsyncIterable<Buffer>
  destroy(): void
}

/** What of `fetch` can be said. */
export interface OutboundInit {
  readonly method?: string
  readonly headers?: HeadersInit
  readonly body?: BodyInit | Uint8Array | null | undefined
  readonly signal?: AbortSignal | null | undefined
}

const everywhere = (host: string) => lookUp(host, { all: true })

export function outbound(options: OutboundOptions = {}): Outbound {
  const { allow = outboundAllow([]), timeoutMs = 10_000, maxBytes = 1024 * 1024, resolve = everywhere } = options
  const agents = { 'http:': new HttpAgent({ keepAlive: true }), 'https:': new HttpsAgent({ keepAlive: true }) }

  const mayCall = ({ protocol }: URL, host: string, address: string): boolean =>
    isOpened(allow, host, address) || (protocol === 'https:' && isPublicAddress(address))

  function refusalAt(url: URL): OutboundReason | undefined {
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'SCHEME'
    if (url.username !== '' || url.password !== '') return 'CREDENTIALS'
    const host = hostOf(url)
    // A URL has brought 2130706433, 0x7f.1 and the like into the form that everybody knows.
    const address = isIP(host) ? host : host === 'localhost' || host.endsWith('.localhost') ? '127.0.0.1' : undefined
    if (address === undefined) return url.protocol === 'https:' || allow.hosts.has(host) ? undefined : 'SCHEME'
    if (mayCall(url, host, address)) return undefined
    return isPublicAddress(address) ? 'SCHEME' : 'ADDRESS'
  }

  /** Hands the connection the addresses of a name, if it may go to every one of them. */
  const checked =
    (url: URL): LookupFunction =>
    (host, { all, family }, done) => {
      resolve(host).then(
        (found) => {
          const wanted = found.filter((one) => !family || one.family === family || `IPv${one.family}` === family)
          const [first] = wanted
          if (!first) return done(Object.assign(new Error(`${host} has no address`), { code: 'ENOTFOUND' }), '')
          if (wanted.some(({ address }) => !mayCall(url, hostOf(url), address))) return done(new OutboundRefused('ADDRESS', url), '')
          return all ? done(null, [...wanted]) : done(null, first.address, first.family)
        },
        (error: NodeJS.ErrnoException) => done(error, ''),
      )
    }

  function send(url: URL, settings: RequestOptions, body: Buffer | undefined): Promise<IncomingMessage> {
    return new Promise((answered, failed) => {
      const request = (url.protocol === 'https:' ? askHttps : askHttp)(url, settings, answered)
      request.once('error', (error: NodeJS.ErrnoException) => {
        // The other side had closed a connection that we held open for the next request.
        if (request.reusedSocket && error.code === 'ECONNRESET') send(url, settings, body).then(answered, failed)
        else failed(error)
      })
      request.end(body)
    })
  }

  async function* bounded(answer: IncomingMessage, url: URL): AsyncGenerator<Buffer> {
    let bytes = 0
    for await (const part of answer as AsyncIterable<Buffer>) {
      bytes += part.length
      if (bytes > maxBytes) throw new OutboundRefused('TOO_LARGE', url)
      yield part
    }
  }

  async function ask(
    url: URL,
    { method = 'GET', headers: sent = {}, body: content = null, signal }: OutboundInit,
  ): Promise<IncomingMessage> {
    const refused = refusalAt(url)
    if (refused) throw new OutboundRefused(refused, url)
    const { body, headers } = await written(content, sent)
    const limit = AbortSignal.timeout(timeoutMs)
    return send(
      url,
      {
        method,
        headers: { ...headers, 'accept-encoding': 'identity' },
        agent: agents[url.protocol as keyof typeof agents],
        lookup: checked(url),
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      },
      body,
    )
  }

  return {
    refusalOf: (text) => (URL.canParse(text) ? refusalAt(new URL(text)) : 'SCHEME'),

    async fetch(target, init = {}) {
      const url = new URL(target)
      const answer = await ask(url, init)
      const status = answer.statusCode ?? 0
      if (status >= 300 && status < 400) {
        answer.destroy()
        throw new OutboundRefused('REDIRECT', url)
      }
      const parts: Buffer[] = []
      for await (const part of bounded(answer, url)) parts.push(part)
      const said = Buffer.concat(parts)
      const headers = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
        values.map((value): [string, string] => [name, value]),
      )
      return new Response(status === 204 || status === 205 ? null : new Uint8Array(said), { status, headers })
    },

    async open(target, init = {}) {
      const url = new URL(target)
      const answer = await ask(url, init)
      const headers = Object.fromEntries(Object.entries(answer.headersDistinct).map(([name, values = []]) => [name, values.join(', ')]))
      return { status: answer.statusCode ?? 0, headers, body: bounded(answer, url), destroy: () => void answer.destroy() }
    },
  }
}

/** A body as bytes, and what is said of it. */
async function written(content: OutboundInit['body'], sent: HeadersInit) {
  const headers = new Headers(sent)
  if (content === null || content === undefined) return { body: undefined, headers: Object.fromEntries(headers) }
  const said = new Response(content instanceof Uint8Array ? Buffer.from(content) : content)
  const type = said.headers.get('content-type')
  if (type !== null && !headers.has('content-type')) headers.set('content-type', type)
  const body = Buffer.from(await said.arrayBuffer())
  return { body, headers: { ...Object.fromEntries(headers), 'content-length': String(body.length) } }
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
