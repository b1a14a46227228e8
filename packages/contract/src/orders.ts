import * as z from 'zod'
import { AddressWithContact } from './addresses.ts'
import { BulkActionMetadata, ItemMetadata } from './bulk.ts'
import { BuyerInfo, CreatedBy, CustomField } from './checkout.ts'
import { AttributionSource, ChannelType, FulfillmentStatus, OrderStatus, PaymentStatus, WeightUnit } from './enums.ts'
import { AddressWithContactInput, CursorQuery, FieldMask } from './inputs.ts'
import { ExtendedFields } from './items.ts'
import { operation, operations } from './operation.ts'
import { OrderActivity } from './order-history.ts'
import { OrderLineItem } from './order-lines.ts'
import { OrderShippingInformation } from './order-shipping.ts'
import {
  BalanceSummary,
  CurrencyConversionDetails,
  OrderAdditionalFee,
  OrderAppliedDiscount,
  OrderPriceSummary,
  OrderTaxInfo,
  PlatformFeeSummary,
} from './order-totals.ts'
import { CursorPagingMetadata } from './paging.ts'
import { CurrencyCode, Email, Guid, Instant, text } from './primitives.ts'
import { Revision } from './revised.ts'

export const ChannelInfo = z.object({ type: ChannelType, externalOrderId: z.string().optional(), externalOrderUrl: z.string().optional() })
export interface ChannelInfo extends z.infer<typeof ChannelInfo> {}

export const TagList = z.object({ tagIds: z.array(z.string()) })
export interface TagList extends z.infer<typeof TagList> {}

export const Tags = z.object({ privateTags: TagList.optional(), tags: TagList.optional() })
export interface Tags extends z.infer<typeof Tags> {}

export const BusinessLocation = z.object({ id: Guid, name: z.string() })
export interface BusinessLocation extends z.infer<typeof BusinessLocation> {}

/** An order. What was agreed does not change with the catalogue; `activities` are its history, oldest first. */
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

export const BulkOrderResult = z.object({ itemMetadata: ItemMetadata, item: Order.optional() })
export interface BulkOrderResult extends z.infer<typeof BulkOrderResult> {}

/** Which tags; `privateTags` are for those who may see more than the rest of the staff. */
export const TagsInput = z.object({
  tags: z.object({ tagIds: z.array(text(50, 1)).max(100) }).nullish(),
  privateTags: z.object({ tagIds: z.array(text(50, 1)).max(100) }).nullish(),
})
export interface TagsInput extends z.output<typeof TagsInput> {}

/** The fields of an order that may be changed after it was placed; what was agreed may not. Absent fields stay unchanged, null clears. */
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
   * Its buyer has been emailed before: what they see of it changes with it. A changed address or email is an activity. `expectedRevision`
   * is Vitrine's own: with it nothing is changed if the order has changed since it was read with that revision.
   */
  'PATCH /ecom/v1/orders/{order.id}': operation({
    as: 'user',
    summary: 'Change an order',
    input: z.object({ order: OrderUpdate.extend({ id: Guid }), fieldMask: FieldMask.nullish(), expectedRevision: Revision.nullish() }),
    ok: z.object({ order: Order, revision: Revision }),
    errors: ['ORDER_NOT_FOUND', 'ORDER_IS_PENDING', 'ORDER_IS_REJECTED', 'STALE_REVISION'],
    aliases: ['/ecom/v1/ep-orders/{order.id}', '/_api/ecom-orders/v1/orders/{order.id}'],
  }),

  /** Each independently: one that cannot be changed does not affect the others. */
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

  /** What is both assigned and removed is removed. */
  'POST /ecom/v1/bulk/orders/update-tags': operation({
    as: 'user',
    summary: 'Tag several orders',
    input: z.object({ orderIds: z.array(Guid).min(1).max(100), assignTags: TagsInput.nullish(), unassignTags: TagsInput.nullish() }),
    ok: z.object({ results: z.array(z.object({ itemMetadata: ItemMetadata })), bulkActionMetadata: BulkActionMetadata }),
    errors: [],
    aliases: ['/_api/ecom-orders/v1/bulk/orders/update-tags'],
  }),

  /**
   * Captured money stays until it is refunded; authorized money has to be captured or voided first. Repeating it changes nothing, and
   * nobody is emailed again.
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
   * Newest first by default. Orders that still wait for their first payment (`INITIALIZED`) are left out unless the filter names `status`.
   * A buyer finds only their own orders. `{ "words": "mv-100 lovelace" }` in the filter finds orders by free text: each word is a prefix of
   * a SKU, a product's name or choice, a tracking number, or the buyer's name, company, phone or email. Case, accents and how codes are
   * spaced do not matter.
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
   * Approves an order that waits (`APPROVED`), rejects it (`REJECTED`, its units are released) or makes one that waits for its payment wait
   * for approval (`PENDING`). One that was paid, or for which money is authorized, cannot be rejected: approve it, then cancel it.
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

  /** For its buyer and the shop: staff and keys with `orders.read`. To anyone else it does not exist. */
  'GET /ecom/v1/orders/{id}': operation({
    as: 'visitor',
    summary: 'Read an order',
    input: z.object({ id: Guid }),
    ok: z.object({ order: Order, revision: Revision }),
    errors: ['ORDER_NOT_FOUND'],
    aliases: ['/ecom/v1/ep-orders/{id}', '/_api/ecom-orders/v1/orders/{id}'],
  }),
})
