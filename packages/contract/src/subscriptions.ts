import * as z from 'zod'
import { AddressWithContact } from './addresses.ts'
import { BuyerInfo, CustomField } from './checkout.ts'
import { WeightUnit } from './enums.ts'
import { CursorQuery } from './inputs.ts'
import { SubscriptionSettings } from './items.ts'
import { operation, operations } from './operation.ts'
import { OrderLineItem } from './order-lines.ts'
import { OrderShippingInformation } from './order-shipping.ts'
import { CurrencyConversionDetails, OrderAdditionalFee, OrderAppliedDiscount, OrderPriceSummary, OrderTaxInfo } from './order-totals.ts'
import { ChannelInfo } from './orders.ts'
import { CursorPagingMetadata } from './paging.ts'
import { Price } from './prices.ts'
import { CurrencyCode, Guid, Instant, text, whole } from './primitives.ts'

/** A subscription as it was agreed: a mirror of the orders that result from it. */
export const SubscriptionContract = z.object({
  id: Guid,
  revision: z.string(),
  createdDate: Instant,
  updatedDate: Instant,
  description: z.string().optional(),
  title: z.string().optional(),
  subscriptionSettings: SubscriptionSettings,
  lineItems: z.array(OrderLineItem),
  buyerInfo: BuyerInfo.optional(),
  buyerLanguage: z.string().optional(),
  weightUnit: WeightUnit,
  currency: CurrencyCode,
  currencyConversionDetails: CurrencyConversionDetails.optional(),
  taxIncludedInPrices: z.boolean(),
  priceSummary: OrderPriceSummary.optional(),
  billingInfo: AddressWithContact.optional(),
  shippingInfo: OrderShippingInformation.optional(),
  taxInfo: OrderTaxInfo.optional(),
  appliedDiscounts: z.array(OrderAppliedDiscount),
  channelInfo: ChannelInfo.optional(),
  customFields: z.array(CustomField),
  recipientInfo: AddressWithContact.optional(),
  additionalFees: z.array(OrderAdditionalFee),
  /** Changes made to it by a draft. What else happens to it is in `GET /vitrine/v1/subscriptions/{id}`. */
  activities: z.array(
    z.object({ id: Guid, createdDate: Instant.optional(), activityType: z.enum(['UNKNOWN_ACTIVITY_TYPE', 'CHANGES_APPLIED']) }),
  ),
})
export interface SubscriptionContract extends z.infer<typeof SubscriptionContract> {}

/**
 * `ACTIVE`: it goes on, or is in its free trial. `PAST_DUE`: a payment failed and is retried. `SUSPENDED`: the retries failed; it pauses
 * until somebody pays. `CANCELED`: somebody ended it. `ENDED`: all of its cycles are over.
 */
export const SubscriptionStatus = z.enum(['ACTIVE', 'PAST_DUE', 'SUSPENDED', 'CANCELED', 'ENDED'])
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>

export const SubscriptionActivityType = z.enum([
  'STARTED',
  'RENEWED',
  'PAYMENT_FAILED',
  'OUT_OF_STOCK',
  'CYCLE_SKIPPED',
  'SUSPENDED',
  'RESUMED',
  'PAYMENT_METHOD_CHANGED',
  'CANCELLATION_PLANNED',
  'CANCELED',
  'ENDED',
])
export type SubscriptionActivityType = z.infer<typeof SubscriptionActivityType>

/** What happened to a subscription. */
export const SubscriptionActivity = z.object({
  id: Guid,
  createdDate: Instant,
  type: SubscriptionActivityType,
  /** Which cycle it is about, from 1. */
  cycleNumber: z.int().optional(),
  orderId: Guid.optional(),
  amount: Price.optional(),
  /** Why a payment failed, in the provider's terms: `CARD_DECLINED`. */
  reason: z.string().optional(),
  /** When it is retried, or when it ends. */
  date: Instant.optional(),
  by: z.enum(['BUYER', 'MERCHANT', 'CLOCK']),
})
export interface SubscriptionActivity extends z.infer<typeof SubscriptionActivity> {}

