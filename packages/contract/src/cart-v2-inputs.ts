import * as z from 'zod'
import { ChannelType, PaymentOptionType } from './enums.ts'
import {
  AddressInput,
  CatalogReferenceInput,
  ContactDetailsInput,
  CouponCode,
  GiftCardCode,
  Quantity,
  SubscriptionInput,
} from './inputs.ts'
import { CatalogReference } from './items.ts'
import {
  describedBy,
  ImageInput,
  ItemTypeInput,
  PageUrlInput,
  PhysicalPropertiesInput,
  ServicePropertiesInput,
  TranslatableInput,
} from './line-parts.ts'
import { amount, Email, Guid, text } from './primitives.ts'

/** A field that this shop does not support. A value is refused, so that nothing is dropped silently. */
const notHere = z.null().optional()

const MoneyInput = z.object({ amount: amount(3) })
const Membership = z.object({ id: text(200, 1), appId: Guid })
/** What pays for a line instead of money. */
const MembershipPayment = z.object({
  existingMembership: z.object({ appId: Guid, membershipId: text(200, 1) }).nullish(),
  futureMembership: notHere,
})

/** Values that override the catalogue. Only the shop may send them: they need `orders.write`, see `shopFields`. */
const OverrideV2 = z.object({
  name: TranslatableInput(200, 400).nullish(),
  salePrice: amount(3).nullish(),
  fullPrice: amount(3).nullish(),
  descriptionLines: describedBy(10).nullish(),
  physicalProperties: PhysicalPropertiesInput.nullish(),
  image: ImageInput.nullish(),
  paymentOption: z.object({ value: PaymentOptionType }).nullish(),
  depositAmount: amount(3).nullish(),
  savePaymentMethod: notHere,
  inventoryAppId: notHere,
})

const CatalogItem = z.object({
  catalogReference: CatalogReferenceInput,
  quantity: Quantity,
  catalogOverrideFields: OverrideV2.nullish(),
  /** As `membershipPayment.existingMembership`. */
  selectedMembership: Membership.nullish(),
  membershipPayment: MembershipPayment.nullish(),
  extendedFields: notHere,
  inventoryAppId: notHere,
})
export interface CatalogItemV2 extends z.output<typeof CatalogItem> {}

/** A line that is in no catalogue. It sets its own price, which needs `orders.write`: see `shopFields`. */
const CustomItem = z.object({
  name: TranslatableInput(200, 400),
  quantityInfo: z.object({
    requestedQuantity: Quantity,
    availableQuantity: z.int().min(0).max(100_000).nullish(),
    fixedQuantity: z.literal(false).nullish(),
  }),
  pricing: z.object({
    price: MoneyInput,
    fullPrice: MoneyInput.nullish(),
    priceDescription: TranslatableInput(100, 100).nullish(),
    priceUndetermined: z.literal(false).nullish(),
  }),
  source: z
    .object({ catalogReference: CatalogReferenceInput.nullish(), rootCatalogItemId: text(36, 1).nullish(), inventoryAppId: notHere })
    .nullish(),
  attributes: z.object({
    descriptionLines: describedBy(10).nullish(),
    image: ImageInput.nullish(),
    url: PageUrlInput.nullish(),
    itemType: ItemTypeInput,
    physicalProperties: PhysicalPropertiesInput.nullish(),
    serviceProperties: ServicePropertiesInput.nullish(),
    subscriptionInfo: SubscriptionInput.nullish(),
    membersOnly: z.literal(false).nullish(),
  }),
  deliveryConfig: z.object({ deliveryProfileId: Guid.nullish() }).nullish(),
  taxConfig: z.object({ taxGroupId: Guid.nullish(), taxableAddress: notHere }).nullish(),
  paymentConfig: z.object({ depositAmount: MoneyInput.nullish(), paymentOption: PaymentOptionType.nullish() }).nullish(),
  modifierGroups: z.array(z.object({})).max(0).nullish(),
})
export interface CustomItemV2 extends z.output<typeof CustomItem> {}

export const LinesToAddV2 = z.object({
  catalogItems: z.array(CatalogItem).max(100).nullish(),
  /** Lines with a price set by the caller. */
  customItems: z.array(CustomItem).max(100).nullish(),
})
export interface LinesToAddV2 extends z.output<typeof LinesToAddV2> {}

export const LinesToUpdate = z.object({
  lineItems: z
    .array(
      z.object({
        lineItemId: Guid,
        quantity: z.object({ newQuantity: Quantity }).nullish(),
        /** What pays for the line; a null inside removes it. */
        selectedMembership: z.object({ newMembership: Membership.nullish() }).nullish(),
        membershipPayment: MembershipPayment.nullish(),
      }),
    )
    .min(1)
    .max(100),
})
export interface LinesToUpdate extends z.output<typeof LinesToUpdate> {}

