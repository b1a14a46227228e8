import type { LRUCache } from 'lru-cache'
import { lruOf } from '../lru.ts'
import type { Limit } from './rate-limits.ts'

interface Bucket {
  tokens: number
  at: number
}

/** Token buckets of this process: as many as it has room for, and those that nobody asked for longest are forgotten first. */
export class TokenBuckets {
  readonly #buckets: LRUCache<string, Bucket>

  constructor(atMost: number) {
    this.#buckets = lruOf(atMost)
  }

  get size(): number {
    return this.#buckets.size
  }

  /** Takes one: how many are left then; below zero, none was taken and it is the seconds until there is one. */
  take(key: string, { quota, seconds }: Limit, nowMs: number): number {
    const bucket = this.#buckets.get(key)
    if (!bucket) {
      this.#buckets.set(key, { tokens: quota - 1, at: nowMs })
      return quota - 1
    }
    const passed = nowMs - bucket.at
    if (passed > 0) {
      bucket.tokens = Math.min(quota, bucket.tokens + (passed * quota) / (seconds * 1000))
      bucket.at = nowMs
    }
    // A thousandth of one is what the arithmetic may lose.
    if (bucket.tokens < 0.999) return ((bucket.tokens - 1) * seconds) / quota
    bucket.tokens = Math.max(0, bucket.tokens - 1)
    return bucket.tokens
  }
}
