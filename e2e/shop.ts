import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiKey, type Client, createClient, visitor } from '@vitrine/client'
import {
  deliveryProfile,
  giftCards,
  localDeliveryOptions,
  memberships,
  paymentSettings,
  pickupLocations,
  subscriptionOptions,
} from '@vitrine/client/back-office'
import { bareDatabase, type TestDatabase, testDatabase } from '@vitrine/testing/database'
import { openBrowser, type Window } from './browser.ts'
import { firstDay } from './first-day.ts'
import { ownServer, type RunningServer, sharedServer } from './servers.ts'

/** The demo shop on its first day, or an empty one where `VITRINE_SEED` is `none`, on a port, a database and a folder of its own. */
export interface OpenShop extends AsyncDisposable {
  readonly url: string
  /** Throws where the server has a database of its own. */
  readonly databaseUrl: string
  /** Of the app for headless clients. */
  readonly clientId: string
  /** Of the shop's own name. */
  readonly apiKey: string
  /** What its server has printed so far. */
  readonly said: () => string
  /** Asks in the shop's own name. */
  readonly merchant: Client
  /** Says how buyers may pay. */
  readonly letPay: ReturnType<typeof paymentSettingsOf>['updatePaymentSettings']
  /** Issues gift cards. */
  readonly cardAdmin: ReturnType<typeof cardAdminOf>
  /** Says how things are bought again and again. */
  readonly planAdmin: ReturnType<typeof planAdminOf>
  /** Says how goods are delivered. */
  readonly dispatch: ReturnType<typeof dispatchOf>
  /** Gives members memberships. */
  readonly club: ReturnType<typeof clubOf>
  /** Somebody who is signed in, by the cookie of their browser. */
  readonly member: () => Promise<{
    readonly memberId: string
    readonly cookie: { readonly name: string; readonly value: string; readonly url: string }
  }>
  /** A shopper who comes by the API, through the app for headless clients. */
  readonly shopper: () => ReturnType<typeof shopperAt>
}

/**
 * Where a shop stores its rows: in a database with the schema (and the demo shop, unless `VITRINE_SEED` is `none`), in a bare one that its
 * server makes the schema in, or in the server's own below its data folder, without `DATABASE_URL`.
 */
export type DatabaseKind = 'PREPARED' | 'BARE' | 'EMBEDDED'

const key = 'the-key-of-the-browser-journeys'
const mostSeconds = 90

const paymentSettingsOf = (url: string) => createClient({ baseUrl: url, auth: apiKey(key), modules: { paymentSettings } }).paymentSettings

const cardAdminOf = (url: string) => createClient({ baseUrl: url, auth: apiKey(key), modules: { giftCards } }).giftCards

const planAdminOf = (url: string) => createClient({ baseUrl: url, auth: apiKey(key), modules: { subscriptionOptions } }).subscriptionOptions

const clubOf = (url: string) => createClient({ baseUrl: url, auth: apiKey(key), modules: { memberships } }).memberships

/** As the storefront stores tokens. */
async function memberAt(databaseUrl: string, url: string, clientId: string) {
  const { signIn } = await import('@vitrine/testing/member') // the platform with it, which most journeys have no need of
  const { memberId, access, refresh } = await signIn(databaseUrl, clientId)
  const value = Buffer.from(JSON.stringify({ a: access, e: 4_000_000_000, r: refresh, o: 'member' })).toString('base64url')
  return { memberId, cookie: { name: 'visitor', value, url } }
}

const dispatchOf = (url: string) =>
  createClient({ baseUrl: url, auth: apiKey(key), modules: { deliveryProfile, localDeliveryOptions, pickupLocations } })

const shopperAt = (url: string, clientId: string) => createClient({ baseUrl: url, auth: visitor({ clientId }) })

async function databaseOf(kind: DatabaseKind, isEmpty: boolean, dataDir: string): Promise<TestDatabase | undefined> {
  if (kind === 'EMBEDDED') return undefined
  if (kind === 'BARE') return bareDatabase()
  return isEmpty ? testDatabase() : firstDay(dataDir)
}

async function openShop(environment: Readonly<Record<string, string>> = {}, kind: DatabaseKind = 'PREPARED'): Promise<OpenShop> {
  await using stack = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-e2e-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  const database = stack.use(await databaseOf(kind, environment['VITRINE_SEED'] === 'none', dataDir))
  const databaseUrl = () => {
    if (!database) throw new Error('the server of this shop has a database of its own')
    return database.url
  }
  const port = await freePort()
  const url = `http://localhost:${port}`

  const start = kind === 'PREPARED' ? sharedServer : ownServer
  const server = stack.use(
    start({
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      PUBLIC_URL: url,
      DATABASE_URL: database?.url,
      DATA_DIR: dataDir,
      VITRINE_ADMIN_API_KEY: key,
      VITRINE_OUTBOUND_ALLOW: 'loopback',
      VITRINE_INBOX: 'on',
      PAYMENT_SANDBOX: 'on',
      LOG_LEVEL: 'warn',
      ...environment,
    }),
  )
  const { said } = server
  await isHealthy(url, server)
  const clientId = /Client id\s+(\S+)/.exec(said())?.[1]
  if (!clientId) throw new Error(`the shop did not say its client id:\n${said()}`)

  const open = stack.move()
  return {
    url,
    get databaseUrl() {
      return databaseUrl()
    },
    clientId,
    apiKey: key,
    said,
    merchant: createClient({ baseUrl: url, auth: apiKey(key) }),
    letPay: paymentSettingsOf(url).updatePaymentSettings,
    cardAdmin: cardAdminOf(url),
    planAdmin: planAdminOf(url),
    dispatch: dispatchOf(url),
    club: clubOf(url),
    member: () => memberAt(databaseUrl(), url, clientId),
    shopper: () => shopperAt(url, clientId),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

/** A shop and a browser to look at it with. Where one of them does not open, the other is closed again. */
export async function openWithBrowser(
  environment: Readonly<Record<string, string>> = {},
  kind?: DatabaseKind,
): Promise<[OpenShop, Window]> {
  const opening = [openShop(environment, kind), openBrowser()] as const
  try {
    return await Promise.all(opening)
  } catch (error) {
    for (const opened of await Promise.allSettled(opening)) if (opened.status === 'fulfilled') await opened.value[Symbol.asyncDispose]()
    throw error
  }
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, 'localhost', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no port is free')
  return address.port
}

async function isHealthy(url: string, { lives, said }: RunningServer): Promise<void> {
  const until = Date.now() + mostSeconds * 1000
  while (Date.now() < until && lives()) {
    const answer = await fetch(`${url}/health`).catch(() => undefined)
    if (answer?.ok && said().includes('Client id')) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`the shop did not open:\n${said()}`)
}
