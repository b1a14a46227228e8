import * as z from 'zod'
import { AddressLocation, AddressWithContact, StreetAddress } from './addresses.ts'
import { BuyerInfo, CreatedBy, CustomField } from './checkout.ts'
import { DeliveryTimeSlot } from './delivery.ts'
import {
  AttributionSource,
  ChannelType,
  ChargeType,
  DiscountReason,
  DiscountType,
  FulfillmentStatus,
  JurisdictionType,
  LegacyOrderActivityType,
  LineItemQuantityChangeType,
  MeasurementUnit,
  OrderActivityType,
  OrderAdditionalFeeSource,
  OrderStatus,
  PaymentOptionType,
  PaymentStatus,
  PickupMethod,
  WeightUnit,
} from './enums.ts'
import { AddressWithContactInput, CursorQuery, FieldMask } from './inputs.ts'
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
import { operation, operations } from './operation.ts'
import { ApplicationError, Price } from './prices.ts'
import { CountryCode, CurrencyCode, Decimal, Email, Guid, Instant, Translatable, text } from './primitives.ts'
import { Cursors } from './products.ts'
import { Revision } from './revised.ts'

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

/** What was bought, as it was called and cost then. */
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

export const CurrencyConversionDetails = z.object({ originalCurrency: CurrencyCode.optional(), conversionRate: Decimal.optional() })
export interface CurrencyConversionDetails extends z.infer<typeof CurrencyConversionDetails> {}

/** What the order cost, in its currency. */
export const OrderPriceSummary = z.object({
  subtotal: Price.optional(),
  shipping: Price.optional(),
  tax: Price.optional(),
  discount: Price.optional(),
  total: Price.optional(),
  totalAdditionalFees: Price.optional(),
})
export interface OrderPriceSummary extends z.infer<typeof OrderPriceSummary> {}

export const PickupAddress = z.object({
  country: CountryCode.optional(),
  subdivision: z.string().optional(),
  city: z.string().optional(),
  postalCode: z.string().optional(),
  streetAddress: StreetAddress.optional(),
  addressLine: z.string().optional(),
  addressLine2: z.string().optional(),
  countryFullname: z.string().optional(),
  subdivisionFullname: z.string().optional(),
  geocode: AddressLocation.optional(),
})
export interface PickupAddress extends z.infer<typeof PickupAddress> {}

export const OrderPickupDetails = z.object({ address: PickupAddress.optional(), pickupMethod: PickupMethod })
export interface OrderPickupDetails extends z.infer<typeof OrderPickupDetails> {}

export const OrderDeliveryLogistics = z.object({
  shippingDestination: AddressWithContact.optional(),
  pickupDetails: OrderPickupDetails.optional(),
  deliveryTime: z.string().optional(),
  instructions: z.string().optional(),
  deliverByDate: Instant.optional(),
  deliveryTimeSlot: DeliveryTimeSlot.optional(),
})
export interface OrderDeliveryLogistics extends z.infer<typeof OrderDeliveryLogistics> {}

export const OrderShippingPrice = z.object({
  price: Price.optional(),
  totalPriceBeforeTax: Price.optional(),
  totalPriceAfterTax: Price.optional(),
  taxInfo: LineItemTaxInfo.optional(),
  discount: Price.optional(),
})
export interface OrderShippingPrice extends z.infer<typeof OrderShippingPrice> {}

export const OrderShippingRegion = z.object({ name: z.string().optional() })
export interface OrderShippingRegion extends z.infer<typeof OrderShippingRegion> {}

export const OrderShippingInformation = z.object({
  carrierId: z.string().optional(),
  code: z.string().optional(),
  title: z.string(),
  logistics: OrderDeliveryLogistics.optional(),
  cost: OrderShippingPrice.optional(),
  region: OrderShippingRegion.optional(),
})
export interface OrderShippingInformation extends z.infer<typeof OrderShippingInformation> {}

