import * as z from 'zod'
import { SubscriptionDiscountType, SubscriptionFrequency } from './enums.ts'
import { FreeTrialPeriod } from './items.ts'
import { operation, operations } from './operation.ts'
import { Flag, Guid, text, whole } from './primitives.ts'
import { PagingMetadata } from './products.ts'

/** How often it recurs, and until when: until it is cancelled (`autoRenewal`), or for so many `billingCycles`. */
export const SubscriptionOptionSettings = z.object({
  frequency: SubscriptionFrequency,
  /** How many days, weeks, months or years a cycle has. */
  interval: z.int(),
  autoRenewal: z.boolean(),
  billingCycles: z.int().optional(),
  /** Whether its buyer may end it. */
  enableCustomerCancellation: z.boolean(),
  /** The free trial at the beginning. */
  freeTrialPeriod: FreeTrialPeriod.optional(),
})
export interface SubscriptionOptionSettings extends z.infer<typeof SubscriptionOptionSettings> {}

/** The discount compared with buying once: a percentage, or an amount per unit in the shop's currency. */
export const SubscriptionOptionDiscount = z.object({ type: SubscriptionDiscountType, value: z.number() })
export interface SubscriptionOptionDiscount extends z.infer<typeof SubscriptionOptionDiscount> {}

/** A subscription option; `assign` sets its products. */
export const SubscriptionOption = z.object({
  id: Guid,
  title: z.string(),
  description: z.string().optional(),
  subscriptionSettings: SubscriptionOptionSettings,
  discount: SubscriptionOptionDiscount.optional(),
})
export interface SubscriptionOption extends z.infer<typeof SubscriptionOption> {}

/** One that a product has; `hidden` where shoppers do not see it. */
export const SubscriptionOptionInProduct = SubscriptionOption.extend({ hidden: z.boolean() })
export interface SubscriptionOptionInProduct extends z.infer<typeof SubscriptionOptionInProduct> {}

const Frequency = z.enum(['DAY', 'WEEK', 'MONTH', 'YEAR'])

/** The input of an option. Settings and discount are replaced as a whole; null removes the description or the discount. */
export const SubscriptionOptionInput = z.object({
  title: text(20, 1).optional(),
  description: text(60).nullish(),
  subscriptionSettings: z
    .object({
      frequency: Frequency,
      interval: whole(1, 50).nullish(),
      autoRenewal: z.boolean().nullish(),
      /** Ignored where it renews automatically. */
      billingCycles: whole(2, 999).nullish(),
      enableCustomerCancellation: z.boolean().nullish(),
      freeTrialPeriod: z.object({ frequency: Frequency, interval: whole(1, 999).nullish() }).nullish(),
    })
    .optional(),
  discount: z.object({ type: SubscriptionDiscountType, value: z.number().min(0).max(1_000_000_000_000) }).nullish(),
})
export interface SubscriptionOptionInput extends z.output<typeof SubscriptionOptionInput> {}

const OfOption = z.object({ id: Guid })
const OfProduct = z.object({ productId: text(100, 1) })
const Changed = SubscriptionOptionInput.extend({ id: Guid })

