import * as z from 'zod'
import { Guid, Instant } from './primitives.ts'

/**
 * How a provider of rates or taxes has answered recently. Where it fails, the merchant's fallback applies: backup delivery rates, the
 * shop's own tax rates.
 */
export const ProviderHealth = z.object({
  appId: Guid,
  name: z.string(),
  /** False for one that regions name but that is not set up, or that is switched off. */
  active: z.boolean(),
  /** The regions that ask it. */
  regionIds: z.array(z.string()),
  /** Whether it failed when last asked. */
  failing: z.boolean(),
  lastAnsweredDate: Instant.optional(),
  lastFailure: z
    .object({
      date: Instant,
      /** The first failure since it last answered. */
      sinceDate: Instant,
      /** `TIMEOUT`, `PLUGIN_UNREACHABLE`, `UNUSABLE_ANSWER`, or the provider's own code. */
      code: z.string(),
      description: z.string(),
    })
    .optional(),
})
export interface ProviderHealth extends z.infer<typeof ProviderHealth> {}