export const OrderTaxBreakdown = z.object({
  taxName: z.string(),
  taxType: z.string(),
  jurisdiction: z.string(),
  jurisdictionType: JurisdictionType,
  rate: Decimal,
  aggregatedTaxAmount: Price.optional(),
})
export interface OrderTaxBreakdown extends z.infer<typeof OrderTaxBreakdown> {}

export const OrderTaxInfo = z.object({
  totalTax: Price.optional(),
  taxBreakdown: z.array(OrderTaxBreakdown),
  taxExempt: z.boolean().optional(),
})
export interface OrderTaxInfo extends z.infer<typeof OrderTaxInfo> {}

export const OrderCoupon = z.object({ id: z.string(), code: z.string(), name: z.string(), amount: Price.optional() })
export interface OrderCoupon extends z.infer<typeof OrderCoupon> {}

export const OrderMerchantDiscount = z.object({
  discountReason: DiscountReason.optional(),
  description: z.string().optional(),
  amount: Price.optional(),
})
export interface OrderMerchantDiscount extends z.infer<typeof OrderMerchantDiscount> {}

export const OrderDiscountRule = z.object({ id: Guid, name: Translatable.optional(), amount: Price.optional() })
export interface OrderDiscountRule extends z.infer<typeof OrderDiscountRule> {}

export const OrderLineItemDiscount = z.object({ id: Guid.optional(), totalDiscount: Price.optional() })
export interface OrderLineItemDiscount extends z.infer<typeof OrderLineItemDiscount> {}

export const OrderAppliedDiscount = z.object({
  coupon: OrderCoupon.optional(),
  merchantDiscount: OrderMerchantDiscount.optional(),
  discountRule: OrderDiscountRule.optional(),
  discountType: DiscountType,
  id: Guid.optional(),
  lineItemDiscounts: z.array(OrderLineItemDiscount).optional(),
})
export interface OrderAppliedDiscount extends z.infer<typeof OrderAppliedDiscount> {}

export const CustomActivity = z.object({
  appId: Guid,
  type: z.string(),
  additionalData: z.record(z.string(), z.string()).optional(),
})
export interface CustomActivity extends z.infer<typeof CustomActivity> {}

export const MerchantComment = z.object({ message: z.string() })
export interface MerchantComment extends z.infer<typeof MerchantComment> {}

export const OrderRefunded = z.object({ manual: z.boolean(), amount: Price.optional(), reason: z.string() })
export interface OrderRefunded extends z.infer<typeof OrderRefunded> {}

export const LineItemQuantityChange = z.object({
  originalQuantity: z.int().optional(),
  newQuantity: z.int().optional(),
  diff: z.int().optional(),
  deltaType: LineItemQuantityChangeType.optional(),
})
export interface LineItemQuantityChange extends z.infer<typeof LineItemQuantityChange> {}

export const LineItemPriceChange = z.object({ originalPrice: Price.optional(), newPrice: Price.optional() })
export interface LineItemPriceChange extends z.infer<typeof LineItemPriceChange> {}

export const LineItemChanges = z.object({
  id: Guid.optional(),
  name: Translatable.optional(),
  quantity: LineItemQuantityChange.optional(),
  price: LineItemPriceChange.optional(),
})
export interface LineItemChanges extends z.infer<typeof LineItemChanges> {}

export const ManagedLineItem = z.object({ id: Guid.optional(), name: Translatable.optional(), quantity: z.int().optional() })
export interface ManagedLineItem extends z.infer<typeof ManagedLineItem> {}

export const LineItemAmount = z.object({ id: Guid.optional(), name: Translatable.optional(), amount: Price.optional() })
export interface LineItemAmount extends z.infer<typeof LineItemAmount> {}

export const ManagedAmount = z.object({
  id: Guid.optional(),
  name: Translatable.optional(),
  affectedLineItems: z.array(LineItemAmount).optional(),
  totalAmount: Price.optional(),
})
export interface ManagedAmount extends z.infer<typeof ManagedAmount> {}

