import type { Cost } from '@vitrine/contract'

/** So much at once, and so much again in that time. */
export interface Limit {
  readonly quota: number
  readonly seconds: number
}

/**
 * Beside the classes of operations: pages that are rendered, files that are handed out and pictures that are made in a size, by address; and
 * emails that buyers cause, by who gets them.
 */
export type LimitedClass = Cost | 'page' | 'file' | 'picture' | 'recipient'

/** What one buyer may do, each class by itself. */
export type RateLimits = Readonly<Record<LimitedClass, Limit>>

export const usualRateLimits: RateLimits = {
  read: { quota: 1200, seconds: 60 },
  price: { quota: 300, seconds: 60 },
  write: { quota: 300, seconds: 60 },
  email: { quota: 20, seconds: 3600 },
  film: { quota: 10, seconds: 86_400 },
  guess: { quota: 30, seconds: 600 },
  page: { quota: 300, seconds: 120 },
  file: { quota: 600, seconds: 60 },
  picture: { quota: 300, seconds: 60 },
  recipient: { quota: 20, seconds: 3600 },
}

/** One address, one program and one of the staff may do so many times as much: many buyers share an address, and a shop's own work is much. */
export const sharedFactor = 5

export const shared = ({ quota, seconds }: Limit): Limit => ({ quota: quota * sharedFactor, seconds })

/** What is left of a bucket; below zero: how many seconds until there is something again. */
export interface Allowance {
  readonly name: string
  readonly limit: Limit
  readonly left: number
}

export const isRefused = ({ left }: Allowance): boolean => left < 0

/** Fewer are left than a client goes on with unwarned. */
export const isNear = ({ left, limit }: Allowance): boolean => left * 4 < limit.quota

export const retryAfterSeconds = ({ left }: Allowance): number => Math.max(1, Math.ceil(-left))

/** `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers): `t` is the time until all of the quota is there again. */
export function rateLimitHeaders({ name, limit: { quota, seconds }, left }: Allowance): Readonly<Record<string, string>> {
  const rest = Math.max(0, left)
  const untilFull = ((quota - rest) * seconds) / quota
  return {
    'ratelimit-policy': `"${name}";q=${quota};w=${seconds}`,
    ratelimit: `"${name}";r=${Math.floor(rest)};t=${Math.ceil(untilFull)}`,
  }
}
