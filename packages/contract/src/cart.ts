import * as z from 'zod'
import { AddressWithContact } from './addresses.ts'
import { DiscountType, PaymentOptionType, WeightUnit } from './enums.ts'
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
import { ItemTaxFullDetails, MultiCurrencyPrice } from './prices.ts'
import { CurrencyCode, Guid, Instant, Translatable } from './primitives.ts'

export const CartSelectedMembership = z.object({ id: z.string(), appId: Guid })
export interface CartSelectedMembership extends z.infer<typeof CartSelectedMembership> {}

export const CartLineItem = z.object({
  id: Guid.optional(),
  quantity: z.int(),
  catalogReference: CatalogReference.optional(),
  productName: Translatable.optional(),
  url: PageUrlV2.optional(),
  price: MultiCurrencyPrice.optional(),
  fullPrice: MultiCurrencyPrice.optional(),
  priceBeforeDiscounts: MultiCurrencyPrice.optional(),
  lineItemPrice: MultiCurrencyPrice.optional(),
  descriptionLines: z.array(DescriptionLine).optional(),
  image: Image.optional(),
  availability: ItemAvailabilityInfo.optional(),
  physicalProperties: PhysicalProperties.optional(),
  itemType: ItemType.optional(),
  subscriptionOptionInfo: SubscriptionOptionInfo.optional(),
  paymentOption: PaymentOptionType,
  serviceProperties: ServiceProperties.optional(),
  rootCatalogItemId: z.string().optional(),
  priceDescription: Translatable.optional(),
  depositAmount: MultiCurrencyPrice.optional(),
  selectedMembership: CartSelectedMembership.optional(),
  deliveryProfileId: Guid.optional(),
  taxGroupId: Guid.optional(),
  customLineItem: z.boolean(),
  consentRequiredPaymentPolicy: z.string().optional(),
  priceUndetermined: z.boolean(),
  fixedQuantity: z.boolean(),
  catalogOverrideFields: CatalogOverrideFields.optional(),
  savePaymentMethod: z.boolean(),
  taxableAddress: TaxableAddress.optional(),
  extendedFields: ExtendedFields.optional(),
  policies: z.array(Policy).optional(),
  membersOnly: z.boolean(),
  modifierGroups: z.array(ModifierGroup).optional(),
  modifiersTotalPrice: MultiCurrencyPrice.optional(),
})
export interface CartLineItem extends z.infer<typeof CartLineItem> {}

export const CartBuyerInfo = z.object({
  visitorId: Guid.optional(),
  memberId: Guid.optional(),
  userId: Guid.optional(),
  contactId: Guid.optional(),
  email: z.string().optional(),
})
export interface CartBuyerInfo extends z.infer<typeof CartBuyerInfo> {}

export const CartCoupon = z.object({ id: z.string(), code: z.string() })
export interface CartCoupon extends z.infer<typeof CartCoupon> {}

export const CartMerchantDiscount = z.object({ amount: MultiCurrencyPrice.optional() })
export interface CartMerchantDiscount extends z.infer<typeof CartMerchantDiscount> {}

export const CartDiscount = z.object({ coupon: CartCoupon.optional(), merchantDiscount: CartMerchantDiscount.optional() })
export interface CartDiscount extends z.infer<typeof CartDiscount> {}

export const SelectedShippingOption = z.object({ carrierId: Guid.optional(), code: z.string() })
export interface SelectedShippingOption extends z.infer<typeof SelectedShippingOption> {}

export const Cart = z.object({
  id: Guid.optional(),
  lineItems: z.array(CartLineItem),
  buyerNote: z.string().optional(),
  buyerInfo: CartBuyerInfo.optional(),
  currency: CurrencyCode,
  conversionCurrency: CurrencyCode,
  buyerLanguage: z.string().optional(),
  siteLanguage: z.string().optional(),
  taxIncludedInPrices: z.boolean().optional(),
  weightUnit: WeightUnit,
  subtotal: MultiCurrencyPrice.optional(),
  subtotalAfterDiscounts: MultiCurrencyPrice.optional(),
  discount: MultiCurrencyPrice.optional(),
  checkoutId: Guid.optional(),
  appliedDiscounts: z.array(CartDiscount),
  createdDate: Instant.optional(),
  updatedDate: Instant.optional(),
  contactInfo: AddressWithContact.optional(),
  overrideCheckoutUrl: z.string().optional(),
  purchaseFlowId: Guid.optional(),
  selectedShippingOption: SelectedShippingOption.optional(),
  extendedFields: ExtendedFields.optional(),
  businessLocationId: Guid.optional(),
  paymentCurrency: CurrencyCode,
  revision: z.string().optional(),
})
export interface Cart extends z.infer<typeof Cart> {}

export const LineItemPricesData = z.object({
  totalPriceAfterTax: MultiCurrencyPrice.optional(),
  totalPriceBeforeTax: MultiCurrencyPrice.optional(),
  taxDetails: ItemTaxFullDetails.optional(),
  totalDiscount: MultiCurrencyPrice.optional(),
  price: MultiCurrencyPrice.optional(),
  priceBeforeDiscounts: MultiCurrencyPrice.optional(),
  lineItemPrice: MultiCurrencyPrice.optional(),
  fullPrice: MultiCurrencyPrice.optional(),
  modifiers: MultiCurrencyPrice.optional(),
  depositAmount: MultiCurrencyPrice.optional(),
})
export interface LineItemPricesData extends z.infer<typeof LineItemPricesData> {}

export const CalculatedLineItem = z.object({
  lineItemId: z.string(),
  pricesBreakdown: LineItemPricesData.optional(),
  paymentOption: PaymentOptionType,
  taxableAddress: TaxableAddress.optional(),
})
export interface CalculatedLineItem extends z.infer<typeof CalculatedLineItem> {}

export const AppliedCoupon = z.object({ id: z.string(), code: z.string(), amount: MultiCurrencyPrice.optional(), name: z.string() })
export interface AppliedCoupon extends z.infer<typeof AppliedCoupon> {}

export const AppliedMerchantDiscount = z.object({ amount: MultiCurrencyPrice.optional(), percentage: z.number().optional() })
export interface AppliedMerchantDiscount extends z.infer<typeof AppliedMerchantDiscount> {}

export const DiscountRule = z.object({ id: Guid, name: Translatable.optional(), amount: MultiCurrencyPrice.optional() })
export interface DiscountRule extends z.infer<typeof DiscountRule> {}

export const AppliedDiscount = z.object({
  coupon: AppliedCoupon.optional(),
  merchantDiscount: AppliedMerchantDiscount.optional(),
  discountRule: DiscountRule.optional(),
  discountType: DiscountType,
  lineItemIds: z.array(Guid).optional(),
})
export interface AppliedDiscount extends z.infer<typeof AppliedDiscount> {}
