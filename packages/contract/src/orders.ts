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
   * Lets an order that waits stand (`APPROVED`), turns it away (`REJECTED`, its units are free again) or makes one that waits for its payment
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
