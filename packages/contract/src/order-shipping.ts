import * as z from 'zod'
import { AddressLocation, AddressWithContact, StreetAddress } from './addresses.ts'
import { DeliveryTimeSlot } from './delivery.ts'
import { PickupMethod } from './enums.ts'
import { LineItemTaxInfo } from './order-lines.ts'
import { Price } from './prices.ts'
import { CountryCode, Instant } from './primitives.ts'

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
  /** Until when it has to leave, or to be ready to be collected, as its way of delivery said when it was ordered. */
  shipByDate: Instant.optional(),
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
