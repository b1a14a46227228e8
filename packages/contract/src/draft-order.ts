import * as z from 'zod'
import { Address, AddressWithContact } from './addresses.ts'
import { CalculationErrorDetails, CarrierErrors } from './calculation.ts'
import { BuyerInfo } from './checkout.ts'
import { DeliveryTimeSlot } from './delivery.ts'
import { DraftOrderSource, DraftOrderStatus, PickupMethod, WeightUnit } from './enums.ts'
import { ExtendedFields } from './items.ts'
import { OrderLineItem } from './order-lines.ts'
import { OrderShippingInformation } from './order-shipping.ts'
import { BalanceSummary, OrderAdditionalFee, OrderAppliedDiscount, OrderPriceSummary, OrderTaxInfo } from './order-totals.ts'
import { BusinessLocation } from './orders.ts'
import { ApplicationError, Price } from './prices.ts'
import { CurrencyCode, Guid, Instant, Translatable } from './primitives.ts'
import { Reason } from './reasons.ts'

/** How a line differs from the order; only changed fields are present. */
export const DraftItemChanges = z.object({
  quantityBeforeChange: z.int().optional(),
  priceBeforeChange: Price.optional(),
  priceDescriptionBeforeChange: Translatable.optional(),
})
export interface DraftItemChanges extends z.infer<typeof DraftItemChanges> {}

/** A line of a draft: new, removed, changed, or, with none of the three, as its order has it. */
export const DraftItem = z.object({
  added: z.boolean().optional(),
  changedDetails: DraftItemChanges.optional(),
  removed: z.boolean().optional(),
  lineItem: OrderLineItem,
})
export interface DraftItem extends z.infer<typeof DraftItem> {}

const changing = <Shape extends z.ZodRawShape, Before extends z.ZodRawShape>(shape: Shape, before: Before) =>
  z.object({ added: z.boolean().optional(), changedDetails: z.object(before).optional(), removed: z.boolean().optional(), ...shape })

export const DraftDiscount = z.object({
  /** What it takes off; for one that is switched off, what it would. */
  discount: OrderAppliedDiscount,
  source: DraftOrderSource,
  applied: z.boolean(),
})
export interface DraftDiscount extends z.infer<typeof DraftDiscount> {}

export const DraftFee = z.object({
  additionalFee: OrderAdditionalFee,
  taxDetails: z.object({ taxable: z.boolean(), taxGroupId: z.string().optional() }).optional(),
  source: DraftOrderSource,
  applied: z.boolean(),
})
export interface DraftFee extends z.infer<typeof DraftFee> {}

/** What is due with a new order; the rest is due later. */
export const DraftDeposit = z.object({ amount: Price.optional(), percentage: z.string().optional(), priceSummary: OrderPriceSummary })
export interface DraftDeposit extends z.infer<typeof DraftDeposit> {}

/**
 * A draft: an edit of an existing order (`orderId`), or a new one from scratch. Nothing takes effect before it is committed; after that it
 * no longer changes, and `orderId` names its order.
 */
export const DraftOrder = z.object({
  id: Guid.optional(),
  orderId: Guid.optional(),
  lineItems: z.array(DraftItem),
  shippingInfo: changing(
    { shippingInfo: OrderShippingInformation.optional() },
    { shippingInfoBeforeChange: OrderShippingInformation.optional() },
  ).optional(),
  additionalFees: z.array(DraftFee),
  discounts: z.array(DraftDiscount),
  createdDate: Instant.optional(),
  updatedDate: Instant.optional(),
  createdBy: z.object({ userId: Guid.optional(), appId: Guid.optional() }).optional(),
  status: DraftOrderStatus,
  weightUnit: WeightUnit,
  currency: CurrencyCode.optional(),
  priceSummary: OrderPriceSummary.optional(),
  /** What is paid for its order, and what will be due or overpaid when it is committed. */
  balanceSummary: BalanceSummary.optional(),
  memberId: Guid.optional(),
  purchaseFlowId: Guid.optional(),
  recipientInfo: changing(
    { recipientInfo: AddressWithContact.optional() },
    { recipientInfoBeforeChange: AddressWithContact.optional() },
  ).optional(),
  taxInfo: OrderTaxInfo.optional(),
  extendedFields: ExtendedFields.optional(),
  buyerDetails: changing({ buyerInfo: BuyerInfo.optional() }, { buyerInfoBeforeChange: BuyerInfo.optional() }).optional(),
  billingDetails: changing(
    { billingInfo: AddressWithContact.optional() },
    { billingInfoBeforeChange: AddressWithContact.optional() },
  ).optional(),
  businessLocationDetails: changing(
    { businessLocation: BusinessLocation.optional() },
    { businessLocationBeforeChange: BusinessLocation.optional() },
  ).optional(),
  depositDetails: DraftDeposit.optional(),
})
export interface DraftOrder extends z.infer<typeof DraftOrder> {}

/** A delivery option that the shop offers for what is in a draft. */
export const DraftShippingOption = z.object({
  carrierId: Guid.optional(),
  code: z.string(),
  title: z.string(),
  logistics: z
    .object({
      deliveryTime: z.string().optional(),
      instructions: z.string().optional(),
      pickupDetails: z.object({ address: Address.optional(), pickupMethod: PickupMethod }).optional(),
      deliveryTimeSlot: DeliveryTimeSlot.optional(),
    })
    .optional(),
  cost: z.object({ price: Price, currency: CurrencyCode }),
})
export interface DraftShippingOption extends z.infer<typeof DraftShippingOption> {}

export const CalculatedDraftOrder = z.object({
  draftOrder: DraftOrder,
  shippingOptions: z.array(DraftShippingOption),
  calculationErrors: z
    .object({
      generalShippingCalculationError: CalculationErrorDetails.optional(),
      carrierErrors: CarrierErrors.optional(),
      taxCalculationError: CalculationErrorDetails.optional(),
      orderValidationErrors: z.array(ApplicationError),
    })
    .optional(),
  /** How its total is calculated. */
  reasons: z.array(Reason),
})
export interface CalculatedDraftOrder extends z.infer<typeof CalculatedDraftOrder> {}
