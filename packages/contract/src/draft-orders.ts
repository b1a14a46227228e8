import * as z from 'zod'
import { Address, AddressWithContact } from './addresses.ts'
import { CalculationErrorDetails, CarrierErrors } from './calculation.ts'
import { BuyerInfo } from './checkout.ts'
import { DeliveryTimeSlot } from './delivery.ts'
import {
  ChannelType,
  DiscountType,
  DraftOrderSource,
  DraftOrderStatus,
  ItemTypePreset,
  NonDraftableReason,
  PickupMethod,
  WeightUnit,
} from './enums.ts'
import { AddressWithContactInput, CatalogReferenceInput, CursorQuery, Quantity } from './inputs.ts'
import { ExtendedFields } from './items.ts'
import { describedBy, ImageInput, PhysicalPropertiesInput } from './line-parts.ts'
import { NewOrderShipping } from './new-orders.ts'
import { operation, operations } from './operation.ts'
import {
  BalanceSummary,
  BusinessLocation,
  CursorPagingMetadata,
  Order,
  OrderAdditionalFee,
  OrderAppliedDiscount,
  OrderLineItem,
  OrderPriceSummary,
  OrderShippingInformation,
  OrderTaxInfo,
} from './orders.ts'
import { PriceInput } from './payments-collector.ts'
import { ApplicationError, Price } from './prices.ts'
import { AnyObject, amount, CurrencyCode, Email, Guid, Instant, record, Translatable, text } from './primitives.ts'
import { Reason } from './reasons.ts'

/** What of a line is otherwise than the order has it; only what changed is there. */
export const DraftItemChanges = z.object({
  quantityBeforeChange: z.int().optional(),
  priceBeforeChange: Price.optional(),
  priceDescriptionBeforeChange: Translatable.optional(),
})
export interface DraftItemChanges extends z.infer<typeof DraftItemChanges> {}

/** A line of a draft: new, taken away, changed, or, with none of the three, as its order has it. */
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
  /** What it takes off; of one that is switched off, what it would take. */
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

/** What is asked for with a new order; the rest is due later. */
export const DraftDeposit = z.object({ amount: Price.optional(), percentage: z.string().optional(), priceSummary: OrderPriceSummary })
export interface DraftDeposit extends z.infer<typeof DraftDeposit> {}

/**
 * An order that is being written: the edit of one that stands (`orderId`), or one from scratch. Nothing of it is sold before it is committed;
 * after that it is kept as it was, and `orderId` names its order.
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
  /** What is paid for its order, and what is due or too much when it is committed. */
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

/** A way of delivery that the shop offers for what is in a draft. */
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
  /** How its total comes about. */
  reasons: z.array(Reason),
})
export interface CalculatedDraftOrder extends z.infer<typeof CalculatedDraftOrder> {}

const Name = (original: number) => z.object({ original: text(original, 1), translated: text(original * 2).nullish() })
const DescriptionLinesInput = describedBy(20)

/** A thing of the catalogue at its price of now, or at another. */
export const DraftCatalogLine = z.object({
  id: Guid.nullish(),
  catalogReference: CatalogReferenceInput,
  quantity: Quantity.nullish(),
  price: PriceInput.nullish(),
})
export interface DraftCatalogLine extends z.output<typeof DraftCatalogLine> {}

/** A thing that is in no catalogue. */
export const DraftCustomLine = z.object({
  id: Guid.nullish(),
  quantity: Quantity.nullish(),
  productName: Name(200),
  price: PriceInput,
  fullPrice: PriceInput.nullish(),
  descriptionLines: DescriptionLinesInput.nullish(),
  media: ImageInput.nullish(),
  physicalProperties: PhysicalPropertiesInput.nullish(),
  itemType: z.object({ preset: ItemTypePreset.nullish(), custom: text(100, 1).nullish() }).nullish(),
  priceDescription: Name(100).nullish(),
  taxGroupId: Guid.nullish(),
})
export interface DraftCustomLine extends z.output<typeof DraftCustomLine> {}

