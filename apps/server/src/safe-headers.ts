import type { FastifyInstance } from 'fastify'

/** Two years, as browsers' lists ask for. Subdomains are their owner's to decide. */
const twoYears = 'max-age=63072000'

/** On every answer, of whatever kind: no browser guesses what it is, and one that came by https comes back by it. */
export function sendSafeHeaders(app: FastifyInstance, origin: string): void {
  const isSecure = origin.startsWith('https:')
  app.addHook('onRequest', (_request, reply, done) => {
    reply.raw.setHeader('x-content-type-options', 'nosniff')
    if (isSecure) reply.raw.setHeader('strict-transport-security', twoYears)
    done()
  })
}
