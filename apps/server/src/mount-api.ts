import { randomUUID } from 'node:crypto'
import type { AddressRefusal, Platform } from '@vitrine/platform'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { mediaHostsOf } from './media-hosts.ts'
import { asksAsProgram } from './page-addresses.ts'
import { pressed, takesGzip } from './squeeze.ts'

export type Dispatch = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** Headers that only this server may set on what it hands on. */
const ours = new Set(['x-vitrine-peer'])

export function flat(request: FastifyRequest): Record<string, string | undefined> {
  const headers: Record<string, string | undefined> = {}
  for (const [name, value] of Object.entries(request.headers)) {
    if (!ours.has(name)) headers[name] = typeof value === 'string' ? value : value?.join(', ')
  }
  headers['x-vitrine-peer'] = request.ip
  return headers
}

export function apiDispatch({ api }: Platform, withMediaHosts: ReturnType<typeof mediaHostsOf>): Dispatch {
  return async (request, reply) => {
    const url = request.raw.url!
    const question = url.indexOf('?')
    const {
      status,
      headers,
      body: answered,
    } = await api.answer({
      method: request.method,
      path: question < 0 ? url : url.slice(0, question),
      search: question < 0 ? '' : url.slice(question + 1),
      headers: flat(request),
      body: Buffer.isBuffer(request.body) ? request.body : undefined,
      requestId: request.id,
    })
    const body = withMediaHosts(request, answered)
    if (typeof body === 'string' || body.length < worthPressing) return reply.code(status).headers(headers).send(body)
    const packed = takesGzip(request.headers['accept-encoding'])
    return reply
      .code(status)
      .headers({ ...headers, vary: 'Accept-Encoding', ...(packed && { 'content-encoding': 'gzip' }) })
      .send(packed ? pressed(body) : body)
  }
}

/** What does not fit into one packet. */
const worthPressing = 1400

/** Events of a provider: signed as they are, so their bytes go on untouched. */
export const eventsDispatch =
  ({ stripeEvents, siteAt }: Platform): Dispatch =>
  async (request, reply) => {
    const { status, headers, body } = await stripeEvents({
      site: await siteAt(request.headers.host),
      method: request.method,
      body: Buffer.isBuffer(request.body) ? request.body : undefined,
      signature: flat(request)['stripe-signature'],
    })
    return reply.code(status).headers(headers).send(body)
  }

/** Where no file is, programs are told as everywhere; `nowhere` does that. */
export function mediaDispatch({ media, siteAt, limitAddress }: Platform, nowhere: Dispatch): Dispatch {
  return async (request, reply) => {
    const site = await siteAt(request.headers.host)
    const { status, headers, body } = await media({
      site,
      method: request.method,
      path: request.raw.url!,
      headers: request.headers,
      limit: (what) => limitAddress(what, request.ip),
    })
    if (status === 404 && asksAsProgram(request.headers)) return nowhere(request, reply)
    return reply
      .code(status)
      .headers(headers)
      .send(body ?? undefined)
  }
}

/** What somebody reads whose address has asked too often. */
function tooMany(reply: FastifyReply, { retryAfterSeconds: seconds, headers }: AddressRefusal, what: string) {
  return reply
    .code(429)
    .headers({ ...headers, 'cache-control': 'no-store' })
    .type('text/plain')
    .send(`Too many ${what} were asked for from your network. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`)
}

/** Files that were bought, documents of orders, exports, and files of the shop: to whoever holds a link that the shop gave out. */
export function linkedDispatch({ downloads, invoices, exports, fileLinks, siteAt, limitAddress }: Platform, nowhere: Dispatch): Dispatch {
  const places = { '/invoices/': invoices, '/exports/': exports, '/files/': fileLinks, '/downloads/': downloads } as const
  return async (request, reply) => {
    const refused = limitAddress('file', request.ip)
    if (refused) return tooMany(reply, refused, 'files')
    const site = await siteAt(request.headers.host)
    const path = request.raw.url!
    const answer = places[path.slice(0, path.indexOf('/', 1) + 1) as keyof typeof places]
    const { status, headers, body } = await answer({ site, method: request.method, path, headers: request.headers })
    if (status === 404 && asksAsProgram(request.headers)) return nowhere(request, reply)
    return reply
      .code(status)
      .headers(headers)
      .send(body ?? undefined)
  }
}

/** Staff who come, go on and leave: the one place that sets a cookie of theirs. */
export function staffSessionDispatch({ staffSession, siteAt }: Platform, failed: () => void): Dispatch {
  return async (request, reply) => {
    const site = await siteAt(request.headers.host)
    const bytes = Buffer.isBuffer(request.body) ? request.body : undefined
    const {
      status,
      headers,
      cookies = [],
      body,
    } = await staffSession({
      site,
      method: request.method,
      headers: flat(request),
      body: bytes,
      address: request.ip,
    })
    if (request.method === 'POST' && (status === 401 || status === 429)) failed()
    // Each `set-cookie` beside those before it.
    for (const cookie of cookies) reply.header('set-cookie', cookie)
    return reply.code(status).headers(headers).send(body)
  }
}

/** Browsers that sign in or out for an app. */
export function authorizeDispatch({ authorize, siteAt, limitAddress }: Platform): Dispatch {
  return async (request, reply) => {
    const refused = limitAddress('page', request.ip)
    if (refused) return tooMany(reply, refused, 'pages')
    const site = await siteAt(request.headers.host)
    const url = request.raw.url!
    const question = url.indexOf('?')
    const {
      status,
      headers,
      cookies = [],
      body,
    } = await authorize.answer({
      site,
      method: request.method,
      path: question < 0 ? url : url.slice(0, question),
      search: question < 0 ? '' : url.slice(question + 1),
      headers: flat(request),
    })
    for (const cookie of cookies) reply.header('set-cookie', cookie)
    return reply.code(status).headers(headers).send(body)
  }
}

/** What happens, for as long as somebody listens. */
export function liveDispatch({ live, siteAt }: Platform): Dispatch {
  return async (request, reply) => {
    const site = await siteAt(request.headers.host)
    const { status, headers, body } = await live.open({
      site,
      method: request.method,
      search: request.raw.url!.split('?', 2)[1] ?? '',
      headers: flat(request),
    })
    return reply.code(status).headers(headers).send(body)
  }
}

export function inboxDispatch({ inbox, siteAt }: Platform): Dispatch | undefined {
  if (!inbox) return undefined
  return async (request, reply) => {
    const site = await siteAt(request.headers.host)
    const { status, headers, body } = await inbox({ site, method: request.method, path: request.raw.url! })
    return reply.code(status).headers(headers).send(body)
  }
}

/** Bodies arrive as bytes; the platform reads them itself, so that what cannot be read is refused in the wire's words. */
export function acceptBytes(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

export const newRequestId = (): string => randomUUID()