export const TotalPriceChange = z.object({ originalTotal: Price.optional(), newTotal: Price.optional() })
export interface TotalPriceChange extends z.infer<typeof TotalPriceChange> {}

export const ShippingInformationSnapshot = z.object({ total: Price.optional(), shippingTitle: z.string().optional() })
export interface ShippingInformationSnapshot extends z.infer<typeof ShippingInformationSnapshot> {}

export const ShippingInformationChange = z.object({
  originalShippingInfo: ShippingInformationSnapshot.optional(),
  newShippingInfo: ShippingInformationSnapshot.optional(),
})
export interface ShippingInformationChange extends z.infer<typeof ShippingInformationChange> {}

export const OrderChange = z.object({
  lineItemChanged: LineItemChanges.optional(),
  lineItemAdded: ManagedLineItem.optional(),
  lineItemRemoved: ManagedLineItem.optional(),
  discountAdded: ManagedAmount.optional(),
  discountRemoved: ManagedAmount.optional(),
  additionalFeeAdded: ManagedAmount.optional(),
  additionalFeeRemoved: ManagedAmount.optional(),
  totalPriceChanged: TotalPriceChange.optional(),
  shippingInformationChanged: ShippingInformationChange.optional(),
})
export interface OrderChange extends z.infer<typeof OrderChange> {}

export const DraftOrderChangesApplied = z.object({
  draftOrderId: z.string(),
  reason: z.string().optional(),
  changes: z.array(OrderChange).optional(),
})
export interface DraftOrderChangesApplied extends z.infer<typeof DraftOrderChangesApplied> {}

export const SavedPaymentMethod = z.object({ name: z.string(), description: z.string().optional() })
export interface SavedPaymentMethod extends z.infer<typeof SavedPaymentMethod> {}

export const AuthorizedPayment = z.object({
  paymentId: Guid,
  amount: Price.optional(),
  lastFourDigits: z.string().optional(),
  brand: z.string().optional(),
})
export interface AuthorizedPayment extends z.infer<typeof AuthorizedPayment> {}

export const RegularPaymentRefund = z.object({
  amount: Price.optional(),
  lastFourDigits: z.string().optional(),
  brand: z.string().optional(),
})
export interface RegularPaymentRefund extends z.infer<typeof RegularPaymentRefund> {}

export const GiftCardPaymentRefund = z.object({ giftCardPaymentId: z.string().optional(), amount: Price.optional() })
export interface GiftCardPaymentRefund extends z.infer<typeof GiftCardPaymentRefund> {}

export const MembershipPaymentRefund = z.object({ membershipId: z.string().optional() })
export interface MembershipPaymentRefund extends z.infer<typeof MembershipPaymentRefund> {}

export const RefundedPayment = z.object({
  regular: RegularPaymentRefund.optional(),
  giftCard: GiftCardPaymentRefund.optional(),
  membership: MembershipPaymentRefund.optional(),
  paymentId: Guid.optional(),
  externalRefund: z.boolean().optional(),
})
export interface RefundedPayment extends z.infer<typeof RefundedPayment> {}

export const RefundInitiated = z.object({
  refundId: Guid,
  amount: Price.optional(),
  payments: z.array(RefundedPayment).optional(),
  reason: z.string().optional(),
})
export interface RefundInitiated extends z.infer<typeof RefundInitiated> {}

export const PaymentRefundOutcome = z.object({ refundId: Guid, payment: RefundedPayment.optional() })
export interface PaymentRefundOutcome extends z.infer<typeof PaymentRefundOutcome> {}

export const RefundedAsStoreCredit = z.object({ amount: Price.optional(), reason: z.string().optional() })
export interface RefundedAsStoreCredit extends z.infer<typeof RefundedAsStoreCredit> {}