export const subscriptionOptions = operations({
  /**
   * `{ subscriptionOption: { title: 'Every two weeks', subscriptionSettings: { frequency: 'WEEK', interval: 2, autoRenewal: true },
   * discount: { type: 'PERCENT', value: 12 } } }`
   */
  'POST /stores/v1/subscription-options': operation({
    as: 'user',
    summary: 'Create a subscription option',
    input: z.object({ subscriptionOption: SubscriptionOptionInput }),
    ok: z.object({ subscriptionOption: SubscriptionOption }),
    errors: [],
    aliases: ['/v1/subscription-options'],
  }),

  /** All of them or none. */
  'POST /stores/v1/subscription-options/createBulk': operation({
    as: 'user',
    summary: 'Create several subscription options',
    input: z.object({ subscriptionOptions: z.array(SubscriptionOptionInput).min(1).max(100) }),
    ok: z.object({ subscriptionOptions: z.array(SubscriptionOption) }),
    errors: [],
    aliases: ['/v1/subscription-options/createBulk'],
  }),

  /** Absent fields stay unchanged. Existing subscriptions go on as before. */
  'PATCH /stores/v1/subscription-options/{subscriptionOption.id}': operation({
    as: 'user',
    summary: 'Change a subscription option',
    input: z.object({ subscriptionOption: Changed }),
    ok: z.object({ subscriptionOption: SubscriptionOption }),
    errors: ['SUBSCRIPTION_OPTION_NOT_FOUND'],
    aliases: ['/v1/subscription-options/{subscriptionOption.id}'],
  }),

  /** All of them or none. */
  'PATCH /stores/v1/subscription-options': operation({
    as: 'user',
    summary: 'Change several subscription options',
    input: z.object({ subscriptionOptions: z.array(Changed).min(1).max(100) }),
    ok: z.object({ subscriptionOptions: z.array(SubscriptionOption) }),
    errors: ['SUBSCRIPTION_OPTION_NOT_FOUND'],
    aliases: ['/v1/subscription-options'],
  }),

  /** Products lose it; existing subscriptions go on as before. */
  'DELETE /stores/v1/subscription-options/{id}': operation({
    as: 'user',
    summary: 'Delete a subscription option',
    input: OfOption,
    ok: z.object({}),
    errors: ['SUBSCRIPTION_OPTION_NOT_FOUND'],
    aliases: ['/v1/subscription-options/{id}'],
  }),

  /** All of them or none. */
  'POST /stores/v1/subscription-options/deleteBulk': operation({
    as: 'user',
    summary: 'Delete several subscription options',
    input: z.object({ ids: z.array(Guid).min(1).max(100) }),
    ok: z.object({}),
    errors: ['SUBSCRIPTION_OPTION_NOT_FOUND'],
    aliases: ['/v1/subscription-options/deleteBulk'],
  }),

  /** The product has these and no others, in this order; an empty list removes all. */
  'POST /stores/v1/subscription-options/product/{productId}/assign': operation({
    as: 'user',
    summary: 'Say which subscription options a product has',
    input: OfProduct.extend({
      assignedSubscriptionOptions: z
        .array(z.object({ id: Guid, hidden: z.boolean().nullish() }))
        .max(6)
        .optional(),
    }),
    ok: z.object({}),
    errors: ['PRODUCT_NOT_FOUND', 'SUBSCRIPTION_OPTION_NOT_FOUND'],
    aliases: ['/v1/subscription-options/product/{productId}/assign'],
  }),

  /** A product with options is sold by subscription alone until this is set. */
  'PATCH /stores/v1/subscription-options/product/{productId}/allowOneTimePurchase': operation({
    as: 'user',
    summary: 'Say whether a product with subscription options is also sold once',
    input: OfProduct.extend({ allowed: z.boolean().nullable() }),
    ok: z.object({}),
    errors: ['PRODUCT_NOT_FOUND'],
    aliases: ['/v1/subscription-options/product/{productId}/allowOneTimePurchase'],
  }),

  /** Shoppers see those that a product shows them. */
  'GET /_api/subscription-options-reader-server/v1/subscription-options/{id}': operation({
    as: 'visitor',
    summary: 'Read a subscription option',
    input: OfOption,
    ok: z.object({ subscriptionOption: SubscriptionOption }),
    errors: ['SUBSCRIPTION_OPTION_NOT_FOUND'],
  }),

  /** Hidden options, and those of hidden products, need the right to see them. */
  'GET /_api/subscription-options-reader-server/v1/subscription-options/byProduct/{productId}': operation({
    as: 'visitor',
    summary: 'Read the subscription options of a product',
    input: OfProduct.extend({ includeHiddenSubscriptionOptions: Flag.nullish() }),
    ok: z.object({ subscriptionOptions: z.array(SubscriptionOptionInProduct) }),
    errors: ['PRODUCT_NOT_FOUND'],
  }),

  /** Hidden products need `includeHiddenProducts` and the right to see them. */
  'GET /_api/subscription-options-reader-server/v1/subscription-options/{id}/productIds': operation({
    as: 'visitor',
    summary: 'Read which products have a subscription option',
    input: OfOption.extend({
      includeHiddenProducts: Flag.nullish(),
      paging: z.object({ limit: whole(0, 100).nullish(), offset: whole(0, 1_000_000).nullish() }).nullish(),
    }),
    ok: z.object({ productIds: z.array(z.string()), metadata: PagingMetadata, totalResults: z.int() }),
    errors: ['SUBSCRIPTION_OPTION_NOT_FOUND'],
  }),

  /** One without visible options is sold once. */
  'GET /_api/subscription-options-reader-server/v1/subscription-options/product/{productId}/oneTimePurchasesStatus': operation({
    as: 'visitor',
    summary: 'Read whether a product is sold once',
    input: OfProduct,
    ok: z.object({ allowed: z.boolean() }),
    errors: ['PRODUCT_NOT_FOUND'],
  }),
})
