import * as z from 'zod'
import { FullAddressContactDetails } from './addresses.ts'
import { BulkActionMetadata, ItemMetadata } from './bulk.ts'
import { AppliedDiscount } from './cart.ts'
import { CursorQuery } from './inputs.ts'
import { CatalogReference, DescriptionLine, Image, PhysicalProperties } from './items.ts'
import { operation, operations } from './operation.ts'
import { CursorPagingMetadata } from './paging.ts'
import { MultiCurrencyPrice } from './prices.ts'
import { CurrencyCode, Guid, Instant, many, Translatable, text, whole } from './primitives.ts'

const LocalDate = text(10).regex(/^\d{4}-\d\d-\d\d$/, 'is no day such as 2026-11-21')

/** `RECOVERED`: it was bought after all. */
export const AbandonedCheckoutStatus = z.enum(['ABANDONED', 'RECOVERED'])
export type AbandonedCheckoutStatus = z.infer<typeof AbandonedCheckoutStatus>

export const AbandonedCheckoutActivityType = z.enum([
  'SCHEDULED',
  'EMAIL_SENT',
  'EMAIL_NOT_SENT',
  'NOTIFICATION_SENT',
  'TASK_CREATED',
  'AUTOMATION_SKIPPED',
])
export type AbandonedCheckoutActivityType = z.infer<typeof AbandonedCheckoutActivityType>

export const AbandonedLineItem = z.object({
  id: Guid.optional(),
  quantity: z.int(),
  catalogReference: CatalogReference.optional(),
  productName: Translatable.optional(),
  price: MultiCurrencyPrice.optional(),
  priceBeforeDiscounts: MultiCurrencyPrice.optional(),
  descriptionLines: z.array(DescriptionLine),
  image: Image.optional(),
  physicalProperties: PhysicalProperties.optional(),
})
export interface AbandonedLineItem extends z.infer<typeof AbandonedLineItem> {}

/** A checkout that its buyer abandoned, as it was then. `checkoutUrl` is a signed link that restores it and the cart, in any browser. */
export const AbandonedCheckout = z.object({
  id: Guid,
  createdDate: Instant,
  updatedDate: Instant,
  checkoutId: Guid,
  cartId: Guid.optional(),
  status: AbandonedCheckoutStatus,
  buyerLanguage: z.string().optional(),
  buyerInfo: z.object({
    visitorId: Guid.optional(),
    memberId: Guid.optional(),
    userId: Guid.optional(),
    contactId: Guid.optional(),
    email: z.string().optional(),
  }),
  contactDetails: FullAddressContactDetails.optional(),
  currency: CurrencyCode,
  conversionCurrency: CurrencyCode,
  totalPrice: MultiCurrencyPrice.optional(),
  subtotalPrice: MultiCurrencyPrice.optional(),
  activities: z.array(z.object({ createdDate: Instant, type: AbandonedCheckoutActivityType })),
  checkoutRecoveredDate: Instant.optional(),
  checkoutUrl: z.string(),
  lineItems: z.array(AbandonedLineItem),
  appliedDiscounts: z.array(AppliedDiscount),
})
export interface AbandonedCheckout extends z.infer<typeof AbandonedCheckout> {}

/** What happens to an abandoned checkout. */
export const RecoverySettings = z.object({
  /** After this long without a change it counts as abandoned. */
  afterMinutes: z.int(),
  /** Whether its buyer is emailed. */
  writes: z.boolean(),
  /** The most emails, automatic and manual together. */
  atMost: z.int(),
  /** Hours between two emails. */
  againHours: z.int(),
  /** How long the link in an email is valid. */
  linkDays: z.int(),
})
export interface RecoverySettings extends z.infer<typeof RecoverySettings> {}