export const CreditCardDetails = z.object({ lastFourDigits: z.string().optional(), brand: z.string().optional() })
export interface CreditCardDetails extends z.infer<typeof CreditCardDetails> {}

export const RegularPayment = z.object({ creditCardDetails: CreditCardDetails.optional(), amount: Price.optional() })
export interface RegularPayment extends z.infer<typeof RegularPayment> {}

export const ActivityPayment = z.object({ regular: RegularPayment.optional(), paymentId: Guid })
export interface ActivityPayment extends z.infer<typeof ActivityPayment> {}

export const WixReceipt = z.object({ receiptId: Guid, displayNumber: z.string().optional() })
export interface WixReceipt extends z.infer<typeof WixReceipt> {}

export const ExternalReceipt = z.object({ receiptId: z.string().optional(), displayNumber: z.string().optional() })
export interface ExternalReceipt extends z.infer<typeof ExternalReceipt> {}

export const Receipt = z.object({ wixReceipt: WixReceipt.optional(), externalReceipt: ExternalReceipt.optional(), paymentId: Guid })
export interface Receipt extends z.infer<typeof Receipt> {}

export const ChargebackCreated = z.object({
  paymentId: Guid,
  chargebackId: Guid,
  amount: Price.optional(),
  paymentDetails: RegularPayment.optional(),
})
export interface ChargebackCreated extends z.infer<typeof ChargebackCreated> {}

export const ChargebackReversed = z.object({
  paymentId: Guid,
  chargebackId: Guid,
  amount: Price.optional(),
  reversalAmount: Price.optional(),
  paymentDetails: RegularPayment.optional(),
})
export interface ChargebackReversed extends z.infer<typeof ChargebackReversed> {}

/** Something that happened to an order; beside `activityType` at most one other field tells more. */
export const OrderActivity = z.object({
  customActivity: CustomActivity.optional(),
  merchantComment: MerchantComment.optional(),
  orderRefunded: OrderRefunded.optional(),
  draftOrderChangesApplied: DraftOrderChangesApplied.optional(),
  savedPaymentMethod: SavedPaymentMethod.optional(),
  authorizedPaymentCreated: AuthorizedPayment.optional(),
  authorizedPaymentCaptured: AuthorizedPayment.optional(),
  authorizedPaymentVoided: AuthorizedPayment.optional(),
  refundInitiated: RefundInitiated.optional(),
  paymentRefunded: PaymentRefundOutcome.optional(),
  paymentRefundFailed: PaymentRefundOutcome.optional(),
  refundedAsStoreCredit: RefundedAsStoreCredit.optional(),
  paymentPending: ActivityPayment.optional(),
  paymentCanceled: ActivityPayment.optional(),
  paymentDeclined: ActivityPayment.optional(),
  receiptCreated: Receipt.optional(),
  receiptSent: Receipt.optional(),
  chargebackCreated: ChargebackCreated.optional(),
  chargebackReversed: ChargebackReversed.optional(),
  id: Guid.optional(),
  authorEmail: z.string().optional(),
  createdDate: Instant.optional(),
  type: LegacyOrderActivityType,
  /** Absent where an app tells something of its own: then `customActivity` says what. */
  activityType: OrderActivityType.optional(),
})
export interface OrderActivity extends z.infer<typeof OrderActivity> {}

export const ChannelInfo = z.object({ type: ChannelType, externalOrderId: z.string().optional(), externalOrderUrl: z.string().optional() })
export interface ChannelInfo extends z.infer<typeof ChannelInfo> {}

/** What is paid, authorized, refunded and still due. */
export const BalanceSummary = z.object({
  balance: Price.optional(),
  paid: Price.optional(),
  refunded: Price.optional(),
  authorized: Price.optional(),
  pendingRefund: Price.optional(),
  pending: Price.optional(),
  chargeback: Price.optional(),
  chargebackReversal: Price.optional(),
  platformFees: Price.optional(),
  totalMinusPlatformFees: Price.optional(),
  cashRoundingAdjustment: Price.optional(),
})
export interface BalanceSummary extends z.infer<typeof BalanceSummary> {}

