import * as z from 'zod'
import { AbandonedCheckout } from './abandoned-checkouts.ts'
import { BackInStockNotificationRequest } from './back-in-stock.ts'
import { Cart } from './cart.ts'
import { Checkout } from './checkout.ts'
import { FulfillmentStatus, ModerationStatus, PaymentStatus, ReasonType } from './enums.ts'
import { FileDescriptor } from './files.ts'
import { OrderWithFulfillments } from './fulfillments.ts'
import { IssuedGiftCard } from './gift-cards.ts'
import { Member } from './members.ts'
import { Chargeback, OrderTransactions, Refund } from './order-transactions.ts'
import { Order } from './orders.ts'
import { RefundSideEffectsInput } from './payments-collector.ts'
import { ApplicationError } from './prices.ts'
import { Instant } from './primitives.ts'
import { PreorderInfo, PriceData, ProductMedia, ProductPageUrl } from './products.ts'
import { RedirectSession } from './redirects.ts'
import { Review } from './reviews.ts'
import { SignOnPolicy } from './sign-in-settings.ts'
import { SubscriptionContract } from './subscriptions.ts'

/**
 * How an event carries its data: `created`, `updated` and `deleted` an entity, `action` a body, each in an envelope with the entity's id;
 * `plain` nothing but the data.
 */
export type EventKind = 'created' | 'updated' | 'deleted' | 'action' | 'plain'

export interface EventShape {
  readonly kind: EventKind
  /** What it is about: the event type without its last part. */
  readonly entity: string
  /** The entity, the body of an action, or the data. `{}` where an event names only the deleted entity. */
  readonly data: z.ZodType
}

/** The types keep literals; the compiler proves that no two events share a name. */
const event = <const Kind extends EventKind, Data extends z.ZodType>(kind: Kind, entity: string, data: Data) => ({ kind, entity, data })

const gone = z.object({})
const OrderOnly = z.object({ order: Order })
const OneChargeback = z.object({
  orderId: z.string(),
  paymentId: z.string(),
  chargeback: Chargeback,
  orderTransactions: OrderTransactions,
})
const ReviewOnly = z.object({ review: Review })
const ExternalInfo = z.object({ origin: z.string().optional(), externalIds: z.array(z.string()).optional() })
const ChangedVariant = z.object({ quantity: z.int().optional(), inStock: z.boolean(), availableForPreorder: z.boolean() })
const V1 = { originatedFromVersion: z.literal('V1_CATALOG').optional() }

