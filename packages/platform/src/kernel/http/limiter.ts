import type { Clock } from '../clock/clock.ts'
import type { Db } from '../db/sql.ts'
import { lruOf } from '../lru.ts'
import { type Refusal, refuse } from '../refusal.ts'
import { type Caller, nameOf } from './caller.ts'
import { countedAddress } from './peer.ts'
import {
  type Allowance,
  isRefused,
  type Limit,
  type LimitedClass,
  type RateLimits,
  rateLimitHeaders,
  retryAfterSeconds,
  shared,
} from './rate-limits.ts'
import { bucketKey, giveBackShared, type SharedBucket, takeLastly, takeShared, waitOf } from './shared-buckets.ts'
import { TokenBuckets } from './token-buckets.ts'
import type { WireRequest } from './wire.ts'

type InDatabase = 'email' | 'film' | 'guess'
type InMemory = 'read' | 'price' | 'write' | 'page' | 'file' | 'picture'

export interface Limiter {
  /** Counts a request in this process, by its address and its caller; how the bucket that is nearer to its end stands. */
  count(what: InMemory, caller: Caller | undefined, request: Pick<WireRequest, 'headers' | 'internal'>): Allowance | undefined
  /** Counts by the address alone. */
  countAddress(what: InMemory, address: string): Allowance | undefined
  /** Counts an email, a film or a guess across all processes, before the work is done. */
  countShared(
    what: InDatabase,
    caller: Caller,
    merchant: boolean,
    request: Pick<WireRequest, 'headers'>,
  ): Promise<CountedShared | undefined>
  /** Emails to one recipient that buyers cause; undefined where they are not limited. */
  readonly recipients: RecipientLimit | undefined
}

export interface CountedShared extends Allowance {
  /** It was no guess: the caller knew. */
  giveBack(): Promise<void>
}

export interface RecipientLimit {
  /** Whether so much was sent there that no more may follow now. */
  check(db: Db, site: string, email: string): Promise<Refusal<'TOO_MANY_REQUESTS'> | undefined>
  /** Counts one at the end of a write, which is done again, and has to `check`, where it is one too many. */
  countLastly(db: Db, site: string, email: string): Promise<void>
  /** Counts one that is about to be sent; in how many seconds it may go, where it is one too many. */
  take(site: string, email: string): Promise<number | undefined>
}

/** Buckets of a class in a process; one takes about 200 bytes. */
const bucketsAtMost = 50_000

/** Ids are never given twice, so they are names without more. */
function idOf(caller: Caller): string | undefined {
  switch (caller.kind) {
    case 'visitor':
      return caller.visitorId
    case 'member':
      return caller.memberId
    case 'user':
      return caller.userId
    case 'app':
      return caller.appId
    case 'unauthenticated':
      return undefined
  }
}

const isMerchant = (caller: Caller | undefined): boolean => caller?.kind === 'user' || caller?.kind === 'app'

export interface LimiterDeps {
  readonly limits: RateLimits
  readonly database: Db
  /** Real time, whatever the clock of the shop says. */
  readonly clock: Clock
  readonly limited?: (what: LimitedClass) => void
}