export const OrderAdditionalFee = z.object({
  code: z.string().optional(),
  name: z.string(),
  price: Price.optional(),
  taxInfo: LineItemTaxInfo.optional(),
  providerAppId: Guid.optional(),
  priceBeforeTax: Price.optional(),
  priceAfterTax: Price.optional(),
  id: Guid,
  lineItemIds: z.array(Guid).optional(),
  source: OrderAdditionalFeeSource,
  taxableAddress: TaxableAddress.optional(),
})
export interface OrderAdditionalFee extends z.infer<typeof OrderAdditionalFee> {}

export const TagList = z.object({ tagIds: z.array(z.string()) })
export interface TagList extends z.infer<typeof TagList> {}

export const Tags = z.object({ privateTags: TagList.optional(), tags: TagList.optional() })
export interface Tags extends z.infer<typeof Tags> {}

export const BusinessLocation = z.object({ id: Guid, name: z.string() })
export interface BusinessLocation extends z.infer<typeof BusinessLocation> {}

export const OrderPlatformFee = z.object({
  name: Translatable.optional(),
  amount: Price.optional(),
  lineItemId: Guid,
  chargeType: ChargeType,
  percentageRate: Decimal,
})
export interface OrderPlatformFee extends z.infer<typeof OrderPlatformFee> {}

export const PlatformFeeSummary = z.object({
  total: Price.optional(),
  totalPassOn: Price.optional(),
  totalAbsorbed: Price.optional(),
  fees: z.array(OrderPlatformFee),
})
export interface PlatformFeeSummary extends z.infer<typeof PlatformFeeSummary> {}

/** An order. What was agreed does not change with the catalogue; `activities` tell its story, oldest first. */
export const Order = z.object({
  id: Guid.optional(),
  number: z.string(),
  createdDate: Instant.optional(),
  updatedDate: Instant.optional(),
  lineItems: z.array(OrderLineItem),
  buyerInfo: BuyerInfo.optional(),
  paymentStatus: PaymentStatus,
  fulfillmentStatus: FulfillmentStatus,
  buyerLanguage: z.string().optional(),
  weightUnit: WeightUnit,
  currency: CurrencyCode.optional(),
  currencyConversionDetails: CurrencyConversionDetails.optional(),
  taxIncludedInPrices: z.boolean(),
  siteLanguage: z.string().optional(),
  priceSummary: OrderPriceSummary.optional(),
  billingInfo: AddressWithContact.optional(),
  shippingInfo: OrderShippingInformation.optional(),
  buyerNote: z.string().optional(),
  status: OrderStatus,
  archived: z.boolean().optional(),
  taxInfo: OrderTaxInfo.optional(),
  appliedDiscounts: z.array(OrderAppliedDiscount),
  activities: z.array(OrderActivity),
  attributionSource: AttributionSource,
  createdBy: CreatedBy.optional(),
  channelInfo: ChannelInfo.optional(),
  seenByAHuman: z.boolean().optional(),
  checkoutId: Guid.optional(),
  customFields: z.array(CustomField),
  balanceSummary: BalanceSummary.optional(),
  additionalFees: z.array(OrderAdditionalFee),
  extendedFields: ExtendedFields.optional(),
  purchaseFlowId: Guid.optional(),
  recipientInfo: AddressWithContact.optional(),
  tags: Tags.optional(),
  purchasedDate: Instant.optional(),
  businessLocation: BusinessLocation.optional(),
  payAfterFreeTrial: OrderPriceSummary.optional(),
  platformFeeSummary: PlatformFeeSummary.optional(),
  imported: z.boolean(),
})
export interface Order extends z.infer<typeof Order> {}

