import type { Readable } from 'node:stream'
import { type RefusalCode, refusals } from '@vitrine/contract'
import type { Platform } from '@vitrine/platform'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { letTakeTime } from './connections.ts'
import { wireError, wireHeaders } from './wire-errors.ts'

const prefix = '/uploads/'

const tokenOf = (request: FastifyRequest): string => request.raw.url!.split('?', 1)[0]!.slice(prefix.length)

function refuse(request: FastifyRequest, reply: FastifyReply, code: RefusalCode, data: object = {}) {
  return reply.code(refusals[code].status).headers(wireHeaders(request.id)).send(wireError(code, data))
}

/**
 * Where files are sent to whose addresses the shop gave out. Nothing of a body is read before its address is known to be open; then it goes to
 * the disk as it comes.
 */
export function mountUploads(app: FastifyInstance, { uploads, siteAt, limitAddress }: Platform): void {
  app.options(`${prefix}*`, async (request, reply) =>
    reply
      .code(204)
      .headers({
        ...wireHeaders(request.id),
        'access-control-allow-methods': 'PUT',
        'access-control-allow-headers': request.headers['access-control-request-headers'] ?? 'content-type',
        'access-control-max-age': '86400',
      })
      .send(),
  )
  app.register(async (own) => {
    own.removeAllContentTypeParsers()
    own.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    own.route({
      method: 'PUT',
      url: `${prefix}*`,
      async onRequest(request, reply) {
        const limited = limitAddress('file', request.ip)
        if (limited)
          return refuse(request, reply.headers(limited.headers), 'TOO_MANY_REQUESTS', { retryAfterSeconds: limited.retryAfterSeconds })
        const most = await uploads.mostAt(await siteAt(request.headers.host), tokenOf(request))
        if (most === undefined) return refuse(request, reply, 'FILE_NOT_FOUND')
        if (Number(request.headers['content-length'] ?? 0) > most) return refuse(request, reply, 'PAYLOAD_TOO_LARGE')
      },
      async handler(request, reply) {
        const site = await siteAt(request.headers.host)
        const { filename } = request.query as { readonly filename?: unknown }
        const body = (request.body as Readable | undefined) ?? request.raw
        const hurry = letTakeTime(request.raw)
        try {
          const answer = await uploads.take(site, tokenOf(request), body, typeof filename === 'string' ? filename : undefined)
          if (!('code' in answer)) return reply.code(200).headers(wireHeaders(request.id)).send(answer)
          const { code, ...data } = answer
          if ('retryAfterSeconds' in data) reply.header('retry-after', String(data.retryAfterSeconds))
          // What was not read of the body is not waited for.
          if (code === 'PAYLOAD_TOO_LARGE') reply.header('connection', 'close')
          return refuse(request, reply, code, data)
        } finally {
          hurry()
        }
      },
    })
  })
}