const NewCoupon = z.object({ code: CouponCode })
export const CouponToAdd = z.object({ coupon: NewCoupon })
const GiftCardByCode = z.object({ code: GiftCardCode, redeemAmount: MoneyInput.nullish() })
export interface GiftCardByCode extends z.output<typeof GiftCardByCode> {}
export const GiftCardToAdd = z.object({ giftCard: GiftCardByCode })
const MethodInput = z.object({ code: text(100, 1), appId: Guid.nullish() })
export const DeliveryMethodToSet = z.object({ deliveryMethod: MethodInput })

export const FormsToUpdate = z.object({
  formSubmissions: z
    .array(z.object({ id: text(100, 1), formSubmissionId: text(100, 1).nullish() }))
    .min(1)
    .max(100),
})
export interface FormsToUpdate extends z.output<typeof FormsToUpdate> {}

export const EstimateV2 = z.object({
  refreshCart: z.boolean().nullish(),
  /** `PRE_CHECKOUT_VALIDATIONS`, the default, requires no address and no delivery method yet. */
  validationConfig: z.enum(['SKIP_VALIDATIONS', 'PRE_CHECKOUT_VALIDATIONS', 'CHECKOUT_VALIDATIONS']).nullish(),
  calculateDelivery: z.boolean().nullish(),
  calculateAdditionalFees: z.boolean().nullish(),
  calculateTax: z.boolean().nullish(),
  calculateGiftCards: z.boolean().nullish(),
})
export interface EstimateV2 extends z.output<typeof EstimateV2> {}

const CustomerInfoV2Input = z.object({ contactId: Guid.nullish(), email: Email.nullish(), ...ContactDetailsInput.shape })

/** The fields of a cart that a caller may write: an absent field stays, null clears it. Fields that only the platform sets are ignored. */
export const CartV2Input = z.object({
  note: text(1000).nullish(),
  customerInfo: CustomerInfoV2Input.nullish(),
  deliveryInfo: z.object({ address: AddressInput.nullish() }).nullish(),
  businessInfo: z.object({ locationId: Guid.nullish() }).nullish(),
  paymentInfo: z.object({ billingAddress: AddressInput.nullish(), billingContact: ContactDetailsInput.nullish() }).nullish(),
  source: z.object({ channelType: ChannelType.nullish() }).nullish(),
  customCheckoutUrl: text(1000).nullish(),
})
export interface CartV2Input extends z.output<typeof CartV2Input> {}

/** Settings of a new cart that hold for its buyers. */
const CartSettings = z.object({
  lockGiftCard: z.boolean().nullish(),
  lockCouponCode: z.boolean().nullish(),
  policyAgreementCheckboxDisabled: z.boolean().nullish(),
  manualPaymentDisabled: z.boolean().nullish(),
})

export const NewCartV2 = z.object({
  cart: CartV2Input.extend({ settings: CartSettings.nullish() }).nullish(),
  ...LinesToAddV2.shape,
  coupons: z.array(NewCoupon).max(1).nullish(),
  giftCards: z.array(GiftCardByCode).max(1).nullish(),
  deliveryMethod: MethodInput.nullish(),
})
export interface NewCartV2 extends z.output<typeof NewCartV2> {}

export const NewCartByIdV2 = NewCartV2.extend({
  cart: CartV2Input.extend({
    settings: CartSettings.nullish(),
    customerInfo: CustomerInfoV2Input.extend({
      /**
       * Whether the first buyer who requests the cart becomes its owner, for a cart that the shop makes. By default so where neither
       * `contactId` nor `email` names the buyer.
       */
      openAccess: z.boolean().nullish(),
    }).nullish(),
  }).nullish(),
})
export interface NewCartByIdV2 extends z.output<typeof NewCartByIdV2> {}

const Upsell = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string().optional(),
  /** The item to add to the cart instead of the line. */
  catalogReference: CatalogReference,
  priceDetails: z.object({ price: z.string(), description: z.string().optional() }).optional(),
})
export const UpsellsAnswer = z.object({
  itemsUpsells: z.array(z.object({ lineItemId: Guid, upsells: z.array(Upsell) })),
})

/** Why a coupon is not accepted. */
export const couponRefusalsV2 = ['INVALID_COUPON_CODE', 'INVALID_COUPON_STATUS', 'COUPON_LOCKED'] as const
/** Why a gift card is not accepted. */
export const giftCardRefusalsV2 = ['INVALID_GIFT_CARD_CODE', 'INVALID_GIFT_CARD_STATUS', 'GIFT_CARD_LOCKED'] as const
/** Why a delivery method is not accepted. */
export const deliveryMethodRefusalsV2 = [
  'DELIVERY_METHOD_NOT_FOUND',
  'DELIVERY_METHOD_MISSING_ADDRESS',
  'DELIVERY_METHOD_MISSING_LINE_ITEMS',
] as const
/** Why a new cart is not accepted. */
export const newCartRefusalsV2 = [
  'ITEM_NOT_FOUND_IN_CATALOG',
  'REDIRECT_URI_NOT_ALLOWED',
  ...deliveryMethodRefusalsV2,
  ...couponRefusalsV2,
  ...giftCardRefusalsV2,
] as const