/** Where a page stands: how many are on it, and the cursors of those beside it. */
export const CursorPagingMetadata = z.object({ count: z.int(), cursors: Cursors, hasNext: z.boolean() })
export interface CursorPagingMetadata extends z.infer<typeof CursorPagingMetadata> {}

/** Which item of a request a result is of, and why it failed where it did. */
export const ItemMetadata = z.object({
  id: z.string().optional(),
  originalIndex: z.int(),
  success: z.boolean(),
  error: ApplicationError.optional(),
})
export interface ItemMetadata extends z.infer<typeof ItemMetadata> {}

export const BulkActionMetadata = z.object({ totalSuccesses: z.int(), totalFailures: z.int(), undetailedFailures: z.int() })
export interface BulkActionMetadata extends z.infer<typeof BulkActionMetadata> {}

export const BulkOrderResult = z.object({ itemMetadata: ItemMetadata, item: Order.optional() })
export interface BulkOrderResult extends z.infer<typeof BulkOrderResult> {}

/** Which tags; `privateTags` are for those who may see more than the rest of the staff. */
export const TagsInput = z.object({
  tags: z.object({ tagIds: z.array(text(50, 1)).max(100) }).nullish(),
  privateTags: z.object({ tagIds: z.array(text(50, 1)).max(100) }).nullish(),
})
export interface TagsInput extends z.output<typeof TagsInput> {}

/** What of an order may be written after it was made; what was agreed may not. Absent keeps, null clears. */
export const OrderUpdate = z.object({
  buyerInfo: z.object({ email: Email.nullish(), contactId: Guid.nullish() }).nullish(),
  billingInfo: AddressWithContactInput.nullish(),
  recipientInfo: AddressWithContactInput.nullish(),
  shippingInfo: z
    .object({
      logistics: z
        .object({
          shippingDestination: AddressWithContactInput.nullish(),
          deliveryTime: text(500).nullish(),
          instructions: text(1000).nullish(),
        })
        .nullish(),
    })
    .nullish(),
  buyerNote: text(1000).nullish(),
  archived: z.boolean().nullish(),
  seenByAHuman: z.boolean().nullish(),
  attributionSource: AttributionSource.optional(),
  channelInfo: z.object({ externalOrderId: text(100).nullish(), externalOrderUrl: text(300).nullish() }).nullish(),
  tags: TagsInput.nullish(),
})
export interface OrderUpdate extends z.output<typeof OrderUpdate> {}

