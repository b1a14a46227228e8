import fastifyStatic from '@fastify/static'
import { livePath, type Platform, staffSessionPath, stripeEventsPath } from '@vitrine/platform'
import { stripeScript } from '@vitrine/platform/commerce/payments/stripe/script'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyReply, LogController } from 'fastify'
import { adminAssets, adminDispatch } from './admin.ts'
import { answerErrors } from './answer-errors.ts'
import type { Config } from './config.ts'
import { boundConnections, type ConnectionLimits, connectionLimits, timings } from './connections.ts'
import { sendBytes } from './developer-pages.ts'
import { mountExplorer } from './explorer.ts'
import { mountGraphql } from './graphql/mount-graphql.ts'
import { hostFault } from './host-header.ts'
import { type MediaHosts, mediaHostsOf } from './media-hosts.ts'
import type { metrics } from './metrics.ts'
import {
  acceptBytes,
  apiDispatch,
  authorizeDispatch,
  type Dispatch,
  eventsDispatch,
  inboxDispatch,
  linkedDispatch,
  liveDispatch,
  mediaDispatch,
  newRequestId,
  staffSessionDispatch,
} from './mount-api.ts'
import { mountResumable } from './mount-resumable.ts'
import { mountUploads } from './mount-uploads.ts'
import { asksAsProgram } from './page-addresses.ts'
import { pagesDispatch, storefrontAssets } from './pages.ts'
import { mountProductFeed } from './product-feed.ts'
import { documentsAt } from './reference/documents.ts'
import { referenceHeaders } from './reference.ts'
import { mountRobotsTxt } from './robots-txt.ts'
import { sendSafeHeaders } from './safe-headers.ts'
import { mountSecurityTxt } from './security-txt.ts'
import { listenForMetrics, mountMetrics } from './serve-metrics.ts'
import { mountShopIcon } from './shop-icon.ts'
import { shopNow } from './shop-now.ts'
import { mountSitemap } from './sitemap.ts'
import { nobody, type TrustedProxies, warnOfUntrusted } from './trusted-proxies.ts'
import { type WebMethodFiles, webMethodsDispatch, webMethodsPath, webMethodsVerbs } from './web-methods.ts'
import { answerBroken, wireError, wireHeaders } from './wire-errors.ts'

export interface ServerDeps {
  readonly platform: Platform
  readonly counted: ReturnType<typeof metrics>
  readonly origin: string
  readonly clientId: string
  /** Where vulnerabilities of this shop are reported; without it by email to the shop. */
  readonly securityContact?: string | undefined
  /** The shop's own functions for its pages. */
  readonly webMethods?: WebMethodFiles | undefined
  /** The peers whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: TrustedProxies
  /** Another address of Stripe's API and script, such as a test server. */
  readonly stripeApiBase?: string | undefined
  /** Hears of a proxy in the own network that is not trusted. */
  readonly onUntrustedProxy?: (peer: string) => void
  /** Where what the process counts is read. */
  readonly metricsAt: Config['metrics']
  /** Whose hosts the addresses of pictures and films name. */
  readonly mediaHosts?: MediaHosts | undefined
  readonly log: FastifyBaseLogger
  /** Whether each answer is noted with its request id. */
  readonly logAnswers: boolean
  readonly limits?: ConnectionLimits
}

const bodyLimit = 1024 * 1024

