import * as z from 'zod'
import { CursorQuery, FieldMask } from './inputs.ts'
import { operation, operations } from './operation.ts'
import { CursorPagingMetadata } from './paging.ts'
import { AnyObject, AnyValue, amount, Decimal, float, Guid, Instant, text, whole } from './primitives.ts'

export const DiscountRuleStatus = z.enum(['LIVE', 'EXPIRED', 'PENDING'])
export type DiscountRuleStatus = z.infer<typeof DiscountRuleStatus>

export const DiscountTriggerType = z.enum(['AND', 'SUBTOTAL_RANGE', 'ITEM_QUANTITY_RANGE', 'CUSTOM', 'OR', 'CUSTOMER_ELIGIBILITY'])
export type DiscountTriggerType = z.infer<typeof DiscountTriggerType>

export const DiscountScopeType = z.enum(['CATALOG_ITEM', 'CUSTOM_FILTER'])
export type DiscountScopeType = z.infer<typeof DiscountScopeType>

export const RuleDiscountType = z.enum(['PERCENTAGE', 'FIXED_AMOUNT', 'FIXED_PRICE', 'QUANTITY_BASED'])
export type RuleDiscountType = z.infer<typeof RuleDiscountType>

export const RuleTargetType = z.enum(['SPECIFIC_ITEMS', 'BUY_X_GET_Y'])
export type RuleTargetType = z.infer<typeof RuleTargetType>

/** Items of a catalogue, or those that match a filter of its app: `{ customFilter: { appId, params: { collectionIds: […] } } }`. */
export const DiscountScope = z.object({
  id: z.string(),
  type: DiscountScopeType,
  catalogItemFilter: z.object({ catalogAppId: Guid, catalogItemIds: z.array(z.string()) }).optional(),
  customFilter: z.object({ appId: Guid, params: z.record(z.string(), z.unknown()).optional() }).optional(),
})
export interface DiscountScope extends z.infer<typeof DiscountScope> {}

const SingleTrigger = z.object({
  triggerType: DiscountTriggerType,
  customTrigger: z.object({ id: z.string(), appId: Guid }).optional(),
  subtotalRange: z.object({ scopes: z.array(DiscountScope), from: Decimal.optional(), to: Decimal.optional() }).optional(),
  itemQuantityRange: z.object({ scopes: z.array(DiscountScope), from: z.int().optional(), to: z.int().optional() }).optional(),
  customerEligibility: z
    .object({ eligibilityType: z.literal('INDIVIDUAL_MEMBERS'), individualMembersInfo: z.object({ memberIds: z.array(Guid) }) })
    .optional(),
})
/** When a rule applies. Bounds are inclusive; amounts are before any discount. */
export const DiscountTrigger = SingleTrigger.extend({
  and: z.object({ triggers: z.array(SingleTrigger) }).optional(),
  or: z.object({ triggers: z.array(SingleTrigger) }).optional(),
})
export interface DiscountTrigger extends z.infer<typeof DiscountTrigger> {}

/** What a rule takes off which goods. */
export const RuleDiscount = z.object({
  targetType: RuleTargetType,
  specificItemsInfo: z.object({ scopes: z.array(DiscountScope) }).optional(),
  /** Buy some, get others for less: `discountType` is how much is taken off each discounted unit, the cheapest of all. */
  buyXGetYInfo: z
    .object({
      customerBuys: z.object({ minimumQuantity: z.int().optional(), minimumSpend: Decimal.optional(), scopes: z.array(DiscountScope) }),
      customerGets: z.object({ quantity: z.int(), scopes: z.array(DiscountScope) }),
      limit: z.int().optional(),
    })
    .optional(),
  discountType: RuleDiscountType,
  percentage: z.number().optional(),
  fixedAmount: Decimal.optional(),
  fixedPrice: Decimal.optional(),
  quantityBased: z.object({ configurations: z.array(z.object({ id: Guid, quantity: z.int(), price: Decimal })) }).optional(),
})
export interface RuleDiscount extends z.infer<typeof RuleDiscount> {}

const RuleTags = z.object({ privateTags: z.object({ tagIds: z.array(z.string()) }) })

/**
 * A discount that applies automatically while it is active and its trigger is met. Rules stack: oldest first, each on what the earlier ones
 * left.
 */
export const AutomaticDiscountRule = z.object({
  id: Guid,
  revision: z.string(),
  createdDate: Instant,
  updatedDate: Instant,
  active: z.boolean(),
  name: z.string(),
  trigger: DiscountTrigger.optional(),
  activeTimeInfo: z.object({ start: Instant.optional(), end: Instant.optional() }).optional(),
  discounts: z.object({ values: z.array(RuleDiscount) }),
  status: DiscountRuleStatus,
  usageCount: z.int(),
  tags: RuleTags.optional(),
})
export interface AutomaticDiscountRule extends z.infer<typeof AutomaticDiscountRule> {}

const ScopeInput = z.object({
  id: text(100, 1).nullish(),
  type: text(30).nullish(),
  catalogItemFilter: z.object({ catalogAppId: Guid, catalogItemIds: z.array(text(36, 1)).max(50).nullish() }).nullish(),
  customFilter: z.object({ appId: Guid, params: AnyObject.nullish() }).nullish(),
})
export interface DiscountScopeInput extends z.output<typeof ScopeInput> {}
const ScopesInput = z.array(ScopeInput).max(50)
const units = whole(1, 1_000_000).nullish()

