import * as z from 'zod'
import { CalculationErrorDetails } from './calculation.ts'
import { Carrier, DeliveryAllocation, DeliveryLogistics } from './delivery.ts'
import { WeightUnit } from './enums.ts'
import { AddressInput, CatalogReferenceInput, Quantity } from './inputs.ts'
import { PhysicalPropertiesInput } from './line-parts.ts'
import { operation, operations } from './operation.ts'
import { MultiCurrencyPrice } from './prices.ts'
import { amount, CurrencyCode, Decimal, Guid, text } from './primitives.ts'

/**
 * An item to deliver. Its value is the first of `totalPrice`, `price`, `totalPriceBeforeDiscount` and `priceBeforeDiscount` that is sent,
 * else the catalogue's price. Weight and `shippable` come from the catalogue, too, where they are not sent.
 */
export const DeliverableItem = z.object({
  /** The answer refers to the item by it; unique in the request. */
  id: text(100, 1).nullish(),
  name: text(400).nullish(),
  quantity: Quantity,
  catalogReference: CatalogReferenceInput.nullish(),
  physicalProperties: PhysicalPropertiesInput.nullish(),
  /** One unit after discounts. */
  price: amount(36).nullish(),
  /** All units after discounts. */
  totalPrice: amount(36).nullish(),
  priceBeforeDiscount: amount(36).nullish(),
  totalPriceBeforeDiscount: amount(36).nullish(),
})
export interface DeliverableItem extends z.output<typeof DeliverableItem> {}

export const DeliveryCost = z.object({
  /** Without the additional costs. */
  price: Decimal,
  currency: CurrencyCode,
  deliveryPrice: MultiCurrencyPrice,
  additionalCosts: z.array(z.object({ description: z.string().optional(), deliveryPrice: MultiCurrencyPrice })),
})
export interface DeliveryCost extends z.infer<typeof DeliveryCost> {}

/** One option of delivery, with the items that it delivers. */
export const DeliverySolution = z.object({
  code: z.string(),
  deliveryReference: z.object({ code: z.string(), appId: Guid }),
  title: z.string(),
  logistics: DeliveryLogistics,
  cost: DeliveryCost,
  deliveryAllocations: z.array(DeliveryAllocation.extend({ deliveryCarrier: Carrier })),
  partial: z.boolean(),
})
export interface DeliverySolution extends z.infer<typeof DeliverySolution> {}

export const deliverySolutions = operations({
  /**
   * By the rules of checkouts: the shop's own options and those of the carriers of the region. Nothing is stored or reserved.
   *
   * `{ lineItems: [{ quantity: 1, price: '26.00' }], destination: { country: 'DE' }, currency: 'EUR' }`
   */
  'POST /_api/delivery-rates/v1/get-delivery-solutions': operation({
    as: 'visitor',
    cost: 'price',
    summary: 'List how line items can be delivered to an address, and what it costs',
    input: z.object({
      lineItems: z.array(DeliverableItem).min(1).max(300),
      destination: AddressInput,
      /** The shop's. */
      currency: CurrencyCode,
      /** Of the weights that are sent; the shop's by default. */
      weightUnit: WeightUnit.nullish(),
    }),
    ok: z.object({
      deliverySolutions: z.array(DeliverySolution),
      /** Carriers that did not answer, and why the shop's own options do not apply where none does. */
      errors: z.array(z.object({ appId: Guid, errorDetails: CalculationErrorDetails })),
    }),
    errors: ['REQUIRED_COUNTRY', 'NO_DELIVERY_REGION_FOUND', 'CURRENCY_NOT_SUPPORTED'],
    reads: true,
  }),
})
