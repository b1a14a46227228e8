import * as z from 'zod'
import { operation, operations } from './operation.ts'
import { amount, Decimal, Guid, Instant, text, whole } from './primitives.ts'

/** A member's membership that pays for goods or discounts them. Buyers find it in `membershipOptions` of cart and checkout. */
export const OwnMembership = z.object({
  id: Guid,
  memberId: Guid,
  name: z.string(),
  /** What it applies to; both empty for everything in the catalogue. */
  catalogItemIds: z.array(z.string()),
  collectionIds: z.array(z.string()),
  /** The percentage of the price that it pays: `100` for all of it. */
  percentOff: Decimal.optional(),
  /** Or its discount per unit. */
  amountOff: Decimal.optional(),
  /** Each unit takes one; unlimited if absent. */
  credits: z.object({ total: z.int(), remaining: z.int() }).optional(),
  expirationDate: Instant.optional(),
  createdDate: Instant,
})
export interface OwnMembership extends z.infer<typeof OwnMembership> {}

const Ids = z.array(text(36, 1)).max(50)

export const memberships = operations({
  /** `{ membership: { memberId, name: 'Ten classes', catalogItemIds: […], percentOff: '100', credits: { total: 10 } } }` */
  'POST /vitrine/v1/memberships': operation({
    as: 'user',
    summary: 'Give a member a membership',
    input: z.object({
      membership: z.object({
        memberId: Guid,
        name: text(100, 1),
        catalogItemIds: Ids.nullish(),
        collectionIds: Ids.nullish(),
        percentOff: amount(4).nullish(),
        amountOff: amount(4).nullish(),
        credits: z.object({ total: whole(1, 1_000_000) }).nullish(),
        expirationDate: Instant.max(40).nullish(),
      }),
    }),
    ok: z.object({ membership: OwnMembership }),
    errors: [],
  }),

  'GET /vitrine/v1/memberships': operation({
    as: 'user',
    summary: 'List the memberships of a member',
    input: z.object({ memberId: Guid }),
    ok: z.object({ memberships: z.array(OwnMembership) }),
    errors: [],
  }),

  /** Orders that it paid for do not change. */
  'DELETE /vitrine/v1/memberships/{id}': operation({
    as: 'user',
    summary: 'Take a membership back',
    input: z.object({ id: Guid }),
    ok: z.object({}),
    errors: ['MEMBERSHIP_NOT_FOUND'],
  }),
})
