import { type Clock, type StoreClock, storeClock, systemClock } from './clock/clock.ts'
import { connect, type Database } from './db/pool.ts'
import type { Db } from './db/sql.ts'
import { sweepIdempotency } from './http/idempotency.ts'
import { type Limiter, limiter, unlimited } from './http/limiter.ts'
import { type LimitedClass, type RateLimits, usualRateLimits } from './http/rate-limits.ts'
import { sweepBuckets } from './http/shared-buckets.ts'
import type { Step } from './jobs/in-turn.ts'
import { type KeyWrap, noWrap } from './key-wrap/key-wrap.ts'
import { wrapStoredKeys } from './key-wrap/stored-keys.ts'
import type { OutboundAllow } from './outbound/allow.ts'
import { type Outbound, type OutboundOptions, outbound } from './outbound/outbound.ts'
import type { CommerceSettings } from './settings/sections.ts'
import { type Settings, settings } from './settings/settings.ts'
import { siteDirectory } from './sites/directory.ts'

export interface KernelOptions {
  readonly databaseUrl: string
  /** Where the shop is reached from outside, without a slash at its end. */
  readonly origin: string
  readonly clock?: Clock
  readonly connections?: number
  readonly preparedStatements?: boolean
  /** How keys lie in the database: wrapped with the operator's secret, where there is one. */
  readonly keyWrap?: KeyWrap | undefined
  /** What merchants may have called beside public hosts by https. */
  readonly outboundAllow?: OutboundAllow | undefined
  /** Faults and their places; the caller of the wire learns the request id alone. */
  readonly report: (fault: unknown, where: string, requestId?: string) => void
  /** How often whom may call: the usual limits where nobody says otherwise. */
  readonly rateLimits?: RateLimits | 'off'
  /** Hears of each request that was one too many. */
  readonly limited?: (what: LimitedClass) => void
}

/** What every area is built on. */
export interface Kernel {
  readonly database: Database
  /** The shop's own time. */
  readonly clock: StoreClock
  /** Sign-ins, keys and the outside world go by real time. */
  readonly real: Clock
  readonly origin: string
  /** How keys lie in the database. */
  readonly wrap: KeyWrap
  readonly settings: Settings
  readonly readSettings: Settings['read']
  /** What a shop sells in: its currency, its language, its time zone. */
  readonly commerce: (db: Db, site: string) => Promise<CommerceSettings>
  readonly sites: () => Promise<readonly string[]>
  readonly siteAt: (host: string | undefined) => Promise<string>
  readonly limits: Limiter
  /** Calls others, by what the operator allows. */
  readonly outbound: (options?: Pick<OutboundOptions, 'maxBytes' | 'timeoutMs'>) => Outbound
  readonly report: (fault: unknown, where: string, requestId?: string) => void
  /** Deletes rows of the kernel that are over. */
  readonly sweeps: readonly Step[]
}

/** @param open what becomes of the database before anybody uses it */
export async function buildKernel(options: KernelOptions, open: (database: Database) => Database): Promise<Kernel> {
  const { origin, report, rateLimits = usualRateLimits, keyWrap: wrap = noWrap, clock: real = systemClock } = options
  const clock = storeClock(real)
  const database = open(
    connect({
      url: options.databaseUrl,
      ...(options.connections !== undefined && { connections: options.connections }),
      ...(options.preparedStatements !== undefined && { preparedStatements: options.preparedStatements }),
      onIdleError: (error) => report(error, 'idle connection'),
    }),
  )
  await wrapStoredKeys(database, wrap).catch(async (error: unknown) => {
    await database.close()
    throw error
  })
  const limits =
    rateLimits === 'off'
      ? unlimited
      : limiter({ limits: rateLimits, database, clock: real, ...(options.limited && { limited: options.limited }) })
  /** After so long every bucket of a rate limit is full again. */
  const longestSeconds = Math.max(...Object.values(rateLimits === 'off' ? usualRateLimits : rateLimits).map(({ seconds }) => seconds))
  const { all: sites, siteAt } = siteDirectory(database)
  const shopSettings = settings()
  const { read: readSettings } = shopSettings
  return {
    database,
    clock,
    real,
    origin,
    wrap,
    settings: shopSettings,
    readSettings,
    commerce: async (db, site) => (await readSettings(db, site)).commerce,
    sites,
    siteAt,
    limits,
    outbound: (own) => outbound({ allow: options.outboundAllow, ...own }),
    report,
    sweeps: [() => sweepIdempotency(database, clock.now()), () => sweepBuckets(database, real.now(), longestSeconds)],
  }
}
