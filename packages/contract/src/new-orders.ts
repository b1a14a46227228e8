import * as z from 'zod'
import {
  AttributionSource,
  ChannelType,
  DescriptionLineType,
  ItemTypePreset,
  JurisdictionType,
  OrderAdditionalFeeSource,
  OrderApprovalStrategy,
  OrderStatus,
  PaymentOptionType,
  PaymentStatus,
  PickupMethod,
  WeightUnit,
} from './enums.ts'
import { AddressInput, AddressWithContactInput, Quantity } from './inputs.ts'
import { ImageInput, PhysicalPropertiesInput } from './line-parts.ts'
import { operation, operations } from './operation.ts'
import { Order, TagsInput } from './orders.ts'
import { PriceInput } from './payments-collector.ts'
import { AnyObject, CurrencyCode, Email, Guid, Instant, text } from './primitives.ts'

const Name = (original: number) => z.object({ original: text(original, 1), translated: text(original * 2).nullish() })
const At = Instant.max(40)
const Share = z.string().regex(/^\d{1,3}(\.\d{1,6})?$/, 'is no share such as 0.19')

const NewTax = z.object({
  taxAmount: PriceInput.nullish(),
  taxableAmount: PriceInput.nullish(),
  taxRate: Share.nullish(),
  taxIncludedInPrice: z.boolean().nullish(),
})

/** A line of an order that was agreed outside the checkout. The price is of one unit. */
export const NewOrderLineItem = z.object({
  id: Guid.nullish(),
  productName: Name(200),
  catalogReference: z.object({ catalogItemId: text(36, 1), appId: text(100, 1), options: AnyObject.nullish() }).nullish(),
  quantity: Quantity,
  price: PriceInput,
  priceBeforeDiscounts: PriceInput.nullish(),
  totalDiscount: PriceInput.nullish(),
  descriptionLines: z
    .array(
      z.object({
        name: Name(100).nullish(),
        plainText: Name(600).nullish(),
        colorInfo: z.object({ original: text(500).nullish(), translated: text(500).nullish(), code: text(50).nullish() }).nullish(),
        lineType: DescriptionLineType.nullish(),
      }),
    )
    .max(20)
    .nullish(),
  image: ImageInput.nullish(),
  physicalProperties: PhysicalPropertiesInput.nullish(),
  itemType: z.object({ preset: ItemTypePreset.nullish(), custom: text(100, 1).nullish() }),
  fulfillerId: Guid.nullish(),
  paymentOption: PaymentOptionType.nullish(),
  taxInfo: NewTax.nullish(),
  priceDescription: Name(100).nullish(),
  locations: z
    .array(z.object({ id: Guid, quantity: Quantity.nullish(), name: text(500).nullish() }))
    .max(5)
    .nullish(),
})
export interface NewOrderLineItem extends z.output<typeof NewOrderLineItem> {}

/** How it is delivered, and what that costs. */
export const NewOrderShipping = z.object({
  carrierId: text(100, 1).nullish(),
  code: text(100, 1).nullish(),
  title: text(250, 1),
  logistics: z
    .object({
      shippingDestination: AddressWithContactInput.nullish(),
      pickupDetails: z.object({ address: AddressInput.nullish(), pickupMethod: PickupMethod }).nullish(),
      deliveryTime: text(500).nullish(),
      instructions: text(1000).nullish(),
      deliverByDate: At.nullish(),
      shipByDate: At.nullish(),
      deliveryTimeSlot: z.object({ from: At, to: At }).nullish(),
    })
    .nullish(),
  cost: z.object({ price: PriceInput, discount: PriceInput.nullish(), taxInfo: NewTax.nullish() }).nullish(),
  region: z.object({ name: text(500).nullish() }).nullish(),
})
export interface NewOrderShipping extends z.output<typeof NewOrderShipping> {}

