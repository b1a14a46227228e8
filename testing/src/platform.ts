import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Clock, type Platform, type PlatformOptions, startPlatform, stripeEventsPath } from '@vitrine/platform'
import { isPassing } from '@vitrine/platform/kernel/db/retry'
import type { KeyWrap } from '@vitrine/platform/kernel/key-wrap/key-wrap'
import { outboundAllow } from '@vitrine/platform/kernel/outbound/allow'
import { writeSettings } from '@vitrine/platform/kernel/settings/settings'
import { createSite } from '@vitrine/platform/kernel/sites/directory'
import { ensureSigningKey } from '@vitrine/platform/people/identity/keys'
import { registerApiKey, registerOauthApp } from '@vitrine/platform/people/identity/store'
import { bucketOfRun } from './bucket.ts'
import { testDatabase } from './database.ts'
import { recordEvents, recorded, recordLine } from './record.ts'
import { testSections } from './shop.ts'
import type { FakeStripe } from './stripe/model.ts'
import { testSamples } from './test-samples.ts'

/** A clock that stands still until it is moved. */
export interface TestClock extends Clock {
  advance(milliseconds: number): void
}

export function testClock(start = '2026-11-21T09:00:00.000Z'): TestClock {
  let at = new Date(start).getTime()
  return {
    now: () => new Date(at),
    advance(milliseconds) {
      at += milliseconds
    },
  }
}

export interface TestPlatform extends AsyncDisposable {
  /** Where it answers over a socket. */
  readonly url: string
  readonly databaseUrl: string
  /** Where the originals of media lie. */
  readonly dataDir: string
  readonly site: string
  readonly clientId: string
  readonly apiKey: string
  readonly clock: TestClock
  readonly platform: Platform
  /**
   * What went wrong on our side; a test that expects no fault asserts that this is empty. What the database refuses for a moment, and is tried
   * again, is none: it says that the machine is busy.
   */
  readonly faults: unknown[]
  /** What was said to whoever runs it. */
  readonly told: string[]
}

export const testSite = '11111111-1111-4111-8111-111111111111'
export const testClientId = '22222222-2222-4222-8222-222222222222'
export const testApiKey = 'vitrine-test-key-0123456789'

