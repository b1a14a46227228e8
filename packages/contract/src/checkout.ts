import * as z from 'zod'
import { AddressWithContact } from './addresses.ts'
import { AdditionalFee, CalculationErrors, GiftCard, MembershipOptions, Violation } from './calculation.ts'
import { AppliedDiscount } from './cart.ts'
import { CarrierServiceOption, SelectedCarrierServiceOption, ShippingRegion } from './delivery.ts'
import { ChannelType, FileType, PaymentOptionType, WeightUnit } from './enums.ts'
import {
  CatalogOverrideFields,
  CatalogReference,
  DescriptionLine,
  ExtendedFields,
  Image,
  ItemAvailabilityInfo,
  ItemType,
  ModifierGroup,
  PageUrlV2,
  PhysicalProperties,
  Policy,
  ServiceProperties,
  SubscriptionOptionInfo,
  TaxableAddress,
} from './items.ts'
import { ItemTaxFullDetails, MultiCurrencyPrice, PriceSummary, TaxSummary } from './prices.ts'
import { CurrencyCode, Guid, Instant, Translatable } from './primitives.ts'

export const SecuredMedia = z.object({ id: z.string().optional(), fileName: z.string().optional(), fileType: FileType.optional() })
export interface SecuredMedia extends z.infer<typeof SecuredMedia> {}

export const CheckoutLineItem = z.object({
  id: Guid.optional(),
  quantity: z.int(),
  catalogReference: CatalogReference.optional(),
  productName: Translatable.optional(),
  url: PageUrlV2.optional(),
  price: MultiCurrencyPrice.optional(),
  lineItemPrice: MultiCurrencyPrice.optional(),
  fullPrice: MultiCurrencyPrice.optional(),
  priceBeforeDiscounts: MultiCurrencyPrice.optional(),
  totalPriceAfterTax: MultiCurrencyPrice.optional(),
  totalPriceBeforeTax: MultiCurrencyPrice.optional(),
  taxDetails: ItemTaxFullDetails.optional(),
  discount: MultiCurrencyPrice.optional(),
  descriptionLines: z.array(DescriptionLine).optional(),
  media: Image.optional(),
  availability: ItemAvailabilityInfo.optional(),
  physicalProperties: PhysicalProperties.optional(),
  itemType: ItemType.optional(),
  subscriptionOptionInfo: SubscriptionOptionInfo.optional(),
  digitalFile: SecuredMedia.optional(),
  paymentOption: PaymentOptionType,
  serviceProperties: ServiceProperties.optional(),
  rootCatalogItemId: z.string().optional(),
  priceDescription: Translatable.optional(),
  depositAmount: MultiCurrencyPrice.optional(),
  deliveryProfileId: Guid.optional(),
  customLineItem: z.boolean(),
  consentRequiredPaymentPolicy: z.string().optional(),
  catalogOverrideFields: CatalogOverrideFields.optional(),
  priceUndetermined: z.boolean(),
  fixedQuantity: z.boolean(),
  savePaymentMethod: z.boolean(),
  taxableAddress: TaxableAddress.optional(),
  extendedFields: ExtendedFields.optional(),
  policies: z.array(Policy).optional(),
  membersOnly: z.boolean(),
  modifierGroups: z.array(ModifierGroup).optional(),
  modifiersTotalPrice: MultiCurrencyPrice.optional(),
})
export interface CheckoutLineItem extends z.infer<typeof CheckoutLineItem> {}

export const CheckoutShippingInfo = z.object({
  shippingDestination: AddressWithContact.optional(),
  selectedCarrierServiceOption: SelectedCarrierServiceOption.optional(),
  region: ShippingRegion.optional(),
  carrierServiceOptions: z.array(CarrierServiceOption),
})
export interface CheckoutShippingInfo extends z.infer<typeof CheckoutShippingInfo> {}

export const BuyerInfo = z.object({
  visitorId: Guid.optional(),
  memberId: Guid.optional(),
  contactId: Guid.optional(),
  email: z.string().optional(),
})
export interface BuyerInfo extends z.infer<typeof BuyerInfo> {}

export const CustomField = z.object({ value: z.unknown().optional(), title: z.string(), translatedTitle: z.string().optional() })
export interface CustomField extends z.infer<typeof CustomField> {}

export const CreatedBy = z.object({
  userId: Guid.optional(),
  memberId: Guid.optional(),
  visitorId: Guid.optional(),
  appId: Guid.optional(),
})
export interface CreatedBy extends z.infer<typeof CreatedBy> {}

export const CustomSettings = z.object({
  lockGiftCard: z.boolean(),
  lockCouponCode: z.boolean(),
  disabledPolicyAgreementCheckbox: z.boolean(),
  disabledManualPayment: z.boolean(),
})
export interface CustomSettings extends z.infer<typeof CustomSettings> {}

export const CustomContentReference = z.object({ appId: Guid, componentId: Guid })
export interface CustomContentReference extends z.infer<typeof CustomContentReference> {}

export const ExternalReference = z.object({ appId: Guid, resourceId: z.string().optional() })
export interface ExternalReference extends z.infer<typeof ExternalReference> {}

export const Checkout = z.object({
  id: Guid.optional(),
  lineItems: z.array(CheckoutLineItem),
  billingInfo: AddressWithContact.optional(),
  shippingInfo: CheckoutShippingInfo.optional(),
  buyerNote: z.string().optional(),
  buyerInfo: BuyerInfo.optional(),
  conversionCurrency: CurrencyCode,
  priceSummary: PriceSummary.optional(),
  calculationErrors: CalculationErrors.optional(),
  giftCard: GiftCard.optional(),
  appliedDiscounts: z.array(AppliedDiscount),
  customFields: z.array(CustomField),
  weightUnit: WeightUnit,
  taxSummary: TaxSummary.optional(),
  currency: CurrencyCode,
  channelType: ChannelType,
  siteLanguage: z.string(),
  buyerLanguage: z.string(),
  completed: z.boolean(),
  taxIncludedInPrice: z.boolean(),
  createdBy: CreatedBy.optional(),
  createdDate: Instant.optional(),
  updatedDate: Instant.optional(),
  payNow: PriceSummary.optional(),
  payLater: PriceSummary.optional(),
  membershipOptions: MembershipOptions.optional(),
  additionalFees: z.array(AdditionalFee),
  cartId: Guid.optional(),
  violations: z.array(Violation),
  extendedFields: ExtendedFields.optional(),
  purchaseFlowId: Guid.optional(),
  customSettings: CustomSettings.optional(),
  customContentReference: CustomContentReference.optional(),
  externalReference: ExternalReference.optional(),
  payAfterFreeTrial: PriceSummary.optional(),
  businessLocationId: Guid.optional(),
  paymentCurrency: CurrencyCode,
  taxExemptGroupId: Guid.optional(),
})
export interface Checkout extends z.infer<typeof Checkout> {}
