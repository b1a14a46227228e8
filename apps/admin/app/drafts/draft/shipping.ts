import type { AddressWithContact, Input, OrderShippingInformation } from '@vitrine/contract'

type Sent = NonNullable<Input<'PUT /ecom/v1/draft-orders/set-shipping-info'>['shippingInfo']>
type Said = Pick<OrderShippingInformation, 'carrierId' | 'code' | 'title' | 'logistics' | 'region'>

/** A delivery method as a draft takes it; what it costs is for the shop's quote to say, unless somebody says it. */
export function shippingOf({ carrierId, code, title, logistics, region }: Said, to: AddressWithContact | undefined, price?: string): Sent {
  const { pickupDetails, deliveryTimeSlot, shippingDestination, ...rest } = logistics ?? {}
  const { from, to: until } = deliveryTimeSlot ?? {}
  const destination = to ?? shippingDestination
  return {
    ...(carrierId && { carrierId }),
    ...(code && { code }),
    title,
    logistics: {
      ...rest,
      ...(from && until && { deliveryTimeSlot: { from, to: until } }),
      ...(pickupDetails?.pickupMethod
        ? { pickupDetails: { pickupMethod: pickupDetails.pickupMethod, ...(pickupDetails.address && { address: pickupDetails.address }) } }
        : destination && { shippingDestination: destination }),
    },
    ...(region?.name && { region: { name: region.name } }),
    ...(price !== undefined && { cost: { price: { amount: price } } }),
  }
}
