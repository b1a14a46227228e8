import { join } from 'node:path'
import { demoOwnerId, sampleProducts, seedDemo } from '@vitrine/demo'
import { openShop, startPlatform, Unavailable } from '@vitrine/platform'
import { startEmbedded } from '@vitrine/platform/kernel/db/embedded'
import { keepAllPrivate, keepPrivate } from '@vitrine/platform/shop/media/private-folder'
import pino from 'pino'
import { adminIsBuilt } from './admin.ts'
import { cannotListen, prepareDatabase, shopsIn } from './beginning.ts'
import { type Config, keyWrapOf, Misconfigured } from './config.ts'
import { connectionLimits } from './connections.ts'
import { type Demonstration, demonstrationOf } from './demonstration.ts'
import { metrics } from './metrics.ts'
import { storefrontIsBuilt } from './pages.ts'
import { createServer } from './server.ts'
import { systemReport } from './system-report.ts'
import { nobody } from './trusted-proxies.ts'
import { loadWebMethods } from './web-methods.ts'

/**
 * Opens the shop that a configuration describes, and says where it is; disposing of what it answers closes it.
 * @throws Misconfigured
 */
export async function openServer(config: Config, say: (line: string) => void): Promise<AsyncDisposable> {
  if (!adminIsBuilt() || !(await storefrontIsBuilt())) throw new Misconfigured('the pages are not built yet; npm start does that')
  const log = pino(
    { level: config.logLevel, redact: ['req.headers.authorization', 'req.headers.cookie'] },
    pino.destination({ dest: 2, sync: false }),
  )
  await using stack = new AsyncDisposableStack()

  for (const keep of [() => keepPrivate(config.dataDir), () => keepAllPrivate(join(config.dataDir, 'media'))]) {
    const reason = await keep()
    if (reason !== undefined) log.warn({ reason }, 'DATA_DIR could not be closed to other users of this machine')
  }
  let databaseUrl = config.databaseUrl
  if (databaseUrl === undefined) {
    const embedded = await startEmbedded({ dataDir: join(config.dataDir, 'postgres'), log: (line: string) => log.debug(line) })
    stack.defer(() => embedded.stop())
    databaseUrl = embedded.url
  }
  await prepareDatabase(databaseUrl)
  const { seed, takesRealMoney } = await shopsIn(databaseUrl)
  const isDemo = config.seed === 'demo' && (seed === 'demo' || seed === 'empty')
  const open = demonstrationOf(config, { isDemo, takesRealMoney })

  const counted = metrics()
  let untrustedProxy: string | undefined
  const wrap = keyWrapOf(config)
  const platform = await startPlatform({
    databaseUrl,
    origin: config.origin,
    dataDir: config.dataDir,
    bucket: config.bucket,
    smtpUrl: config.smtpUrl,
    ffmpeg: config.ffmpeg,
    tell: say,
    stripe: config.stripe,
    stripeApiBase: config.stripeApiBase,
    outboundAllow: config.outboundAllow,
    keyWrap: wrap,
    sandbox: open.sandbox,
    samples: sampleProducts,
    inbox: open.inbox,
    proxies: () => ({ trusted: config.trustedProxies !== nobody, notTrusted: untrustedProxy }),
    embeddedDatabase: config.databaseUrl === undefined,
    connections: config.connections,
    preparedStatements: config.preparedStatements,
    report: (fault, where, requestId) => log.error({ err: fault, where, requestId }, 'fault'),
    observe: counted.observe,
    rateLimits: config.rateLimits,
    limited: counted.limited,
  })
  stack.use(platform)
  await platform.originals.reach().catch((error: unknown) => {
    throw error instanceof Unavailable ? new Misconfigured(`the bucket of S3_BUCKET cannot be reached: ${error.message}`) : error
  })

  let member: { readonly email: string; readonly password: string } | undefined
  const shop = await openShop(platform.database, {
    adminApiKey: config.adminApiKey,
    owner: { ...config.owner, ...(config.seed === 'demo' && { id: demoOwnerId }) },
    now: new Date(),
    wrap,
    seed:
      config.seed === 'none'
        ? undefined
        : () =>
            seedDemo({
              database: platform.database,
              originals: platform.originals,
              now: new Date(),
              ...(config.seed === 'demo' && { history: { origin: config.origin } }),
              onProgress: (line: string) => say(line),
              onMember: (login) => void (member = login),
            }),
  })
  const app = await createServer({
    platform,
    counted,
    origin: config.origin,
    clientId: shop.storefrontClientId,
    securityContact: config.securityContact,
    webMethods: config.webMethods === undefined ? undefined : await loadWebMethods(config.webMethods),
    trustedProxies: config.trustedProxies,
    stripeApiBase: config.stripeApiBase,
    onUntrustedProxy: (peer) => void (untrustedProxy = peer),
    metricsAt: config.metrics,
    mediaHosts: config.mediaHosts,
    log,
    logAnswers: log.isLevelEnabled('info'),
    limits: { ...connectionLimits, mostConnections: config.mostConnections },
  }).catch((error: unknown) => {
    throw cannotListen(error, 'METRICS_PORT', config.metrics.port ?? 0) ?? error
  })
  stack.defer(() => app.close())
  const report = systemReport((await platform.systemChecks(shop.site)).checks, config.origin)
  await app.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
    throw cannotListen(error, 'PORT', config.port) ?? error
  })

  for (const { check, message } of report.warnings) log.warn({ check }, message)
  say(`
  ${shop.name} is open${shop.closed ? ' to staff; visitors read that it opens soon, until it is opened under Start' : ''}.

  Shop        ${config.origin}
  Admin       ${config.origin}/admin${
    shop.newPassword === undefined
      ? ''
      : `
              ${config.owner.email}, password ${shop.newPassword} (said only this once)`
  }
  ${
    member === undefined
      ? ''
      : `Member      ${member.email}, password ${member.password} (said only this once)
  `
  }Emails      ${emailsAt(config, open)}
  API         ${config.origin}/reference
  Checks      ${report.summary}
  Client id   ${shop.publicClientId}
  Site id     ${shop.site}
`)
  return stack.move()
}

const emailsAt = ({ smtpUrl, origin }: Config, { inbox }: Demonstration): string =>
  smtpUrl !== undefined ? 'go out by SMTP' : inbox ? `${origin}/inbox, for everybody to read` : 'wait until SMTP_URL says where they go out'
