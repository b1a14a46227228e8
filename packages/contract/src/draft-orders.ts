import * as z from 'zod'
import {
  BuyerInput,
  DraftCatalogLine,
  DraftCustomLine,
  DraftDiscountOption,
  DraftFeeOption,
  DraftLineChange,
  LocationInput,
  NewDraftOrder,
  NewOrderChannel,
  Percentage,
  Switches,
} from './draft-inputs.ts'
import { CalculatedDraftOrder, DraftOrder } from './draft-order.ts'
import { NonDraftableReason } from './enums.ts'
import { AddressWithContactInput, CursorQuery } from './inputs.ts'
import { NewOrderShipping } from './new-orders.ts'
import { operation, operations } from './operation.ts'
import { Order } from './orders.ts'
import { CursorPagingMetadata } from './paging.ts'
import { PriceInput } from './payments-collector.ts'
import { AnyObject, Guid, text } from './primitives.ts'

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

/** Creating and editing orders. */
export const draftOrders = operations({
  /**
   * Of an existing order, or from scratch. An order has one draft at a time: who began it gets the same one again, with
   * `preexistingDraftOrder`. It expires a day after it was begun. What was agreed stays, prices and tax rates too, until somebody changes
   * it.
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

  /** Newest first by default; each as it was when it was last changed. */
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

  /** All of the changes, or none. Fulfilled units cannot be removed, and what a membership paid for keeps its price. */
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

  /** Only those created for this draft; others are switched off. */
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

  /** Only those created for this draft; others are switched off. */
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

  /** Without a price it costs what the shop charges for the option that `carrierId` and `code` name; another place has other taxes. */
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

  /** Only of an order from scratch: it waits (`PENDING`) until something is paid. Sending nothing removes it. */
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
   * Applies a draft to its order, all at once. Stock changes only for the lines that `updateInventory` names: added units leave it, removed
   * ones return to it. Recorded in the order's activities and emailed to the buyer, unless `commitSettings` say otherwise.
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

  /**
   * Of a draft from scratch: its units leave the stock, and it is paid later. The buyer is emailed unless `createSettings` say otherwise.
   */
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
