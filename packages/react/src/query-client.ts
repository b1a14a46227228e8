import { QueryClient } from '@tanstack/react-query'
import { Refused } from '@vitrine/client'

const most = 3
const firstPauseMs = 1000
const longestPauseMs = 30_000
const minutes5 = 5 * 60_000

/**
 * The cache of reads: a read without an answer is retried three times, after 1, 2 and 4 seconds (30 at most), and data that no component
 * uses is removed after five minutes. A refusal is an answer and is not retried, except when a rate limit was exceeded.
 *
 * @example
 * const queryClient = newQueryClient()
 */
export const newQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: minutes5,
        retry: (failures, error) => failures < most && isWorthAsking(error),
        retryDelay: (failures, error) =>
          Math.max(Math.min(firstPauseMs * 2 ** failures, longestPauseMs), (error instanceof Refused && error.retryAfterMs) || 0),
      },
      // The client itself retries a write under the same idempotency key.
      mutations: { retry: false },
    },
  })

const isWorthAsking = (error: unknown): boolean => !(error instanceof Refused) || error.status === 429 || error.status >= 500