/** The state of a subscription. Dates are those of the shop's clock. */
export const SubscriptionState = z.object({
  /** Of its contract. */
  id: Guid,
  /** The order it began with. */
  orderId: Guid,
  title: z.string(),
  status: SubscriptionStatus,
  /** When the next cycle is charged; absent where none comes. */
  nextChargeDate: Instant.optional(),
  /** What the next cycle costs, at current taxes. */
  nextAmount: Price.optional(),
  /** When a failed payment is retried. */
  retryDate: Instant.optional(),
  /** The last cycle that was paid for, from 1; 0 in the free trial. */
  cyclesPaid: z.int(),
  /** How many there are; absent where it goes on until cancelled. */
  cyclesTotal: z.int().optional(),
  trialEndDate: Instant.optional(),
  /** When it ends, or ended. */
  endDate: Instant.optional(),
  /** The card that is charged. */
  card: z.object({ brand: z.string(), last4: z.string() }).optional(),
  settings: SubscriptionSettings,
  /** Its orders so far, the first one first. */
  orders: z.array(z.object({ orderId: Guid, cycleNumber: z.int(), state: z.enum(['OPEN', 'PAID', 'SKIPPED']) })),
})
export interface SubscriptionState extends z.infer<typeof SubscriptionState> {}

export const SubscriptionCancellation = z.enum(['IMMEDIATELY', 'NEXT_PAYMENT_DATE'])
export type SubscriptionCancellation = z.infer<typeof SubscriptionCancellation>

const OfSubscription = z.object({ id: Guid })

/** As other queries by cursor, with longer pages. */
const ContractQuery = CursorQuery.extend({
  cursorPaging: z.object({ limit: whole(1, 300).nullish(), cursor: text(16_000).nullish() }).nullish(),
})

export const subscriptions = operations({
  'GET /ecom/subscription-contracts/v1/subscription-contracts/query': operation({
    as: 'user',
    personal: 'subscriptionContracts',
    summary: 'Query subscription contracts',
    input: z.object({ query: ContractQuery.nullish() }),
    ok: z.object({ subscriptionContracts: z.array(SubscriptionContract), pagingMetadata: CursorPagingMetadata }),
    errors: [],
    twin: '/ecom/subscription-contracts/v1/subscription-contracts/query',
  }),

  'GET /ecom/subscription-contracts/v1/subscription-contracts/{subscriptionContractId}': operation({
    as: 'user',
    summary: 'Read a subscription contract',
    input: z.object({ subscriptionContractId: Guid }),
    ok: z.object({ subscriptionContract: SubscriptionContract }),
    errors: ['SUBSCRIPTION_CONTRACT_NOT_FOUND'],
  }),

  /** What the contract does not have: its state, what comes next, and what happened. */
  'GET /vitrine/v1/subscriptions/{id}': operation({
    as: 'user',
    summary: 'Say how a subscription stands',
    input: OfSubscription,
    ok: z.object({ subscription: SubscriptionState, activities: z.array(SubscriptionActivity) }),
    errors: ['SUBSCRIPTION_CONTRACT_NOT_FOUND'],
  }),

  /** At once, or when the next payment would be due; what is paid for stays paid for. Repeating it changes nothing. */
  'POST /vitrine/v1/subscriptions/{id}/cancel': operation({
    as: 'user',
    summary: 'End a subscription',
    input: OfSubscription.extend({ effectiveAt: SubscriptionCancellation }),
    ok: z.object({ subscription: SubscriptionState }),
    errors: ['SUBSCRIPTION_CONTRACT_NOT_FOUND'],
  }),

  /** Resumes one that is suspended, or whose end is planned: what is due is charged at once. */
  'POST /vitrine/v1/subscriptions/{id}/resume': operation({
    as: 'user',
    summary: 'Let a subscription go on',
    input: OfSubscription,
    ok: z.object({ subscription: SubscriptionState }),
    errors: ['SUBSCRIPTION_CONTRACT_NOT_FOUND', 'SUBSCRIPTION_IS_OVER'],
  }),
})