/** All events that the platform sends, by the event type of the wire. */
export const events = {
  'wix.ecom.v1.cart_created': event('created', 'wix.ecom.v1.cart', Cart),
  'wix.ecom.v1.cart_updated': event('updated', 'wix.ecom.v1.cart', Cart),
  'wix.ecom.v1.cart_deleted': event('deleted', 'wix.ecom.v1.cart', gone),

  'wix.ecom.v1.checkout_created': event('created', 'wix.ecom.v1.checkout', Checkout),
  'wix.ecom.v1.checkout_updated': event('updated', 'wix.ecom.v1.checkout', Checkout),
  /** A checkout that was begun and not ordered by somebody who has been erased. */
  'wix.ecom.v1.checkout_deleted': event('deleted', 'wix.ecom.v1.checkout', gone),
  'wix.ecom.v1.checkout_completed': event('action', 'wix.ecom.v1.checkout', z.object({ checkout: Checkout })),

  'wix.ecom.v1.abandoned_checkout_created': event('created', 'wix.ecom.v1.abandoned_checkout', AbandonedCheckout),
  'wix.ecom.v1.abandoned_checkout_recovered': event(
    'action',
    'wix.ecom.v1.abandoned_checkout',
    z.object({ abandonedCheckout: AbandonedCheckout }),
  ),

  'wix.ecom.v1.order_created': event('created', 'wix.ecom.v1.order', Order),
  'wix.ecom.v1.order_updated': event('updated', 'wix.ecom.v1.order', Order),
  'wix.ecom.v1.order_imported': event('action', 'wix.ecom.v1.order', OrderOnly),
  /** `order` is the order before it was deleted. */
  'wix.ecom.v1.order_imported_order_deleted': event('action', 'wix.ecom.v1.order', OrderOnly),
  /** A draft was committed; `changes` are in the order's activities. */
  'wix.ecom.v1.order_committed': event('action', 'wix.ecom.v1.order', OrderOnly.extend({ draftOrderId: z.string(), commitDate: Instant })),
  'wix.ecom.v1.order_approved': event('action', 'wix.ecom.v1.order', OrderOnly),
  'wix.ecom.v1.order_canceled': event(
    'action',
    'wix.ecom.v1.order',
    OrderOnly.extend({ restockAllItems: z.boolean(), sendOrderCanceledEmail: z.boolean(), customMessage: z.string().optional() }),
  ),

  'wix.ecom.v1.order_payment_status_updated': event(
    'action',
    'wix.ecom.v1.order',
    OrderOnly.extend({ previousPaymentStatus: PaymentStatus, newPaymentStatus: PaymentStatus }),
  ),
  'wix.ecom.v1.order_fulfilled': event(
    'action',
    'wix.ecom.v1.order',
    OrderOnly.extend({ previousFulfillmentStatus: FulfillmentStatus, newFulfillmentStatus: FulfillmentStatus, action: z.string() }),
  ),
  'wix.ecom.v1.fulfillments_updated': event('updated', 'wix.ecom.v1.fulfillments', OrderWithFulfillments),

  'wix.ecom.v1.order_transactions_updated': event(
    'action',
    'wix.ecom.v1.order_transactions',
    z.object({
      orderTransactions: OrderTransactions,
      paymentIds: z.array(z.string()).optional(),
      refundIds: z.array(z.string()).optional(),
    }),
  ),
  'wix.ecom.v1.order_transactions_details_updated': event(
    'action',
    'wix.ecom.v1.order_transactions',
    z.object({ orderTransactions: OrderTransactions, paymentIds: z.array(z.string()), refundIds: z.array(z.string()) }),
  ),
  'wix.ecom.v1.order_transactions_chargeback_approved': event('action', 'wix.ecom.v1.order_transactions', OneChargeback),
  'wix.ecom.v1.order_transactions_chargeback_reversed': event('action', 'wix.ecom.v1.order_transactions', OneChargeback),
  'wix.ecom.v1.order_transactions_refund_completed': event(
    'action',
    'wix.ecom.v1.order_transactions',
    z.object({ orderId: z.string(), refund: Refund, sideEffects: RefundSideEffectsInput.optional(), orderTransactions: OrderTransactions }),
  ),

  'wix.ecom.subscription_contracts.v1.subscription_contract_created': event(
    'created',
    'wix.ecom.subscription_contracts.v1.subscription_contract',
    SubscriptionContract,
  ),
  'wix.ecom.subscription_contracts.v1.subscription_contract_updated': event(
    'updated',
    'wix.ecom.subscription_contracts.v1.subscription_contract',
    SubscriptionContract,
  ),

  'wix.ecom.v1.back_in_stock_notification_request_created': event(
    'created',
    'wix.ecom.v1.back_in_stock_notification_request',
    BackInStockNotificationRequest,
  ),
  'wix.ecom.v1.back_in_stock_notification_request_updated': event(
    'updated',
    'wix.ecom.v1.back_in_stock_notification_request',
    BackInStockNotificationRequest,
  ),
  'wix.ecom.v1.back_in_stock_notification_request_deleted': event('deleted', 'wix.ecom.v1.back_in_stock_notification_request', gone),

  'wix.gift_cards.v1.gift_card_created': event('created', 'wix.gift_cards.v1.gift_card', IssuedGiftCard),
  'wix.gift_cards.v1.gift_card_updated': event('updated', 'wix.gift_cards.v1.gift_card', IssuedGiftCard),

  'com.wix.ecommerce.catalog.api.v1.ProductCreated': event(
    'plain',
    'wix.stores.catalog.v1.product',
    z.object({
      productId: z.string(),
      name: z.string(),
      price: PriceData,
      visible: z.boolean(),
      media: ProductMedia.optional(),
      sku: z.string().optional(),
      productPageUrl: ProductPageUrl.optional(),
      brand: z.string().optional(),
      slug: z.string(),
      ...V1,
    }),
  ),
  'com.wix.ecommerce.catalog.api.v1.ProductChanged': event(
    'plain',
    'wix.stores.catalog.v1.product',
    z.object({ productId: z.string(), changedFields: z.array(z.string()), ...V1 }),
  ),
  'com.wix.ecommerce.catalog.api.v1.ProductDeleted': event(
    'plain',
    'wix.stores.catalog.v1.product',
    z.object({ productId: z.string(), ...V1 }),
  ),
  'com.wix.ecommerce.catalog.api.v1.VariantsChanged': event(
    'plain',
    'wix.stores.catalog.v1.product',
    z.object({
      productId: z.string(),
      variants: z.array(
        z.object({ variantId: z.string(), choices: z.record(z.string(), z.string()), changedFields: z.array(z.string()), ...V1 }),
      ),
      ...V1,
    }),
  ),
  /** The wire spells `collection_Id` this way. */
  'com.wix.ecommerce.catalog.api.v1.CollectionCreated': event(
    'plain',
    'wix.stores.catalog.v1.collection',
    z.object({
      collection_Id: z.string(),
      name: z.string(),
      media: ProductMedia.optional(),
      slug: z.string(),
      visible: z.boolean(),
      ...V1,
    }),
  ),
  'com.wix.ecommerce.catalog.api.v1.CollectionChanged': event(
    'plain',
    'wix.stores.catalog.v1.collection',
    z.object({ collection_Id: z.string(), changedFields: z.array(z.string()), ...V1 }),
  ),
  'com.wix.ecommerce.catalog.api.v1.CollectionDeleted': event(
    'plain',
    'wix.stores.catalog.v1.collection',
    z.object({ collection_Id: z.string(), ...V1 }),
  ),

  'com.wix.ecommerce.inventory.api.v1.InventoryItemChanged': event(
    'plain',
    'wix.stores.v2.inventory',
    z.object({
      inventoryItemId: z.string(),
      externalId: z.string(),
      productId: z.string(),
      trackInventory: z.boolean(),
      preorderInfo: PreorderInfo.optional(),
      fieldMask: z.array(z.string()),
      updatedDate: Instant,
    }),
  ),
  'com.wix.ecommerce.inventory.api.v1.InventoryVariantsChanged': event(
    'plain',
    'wix.stores.v2.inventory',
    z.object({
      inventoryItemId: z.string(),
      externalId: z.string(),
      productId: z.string(),
      variants: z.array(z.object({ id: z.string(), oldValue: ChangedVariant, newValue: ChangedVariant })),
      reason: ReasonType.optional(),
      updatedDate: Instant,
    }),
  ),

  'wix.members.v1.member_created': event('created', 'wix.members.v1.member', Member),
  'wix.members.v1.member_updated': event('updated', 'wix.members.v1.member', Member),
  'wix.members.v1.member_deleted': event('deleted', 'wix.members.v1.member', gone),

  'wix.reviews.v1.review_created': event('created', 'wix.reviews.v1.review', Review),
  'wix.reviews.v1.review_updated': event('updated', 'wix.reviews.v1.review', Review),
  /** The one deletion that still carries its entity. */
  'wix.reviews.v1.review_deleted': event('deleted', 'wix.reviews.v1.review', Review),
  'wix.reviews.v1.review_review_published': event('action', 'wix.reviews.v1.review', ReviewOnly),
  'wix.reviews.v1.review_moderation_status_changed': event(
    'action',
    'wix.reviews.v1.review',
    ReviewOnly.extend({ previousModerationStatus: ModerationStatus }),
  ),

  'wix.media.site_media.v1.file_descriptor_updated': event('updated', 'wix.media.site_media.v1.file_descriptor', FileDescriptor),
  'wix.media.site_media.v1.file_descriptor_deleted': event('deleted', 'wix.media.site_media.v1.file_descriptor', gone),
  'wix.media.site_media.v1.file_descriptor_file_ready': event(
    'action',
    'wix.media.site_media.v1.file_descriptor',
    z.object({ file: FileDescriptor, externalInfo: ExternalInfo.optional(), triggeredByUndelete: z.boolean() }),
  ),
  'wix.media.site_media.v1.file_descriptor_file_failed': event(
    'action',
    'wix.media.site_media.v1.file_descriptor',
    z.object({ externalInfo: ExternalInfo.optional(), error: ApplicationError }),
  ),

  'wix.iam.signon.v1.sign_on_policy_updated': event('updated', 'wix.iam.signon.v1.sign_on_policy', SignOnPolicy),

  'wix.headless.v1.redirect_session_created': event('created', 'wix.headless.v1.redirect_session', RedirectSession),
} as const satisfies Record<string, EventShape>

export type EventType = keyof typeof events

/** What an event carries: the entity, the body of an action, or the plain data. */
export type EventData<Type extends EventType> = z.output<(typeof events)[Type]['data']>

/** The last part of an event type, as in the envelope's `slug`: `created`, `file_ready`. */
export const slugOf = (type: EventType) => (events[type].kind === 'plain' ? '' : type.slice(events[type].entity.length + 1))
