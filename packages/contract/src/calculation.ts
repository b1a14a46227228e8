import * as z from 'zod'
import { AdditionalFeeSource, NameInLineItem, NameInOther, Severity, SuggestedFix } from './enums.ts'
import { TaxableAddress } from './items.ts'
import { ApplicationError, ItemTaxFullDetails, MultiCurrencyPrice } from './prices.ts'
import { Guid, Instant, Translatable } from './primitives.ts'
import { RuleType } from './refusals.ts'

export const CalculationFieldViolation = z.object({
  field: z.string(),
  description: z.string(),
  violatedRule: RuleType,
  ruleName: z.string().optional(),
  data: z.record(z.string(), z.unknown()).optional(),
})
export interface CalculationFieldViolation extends z.infer<typeof CalculationFieldViolation> {}

export const CalculationValidationError = z.object({ fieldViolations: z.array(CalculationFieldViolation) })
export interface CalculationValidationError extends z.infer<typeof CalculationValidationError> {}

export const SystemError = z.object({ errorCode: z.string().optional() })
export interface SystemError extends z.infer<typeof SystemError> {}

export const CalculationErrorDetails = z.object({
  applicationError: ApplicationError.optional(),
  validationError: CalculationValidationError.optional(),
  systemError: SystemError.optional(),
})
export interface CalculationErrorDetails extends z.infer<typeof CalculationErrorDetails> {}

export const CarrierError = z.object({ carrierId: z.string(), error: CalculationErrorDetails.optional() })
export interface CarrierError extends z.infer<typeof CarrierError> {}

export const CarrierErrors = z.object({ errors: z.array(CarrierError) })
export interface CarrierErrors extends z.infer<typeof CarrierErrors> {}

/** Which part of the totals could not be calculated, and why. */
export const CalculationErrors = z.object({
  generalShippingCalculationError: CalculationErrorDetails.optional(),
  carrierErrors: CarrierErrors.optional(),
  selectedShippingOptionError: CalculationErrorDetails.optional(),
  taxCalculationError: CalculationErrorDetails.optional(),
  couponCalculationError: CalculationErrorDetails.optional(),
  orderValidationErrors: z.array(ApplicationError),
  membershipError: CalculationErrorDetails.optional(),
  discountsCalculationError: CalculationErrorDetails.optional(),
})
export interface CalculationErrors extends z.infer<typeof CalculationErrors> {}

export const AdditionalFee = z.object({
  code: z.string().optional(),
  name: z.string(),
  price: MultiCurrencyPrice.optional(),
  taxDetails: ItemTaxFullDetails.optional(),
  providerAppId: z.string().optional(),
  priceBeforeTax: MultiCurrencyPrice.optional(),
  priceAfterTax: MultiCurrencyPrice.optional(),
  lineItemIds: z.array(Guid).optional(),
  source: AdditionalFeeSource,
  translatedName: z.string().optional(),
  taxableAddress: TaxableAddress.optional(),
})
export interface AdditionalFee extends z.infer<typeof AdditionalFee> {}

export const ViolationTargetOther = z.object({ name: NameInOther })
export interface ViolationTargetOther extends z.infer<typeof ViolationTargetOther> {}

export const ViolationTargetLineItem = z.object({ name: NameInLineItem, id: z.string().optional(), suggestedFix: SuggestedFix.optional() })
export interface ViolationTargetLineItem extends z.infer<typeof ViolationTargetLineItem> {}

export const ViolationTarget = z.object({ other: ViolationTargetOther.optional(), lineItem: ViolationTargetLineItem.optional() })
export interface ViolationTarget extends z.infer<typeof ViolationTarget> {}

/** A problem with an order: an `ERROR` prevents it, a `WARNING` does not. */
export const Violation = z.object({ severity: Severity, target: ViolationTarget.optional(), description: z.string().optional() })
export interface Violation extends z.infer<typeof Violation> {}

/** A gift card on a checkout; its code is never shown again. */
export const GiftCard = z.object({
  id: z.string(),
  obfuscatedCode: z.string(),
  amount: MultiCurrencyPrice.optional(),
  appId: Guid,
  externalId: z.string().optional(),
  requestedAmount: MultiCurrencyPrice.optional(),
})
export interface GiftCard extends z.infer<typeof GiftCard> {}

export const MembershipPaymentCredits = z.object({ total: z.int(), remaining: z.int() })
export interface MembershipPaymentCredits extends z.infer<typeof MembershipPaymentCredits> {}

export const Membership = z.object({
  id: z.string(),
  appId: Guid,
  name: Translatable.optional(),
  lineItemIds: z.array(z.string()).optional(),
  credits: MembershipPaymentCredits.optional(),
  expirationDate: Instant.optional(),
})
export interface Membership extends z.infer<typeof Membership> {}

export const InvalidMembership = z.object({ membership: Membership.optional(), reason: z.string() })
export interface InvalidMembership extends z.infer<typeof InvalidMembership> {}

export const SelectedMembership = z.object({ id: z.string(), appId: Guid, lineItemIds: z.array(z.string()).optional() })
export interface SelectedMembership extends z.infer<typeof SelectedMembership> {}

export const CartMembershipOptions = z.object({
  eligibleMemberships: z.array(Membership),
  invalidMemberships: z.array(InvalidMembership),
  selectedMemberships: z.array(SelectedMembership),
})
export interface CartMembershipOptions extends z.infer<typeof CartMembershipOptions> {}

export const SelectedMemberships = z.object({ memberships: z.array(SelectedMembership) })
export interface SelectedMemberships extends z.infer<typeof SelectedMemberships> {}

export const MembershipOptions = z.object({
  eligibleMemberships: z.array(Membership),
  invalidMemberships: z.array(InvalidMembership),
  selectedMemberships: SelectedMemberships.optional(),
})
export interface MembershipOptions extends z.infer<typeof MembershipOptions> {}