/** A line otherwise: absent keeps. Quantity 0 takes it away, another brings it back. */
export const DraftLineChange = z.object({
  lineItemId: Guid,
  newQuantity: z.int().min(0).max(100_000).nullish(),
  /** Of one piece, as decimal text. */
  newPrice: amount(3).nullish(),
  newPriceDescription: Name(100).nullish(),
  newProductName: Name(200).nullish(),
  newDescriptionLines: z.object({ descriptionLines: DescriptionLinesInput }).nullish(),
})
export interface DraftLineChange extends z.output<typeof DraftLineChange> {}

const Percentage = z.string().regex(/^(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/, 'is no percentage from 0 to 100 with at most two places')

/** An amount or a share, off everything, off one line, or off the delivery. It counts once it is applied. */
export const DraftDiscountOption = z.object({
  priceAmount: PriceInput.nullish(),
  percentage: Percentage.nullish(),
  discountType: DiscountType,
  /** The older way of naming the line of `SPECIFIC_ITEMS`. */
  lineItemId: Guid.nullish(),
  lineItemDiscounts: z
    .array(z.object({ id: Guid }))
    .max(1)
    .nullish(),
  description: text(200).nullish(),
  applyToDraftOrder: z.boolean().nullish(),
})
export interface DraftDiscountOption extends z.output<typeof DraftDiscountOption> {}

/** Something charged beside goods and delivery. It counts once it is applied. */
export const DraftFeeOption = z.object({
  name: text(50, 1),
  price: PriceInput,
  taxDetails: z.object({ taxable: z.boolean().nullish(), taxGroupId: Guid.nullish() }).nullish(),
  applyToDraftOrder: z.boolean().nullish(),
  code: text(100, 1).nullish(),
  lineItemIds: z.array(Guid).max(300).nullish(),
})
export interface DraftFeeOption extends z.output<typeof DraftFeeOption> {}

const BuyerInput = z.object({ visitorId: Guid.nullish(), memberId: Guid.nullish(), contactId: Guid.nullish(), email: Email.nullish() })
const LocationInput = z.object({ id: Guid, name: text(500, 1).nullish() })
const ExtendedFieldsInput = z.object({ namespaces: record(text(100, 1), AnyObject, 100).nullish() })

/** An order from scratch, all at once or as far as it is known. */
export const NewDraftOrder = z.object({
  catalogLineItems: z.array(DraftCatalogLine).max(300).nullish(),
  customLineItems: z.array(DraftCustomLine).max(300).nullish(),
  discounts: z.array(DraftDiscountOption).max(100).nullish(),
  additionalFees: z.array(DraftFeeOption).max(100).nullish(),
  buyerInfo: BuyerInput.nullish(),
  recipientInfo: AddressWithContactInput.nullish(),
  billingInfo: AddressWithContactInput.nullish(),
  shippingInfo: NewOrderShipping.nullish(),
  taxExempt: z.boolean().nullish(),
  businessLocation: LocationInput.nullish(),
  extendedFields: ExtendedFieldsInput.nullish(),
})
export interface NewDraftOrder extends z.output<typeof NewDraftOrder> {}

const NewOrderChannel = z.object({ type: ChannelType, externalOrderId: text(100, 1).nullish(), externalOrderUrl: text(300).nullish() })
const Switches = z
  .array(z.object({ id: Guid, applied: z.boolean() }))
  .min(1)
  .max(320)

const OfDraft = z.object({ draftOrderId: Guid })
const ok = z.object({ calculatedDraftOrder: CalculatedDraftOrder })
const errors = ['DRAFT_ORDER_DOES_NOT_EXIST', 'DRAFT_ORDER_ALREADY_COMMITTED'] as const
const lineErrors = [
  'CATALOG_ITEM_NOT_FOUND',
  'CATALOG_ITEM_NOT_AVAILABLE',
  'GIFT_CARD_ITEM_UNSUPPORTED',
  'SUBSCRIPTION_ITEM_UNSUPPORTED',
  'DUPLICATED_LINE_ITEM_IDS',
  'MULTIPLE_ADDS_FOR_SAME_LINE_ITEM',
  'CATALOG_ITEM_ALREADY_EXIST',
  'MAX_ITEMS_REACHED',
] as const
const discountErrors = [
  'LINE_ITEM_NOT_FOUND',
  'DISCOUNTS_AMOUNT_EXCEED_ORDER_TOTALS',
  'DISCOUNTS_AMOUNT_EXCEED_ITEM_TOTALS',
  'DISCOUNTS_AMOUNT_EXCEED_SHIPPING_TOTAL',
] as const

/** Writing orders, and writing them anew. */
export const draftOrders = operations({
  /**
   * Of an order that stands, or from scratch. An order has one draft at a time: who began it gets it back, with `preexistingDraftOrder`.
   * It lapses a day after it was begun. What was agreed stays agreed, prices and rates of taxes too, until somebody changes it.
   */
  'POST /ecom/v1/draft-orders': operation({
    as: 'user',
    summary: 'Begin to edit an order, or a new one',
    input: z.object({
      sourceOrderId: Guid.nullish(),
      /** The older name of `sourceOrderId`. */
      orderId: Guid.nullish(),
      draftOrder: NewDraftOrder.nullish(),
    }),
    ok: ok.extend({ preexistingDraftOrder: z.boolean().optional() }),
    errors: ['ORDER_CANNOT_BE_EDITED', 'ORDER_IS_ALREADY_EDITED', ...lineErrors, ...discountErrors],
  }),

  'POST /ecom/v1/draft-orders/create-empty-draft-order': operation({
    as: 'user',
    summary: 'Begin an order with nothing in it',
    input: z.object({}),
    ok,
    errors: [],
  }),

  'GET /ecom/v1/draft-orders/{draftOrderId}': operation({
    as: 'user',
    summary: 'Read a draft',
    input: OfDraft,
    ok,
    errors: ['DRAFT_ORDER_DOES_NOT_EXIST'],
  }),

  'DELETE /ecom/v1/draft-orders/{draftOrderId}': operation({
    as: 'user',
    summary: 'Throw a draft away',
    input: OfDraft,
    ok: z.object({}),
    errors: ['DRAFT_ORDER_DOES_NOT_EXIST', 'DRAFT_ORDER_CANNOT_BE_DELETED'],
  }),

  /** The newest first where nothing else is asked for; each as it was when it was last changed. */
  'POST /ecom/v1/draft-orders/query': operation({
    as: 'user',
    personal: 'draftOrders',
    summary: 'List drafts',
    input: z.object({ query: CursorQuery.nullish() }),
    ok: z.object({ draftOrders: z.array(DraftOrder), pagingMetadata: CursorPagingMetadata }),
    errors: [],
    reads: true,
  }),

  'GET /ecom/v1/draft-orders/{orderId}/draftability': operation({
    as: 'user',
    summary: 'Ask whether an order can be edited',
    input: z.object({ orderId: Guid }),
    ok: z.object({ orderId: Guid, orderDraftable: z.boolean(), nonDraftableReasons: z.array(NonDraftableReason) }),
    errors: [],
  }),

  'POST /ecom/v1/draft-orders/{draftOrderId}/add-line-items': operation({
    as: 'user',
    summary: 'Add lines to a draft',
    input: OfDraft.extend({
      catalogLineItems: z.array(DraftCatalogLine).max(300).nullish(),
      customLineItems: z.array(DraftCustomLine).max(300).nullish(),
    }),
    ok,
    errors: [...errors, ...lineErrors],
  }),

  /** All of the changes, or none. What has been handed over cannot be taken away, and what a membership paid for keeps its price. */
  'POST /ecom/v1/draft-orders/{draftOrderId}/line-items': operation({
    as: 'user',
    summary: 'Change lines of a draft',
    input: OfDraft.extend({ lineItemChanges: z.array(DraftLineChange).min(1).max(300) }),
    ok,
    errors: [
      ...errors,
      'LINE_ITEM_DOES_NOT_EXIST',
      'MULTIPLE_CHANGES_FOR_SAME_LINE_ITEM',
      'EMPTY_CHANGE_REQUEST',
      'UPDATING_PRICE_OF_REMOVED_ITEM_IS_FORBIDDEN',
      'CATALOG_ITEM_NOT_AVAILABLE',
    ],
  }),

  'POST /ecom/v1/draft-orders/{draftOrderId}/create-custom-discounts': operation({
    as: 'user',
    summary: 'Write discounts for a draft',
    input: OfDraft.extend({ discounts: z.array(DraftDiscountOption).min(1).max(100) }),
    ok,
    errors: [...errors, ...discountErrors],
  }),

  /** Those that are not named stay as they are. */
  'POST /ecom/v1/draft-orders/{draftOrderId}/set-discounts': operation({
    as: 'user',
    summary: 'Switch discounts of a draft on or off',
    input: OfDraft.extend({ discounts: Switches }),
    ok,
    errors: [
      ...errors,
      'DISCOUNT_NOT_FOUND',
      'DISCOUNTS_AMOUNT_EXCEED_ORDER_TOTALS',
      'DISCOUNTS_AMOUNT_EXCEED_ITEM_TOTALS',
      'DISCOUNTS_AMOUNT_EXCEED_SHIPPING_TOTAL',
    ],
  }),

  /** Only of those that were written for it; others are switched off. */
  'POST /ecom/v1/draft-orders/{draftOrderId}/delete-custom-discounts': operation({
    as: 'user',
    summary: 'Throw discounts of a draft away',
    input: OfDraft.extend({ discountIds: z.array(Guid).min(1).max(100) }),
    ok,
    errors: [...errors, 'DISCOUNT_NOT_FOUND', 'DISCOUNT_REMOVE_NOT_SUPPORTED'],
  }),

  'POST /ecom/v1/draft-orders/{draftOrderId}/create-additional-fees': operation({
    as: 'user',
    summary: 'Write fees for a draft',
    input: OfDraft.extend({ customAdditionalFees: z.array(DraftFeeOption).min(1).max(100) }),
    ok,
    errors: [...errors, 'LINE_ITEM_NOT_FOUND'],
  }),

  /** Those that are not named stay as they are. */
  'POST /ecom/v1/draft-orders/{draftOrderId}/set-additional-fees': operation({
    as: 'user',
    summary: 'Switch fees of a draft on or off',
    input: OfDraft.extend({ additionalFees: Switches }),
    ok,
    errors: [...errors, 'ADDITIONAL_FEE_NOT_FOUND'],
  }),

  /** Only of those that were written for it; others are switched off. */
  'POST /ecom/v1/draft-orders/{draftOrderId}/delete-custom-additional-fees': operation({
    as: 'user',
    summary: 'Throw fees of a draft away',
    input: OfDraft.extend({ customAdditionalFees: z.array(Guid).min(1).max(100) }),
    ok,
    errors: [...errors, 'ADDITIONAL_FEE_NOT_FOUND', 'ADDITIONAL_FEE_REMOVE_NOT_SUPPORTED'],
  }),

  'PUT /ecom/v1/draft-orders/set-buyer-info': operation({
    as: 'user',
    summary: 'Say who buys',
    input: OfDraft.extend({ buyerInfo: BuyerInput.nullish() }),
    ok,
    errors,
  }),

  'PUT /ecom/v1/draft-orders/set-recipient-info': operation({
    as: 'user',
    summary: 'Say who gets it',
    input: OfDraft.extend({ recipientInfo: AddressWithContactInput.nullish() }),
    ok,
    errors,
  }),

  'PUT /ecom/v1/draft-orders/set-billing-info': operation({
    as: 'user',
    summary: 'Say whom the bill is for',
    input: OfDraft.extend({ billingInfo: AddressWithContactInput.nullish() }),
    ok,
    errors,
  }),

  /** Without a price it costs what the shop asks for the way that `carrierId` and `code` name; another place has other taxes. */
  'PUT /ecom/v1/draft-orders/set-shipping-info': operation({
    as: 'user',
    summary: 'Say how it is delivered',
    input: OfDraft.extend({ shippingInfo: NewOrderShipping.nullish() }),
    ok,
    errors,
  }),

  'PUT /ecom/v1/draft-orders/set-business-location': operation({
    as: 'user',
    summary: 'Say where it is sold',
    input: OfDraft.extend({ businessLocation: LocationInput.nullish() }),
    ok,
    errors: [...errors, 'BUSINESS_LOCATION_CANNOT_BE_EDITED'],
  }),

  'PUT /ecom/v1/draft-orders/set-tax-exemption': operation({
    as: 'user',
    summary: 'Sell without tax, or with it again',
    input: OfDraft.extend({ taxExempt: z.boolean().nullable() }),
    ok,
    errors,
  }),

  /** Only of an order from scratch: it waits (`PENDING`) until something is paid. Nothing sent takes it away. */
  'POST /ecom/v1/draft-orders/{draftOrderId}/set-deposit': operation({
    as: 'user',
    summary: 'Ask for a part with the order',
    input: OfDraft.extend({ depositDetails: z.object({ amount: PriceInput.nullish(), percentage: Percentage.nullish() }).nullish() }),
    ok,
    errors: [...errors, 'INVALID_AMOUNT', 'SET_DEPOSIT_NOT_ALLOWED_IN_EDIT_MODE'],
  }),

  'POST /ecom/v1/draft-orders/{id}/update-extended-fields': operation({
    as: 'user',
    summary: 'Keep what an app knows of a draft',
    input: z.object({ id: Guid, namespace: text(100, 1), namespaceData: AnyObject.nullable() }),
    ok: z.object({ draftOrder: DraftOrder }),
    errors,
  }),

  /**
   * Makes an order what its draft says, all at once. Pieces move only for the lines that `updateInventory` names: those that came in leave the
   * shelf, those that went away are back on it. The story, and an email to the buyer, unless `commitSettings` say otherwise.
   */
  'POST /ecom/v1/draft-orders/{draftOrderId}/commit': operation({
    as: 'user',
    summary: 'Apply a draft to its order',
    input: OfDraft.extend({
      commitSettings: z
        .object({
          sendNotificationsToBuyer: z.boolean().nullish(),
          sendNotificationsToBusiness: z.boolean().nullish(),
          addActivitiesToOrder: z.boolean().nullish(),
          sendNotificationsToCustomFulfillers: z.boolean().nullish(),
          updateInventory: z
            .array(z.object({ lineItemId: Guid }))
            .max(300)
            .nullish(),
        })
        .nullish(),
      reason: text(200).nullish(),
    }),
    ok: z.object({ committedDraftOrder: DraftOrder, orderAfterCommit: Order }),
    errors: [...errors, 'DRAFT_ORDER_COMMIT_FAILED_VALIDATIONS'],
  }),

  /** Of a draft from scratch: its pieces leave the shelf, and it is paid later. The buyer is written to unless `createSettings` say otherwise. */
  'POST /ecom/v1/draft-orders/{draftOrderId}/create-order': operation({
    as: 'user',
    summary: 'Make an order of a draft',
    input: OfDraft.extend({
      createSettings: z
        .object({
          editableByEveryone: z.boolean().nullish(),
          /** Only these apps may edit the order later; administrators always may. */
          editableByOwnerApps: z.object({ appIds: z.array(Guid).min(1).max(10) }).nullish(),
          notifications: z
            .object({ sendNotificationToBuyer: z.boolean().nullish(), sendNotificationsToBusiness: z.boolean().nullish() })
            .nullish(),
        })
        .nullish(),
      reason: text(200).nullish(),
      channelInfo: NewOrderChannel.nullish(),
    }),
    ok: z.object({ committedDraftOrder: DraftOrder, createdOrder: Order }),
    errors: [...errors, 'CREATE_ORDER_FAILED_VALIDATIONS', 'DRAFT_ORDER_DEPOSIT_AMOUNT_EXCEEDS_ORDER_TOTAL'],
  }),
})
