import * as z from 'zod'
import { AddressWithContact } from './addresses.ts'
import { operation, operations } from './operation.ts'
import { OrderLineItem } from './order-lines.ts'
import { BuyersSubscription } from './order-status.ts'
import { CursorPagingMetadata } from './paging.ts'
import { Guid, Instant, text, whole } from './primitives.ts'
import { SubscriptionCancellation } from './subscriptions.ts'

/** What comes again to a member: how it stands, what it is, and what may be done with it. */
export const MembersSubscription = BuyersSubscription.extend({
  startedDate: Instant,
  /** As it was called and looked when it was last ordered. */
  lineItems: z.array(OrderLineItem),
  recipientInfo: AddressWithContact.optional(),
  /** The card that is charged, one of the member's saved cards. */
  savedPaymentMethodId: Guid.optional(),
  /** Whether the next one may be left out. */
  maySkip: z.boolean(),
  /** Whether it may go on: its end is planned, or it rests. */
  mayResume: z.boolean(),
  /** Where what it owes can be paid, as long as it is asked for. */
  payLink: z.string().optional(),
})
export interface MembersSubscription extends z.infer<typeof MembersSubscription> {}

const OfMine = z.object({ id: Guid })
const Mine = z.object({ subscription: MembersSubscription })

/** What comes again, for the member whose it is; that of somebody else is not there. */
export const mySubscriptions = operations({
  /** The latest first. */
  'GET /vitrine/v1/members/my/subscriptions': operation({
    as: 'member',
    summary: 'List what comes again to the member',
    input: z.object({ limit: whole(1, 50).nullish(), cursor: text(16_000).nullish() }),
    ok: z.object({ subscriptions: z.array(MembersSubscription), pagingMetadata: CursorPagingMetadata }),
    errors: [],
  }),

  /** Where the shop lets buyers do it: at once, or when the next payment would be due. Ended once more it stays as it is. */
  'POST /vitrine/v1/members/my/subscriptions/{id}/end': operation({
    as: 'member',
    summary: 'End what comes again',
    input: OfMine.extend({ effectiveAt: SubscriptionCancellation.default('NEXT_PAYMENT_DATE') }),
    ok: Mine,
    errors: ['SUBSCRIPTION_CONTRACT_NOT_FOUND', 'SUBSCRIPTION_CANCELLATION_NOT_ALLOWED'],
  }),

  /** One whose end is planned, or that rests, goes on: what is due is charged at once. */
  'POST /vitrine/v1/members/my/subscriptions/{id}/resume': operation({
    as: 'member',
    summary: 'Let what comes again go on',
    input: OfMine,
    ok: Mine,
    errors: ['SUBSCRIPTION_CONTRACT_NOT_FOUND', 'SUBSCRIPTION_IS_OVER'],
  }),

  /** The next one is left out, and neither charged nor sent: say which by the day it would come, so that a second press leaves out no second one. */
  'POST /vitrine/v1/members/my/subscriptions/{id}/skip': operation({
    as: 'member',
    summary: 'Leave out the next one',
    input: OfMine.extend({ chargeDate: Instant.max(40) }),
    ok: Mine,
    errors: ['SUBSCRIPTION_CONTRACT_NOT_FOUND', 'SUBSCRIPTION_SKIP_NOT_ALLOWED'],
  }),

  /** Another of the member's cards is charged from now on; what could not be charged by the one before is tried again at once. */
  'POST /vitrine/v1/members/my/subscriptions/{id}/card': operation({
    as: 'member',
    summary: 'Choose the card that is charged',
    input: OfMine.extend({ savedPaymentMethodId: Guid }),
    ok: Mine,
    errors: ['SUBSCRIPTION_CONTRACT_NOT_FOUND', 'SUBSCRIPTION_IS_OVER', 'SAVED_PAYMENT_METHOD_NOT_FOUND'],
  }),
})