/** A platform in this process, on a database and a folder of its own, with one small shop, answering on a loopback port. */
export async function startTestPlatform(
  options: {
    readonly clock?: TestClock
    readonly databaseUrl?: string
    /** Its keys are the server's own. */
    readonly stripe?: FakeStripe
    /** Answers for keys that merchants enter. */
    readonly stripeApi?: FakeStripe
    /** Passkeys are for names. */
    readonly host?: 'localhost'
  } & Pick<
    PlatformOptions,
    | 'taxProviders'
    | 'shippingRateProviders'
    | 'push'
    | 'passwordWork'
    | 'bucket'
    | 'outboundAllow'
    | 'keyWrap'
    | 'rateLimits'
    | 'limited'
    | 'samples'
  > &
    Partial<Pick<PlatformOptions, 'sandbox' | 'inbox' | 'smtpUrl'>> = {},
): Promise<TestPlatform> {
  const stack = new AsyncDisposableStack()
  const clock = options.clock ?? testClock()
  const faults: unknown[] = []
  const told: string[] = []
  let databaseUrl = options.databaseUrl
  if (databaseUrl === undefined) {
    const database = stack.use(await testDatabase())
    databaseUrl = database.url
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  const bucket = options.bucket ?? bucketOfRun(dataDir)

  let started: Platform | undefined
  const server = createServer(async (request, response) => {
    // Somebody who knew the port from a test before.
    if (!started) return void response.writeHead(503).end()
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const [path = '/', search = ''] = request.url!.split('?', 2)
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const body = chunks.length > 0 ? Buffer.concat(chunks) : undefined
    if (path === stripeEventsPath) {
      const said = await started.stripeEvents({ site: testSite, method: request.method!, body, signature: headers['stripe-signature'] })
      return void response.writeHead(said.status, said.headers).end(said.body)
    }
    if (started.authorize.claims({ method: request.method!, path, headers })) {
      const said = await started.authorize.answer({ site: testSite, method: request.method!, path, search, headers })
      const { cookies = [] } = said
      return void response.writeHead(said.status, { ...said.headers, 'set-cookie': [...cookies] }).end(said.body)
    }
    const result = await started.api.answer({
      method: request.method!,
      path,
      search,
      headers,
      body,
      requestId: crypto.randomUUID(),
    })
    response.writeHead(result.status, result.headers).end(result.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stack.defer(() => new Promise<void>((resolve) => server.close(() => resolve()) && server.closeAllConnections()))
  const url = `http://${options.host ?? '127.0.0.1'}:${(server.address() as AddressInfo).port}`

  const made = stack.use(
    await startPlatform({
      databaseUrl,
      origin: url,
      dataDir,
      clock,
      connections: 8,
      // Tests say when a minute has gone by: `everyMinute`.
      schedules: false,
      report: (fault) => void (isPassing(fault) || faults.push(fault)),
      tell: (line) => told.push(line),
      observe: recordLine,
      // Services and providers of tests are on this machine.
      outboundAllow: options.outboundAllow ?? outboundAllow(['loopback']),
      // The clock of tests stands still, so nothing that was used up would come back.
      rateLimits: options.rateLimits ?? 'off',
      ...(options.limited && { limited: options.limited }),
      ...(options.taxProviders && { taxProviders: options.taxProviders }),
      ...(options.shippingRateProviders && { shippingRateProviders: options.shippingRateProviders }),
      samples: options.samples ?? testSamples,
      ...(options.stripe && {
        stripe: {
          secretKey: options.stripe.secretKey,
          webhookSecret: options.stripe.webhookSecret,
          publishableKey: options.stripe.publishableKey,
        },
      }),
      stripeApiBase: (options.stripe ?? options.stripeApi)?.url,
      sandbox: options.sandbox ?? true,
      inbox: options.inbox ?? true,
      smtpUrl: options.smtpUrl,
      ...(options.keyWrap && { keyWrap: options.keyWrap }),
      ...(options.push && { push: options.push }),
      ...(options.passwordWork && { passwordWork: options.passwordWork }),
      ...(bucket && { bucket }),
    }),
  )
  const platform: Platform = { ...made, api: { ...made.api, answer: recorded(made.api.answer) } }
  if (options.databaseUrl === undefined) stack.use(recordEvents(platform))
  started = platform
  if (options.databaseUrl === undefined) await openTestShop(platform, clock.now(), options.keyWrap)
  return {
    url,
    databaseUrl,
    dataDir,
    site: testSite,
    clientId: testClientId,
    apiKey: testApiKey,
    clock,
    platform,
    faults,
    told,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Another process's platform on the shop's database; its faults are the shop's where nobody else hears of them. */
export function startBeside(
  shop: TestPlatform,
  {
    smtpUrl,
    inbox = true,
    keyWrap,
    report = (fault) => void (isPassing(fault) || shop.faults.push(fault)),
    rateLimits = 'off',
  }: Pick<Partial<PlatformOptions>, 'smtpUrl' | 'inbox' | 'keyWrap' | 'report' | 'rateLimits'> = {},
): Promise<Platform> {
  return startPlatform({
    databaseUrl: shop.databaseUrl,
    origin: shop.url,
    dataDir: shop.dataDir,
    clock: shop.clock,
    connections: 2,
    outboundAllow: outboundAllow(['loopback']),
    smtpUrl,
    inbox,
    keyWrap,
    sandbox: true,
    rateLimits,
    bucket: bucketOfRun(shop.dataDir),
    tell: (line) => shop.told.push(line),
    report,
  })
}

async function openTestShop({ database }: Platform, now: Date, keyWrap: KeyWrap | undefined): Promise<void> {
  await createSite(database, { id: testSite, name: 'Test shop' }, now)
  await ensureSigningKey(database, testSite, now, keyWrap)
  for (const section of Object.keys(testSections) as (keyof typeof testSections)[])
    await writeSettings(database, testSite, section, testSections[section], now)
  await registerOauthApp(
    database,
    { site: testSite, id: testClientId, name: 'Tests', redirectUris: ['http://localhost:*/*', 'https://shop.example/*'] },
    now,
  )
  await registerApiKey(database, testSite, 'Tests', testApiKey, now)
}
