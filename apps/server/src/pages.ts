import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createHeaders, sendResponse } from '@remix-run/node-fetch-server'
import type { Platform } from '@vitrine/platform'
import { host } from '@vitrine/storefront/context'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { type KeptPage, keptPages } from './kept-pages.ts'
import { squeezed, takesGzip } from './squeeze.ts'

const build = resolve(import.meta.dirname, '../../storefront/build')

/** Their names carry their content. */
export const storefrontAssets = resolve(build, 'client/assets')

export interface PagesDeps {
  readonly platform: Platform
  readonly origin: string
  /** The registered app in whose name the shop's own pages speak. */
  readonly clientId: string
}

/** The shopper's pages, rendered here and now by the same functions that answer the API. */
export async function pagesDispatch({ platform, origin, clientId }: PagesDeps) {
  const serverBuild = (await import(resolve(build, 'server/index.js'))) as ServerBuild
  const handle = createRequestHandler(serverBuild, process.env['NODE_ENV'] === 'development' ? 'development' : 'production')
  const kept = keptPages(platform)

  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.raw.url!.includes('%00')) return reply.code(400).type('text/plain').send('This address holds a character that is none.')
    const nonce = crypto.randomUUID()
    const left = new AbortController()
    reply.raw.once('close', () => left.abort())
    // The body was read before it was known that a page answers: the page gets its bytes, not the spent stream.
    const payload = Buffer.isBuffer(request.body) && request.body.length > 0 ? new Uint8Array(request.body) : undefined
    const address = addressOf(request.raw.url!, request.headers.host, origin)
    const ours = { ...always, 'x-wix-request-id': request.id, 'content-security-policy': policy(nonce) }
    const accepted = request.headers['accept-encoding']
    const nobody = isNobody(request)
    const send = ({ headers, gzip, body }: KeptPage) => {
      const packed = takesGzip(accepted)
      return reply
        .headers({ ...Object.fromEntries(headers), ...ours, vary: 'Accept-Encoding', ...(packed && { 'content-encoding': 'gzip' }) })
        .send(packed ? gzip(nonce) : body(nonce))
    }
    const known = nobody ? await kept.find(address.href, request.id) : undefined
    if (known) return send(known)
    const page = new Request(address, {
      method: request.method,
      headers: nobody ? {} : createHeaders(request.raw),
      ...(!nobody && { signal: left.signal }),
      ...(payload && { body: payload }),
    })
    const making = nobody ? kept.begin(address.href, nonce) : undefined
    const context = new RouterContextProvider()
    context.set(host, {
      fetch: making?.fetch ?? platform.fetch,
      baseUrl: origin,
      clientId,
      requestId: request.id,
      nonce,
      whole: nobody,
    })
    const response = await handle(page, context)
    const whole = await making?.keep(response)
    if (whole) return send(whole)
    reply.hijack()
    for (const [name, value] of Object.entries(ours)) response.headers.set(name, value)
    if (!left.signal.aborted) await sendResponse(reply.raw, squeezed(response, accepted))
  }
}

const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
}

/** Somebody who only looks, without a name: all of them see the same. */
const isNobody = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && headers.cookie === undefined && headers.authorization === undefined

/** The page's address as the browser wrote it, under the host it asked; whatever else a client writes there, it is an address of this shop. */
function addressOf(target: string, asked: string | undefined, origin: string): URL {
  const { protocol, host: own } = new URL(origin)
  const path = target.startsWith('/') ? target : '/'
  return URL.parse(`${protocol}//${asked ?? own}${path}`) ?? new URL(origin + path)
}

const policy = (nonce: string): string =>
  [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-ancestors 'self'",
    "base-uri 'self'",
    "object-src 'none'",
  ].join('; ')

/** When the storefront was built; its absence is told before anything starts. */
export async function storefrontIsBuilt(): Promise<boolean> {
  return readFile(resolve(build, 'server/index.js')).then(
    () => true,
    () => false,
  )
}