/** One port for everything: the API at the root, media, the inbox, and the shoppers' pages for the rest. */
export async function createServer({
  platform,
  counted,
  origin,
  clientId,
  securityContact,
  webMethods,
  trustedProxies,
  stripeApiBase,
  onUntrustedProxy,
  log,
  logAnswers,
  limits = connectionLimits,
  metricsAt,
  mediaHosts = 'auto',
}: ServerDeps): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    trustProxy: trustedProxies === nobody ? false : trustedProxies,
    bodyLimit,
    ...timings(limits),
    clientErrorHandler: answerBroken,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { maxParamLength: 2000 },
    frameworkErrors: (error, request, reply) => {
      void (reply as FastifyReply)
        .code(400)
        .headers(wireHeaders(request.id))
        .send(wireError('MALFORMED_REQUEST', { reason: error.message }))
    },
  })
  answerErrors(app)
  boundConnections(app, limits, log)
  sendSafeHeaders(app, origin)
  // Before anything reads an address of it.
  app.addHook('onRequest', async (request, reply) => {
    const reason = hostFault(request.raw.rawHeaders)
    if (reason !== undefined) return reply.code(400).headers(wireHeaders(request.id)).send(wireError('MALFORMED_REQUEST', { reason }))
  })
  acceptBytes(app)
  warnOfUntrusted(app, trustedProxies, onUntrustedProxy)
  // A connection whose last answer goes out while we close stays open for the next request otherwise, and delays our shutdown.
  let leaving: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    await platform.live.close()
    leaving = setInterval(() => app.server.closeIdleConnections(), 100)
  })
  app.addHook('onClose', async () => clearInterval(leaving))
  if (logAnswers) {
    app.addHook('onResponse', async ({ id, method, url }, { statusCode, elapsedTime }) => {
      log.info({ requestId: id, method, path: url.split('?', 1)[0], status: statusCode, ms: Math.round(elapsedTime * 10) / 10 }, 'answered')
    })
  }

  app.get('/health', async (_request, reply) => {
    const healthy = await platform.healthy()
    return reply
      .code(healthy ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: healthy ? 'ok' : 'the database does not answer' })
  })
  const countConnections = () => new Promise<number>((resolve) => app.server.getConnections((error, count) => resolve(error ? 0 : count)))
  const measured = {
    contentType: counted.contentType,
    token: metricsAt.token,
    async print() {
      await counted.look(platform, countConnections)
      return counted.print()
    },
  }
  mountMetrics(app, { ...measured, token: metricsAt.port === undefined ? metricsAt.token : undefined })
  if (metricsAt.port !== undefined) {
    const own = await listenForMetrics(measured, metricsAt.port, metricsAt.host)
    app.addHook('onClose', async () => void own.close())
  }
  mountSecurityTxt(app, {
    origin,
    contact: securityContact,
    shopEmail: async () => (await shopNow(platform, origin))?.contact.email,
    now: () => new Date(),
  })
  mountRobotsTxt(app, origin)
  mountSitemap(app, { origin, platform })
  mountProductFeed(app, { origin, platform })
  mountShopIcon(app, { origin, platform })
  const documents = documentsAt(origin)
  app.get('/openapi.json', async (request, reply) =>
    sendBytes(request, reply.header('access-control-allow-origin', '*'), 'application/json; charset=utf-8', (await documents()).openapi),
  )
  app.get('/reference', async (request, reply) =>
    sendBytes(request, reply.headers(referenceHeaders), 'text/html; charset=utf-8', (await documents()).reference),
  )
  app.get('/llms.txt', async (request, reply) =>
    sendBytes(request, reply.header('cache-control', 'public, max-age=3600'), 'text/plain; charset=utf-8', (await documents()).llms),
  )
  mountExplorer(app, documents)

  await app.register(fastifyStatic, {
    root: storefrontAssets,
    prefix: '/assets/',
    preCompressed: true,
    index: false,
    immutable: true,
    maxAge: '365d',
  })

  await app.register(fastifyStatic, {
    root: adminAssets,
    prefix: '/admin/assets/',
    decorateReply: false,
    preCompressed: true,
    index: false,
    immutable: true,
    maxAge: '365d',
  })
  const admin = await adminDispatch(origin)
  app.all(livePath, liveDispatch(platform))
  app.all(staffSessionPath, staffSessionDispatch(platform, counted.failedStaffSignIn))
  app.get('/admin', admin)

  app.all(stripeEventsPath, eventsDispatch(platform))

  const report = (err: unknown, where: string, requestId: string) => log.error({ err, where, requestId }, 'fault')
  if (webMethods) {
    app.route({
      method: webMethodsVerbs,
      url: webMethodsPath,
      handler: webMethodsDispatch({ platform, origin, files: webMethods, report }),
    })
  }

  mountUploads(app, platform)
  mountResumable(app, platform)

  const api = apiDispatch(platform, mediaHostsOf(mediaHosts, origin))
  mountGraphql(app, { platform, documents, api, report })
  const authorize = authorizeDispatch(platform)
  const media = mediaDispatch(platform, api)
  const linked = linkedDispatch(platform, api)
  app.get('/admin/*', (request, reply) => (asksAsProgram(request.headers) ? api : admin)(request, reply))
  const inbox = inboxDispatch(platform)
  const pages = await pagesDispatch({ platform, origin, clientId, trustedProxies, paymentHosts: stripeScript(stripeApiBase), nowhere: api })
  const anywhere: Dispatch = async (request, reply) => {
    const path = request.raw.url!
    if (platform.authorize.claims({ method: request.method, path: path.split('?', 1)[0]!, headers: { accept: request.headers.accept } }))
      return authorize(request, reply)
    if (platform.api.claims(path.split('?', 1)[0]!)) return api(request, reply)
    const reads = request.method === 'GET' || request.method === 'HEAD'
    if (reads && (path.startsWith('/media/') || path.startsWith('/video/'))) return media(request, reply)
    if (reads && /^\/(downloads|invoices|exports|files)\//.test(path)) return linked(request, reply)
    if (inbox && /^\/inbox(?:[/?]|$)/.test(path)) return inbox(request, reply)
    if (request.method === 'OPTIONS') return api(request, reply)
    return pages(request, reply)
  }
  app.all('/*', anywhere)
  // Methods that the router does not know come here; whoever answers at the address says which there are.
  app.setNotFoundHandler(anywhere)

  return app
}