export function limiter({ limits, database, clock, limited = () => {} }: LimiterDeps): Limiter {
  const buckets = {
    read: new TokenBuckets(bucketsAtMost),
    price: new TokenBuckets(bucketsAtMost),
    write: new TokenBuckets(bucketsAtMost),
    page: new TokenBuckets(bucketsAtMost),
    file: new TokenBuckets(bucketsAtMost),
    picture: new TokenBuckets(bucketsAtMost),
  }
  const byAddress = {
    read: shared(limits.read),
    price: shared(limits.price),
    write: shared(limits.write),
    page: limits.page,
    file: limits.file,
    picture: limits.picture,
  }
  const byMerchant = { ...byAddress, guess: shared(limits.guess) }
  const sharedAddress = { email: shared(limits.email), film: shared(limits.film), guess: shared(limits.guess) }

  function take(what: InMemory, name: string, limit: Limit, key: string, nowMs: number): Allowance {
    const left = buckets[what].take(key, limit, nowMs)
    if (left < 0) limited(what)
    return { name, limit, left }
  }

  const known = lruOf<string, string>(10_000)
  /** IPv6 takes some reading, and clients come again. */
  function counted(address: string): string {
    if (!address.includes(':')) return countedAddress(address)
    let network = known.get(address)
    if (network === undefined) known.set(address, (network = countedAddress(address)))
    return network
  }

  /** Whose connection is gone before it is looked at has no address any more. */
  const takeOfAddress = (what: InMemory, address: string | undefined, nowMs: number): Allowance | undefined =>
    address === undefined || address === '' ? undefined : take(what, names[what].address, byAddress[what], counted(address), nowMs)

  function bucketsOf(what: InDatabase, caller: Caller, merchant: boolean, address: string): Named[] {
    if (merchant) return what !== 'guess' ? [] : [{ key: bucketKey(what, nameOf(caller)), limit: byMerchant.guess, name: what }]
    return [
      ...(caller.kind === 'unauthenticated' ? [] : [{ key: bucketKey(what, nameOf(caller)), limit: limits[what], name: what }]),
      ...(address === ''
        ? []
        : [{ key: bucketKey(`${what} address`, countedAddress(address)), limit: sharedAddress[what], name: `${what}-address` }]),
    ]
  }

  const recipient = (email: string): SharedBucket => ({
    key: bucketKey('recipient', email.trim().toLowerCase()),
    limit: limits.recipient,
  })

  return {
    count(what, caller, { headers, internal }) {
      // What a page asks while it is rendered is counted as that page.
      if (internal && what !== 'write') return undefined
      const nowMs = clock.now().getTime()
      const id = caller && idOf(caller)
      if (id !== undefined && isMerchant(caller)) return take(what, names[what].caller, byMerchant[what], id, nowMs)
      const address = takeOfAddress(what, headers['x-vitrine-peer'] ?? '', nowMs)
      if (id === undefined || (address && isRefused(address))) return address
      const own = take(what, names[what].caller, limits[what], id, nowMs)
      return address && address.left < own.left ? address : own
    },
    countAddress: (what, address) => takeOfAddress(what, address, clock.now().getTime()),
    async countShared(what, caller, merchant, { headers }) {
      const named = bucketsOf(what, caller, merchant, headers['x-vitrine-peer'] ?? '')
      if (named.length === 0) return undefined
      const now = clock.now()
      const left = await takeShared(database, caller.site, named, now)
      const least = left.indexOf(Math.min(...left))
      const { name, limit } = named[least]!
      if (left[least]! < 0) limited(what)
      return {
        name,
        limit,
        left: left[least]!,
        giveBack: () => giveBackShared(database, caller.site, named, now),
      }
    },
    recipients: {
      async check(db, site, email) {
        const wait = await waitOf(db, site, recipient(email), clock.now())
        if (wait === undefined) return undefined
        limited('recipient')
        return refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.max(1, Math.ceil(wait)) })
      },
      countLastly: (db, site, email) => takeLastly(db, site, recipient(email), clock.now()),
      async take(site, email) {
        const [left] = (await takeShared(database, site, [recipient(email)], clock.now())) as [number]
        if (left >= 0) return undefined
        limited('recipient')
        return Math.max(1, Math.ceil(-left))
      },
    },
  }
}

interface Named extends SharedBucket {
  readonly name: string
}

const names: Readonly<Record<InMemory, { readonly caller: string; readonly address: string }>> = {
  read: { caller: 'read', address: 'read-address' },
  price: { caller: 'price', address: 'price-address' },
  write: { caller: 'write', address: 'write-address' },
  page: { caller: 'page', address: 'page' },
  file: { caller: 'file', address: 'file' },
  picture: { caller: 'picture', address: 'picture' },
}

/** Counts something beside the API by its address; undefined where it may go on. */
export type AddressLimit = (what: 'read' | 'page' | 'file' | 'picture' | 'write', address: string) => AddressRefusal | undefined

export interface AddressRefusal {
  readonly retryAfterSeconds: number
  readonly headers: Readonly<Record<string, string>>
}

export function addressRefusal(allowance: Allowance | undefined): AddressRefusal | undefined {
  if (!allowance || !isRefused(allowance)) return undefined
  const seconds = retryAfterSeconds(allowance)
  return { retryAfterSeconds: seconds, headers: { 'retry-after': String(seconds), ...rateLimitHeaders(allowance) } }
}

export const unlimited: Limiter = {
  count: () => undefined,
  countAddress: () => undefined,
  countShared: async () => undefined,
  recipients: undefined,
}

export const tooMany = (allowance: Allowance): Refusal<'TOO_MANY_REQUESTS'> =>
  refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: retryAfterSeconds(allowance) })
