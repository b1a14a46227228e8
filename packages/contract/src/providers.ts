import * as z from 'zod'
import { Guid, Instant } from './primitives.ts'

/**
 * How a provider of rates or taxes has answered of late. Where it fails, what the merchant set up for that stands in: backup rates of
 * deliveries, the shop's own rates of taxes.
 */
export const ProviderHealth = z.object({
  appId: Guid,
  name: z.string(),
  /** False for one that regions name and nobody has set up, or that is switched off. */
  active: z.boolean(),
  /** The regions that ask it. */
  regionIds: z.array(z.string()),
  /** Whether it failed the last time that it was asked. */
  failing: z.boolean(),
  lastAnsweredDate: Instant.optional(),
  lastFailure: z
    .object({
      date: Instant,
      /** The first failure since it last answered. */
      sinceDate: Instant,
      /** `TIMEOUT`, `PLUGIN_UNREACHABLE`, `UNUSABLE_ANSWER`, or what the provider itself said. */
      code: z.string(),
      description: z.string(),
    })
    .optional(),
})
export interface ProviderHealth extends z.infer<typeof ProviderHealth> {}
