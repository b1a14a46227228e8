import * as z from 'zod'
import { BulkActionMetadata, ItemMetadata } from './bulk.ts'
import { FieldMask } from './inputs.ts'
import { operation, operations } from './operation.ts'
import { Guid, Instant, record, text, Url } from './primitives.ts'

/** Units of a line of the order. */
export const FulfillmentLineItem = z.object({ id: Guid, quantity: z.int().optional() })
export interface FulfillmentLineItem extends z.infer<typeof FulfillmentLineItem> {}

export const FulfillmentTrackingInfo = z.object({
  trackingNumber: z.string().optional(),
  shippingProvider: z.string().optional(),
  trackingLink: z.string().optional(),
})
export interface FulfillmentTrackingInfo extends z.infer<typeof FulfillmentTrackingInfo> {}

export const CustomFulfillmentInfo = z.object({ fieldsData: z.record(z.string(), z.string()) })
export interface CustomFulfillmentInfo extends z.infer<typeof CustomFulfillmentInfo> {}

/** Units of an order that are sent together: a shipment, or what waits to be collected. */
export const Fulfillment = z.object({
  id: Guid.optional(),
  createdDate: Instant.optional(),
  lineItems: z.array(FulfillmentLineItem),
  trackingInfo: FulfillmentTrackingInfo.optional(),
  customInfo: CustomFulfillmentInfo.optional(),
  status: z.string().optional(),
  completed: z.boolean().optional(),
})
export interface Fulfillment extends z.infer<typeof Fulfillment> {}

export const OrderWithFulfillments = z.object({ orderId: z.string(), fulfillments: z.array(Fulfillment) })
export interface OrderWithFulfillments extends z.infer<typeof OrderWithFulfillments> {}

const lineItems = z
  .array(
    z.object({
      id: Guid,
      /** By default all that is left of the line. */
      quantity: z.int().min(1).max(100_000).nullish(),
    }),
  )
  .min(1)
  .max(300)

const trackingInfo = z.object({
  trackingNumber: text(100, 1).nullish(),
  /** Known carriers, such as `dhl` and `ups`, get their link automatically. */
  shippingProvider: text(100, 1).nullish(),
  trackingLink: Url.nullish(),
})
const customInfo = z.object({
  fieldsData: record(text(100, 1), text(2000), 100),
})

/**
 * The status of the units: `Pending`, `Accepted`, `Ready`, `In_Delivery`, `Fulfilled`, `Delivered`, in any case; other words mean nothing
 * to the platform. Without one the units are in delivery or, where they are collected, ready.
 */
const status = text(100, 1)

const FulfillmentParts = z.object({
  trackingInfo: trackingInfo.nullish(),
  customInfo: customInfo.nullish(),
  status: status.nullish(),
  /** Whether the units count as fulfilled; by default all do that are past `Pending`, `Accepted` or packed. */
  completed: z.boolean().nullish(),
  /** `false` sends no email to the buyer; by default they are emailed when items ship, and when a tracking number is added later. */
  sendShippingEmail: z.boolean().nullish(),
})
const oneKind = ({ trackingInfo, customInfo }: z.output<typeof FulfillmentParts>) => !(trackingInfo && customInfo)
const oneKindOnly = 'takes trackingInfo or customInfo, not both'

export const NewFulfillment = FulfillmentParts.extend({ lineItems }).refine(oneKind, oneKindOnly)
export interface NewFulfillment extends z.output<typeof NewFulfillment> {}

/** Absent fields stay unchanged, null clears. */
export const FulfillmentUpdate = FulfillmentParts.extend({ lineItems: lineItems.optional() }).refine(oneKind, oneKindOnly)
export interface FulfillmentUpdate extends z.output<typeof FulfillmentUpdate> {}

export const BulkOrderFulfillmentsResult = z.object({
  itemMetadata: ItemMetadata,
  ordersWithFulfillments: OrderWithFulfillments.optional(),
})
export interface BulkOrderFulfillmentsResult extends z.infer<typeof BulkOrderFulfillmentsResult> {}

