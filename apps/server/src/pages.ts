import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createHeaders, sendResponse } from '@remix-run/node-fetch-server'
import type { Platform } from '@vitrine/platform'
import { host } from '@vitrine/storefront/context'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { squeezed } from './squeeze.ts'

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
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.raw.url!.includes('%00')) return reply.code(400).type('text/plain').send('This address holds a character that is none.')
    const nonce = crypto.randomUUID()
    const left = new AbortController()
    reply.raw.once('close', () => left.abort())
    // The body was read before it was known that a page answers: the page gets its bytes, not the spent stream.
    const body = Buffer.isBuffer(request.body) && request.body.length > 0 ? new Uint8Array(request.body) : undefined
    const page = new Request(addressOf(request.raw.url!, request.headers.host, origin), {
      method: request.method,
      headers: createHeaders(request.raw),
      signal: left.signal,
      ...(body && { body }),
    })
    const context = new RouterContextProvider()
    context.set(host, { fetch: platform.fetch, baseUrl: origin, clientId, requestId: request.id, nonce })
    reply.hijack()
    const response = await handle(page, context)
    response.headers.set('x-wix-request-id', request.id)
    response.headers.set('x-content-type-options', 'nosniff')
    response.headers.set('referrer-policy', 'strict-origin-when-cross-origin')
    response.headers.set('permissions-policy', 'camera=(), microphone=(), geolocation=()')
    response.headers.set('content-security-policy', policy(nonce))
    if (!left.signal.aborted) await sendResponse(reply.raw, squeezed(response, request.headers['accept-encoding']))
  }
}

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