/** An order that was agreed outside the checkout: by phone, at a market, in a previous shop. */
export const NewOrder = z.object({
  lineItems: z.array(NewOrderLineItem).min(1).max(300),
  buyerInfo: z.object({ visitorId: Guid.nullish(), memberId: Guid.nullish(), contactId: Guid.nullish(), email: Email.nullish() }).nullish(),
  /** The totals, if known: they have to match the lines, the fees, the shipping and the tax. */
  priceSummary: z.object({
    subtotal: PriceInput.nullish(),
    shipping: PriceInput.nullish(),
    tax: PriceInput.nullish(),
    discount: PriceInput.nullish(),
    total: PriceInput.nullish(),
    totalAdditionalFees: PriceInput.nullish(),
  }),
  /** That of the shop. */
  currency: CurrencyCode.nullish(),
  taxIncludedInPrices: z.boolean().nullish(),
  weightUnit: WeightUnit.nullish(),
  /** `PAID`: it was paid in full by hand already. */
  paymentStatus: PaymentStatus.nullish(),
  /** `PENDING`: it waits until somebody approves it. */
  status: OrderStatus.nullish(),
  billingInfo: AddressWithContactInput.nullish(),
  recipientInfo: AddressWithContactInput.nullish(),
  shippingInfo: NewOrderShipping.nullish(),
  buyerNote: text(1000).nullish(),
  buyerLanguage: text(20).nullish(),
  taxInfo: z
    .object({
      totalTax: PriceInput.nullish(),
      taxBreakdown: z
        .array(
          z.object({
            taxName: text(200).nullish(),
            taxType: text(200).nullish(),
            jurisdiction: text(200).nullish(),
            jurisdictionType: JurisdictionType.nullish(),
            rate: Share.nullish(),
            aggregatedTaxAmount: PriceInput.nullish(),
          }),
        )
        .max(50)
        .nullish(),
    })
    .nullish(),
  appliedDiscounts: z
    .array(
      z.object({
        coupon: z.object({ id: text(100, 1), code: text(100, 1), name: text(100).nullish(), amount: PriceInput }).nullish(),
        merchantDiscount: z.object({ description: text(200).nullish(), amount: PriceInput }).nullish(),
        discountRule: z.object({ id: Guid, name: Name(256).nullish(), amount: PriceInput }).nullish(),
      }),
    )
    .max(320)
    .nullish(),
  additionalFees: z
    .array(
      z.object({
        id: Guid.nullish(),
        code: text(100, 1).nullish(),
        name: text(50, 1),
        price: PriceInput,
        taxInfo: NewTax.nullish(),
        providerAppId: Guid.nullish(),
        lineItemIds: z.array(Guid).max(300).nullish(),
        source: OrderAdditionalFeeSource.nullish(),
      }),
    )
    .max(100)
    .nullish(),
  attributionSource: AttributionSource.nullish(),
  channelInfo: z.object({ type: ChannelType, externalOrderId: text(100, 1).nullish(), externalOrderUrl: text(300).nullish() }),
  checkoutId: Guid.nullish(),
  customFields: z
    .array(z.object({ title: text(500, 1), translatedTitle: text(500).nullish(), value: text(2500).nullish() }))
    .max(50)
    .nullish(),
  businessLocation: z.object({ id: Guid, name: text(500, 1).nullish() }).nullish(),
  tags: TagsInput.nullish(),
  archived: z.boolean().nullish(),
  seenByAHuman: z.boolean().nullish(),
  /** When it was agreed, if not just now. */
  purchasedDate: At.nullish(),
})
export interface NewOrder extends z.output<typeof NewOrder> {}

const errors = ['PURCHASED_DATE_CANNOT_BE_IN_FUTURE', 'PARTIAL_OUT_OF_STOCK', 'FULL_OUT_OF_STOCK'] as const

export const newOrders = operations({
  /**
   * Items of the shop's catalogue are taken from stock; if one is short there is no order. It is approved at once, unless `settings` or its
   * `status` make it wait for payment or for approval. The buyer is emailed when it is approved.
   */
  'POST /ecom/v1/orders': operation({
    as: 'user',
    summary: 'Write down an order that was agreed elsewhere',
    input: z.object({
      order: NewOrder,
      settings: z
        .object({
          orderApprovalStrategy: OrderApprovalStrategy.nullish(),
          notifications: z
            .object({ sendNotificationToBuyer: z.boolean().nullish(), sendNotificationsToBusiness: z.boolean().nullish() })
            .nullish(),
        })
        .nullish(),
    }),
    ok: z.object({ order: Order }),
    errors,
    aliases: ['/ecom/v1/ep-orders', '/_api/ecom-orders/v1/orders'],
  }),

  /** A past order: no unit is taken from stock, and nobody is emailed. */
  'POST /ecom/v1/orders/import': operation({
    as: 'user',
    summary: 'Import an order from another system',
    input: z.object({ order: NewOrder }),
    ok: z.object({ order: Order }),
    errors: ['PURCHASED_DATE_CANNOT_BE_IN_FUTURE'],
    aliases: ['/ecom/v1/ep-orders/import', '/_api/ecom-orders/v1/orders/import'],
  }),

  /**
   * Deletes imported orders, to undo a wrong import. An order that the shop has worked on since (a fulfillment, an invoice, a payment request,
   * a refund, a return, an email, an edit) stays, as does one that was not imported; unknown ids are ignored. The work is complete when the
   * answer arrives; the job's id has no other use.
   */
  'POST /ecom/v1/orders/import/bulk-delete-imported-orders': operation({
    as: 'user',
    summary: 'Delete orders that were imported',
    input: z.object({ orderIds: z.array(Guid).min(1).max(1000) }),
    ok: z.object({ jobId: Guid }),
    errors: [],
    aliases: ['/ecom/v1/ep-orders/import/bulk-delete-imported-orders', '/_api/ecom-orders/v1/orders/import/bulk-delete-imported-orders'],
  }),

  /**
   * Sets the last order number: the next order gets the one after it. A number below the current counter needs `allowLowerCounter`, and one
   * below the number of an existing order is always refused.
   */
  'POST /ecom/v1/orders/import/set-order-number-counter': operation({
    as: 'user',
    summary: 'Set the counter of order numbers',
    input: z.object({
      counter: z.union([z.string().regex(/^\d{1,9}$/), z.int().min(0).max(999_999_999)]),
      allowLowerCounter: z.boolean().nullish(),
    }),
    ok: z.object({ oldCounter: z.string(), newCounter: z.string() }),
    errors: ['CANNOT_SET_LOWER_ORDER_NUMBER_COUNTER'],
    aliases: ['/ecom/v1/ep-orders/import/set-order-number-counter', '/_api/ecom-orders/v1/orders/import/set-order-number-counter'],
  }),
})
