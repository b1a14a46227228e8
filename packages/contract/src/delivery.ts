import * as z from 'zod'
import { PickupDetails } from './addresses.ts'
import { ChargeType } from './enums.ts'
import { ItemTaxFullDetails, MultiCurrencyPrice } from './prices.ts'
import { Guid, Instant } from './primitives.ts'

export const DeliveryTimeSlot = z.object({ from: Instant.optional(), to: Instant.optional() })
export interface DeliveryTimeSlot extends z.infer<typeof DeliveryTimeSlot> {}

export const DeliveryLogistics = z.object({
  deliveryTime: z.string().optional(),
  instructions: z.string().optional(),
  pickupDetails: PickupDetails.optional(),
  deliveryTimeSlot: DeliveryTimeSlot.optional(),
})
export interface DeliveryLogistics extends z.infer<typeof DeliveryLogistics> {}

export const SelectedCarrierServiceOptionPrices = z.object({
  totalPriceAfterTax: MultiCurrencyPrice.optional(),
  totalPriceBeforeTax: MultiCurrencyPrice.optional(),
  taxDetails: ItemTaxFullDetails.optional(),
  totalDiscount: MultiCurrencyPrice.optional(),
  price: MultiCurrencyPrice.optional(),
})
export interface SelectedCarrierServiceOptionPrices extends z.infer<typeof SelectedCarrierServiceOptionPrices> {}

export const SelectedCarrierServiceOptionOtherCharge = z.object({
  type: ChargeType,
  details: z.string().optional(),
  cost: SelectedCarrierServiceOptionPrices.optional(),
})
export interface SelectedCarrierServiceOptionOtherCharge extends z.infer<typeof SelectedCarrierServiceOptionOtherCharge> {}

export const Carrier = z.object({ appId: Guid.optional(), code: z.string() })
export interface Carrier extends z.infer<typeof Carrier> {}

export const Region = z.object({ id: Guid.optional(), name: z.string().optional() })
export interface Region extends z.infer<typeof Region> {}

export const ApplicableLineItems = z.object({ lineItemIds: z.array(z.string()).optional() })
export interface ApplicableLineItems extends z.infer<typeof ApplicableLineItems> {}

export const DeliveryAllocation = z.object({
  deliveryCarrier: Carrier.optional(),
  deliveryRegion: Region.optional(),
  applicableLineItems: ApplicableLineItems.optional(),
})
export interface DeliveryAllocation extends z.infer<typeof DeliveryAllocation> {}

/** The delivery option that was chosen, and what it costs. */
export const SelectedCarrierServiceOption = z.object({
  code: z.string(),
  title: z.string(),
  logistics: DeliveryLogistics.optional(),
  cost: SelectedCarrierServiceOptionPrices.optional(),
  requestedShippingOption: z.boolean(),
  otherCharges: z.array(SelectedCarrierServiceOptionOtherCharge),
  carrierId: Guid.optional(),
  deliveryAllocations: z.array(DeliveryAllocation),
  partial: z.boolean().optional(),
})
export interface SelectedCarrierServiceOption extends z.infer<typeof SelectedCarrierServiceOption> {}

export const OtherCharge = z.object({ type: ChargeType.optional(), price: MultiCurrencyPrice.optional(), details: z.string().optional() })
export interface OtherCharge extends z.infer<typeof OtherCharge> {}

export const ShippingPrice = z.object({ price: MultiCurrencyPrice.optional(), otherCharges: z.array(OtherCharge).optional() })
export interface ShippingPrice extends z.infer<typeof ShippingPrice> {}

export const ShippingOption = z.object({
  code: z.string().optional(),
  title: z.string().optional(),
  logistics: DeliveryLogistics.optional(),
  cost: ShippingPrice.optional(),
  deliveryAllocations: z.array(DeliveryAllocation).optional(),
  partial: z.boolean().optional(),
})
export interface ShippingOption extends z.infer<typeof ShippingOption> {}

/** The offers of one carrier for the address. */
export const CarrierServiceOption = z.object({ carrierId: Guid, shippingOptions: z.array(ShippingOption).optional() })
export interface CarrierServiceOption extends z.infer<typeof CarrierServiceOption> {}

export const ShippingRegion = z.object({ id: Guid, name: z.string() })
export interface ShippingRegion extends z.infer<typeof ShippingRegion> {}

export const ShippingInformation = z.object({
  region: ShippingRegion.optional(),
  selectedCarrierServiceOption: SelectedCarrierServiceOption.optional(),
  carrierServiceOptions: z.array(CarrierServiceOption),
})
export interface ShippingInformation extends z.infer<typeof ShippingInformation> {}