export const abandonedCheckouts = operations({
  'GET /ecom/v1/abandoned-checkout/{abandonedCheckoutId}': operation({
    as: 'user',
    summary: 'Read an abandoned checkout',
    input: z.object({ abandonedCheckoutId: Guid }),
    ok: z.object({ abandonedCheckout: AbandonedCheckout }),
    errors: ['ABANDONED_CHECKOUT_NOT_FOUND'],
  }),

  /** Its link stops working. */
  'DELETE /ecom/v1/abandoned-checkout/{abandonedCheckoutId}': operation({
    as: 'user',
    summary: 'Forget an abandoned checkout',
    input: z.object({ abandonedCheckoutId: Guid }),
    ok: z.object({}),
    errors: ['ABANDONED_CHECKOUT_NOT_FOUND'],
  }),

  'POST /ecom/v1/bulk/abandoned-checkout/delete': operation({
    as: 'user',
    summary: 'Forget several abandoned checkouts',
    input: z.object({ abandonedCheckoutIds: many(Guid, 100) }),
    ok: z.object({ results: z.array(z.object({ itemMetadata: ItemMetadata })), bulkActionMetadata: BulkActionMetadata }),
    errors: [],
  }),

  /** Newest first by default. */
  'POST /ecom/v1/abandoned-checkout/query': operation({
    as: 'user',
    personal: 'abandonedCheckouts',
    summary: 'Query abandoned checkouts',
    input: z.object({ query: CursorQuery.nullish() }),
    ok: z.object({ abandonedCheckouts: z.array(AbandonedCheckout), metadata: CursorPagingMetadata }),
    errors: [],
    reads: true,
  }),

  /** `expression` is matched against the buyer's email address and name. */
  'POST /ecom/v1/abandoned-checkout/search': operation({
    as: 'user',
    personal: 'abandonedCheckouts',
    summary: 'Search abandoned checkouts',
    input: z.object({
      search: CursorQuery.extend({ search: z.object({ expression: text(100).nullish() }).nullish() }).nullish(),
    }),
    ok: z.object({ abandonedCheckouts: z.array(AbandonedCheckout), pagingMetadata: CursorPagingMetadata }),
    errors: [],
    reads: true,
  }),

  /** Checkouts abandoned in these days and their outcome; days are the shop's own, both included. */
  'POST /ecom/v1/abandoned-checkout/get-analytics': operation({
    as: 'user',
    summary: 'Sum up abandoned checkouts',
    input: z.object({
      startDate: LocalDate,
      endDate: LocalDate,
      metrics: many(text(50), 6).nullish(),
      statuses: many(AbandonedCheckoutStatus, 2).nullish(),
    }),
    ok: z.object({
      currency: CurrencyCode,
      recoverableValue: z.string(),
      recoverableCheckoutCount: z.int(),
      averageRecoverableCheckoutValue: z.string(),
      recoveredValue: z.string(),
      recoveredCheckoutCount: z.int(),
      /** From 0 to 1. */
      recoveryRate: z.number(),
    }),
    errors: [],
    reads: true,
  }),

  /** The current settings; the defaults if the merchant never set any. */
  'GET /vitrine/v1/recovery-settings': operation({
    as: 'user',
    summary: 'Read what becomes of checkouts that are left',
    input: z.object({}),
    ok: z.object({ recoverySettings: RecoverySettings }),
    errors: [],
  }),

  /** Absent fields stay unchanged. */
  'PATCH /vitrine/v1/recovery-settings': operation({
    as: 'user',
    summary: 'Change what becomes of checkouts that are left',
    input: z.object({
      recoverySettings: z.object({
        afterMinutes: whole(1, 7 * 24 * 60).optional(),
        writes: z.boolean().optional(),
        atMost: whole(1, 3).optional(),
        againHours: whole(1, 14 * 24).optional(),
        linkDays: whole(1, 365).optional(),
      }),
    }),
    ok: z.object({ recoverySettings: RecoverySettings }),
    errors: [],
  }),

  /**
   * Restores an abandoned checkout for whoever holds its signed link, in any browser: the checkout as it was, and its items in their cart.
   * A repeated call returns the same, until the checkout is bought.
   */
  'POST /vitrine/v1/abandoned-checkouts/{id}/recover': operation({
    as: 'visitor',
    cost: 'guess',
    summary: 'Come back to an abandoned checkout',
    input: z.object({ id: Guid, token: text(2000, 1) }),
    ok: z.object({ checkoutId: Guid }),
    errors: ['RECOVERY_LINK_EXPIRED', 'RECOVERY_LINK_USED'],
  }),
})