const notNow = ['ORDER_NOT_FOUND', 'ORDER_CANCELED', 'ORDER_IS_PENDING', 'ORDER_IS_REJECTED'] as const
const notSo = ['ORDER_LINE_ITEM_NOT_FOUND', 'FULFILLMENT_EXCEEDS_ORDER', 'TRACKING_NUMBER_ALREADY_EXISTS'] as const

export const fulfillments = operations({
  /** For its buyer and the shop: staff and keys with `orders.read`. */
  'GET /ecom/v1/fulfillments/orders/{orderId}': operation({
    as: 'visitor',
    summary: 'List the fulfilments of an order',
    input: z.object({ orderId: Guid }),
    ok: z.object({ orderWithFulfillments: OrderWithFulfillments }),
    errors: ['ORDER_NOT_FOUND'],
    aliases: ['/_api/fulfillments/v1/fulfillments/orders/{orderId}'],
  }),

  /** In the requested order; orders that the caller may not see are left out. */
  'POST /ecom/v1/fulfillments/list-by-ids': operation({
    as: 'visitor',
    summary: 'List the fulfilments of several orders',
    input: z.object({ orderIds: z.array(Guid).min(1).max(100) }),
    ok: z.object({ ordersWithFulfillments: z.array(OrderWithFulfillments) }),
    errors: [],
    reads: true,
    aliases: ['/_api/fulfillments/v1/fulfillments/list-by-ids'],
  }),

  /** The buyer is emailed when the units ship, or are ready to be collected. */
  'POST /ecom/v1/fulfillments/orders/{orderId}/create-fulfillment': operation({
    as: 'user',
    summary: 'Fulfil an order, or a part of it',
    input: z.object({ orderId: Guid, fulfillment: NewFulfillment }),
    ok: z.object({ orderWithFulfillments: OrderWithFulfillments, fulfillmentId: z.string() }),
    errors: [...notNow, ...notSo],
    aliases: ['/_api/fulfillments/v1/fulfillments/orders/{orderId}/create-fulfillment'],
  }),

  'PATCH /ecom/v1/fulfillments/{fulfillment.id}/orders/{orderId}': operation({
    as: 'user',
    summary: 'Change a fulfilment',
    input: z.object({ orderId: Guid, fulfillment: FulfillmentUpdate.safeExtend({ id: Guid }), fieldMask: FieldMask.nullish() }),
    ok: z.object({ orderWithFulfillments: OrderWithFulfillments }),
    errors: [...notNow, ...notSo, 'FULFILLMENT_NOT_FOUND'],
    aliases: ['/_api/fulfillments/v1/fulfillments/{fulfillment.id}/orders/{orderId}'],
  }),

  /** Its units can be fulfilled again. */
  'DELETE /ecom/v1/fulfillments/{fulfillmentId}/orders/{orderId}': operation({
    as: 'user',
    summary: 'Take a fulfilment back',
    input: z.object({ orderId: Guid, fulfillmentId: Guid }),
    ok: z.object({ orderWithFulfillments: OrderWithFulfillments }),
    errors: [...notNow, 'FULFILLMENT_NOT_FOUND'],
    aliases: ['/_api/fulfillments/v1/fulfillments/{fulfillmentId}/orders/{orderId}'],
  }),

  /** Each order independently, and within an order all or nothing. */
  'POST /ecom/v1/fulfillments/orders/bulk/create-fulfillments': operation({
    as: 'user',
    summary: 'Fulfil several orders',
    input: z.object({
      ordersWithFulfillments: z
        .array(z.object({ orderId: Guid, fulfillments: z.array(NewFulfillment).min(1).max(100) }))
        .min(1)
        .max(100),
    }),
    ok: z.object({ results: z.array(BulkOrderFulfillmentsResult), bulkActionMetadata: BulkActionMetadata }),
    errors: [],
    aliases: ['/_api/fulfillments/v1/fulfillments/orders/bulk/create-fulfillments'],
  }),
})
