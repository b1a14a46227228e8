import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { pressed, takesGzip } from './squeeze.ts'

/** What the reference, the explorer and GraphiQL tell browsers about themselves. */
export const developerHeaders = {
  'cache-control': 'public, max-age=300',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const

type Loaded = 'script-src' | 'style-src' | 'font-src' | 'img-src' | 'worker-src'

/** A content security policy for a page that calls only this server and loads only what is named. */
export const developerPolicy = (loaded: Readonly<Partial<Record<Loaded, string>>>): string =>
  [
    "default-src 'none'",
    ...Object.entries(loaded).map(([directive, sources]) => `${directive} ${sources}`),
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** The source of an inline script or style in a policy. */
export const sourceOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Sends bytes that are the same for everyone, as gzip where the client takes it. They are compressed once. */
export function sendBytes(request: FastifyRequest, reply: FastifyReply, type: string, bytes: Buffer): FastifyReply {
  reply.type(type)
  if (!reply.hasHeader('vary')) reply.header('vary', 'Accept-Encoding')
  if (!takesGzip(request.headers['accept-encoding'])) return reply.send(bytes)
  return reply.header('content-encoding', 'gzip').send(pressed(bytes))
}
