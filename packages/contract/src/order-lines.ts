import * as z from 'zod'
import { JurisdictionType, MeasurementUnit, PaymentOptionType } from './enums.ts'
import {
  CatalogReference,
  DescriptionLine,
  ExtendedFields,
  Image,
  ItemType,
  LinePreorder,
  PhysicalProperties,
  ServiceProperties,
  SubscriptionSettings,
  TaxableAddress,
} from './items.ts'
import { Price } from './prices.ts'
import { Decimal, Guid, Instant, Translatable } from './primitives.ts'

export const OrderItemTaxFullDetails = z.object({ taxableAmount: Price.optional(), taxRate: Decimal, totalTax: Price.optional() })
export interface OrderItemTaxFullDetails extends z.infer<typeof OrderItemTaxFullDetails> {}

export const LineItemTaxBreakdown = z.object({
  jurisdiction: z.string().optional(),
  rate: Decimal.optional(),
  taxAmount: Price.optional(),
  taxType: z.string().optional(),
  taxName: z.string().optional(),
  jurisdictionType: JurisdictionType.optional(),
  nonTaxableAmount: Price.optional(),
  taxableAmount: Price.optional(),
})
export interface LineItemTaxBreakdown extends z.infer<typeof LineItemTaxBreakdown> {}

export const LineItemTaxInfo = z.object({
  taxAmount: Price.optional(),
  taxableAmount: Price.optional(),
  taxRate: Decimal.optional(),
  taxGroupId: Guid.optional(),
  taxIncludedInPrice: z.boolean(),
  taxBreakdown: z.array(LineItemTaxBreakdown).optional(),
})
export interface LineItemTaxInfo extends z.infer<typeof LineItemTaxInfo> {}

export const DigitalFile = z.object({ fileId: z.string(), link: z.string().optional(), expirationDate: Instant.optional() })
export interface DigitalFile extends z.infer<typeof DigitalFile> {}

export const SubscriptionInfo = z.object({
  id: Guid.optional(),
  cycleNumber: z.int(),
  subscriptionOptionTitle: z.string(),
  subscriptionSettings: SubscriptionSettings.optional(),
  chargesDescription: z.string().optional(),
})
export interface SubscriptionInfo extends z.infer<typeof SubscriptionInfo> {}

export const LocationAndQuantity = z.object({ id: Guid.optional(), quantity: z.int().optional(), name: z.string().optional() })
export interface LocationAndQuantity extends z.infer<typeof LocationAndQuantity> {}

export const DecimalQuantity = z.object({
  measurementUnit: MeasurementUnit.optional(),
  otherUnit: z.string().optional(),
  value: Decimal,
  description: Translatable.optional(),
})
export interface DecimalQuantity extends z.infer<typeof DecimalQuantity> {}

export const OrderItemModifier = z.object({
  id: z.string().optional(),
  quantity: z.int().optional(),
  label: Translatable.optional(),
  details: Translatable.optional(),
  price: Price.optional(),
})
export interface OrderItemModifier extends z.infer<typeof OrderItemModifier> {}

export const OrderModifierGroup = z.object({
  id: z.string().optional(),
  name: Translatable.optional(),
  modifiers: z.array(OrderItemModifier).optional(),
})
export interface OrderModifierGroup extends z.infer<typeof OrderModifierGroup> {}

/** What was bought, with its name and price at that time. */
export const OrderLineItem = z.object({
  id: z.string(),
  productName: Translatable.optional(),
  catalogReference: CatalogReference.optional(),
  quantity: z.int(),
  totalDiscount: Price.optional(),
  descriptionLines: z.array(DescriptionLine).optional(),
  preorder: LinePreorder.optional(),
  image: Image.optional(),
  physicalProperties: PhysicalProperties.optional(),
  itemType: ItemType.optional(),
  fulfillerId: Guid.optional(),
  refundQuantity: z.int().optional(),
  restockQuantity: z.int().optional(),
  price: Price.optional(),
  priceBeforeDiscounts: Price.optional(),
  totalPriceBeforeTax: Price.optional(),
  totalPriceAfterTax: Price.optional(),
  paymentOption: PaymentOptionType,
  taxDetails: OrderItemTaxFullDetails.optional(),
  taxInfo: LineItemTaxInfo.optional(),
  digitalFile: DigitalFile.optional(),
  subscriptionInfo: SubscriptionInfo.optional(),
  priceDescription: Translatable.optional(),
  depositAmount: Price.optional(),
  locations: z.array(LocationAndQuantity).optional(),
  lineItemPrice: Price.optional(),
  taxableAddress: TaxableAddress.optional(),
  priceUndetermined: z.boolean(),
  fixedQuantity: z.boolean(),
  decimalQuantity: DecimalQuantity.optional(),
  extendedFields: ExtendedFields.optional(),
  modifierGroups: z.array(OrderModifierGroup).optional(),
  serviceProperties: ServiceProperties.optional(),
})
export interface OrderLineItem extends z.infer<typeof OrderLineItem> {}