const SingleTriggerInput = z.object({
  triggerType: text(30).nullish(),
  customTrigger: z.object({ id: text(100, 1), appId: Guid }).nullish(),
  subtotalRange: z.object({ scopes: ScopesInput.nullish(), from: amount(4).nullish(), to: amount(4).nullish() }).nullish(),
  itemQuantityRange: z.object({ scopes: ScopesInput.nullish(), from: units, to: units }).nullish(),
  customerEligibility: z
    .object({
      eligibilityType: text(30).nullish(),
      individualMembersInfo: z.object({ memberIds: z.array(Guid).min(1).max(100) }).nullish(),
    })
    .nullish(),
  /** Operators cannot be nested: one within another is refused by name. */
  and: AnyValue.optional(),
  or: AnyValue.optional(),
})
export interface SingleTriggerInput extends z.output<typeof SingleTriggerInput> {}

const operands = z.object({ triggers: z.array(SingleTriggerInput).min(2).max(5) }).nullish()
export const DiscountTriggerInput = SingleTriggerInput.extend({ and: operands, or: operands })
export interface DiscountTriggerInput extends z.output<typeof DiscountTriggerInput> {}

export const RuleDiscountInput = z.object({
  targetType: text(30).nullish(),
  specificItemsInfo: z.object({ scopes: ScopesInput.min(1) }).nullish(),
  buyXGetYInfo: z
    .object({
      customerBuys: z.object({ minimumQuantity: units, minimumSpend: amount(4).nullish(), scopes: ScopesInput.min(1) }),
      customerGets: z.object({ quantity: whole(1, 1_000_000), scopes: ScopesInput.min(1) }),
      limit: units,
    })
    .nullish(),
  discountType: text(30).nullish(),
  percentage: float(0.1, 100).optional(),
  fixedAmount: amount(4).nullish(),
  fixedPrice: amount(4).nullish(),
  quantityBased: z
    .object({ configurations: z.array(z.object({ id: Guid.nullish(), quantity: whole(2, 1_000_000), price: amount(4) })).length(1) })
    .nullish(),
})
export interface RuleDiscountInput extends z.output<typeof RuleDiscountInput> {}

export const DiscountRuleInput = z.object({
  active: z.boolean().nullish(),
  name: text(50, 1).optional(),
  trigger: DiscountTriggerInput.nullish(),
  activeTimeInfo: z.object({ start: Instant.max(40).nullish(), end: Instant.max(40).nullish() }).nullish(),
  discounts: z.object({ values: z.array(RuleDiscountInput).length(1) }).optional(),
  tags: z.object({ privateTags: z.object({ tagIds: z.array(text(50, 1)).max(100) }).nullish() }).nullish(),
})
export interface DiscountRuleInput extends z.output<typeof DiscountRuleInput> {}

const OfRule = z.object({ discountRuleId: Guid })
const Answer = z.object({ discountRule: AutomaticDiscountRule })

export const discountRules = operations({
  /** `{ discountRule: { name: 'Three mugs', active: true, trigger: { itemQuantityRange: { from: 3 } }, discounts: { values: [{ percentage: 15, specificItemsInfo: { scopes } }] } } }` */
  'POST /ecom/v1/discount-rules': operation({
    as: 'user',
    summary: 'Create a discount rule',
    input: z.object({ discountRule: DiscountRuleInput }),
    ok: Answer,
    errors: ['MAX_DISCOUNT_RULES_REACHED', 'MAX_QUANTITY_BASED_DISCOUNTS_REACHED', 'MAX_CUSTOM_TRIGGER_APPS_EXCEEDED'],
    aliases: ['/ecom/discounts/v1/discount-rules'],
  }),

  'GET /ecom/v1/discount-rules/{discountRuleId}': operation({
    as: 'user',
    summary: 'Read a discount rule',
    input: OfRule,
    ok: Answer,
    errors: ['DISCOUNT_RULE_NOT_FOUND'],
    aliases: ['/ecom/discounts/v1/discount-rules/{discountRuleId}'],
  }),

  /** Needs the revision that was read last. Absent fields stay unchanged; trigger and discounts are replaced as a whole. */
  'PATCH /ecom/v1/discount-rules/{discountRule.id}': operation({
    as: 'user',
    summary: 'Change a discount rule',
    input: z.object({
      discountRule: DiscountRuleInput.extend({ id: Guid, revision: z.union([text(20, 1), z.int().min(1)]) }),
      fieldMask: FieldMask.nullish(),
    }),
    ok: Answer,
    errors: ['DISCOUNT_RULE_NOT_FOUND', 'MAX_QUANTITY_BASED_DISCOUNTS_REACHED', 'MAX_CUSTOM_TRIGGER_APPS_EXCEEDED'],
    aliases: ['/ecom/discounts/v1/discount-rules/{discountRule.id}'],
  }),

  'DELETE /ecom/v1/discount-rules/{discountRuleId}': operation({
    as: 'user',
    summary: 'Delete a discount rule',
    input: OfRule,
    ok: z.object({}),
    errors: ['DISCOUNT_RULE_NOT_FOUND'],
    aliases: ['/ecom/discounts/v1/discount-rules/{discountRuleId}'],
  }),

  /** Oldest first by default: the order in which they stack. */
  'POST /ecom/v1/discount-rules/query': operation({
    as: 'user',
    summary: 'Query discount rules',
    input: z.object({ query: CursorQuery.nullish() }),
    ok: z.object({ discountRules: z.array(AutomaticDiscountRule), pagingMetadata: CursorPagingMetadata }),
    errors: [],
    reads: true,
    aliases: ['/ecom/discounts/v1/discount-rules/query'],
  }),
})
