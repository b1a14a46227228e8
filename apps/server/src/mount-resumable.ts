import { refusals } from '@vitrine/contract'
import type { Platform } from '@vitrine/platform'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { letTakeTime } from './connections.ts'
import { wireError, wireHeaders } from './wire-errors.ts'

/** Where files are sent to by the tus protocol: in as many requests as it takes, whose bodies are read as they come. */
export function mountResumable(app: FastifyInstance, { resumable, siteAt, limitAddress }: Platform): void {
  const say: Parameters<typeof resumable.serve>[3] = ({ code, ...data }) => ({
    status: refusals[code].status,
    body: JSON.stringify(wireError(code, data)),
  })
  async function onRequest(request: FastifyRequest, reply: FastifyReply) {
    const limited = request.method === 'POST' ? limitAddress('file', request.ip) : undefined
    if (limited) {
      const { retryAfterSeconds } = limited
      const { status } = refusals.TOO_MANY_REQUESTS
      const headers = { ...wireHeaders(request.id), ...limited.headers }
      return reply.code(status).headers(headers).send(wireError('TOO_MANY_REQUESTS', { retryAfterSeconds }))
    }
    const site = await siteAt(request.headers.host)
    reply.hijack()
    reply.raw.setHeader('x-wix-request-id', request.id)
    const hurry = letTakeTime(request.raw)
    try {
      await resumable.serve(site, request.raw, reply.raw, say)
    } finally {
      hurry()
    }
  }
  for (const url of ['/uploads/resumable', '/uploads/resumable/*'])
    app.route({ method: ['OPTIONS', 'POST', 'HEAD', 'PATCH', 'DELETE'], url, onRequest, handler: async () => {} })
}
