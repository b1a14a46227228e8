import { mostUploadBytes, type RefusalCode, refusals } from '@vitrine/contract'
import type { Platform } from '@vitrine/platform'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { wireError, wireHeaders } from './wire-errors.ts'

const prefix = '/uploads/'

const tokenOf = (request: FastifyRequest): string => request.raw.url!.split('?', 1)[0]!.slice(prefix.length)

function refuse(request: FastifyRequest, reply: FastifyReply, code: RefusalCode, data: object = {}) {
  return reply.code(refusals[code].status).headers(wireHeaders(request.id)).send(wireError(code, data))
}

/** Where files are sent to whose addresses the shop signed. Nothing of a body is read before its address is known to be open. */
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
  app.route({
    method: 'PUT',
    url: `${prefix}*`,
    bodyLimit: mostUploadBytes,
    async onRequest(request, reply) {
      const limited = limitAddress('file', request.ip)
      if (limited)
        return refuse(request, reply.headers(limited.headers), 'TOO_MANY_REQUESTS', { retryAfterSeconds: limited.retryAfterSeconds })
      const site = await siteAt(request.headers.host)
      if (!(await uploads.isOpen(site, tokenOf(request)))) return refuse(request, reply, 'FILE_NOT_FOUND')
    },
    async handler(request, reply) {
      const site = await siteAt(request.headers.host)
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const { filename } = request.query as { readonly filename?: unknown }
      const answer = await uploads.take(site, tokenOf(request), bytes, typeof filename === 'string' ? filename : undefined)
      if (!('code' in answer)) return reply.code(200).headers(wireHeaders(request.id)).send(answer)
      const { code, ...data } = answer
      if ('retryAfterSeconds' in data) reply.header('retry-after', String(data.retryAfterSeconds))
      return refuse(request, reply, code, data)
    },
  })
}
