import { isUnavailable } from '@vitrine/platform'
import type { FastifyError, FastifyInstance } from 'fastify'
import { wireError, wireHeaders } from './wire-errors.ts'

/**
 * What a route throws is answered in the wire's form, and a fault tells the caller nothing but its request id. Set up before the first route:
 * routes registered before it would answer errors as the framework does.
 */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
      return reply.code(413).headers(wireHeaders(request.id)).send(wireError('PAYLOAD_TOO_LARGE'))
    // Who asked has gone, or was cut off, before the body was there.
    if (error.code === 'ECONNRESET' && request.raw.destroyed)
      return reply
        .code(400)
        .headers(wireHeaders(request.id))
        .send(wireError('MALFORMED_REQUEST', { reason: 'the body ended too early' }))
    if (error.statusCode === 403 || error.statusCode === 404)
      return reply.code(404).headers(wireHeaders(request.id)).send(wireError('ROUTE_NOT_FOUND'))
    if (error.statusCode && error.statusCode < 500) {
      return reply
        .code(400)
        .headers(wireHeaders(request.id))
        .send(wireError('MALFORMED_REQUEST', { reason: error.message }))
    }
    request.log.error({ err: error, requestId: request.id }, 'fault')
    if (isUnavailable(error))
      return reply
        .code(503)
        .headers({ ...wireHeaders(request.id), 'retry-after': '5' })
        .send(wireError('SERVICE_UNAVAILABLE'))
    return reply
      .code(500)
      .headers(wireHeaders(request.id))
      .send({
        message: 'Something went wrong on our side.',
        details: {
          applicationError: { code: 'INTERNAL', description: 'Something went wrong on our side.', data: { requestId: request.id } },
        },
      })
  })
}