export const orders = operations({
  /**
   * An order of someone who was written to before: what they see of it changes with it. An address or e-mail that changes is an activity.
   * `expectedRevision` is Vitrine's own: with it nothing is changed where anybody changed the order since it was read with that revision.
   */
  'PATCH /ecom/v1/orders/{order.id}': operation({
    as: 'user',
    summary: 'Change an order',
    input: z.object({ order: OrderUpdate.extend({ id: Guid }), fieldMask: FieldMask.nullish(), expectedRevision: Revision.nullish() }),
    ok: z.object({ order: Order, revision: Revision }),
    errors: ['ORDER_NOT_FOUND', 'ORDER_IS_PENDING', 'ORDER_IS_REJECTED', 'STALE_REVISION'],
    aliases: ['/ecom/v1/ep-orders/{order.id}', '/_api/ecom-orders/v1/orders/{order.id}'],
  }),

  /** Each by itself: one that cannot be changed keeps no other from it. */
  'POST /ecom/v1/bulk/orders/update': operation({
    as: 'user',
    summary: 'Change several orders',
    input: z.object({
      orders: z
        .array(z.object({ order: OrderUpdate.extend({ id: Guid }), fieldMask: FieldMask.nullish() }))
        .min(1)
        .max(100),
      returnEntity: z.boolean().nullish(),
    }),
    ok: z.object({ results: z.array(BulkOrderResult), bulkActionMetadata: BulkActionMetadata }),
    errors: [],
    aliases: ['/_api/ecom-orders/v1/bulk/orders/update'],
  }),

  /** What is both assigned and taken away is taken away. */
  'POST /ecom/v1/bulk/orders/update-tags': operation({
    as: 'user',
    summary: 'Tag several orders',
    input: z.object({ orderIds: z.array(Guid).min(1).max(100), assignTags: TagsInput.nullish(), unassignTags: TagsInput.nullish() }),
    ok: z.object({ results: z.array(z.object({ itemMetadata: ItemMetadata })), bulkActionMetadata: BulkActionMetadata }),
    errors: [],
    aliases: ['/_api/ecom-orders/v1/bulk/orders/update-tags'],
  }),

  /**
   * Money that was taken stays until it is refunded; money that is held has to be taken or let go first. Cancelled once more it stays as it is,
   * and nobody is written to again.
   */
  'POST /ecom/v1/orders/{id}/cancel': operation({
    as: 'user',
    summary: 'Cancel an order',
    input: z.object({
      id: Guid,
      sendOrderCanceledEmail: z.boolean().nullish(),
      customMessage: text(1000, 1).nullish(),
      restockAllItems: z.boolean().nullish(),
    }),
    ok: z.object({ order: Order }),
    errors: ['ORDER_NOT_FOUND', 'ORDER_HAS_AUTHORIZED_TRANSACTION', 'ORDER_IS_PENDING', 'ORDER_IS_REJECTED'],
    aliases: ['/ecom/v1/ep-orders/{id}/cancel', '/_api/ecom-orders/v1/orders/{id}/cancel'],
  }),

  /**
   * The newest first where nothing else is asked for. Orders that still wait for their first payment (`INITIALIZED`) are left out unless the
   * filter says something of `status`. A buyer finds their own orders alone. `{ "words": "mv-100 lovelace" }` in the filter finds orders by
   * free text: each word is the beginning of a SKU, a product's name or choice, a tracking number, or the buyer's name, company, phone or
   * email. Case, accents and how codes are spaced do not matter.
   */
  'POST /ecom/v1/orders/search': operation({
    as: 'visitor',
    personal: 'orders',
    summary: 'Search orders',
    input: z.object({ search: CursorQuery.nullish() }),
    ok: z.object({ orders: z.array(Order), metadata: CursorPagingMetadata }),
    errors: [],
    reads: true,
    aliases: ['/ecom/v1/ep-orders/search', '/_api/ecom-orders/v1/orders/search'],
  }),

  /**
   * Lets an order that waits stand (`APPROVED`), turns it away (`REJECTED`, its pieces are free again) or makes one that waits for its payment
   * wait for somebody's word (`PENDING`). One that was paid for, or for which money is held, is not turned away: let it stand, then cancel it.
   */
  'POST /ecom/v1/orders/{orderId}/update-status': operation({
    as: 'user',
    summary: 'Approve or reject an order that waits',
    input: z.object({ orderId: Guid, status: OrderStatus }),
    ok: z.object({ order: Order }),
    errors: [
      'ORDER_NOT_FOUND',
      'STATUS_NOT_SUPPORTED',
      'UNSUPPORTED_TRANSITION',
      'STATUS_ALREADY_SET',
      'PARTIAL_OUT_OF_STOCK',
      'FULL_OUT_OF_STOCK',
    ],
    aliases: ['/ecom/v1/ep-orders/{orderId}/update-status', '/_api/ecom-orders/v1/orders/{orderId}/update-status'],
  }),

  /** Its buyer finds it, and the shop: staff and keys with `orders.read`. To anyone else it does not exist. */
  'GET /ecom/v1/orders/{id}': operation({
    as: 'visitor',
    summary: 'Read an order',
    input: z.object({ id: Guid }),
    ok: z.object({ order: Order, revision: Revision }),
    errors: ['ORDER_NOT_FOUND'],
    aliases: ['/ecom/v1/ep-orders/{id}', '/_api/ecom-orders/v1/orders/{id}'],
  }),
})
