import * as z from 'zod'
import {
  DescriptionLineType,
  ItemAvailabilityStatus,
  ItemTypePreset,
  PaymentOptionType,
  SubscriptionFrequency,
  TaxableAddressType,
} from './enums.ts'
import { MultiCurrencyPrice } from './prices.ts'
import { Decimal, Guid, Instant, Translatable } from './primitives.ts'

/** An item of a catalogue: for ours the product’s id, and in `options` the `variantId` or the choices. */
export const CatalogReference = z.object({
  catalogItemId: z.string(),
  appId: z.string(),
  options: z.record(z.string(), z.unknown()).optional(),
})
export interface CatalogReference extends z.infer<typeof CatalogReference> {}

/** The page of an item; the published client reads `url` alone. */
export const PageUrlV2 = z.object({ relativePath: z.string().optional(), url: z.string().optional() })
export interface PageUrlV2 extends z.infer<typeof PageUrlV2> {}

export const FocalPoint = z.object({
  x: z.number().optional(),
  y: z.number().optional(),
  height: z.int().optional(),
  width: z.int().optional(),
})
export interface FocalPoint extends z.infer<typeof FocalPoint> {}

/** A picture; the published client turns it into a `wix:image://` text where it has an `id`. */
export const Image = z.object({
  id: z.string().optional(),
  url: z.string().optional(),
  height: z.int().optional(),
  width: z.int().optional(),
  altText: z.string().optional(),
  urlExpirationDate: Instant.optional(),
  filename: z.string().optional(),
  focalPoint: FocalPoint.optional(),
})
export interface Image extends z.infer<typeof Image> {}

export const DescriptionColor = z.object({
  original: z.string().optional(),
  translated: z.string().optional(),
  code: z.string().optional(),
})
export interface DescriptionColor extends z.infer<typeof DescriptionColor> {}

/** A line under a name, such as `Glaze: Sage`: a colour with its code, or plain text. */
export const DescriptionLine = z.object({
  plainText: Translatable.optional(),
  colorInfo: DescriptionColor.optional(),
  name: Translatable.optional(),
  lineType: DescriptionLineType.optional(),
})
export interface DescriptionLine extends z.infer<typeof DescriptionLine> {}

/** The units of a line on preorder. `quantity` is how many; `message` and `expectedDate` are what the shop stated then. */
export const LinePreorder = z.object({ quantity: z.int(), message: z.string().optional(), expectedDate: z.string().optional() })
export interface LinePreorder extends z.infer<typeof LinePreorder> {}

/** Whether a line is available in its quantity, and how many units are. */
export const ItemAvailabilityInfo = z.object({ status: ItemAvailabilityStatus, quantityAvailable: z.int().optional() })
export interface ItemAvailabilityInfo extends z.infer<typeof ItemAvailabilityInfo> {}

/** `weight` is in the `weightUnit` of the cart, checkout or order. */
export const PhysicalProperties = z.object({ weight: z.number().optional(), sku: z.string().optional(), shippable: z.boolean() })
export interface PhysicalProperties extends z.infer<typeof PhysicalProperties> {}

export const ItemType = z.object({ preset: ItemTypePreset.optional(), custom: z.string().optional() })
export interface ItemType extends z.infer<typeof ItemType> {}

export const FreeTrialPeriod = z.object({ frequency: SubscriptionFrequency.optional(), interval: z.int().optional() })
export interface FreeTrialPeriod extends z.infer<typeof FreeTrialPeriod> {}

export const SubscriptionSettings = z.object({
  frequency: SubscriptionFrequency,
  interval: z.int().optional(),
  autoRenewal: z.boolean(),
  billingCycles: z.int().optional(),
  enableCustomerCancellation: z.boolean(),
  freeTrialPeriod: FreeTrialPeriod.optional(),
  startDate: Instant.optional(),
})
export interface SubscriptionSettings extends z.infer<typeof SubscriptionSettings> {}

export const SubscriptionOptionInfo = z.object({
  subscriptionSettings: SubscriptionSettings.optional(),
  title: Translatable.optional(),
  description: Translatable.optional(),
})
export interface SubscriptionOptionInfo extends z.infer<typeof SubscriptionOptionInfo> {}

export const ServiceProperties = z.object({
  scheduledDate: Instant.optional(),
  numberOfParticipants: z.int().optional(),
  endDate: Instant.optional(),
})
export interface ServiceProperties extends z.infer<typeof ServiceProperties> {}

export const PaymentOption = z.object({ value: PaymentOptionType })
export interface PaymentOption extends z.infer<typeof PaymentOption> {}

export const CatalogOverrideFields = z.object({
  productName: Translatable.optional(),
  price: Decimal.optional(),
  fullPrice: Decimal.optional(),
  descriptionLines: z.array(DescriptionLine).optional(),
  physicalProperties: PhysicalProperties.optional(),
  image: Image.optional(),
  paymentOption: PaymentOption.optional(),
  depositAmount: Decimal.optional(),
  savePaymentMethod: z.boolean().optional(),
  inventoryAppId: Guid.optional(),
})
export interface CatalogOverrideFields extends z.infer<typeof CatalogOverrideFields> {}

export const TaxableAddress = z.object({ addressType: TaxableAddressType.optional() })
export interface TaxableAddress extends z.infer<typeof TaxableAddress> {}

export const ExtendedFields = z.object({ namespaces: z.record(z.string(), z.record(z.string(), z.unknown())).optional() })
export interface ExtendedFields extends z.infer<typeof ExtendedFields> {}

export const Policy = z.object({ title: z.string().optional(), content: z.string().optional() })
export interface Policy extends z.infer<typeof Policy> {}

export const ItemModifier = z.object({
  id: z.string().optional(),
  quantity: z.int().optional(),
  label: Translatable.optional(),
  details: Translatable.optional(),
  price: MultiCurrencyPrice.optional(),
})
export interface ItemModifier extends z.infer<typeof ItemModifier> {}

export const ModifierGroup = z.object({
  id: z.string().optional(),
  name: Translatable.optional(),
  modifiers: z.array(ItemModifier).optional(),
})
export interface ModifierGroup extends z.infer<typeof ModifierGroup> {}
