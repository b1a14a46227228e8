import * as z from 'zod'
import { AddressWithContact } from './addresses.ts'
import { operation, operations } from './operation.ts'
import { OrderLineItem } from './order-lines.ts'
import { BuyersSubscription } from './order-status.ts'
import { CursorPagingMetadata } from './paging.ts'
import { Guid, Instant, text, whole } from './primitives.ts'
import { SubscriptionCancellation } from './subscriptions.ts'

/** A subscription of a member: its state, its items, and what may be done with it. */
export const MembersSubscription = BuyersSubscription.extend({
  startedDate: Instant,
  /** As named and pictured when last ordered. */
  lineItems: z.array(OrderLineItem),
  recipientInfo: AddressWithContact.optional(),
  /** The card that is charged, one of the member's saved cards. */
  savedPaymentMethodId: Guid.optional(),
  /** Whether the next cycle may be skipped. */
  maySkip: z.boolean(),
  /** Whether it may be resumed: its end is planned, or it is suspended. */
  mayResume: z.boolean(),
  /** Where its outstanding amount can be paid, as long as it is requested. */
  payLink: z.string().optional(),
})
export interface MembersSubscription extends z.infer<typeof MembersSubscription> {}

const OfMine = z.object({ id: Guid })
const Mine = z.object({ subscription: MembersSubscription })

/** The member's own subscriptions; those of others do not exist here. */
export const mySubscriptions = operations({
  /** Latest first. */
  'GET /vitrine/v1/members/my/subscriptions': operation({
    as: 'member',
    summary: 'List what comes again to the member',
    input: z.object({ limit: whole(1, 50).nullish(), cursor: text(16_000).nullish() }),
    ok: z.object({ subscriptions: z.array(MembersSubscription), pagingMetadata: CursorPagingMetadata }),
    errors: [],
  }),

  /** Where the shop lets buyers do it: at once, or when the next payment would be due. Repeating it changes nothing. */
  'POST /vitrine/v1/members/my/subscriptions/{id}/end': operation({
    as: 'member',
    summary: 'End what comes again',
    input: OfMine.extend({ effectiveAt: SubscriptionCancellation.default('NEXT_PAYMENT_DATE') }),
    ok: Mine,
    errors: ['SUBSCRIPTION_CONTRACT_NOT_FOUND', 'SUBSCRIPTION_CANCELLATION_NOT_ALLOWED'],
  }),

  /** Resumes one whose end is planned, or that is suspended: what is due is charged at once. */
  'POST /vitrine/v1/members/my/subscriptions/{id}/resume': operation({
    as: 'member',
    summary: 'Let what comes again go on',
    input: OfMine,
    ok: Mine,
    errors: ['SUBSCRIPTION_CONTRACT_NOT_FOUND', 'SUBSCRIPTION_IS_OVER'],
  }),

  /** The next cycle is skipped, and neither charged nor sent: name it by its date, so that a repeated call does not skip a second one. */
  'POST /vitrine/v1/members/my/subscriptions/{id}/skip': operation({
    as: 'member',
    summary: 'Leave out the next one',
    input: OfMine.extend({ chargeDate: Instant.max(40) }),
    ok: Mine,
    errors: ['SUBSCRIPTION_CONTRACT_NOT_FOUND', 'SUBSCRIPTION_SKIP_NOT_ALLOWED'],
  }),

  /** Another of the member's cards is charged from now on; what could not be charged to the previous one is retried at once. */
  'POST /vitrine/v1/members/my/subscriptions/{id}/card': operation({
    as: 'member',
    summary: 'Choose the card that is charged',
    input: OfMine.extend({ savedPaymentMethodId: Guid }),
    ok: Mine,
    errors: ['SUBSCRIPTION_CONTRACT_NOT_FOUND', 'SUBSCRIPTION_IS_OVER', 'SAVED_PAYMENT_METHOD_NOT_FOUND'],
  }),
})
