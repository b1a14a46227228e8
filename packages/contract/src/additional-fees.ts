import * as z from 'zod'
import { Destination } from './delivery-profile.ts'
import { ChargeType } from './enums.ts'
import { operation, operations } from './operation.ts'
import { amount, CountryCode, Decimal, Guid, text } from './primitives.ts'
import { Revision, revised } from './revised.ts'

/**
 * A fee that a merchant charges on top of goods and delivery: handling, insurance, a small-order surcharge. All conditions have to hold.
 * Carts, checkouts and orders list it in `additionalFees`, with its id as `code`, and explain it in `reasons`.
 */
export const AdditionalFeeRule = z.object({
  id: Guid,
  /** As shown to the buyer. */
  name: z.string(),
  /** Absent where it is neither. */
  chargeType: ChargeType.optional(),
  active: z.boolean(),
  /** Either an amount, or `percent` of the goods after discounts. */
  amount: Decimal.optional(),
  percent: Decimal.optional(),
  /** Whether the amount is per unit. */
  multiplyByQuantity: z.boolean(),
  /** The minimum and the maximum of the fee. */
  minAmount: Decimal.optional(),
  maxAmount: Decimal.optional(),
  /** Charged while its goods are worth at least, or less than, this after discounts. */
  subtotalFrom: Decimal.optional(),
  subtotalBelow: Decimal.optional(),
  /** Only for what has to be delivered. */
  shippedOnly: z.boolean(),
  /** Only for these goods; both empty for all. */
  catalogItemIds: z.array(z.string()),
  collectionIds: z.array(z.string()),
  /** Only where the order goes there; empty for everywhere. */
  destinations: z.array(Destination),
  /** Decides its tax rates; absent for the default group. */
  taxGroupId: z.string().optional(),
  ...revised,
})
export interface AdditionalFeeRule extends z.infer<typeof AdditionalFeeRule> {}

const percent = z.string().regex(/^(100|\d{1,2}(\.\d{1,4})?)$/, 'is no percentage from 0 to 100')
const Ids = z.array(text(36, 1)).max(50)

export const AdditionalFeeInput = z.object({
  name: text(50, 1),
  chargeType: ChargeType.nullish(),
  active: z.boolean().nullish(),
  amount: amount(4).nullish(),
  percent: percent.nullish(),
  multiplyByQuantity: z.boolean().nullish(),
  minAmount: amount(4).nullish(),
  maxAmount: amount(4).nullish(),
  subtotalFrom: amount(4).nullish(),
  subtotalBelow: amount(4).nullish(),
  shippedOnly: z.boolean().nullish(),
  catalogItemIds: Ids.nullish(),
  collectionIds: Ids.nullish(),
  destinations: z
    .array(z.object({ countryCode: CountryCode, subdivisions: z.array(text(256, 1)).max(100).optional() }))
    .max(250)
    .nullish(),
  taxGroupId: text(100, 1).nullish(),
})
export interface AdditionalFeeInput extends z.output<typeof AdditionalFeeInput> {}

const Answer = z.object({ additionalFee: AdditionalFeeRule })

export const additionalFees = operations({
  /** `{ additionalFee: { name: 'Small order', amount: '3', subtotalBelow: '20', destinations: [{ countryCode: 'DE' }] } }` */
  'POST /vitrine/v1/additional-fees': operation({
    as: 'user',
    summary: 'Charge something beside goods and delivery',
    input: z.object({ additionalFee: AdditionalFeeInput }),
    ok: Answer,
    errors: ['TAX_GROUP_ID_NOT_FOUND', 'MAX_ADDITIONAL_FEES_REACHED'],
  }),

  /** In order of creation. */
  'GET /vitrine/v1/additional-fees': operation({
    as: 'user',
    summary: 'List what is charged beside goods and delivery',
    input: z.object({}),
    ok: z.object({ additionalFees: z.array(AdditionalFeeRule) }),
    errors: [],
  }),

  /** Absent fields stay unchanged, null clears. Existing orders do not change. */
  'PATCH /vitrine/v1/additional-fees/{additionalFee.id}': operation({
    as: 'user',
    summary: 'Change what is charged beside goods and delivery',
    input: z.object({ additionalFee: AdditionalFeeInput.partial().extend({ id: Guid, revision: Revision.nullish() }) }),
    ok: Answer,
    errors: ['ADDITIONAL_FEE_RULE_NOT_FOUND', 'TAX_GROUP_ID_NOT_FOUND', 'STALE_REVISION'],
  }),

  'DELETE /vitrine/v1/additional-fees/{id}': operation({
    as: 'user',
    summary: 'Charge it no more',
    input: z.object({ id: Guid }),
    ok: z.object({}),
    errors: ['ADDITIONAL_FEE_RULE_NOT_FOUND'],
  }),
})
