import { hash, timingSafeEqual } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { wireError, wireHeaders } from './wire-errors.ts'

export interface MetricsDeps {
  readonly contentType: string
  readonly print: () => Promise<string>
  /** Which a reader has to say, as `Authorization: Bearer …`. */
  readonly token: string | undefined
}

const digestOf = (text: string): Buffer => hash('sha256', text, 'buffer')

/** Whether a header carries the token; how long that takes says nothing about it. */
export function carriesToken(header: string | undefined, token: string): boolean {
  const [, said] = /^Bearer +(\S+)$/i.exec(header ?? '') ?? []
  return said !== undefined && timingSafeEqual(digestOf(said), digestOf(token))
}

/** `/metrics` at the shop's own port: with a token alone; without one there is no such address. */
export function mountMetrics(app: FastifyInstance, { contentType, print, token }: MetricsDeps): void {
  app.get('/metrics', async (request, reply) => {
    if (token === undefined) return reply.code(404).headers(wireHeaders(request.id)).send(wireError('ROUTE_NOT_FOUND'))
    if (!carriesToken(request.headers.authorization, token))
      return reply.code(401).headers(wireHeaders(request.id)).header('www-authenticate', 'Bearer').send(wireError('UNAUTHENTICATED'))
    return reply
      .type(contentType)
      .header('cache-control', 'no-store')
      .send(await print())
  })
}

/** `/metrics` at a port of its own, and nothing else there. */
export async function listenForMetrics({ contentType, print, token }: MetricsDeps, port: number, host: string): Promise<Server> {
  const server = createServer((request, response) => {
    const plain = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }
    if (request.method !== 'GET' || request.url?.split('?', 1)[0] !== '/metrics') return void response.writeHead(404, plain).end()
    if (token !== undefined && !carriesToken(request.headers.authorization, token))
      return void response.writeHead(401, { ...plain, 'www-authenticate': 'Bearer' }).end()
    print().then(
      (text) => response.writeHead(200, { ...plain, 'content-type': contentType }).end(text),
      () => response.writeHead(503, plain).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return server
}
